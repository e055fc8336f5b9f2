// @ts-check
// A search as an address: /think/GAME/MOVES?start=…&depth=…&prune=1&order=best&step=…, or ?example=NAME.
/** @import { ExampleInfo, TreeDemoInfo, Order } from "../../net/types.js" */

/**
 * @typedef {object} Wanted
 * @property {string} game
 * @property {string | null} start a position; the usual start without it
 * @property {string} moves
 * @property {number} depth
 * @property {boolean} alpha_beta
 * @property {Order} order
 * @property {number} step
 * @property {ExampleInfo | null} example
 */

/** @param {TreeDemoInfo} demo @param {string} moves @param {URLSearchParams} query @returns {Wanted} */
export function read(demo, moves, query) {
  const example = demo.examples.find(({ id }) => id === query.get("example")) ?? null;
  const depth = Math.round(Number(query.get("depth")));
  const order = query.get("order");
  return {
    game: demo.game,
    start: query.get("start") ?? example?.start ?? null,
    moves,
    depth: depth >= 1 ? Math.min(depth, demo.deepest) : example?.depth ?? 2,
    alpha_beta: query.has("prune") ? query.get("prune") === "1" : example?.alpha_beta ?? true,
    order: order === "listed" || order === "best" || order === "worst" ? order : example?.order ?? "listed",
    step: Math.max(0, Math.round(Number(query.get("step"))) || 0),
    example,
  };
}

/** @param {Wanted} wanted @returns {string} */
export function write({ game, start, moves, depth, alpha_beta, order, step, example }) {
  const query = new URLSearchParams();
  if (example) query.set("example", example.id);
  if (start !== null && start !== example?.start) query.set("start", start);
  if (depth !== (example?.depth ?? 2)) query.set("depth", String(depth));
  if (alpha_beta !== (example?.alpha_beta ?? true)) query.set("prune", alpha_beta ? "1" : "0");
  if (order !== (example?.order ?? "listed")) query.set("order", order);
  if (step > 0) query.set("step", String(step));
  const path = `/think/${encodeURIComponent(game)}${moves && `/${encodeURIComponent(moves)}`}`;
  return query.size > 0 ? `${path}?${query}` : path;
}
