// @ts-check
// What happens in a search, in words.
/** @import { Ending, GameInfo, NodeInfo } from "../../net/types.js" */
/** @import { Replay } from "./replay.js" */

import { capital, count, has, language, say, t } from "../../app/i18n.js";
import { seatName } from "../../app/names.js";

/**
 * A number as it is read; zero has no sign.
 * @param {number} value
 */
export const number = (value) => (value + 0).toLocaleString(language()).replace("-", "−");

/**
 * A move as it is read.
 * @param {string} notation
 */
export const moveName = (notation) => (has(`entry-${notation}`) ? t(`entry-${notation}`) : notation);

/**
 * Moves as they are read.
 * @param {string[]} moves
 */
export const path = (moves) => moves.map(moveName).join(" → ");

/**
 * A value with its bound, short enough for a node.
 * @param {number | null} value
 * @param {NodeInfo["bound"]} [bound]
 */
export function short(value, bound) {
  if (value === null) return "?";
  return `${bound === "at-most" ? "≤" : bound === "at-least" ? "≥" : ""}${String(value).replace("-", "−")}`;
}

/**
 * The same as it is said.
 * @param {number} value
 * @param {NodeInfo["bound"]} [bound]
 */
function spoken(value, bound) {
  if (bound === "at-most") return t("think-at-most", { value: number(value) });
  return bound === "at-least" ? t("think-at-least", { value: number(value) }) : number(value);
}

/**
 * How a game ended.
 * @param {GameInfo} info
 * @param {Ending} ending
 */
function reason(info, { winner, text }) {
  return winner === null ? say(text) : `${t("wins", { seat: seatName(info, winner) })} (${say(text)})`;
}

/**
 * What happens at the last step.
 * @param {Replay} replay
 * @param {GameInfo} info
 * @returns {string[]} sentences
 */
export function stepWords(replay, info) {
  const { last } = replay;
  if (!last) return [t("think-begin")];
  const { node, what } = last;
  if (what === "better") return better(replay).map(capital);
  if (what === "worse") return [capital(worse(replay))];
  if (what === "cut") return cut(replay, node);
  return what === "leave" ? leave(replay, node) : reached(replay, info, node, what === "enter");
}

/**
 * What is known of a node, whatever happens elsewhere.
 * @param {Replay} replay
 * @param {GameInfo} info
 * @param {number} node
 */
export function nodeWords(replay, info, node) {
  const seen = replay.seen[node];
  if (!seen) return [];
  if (seen.status === "open") return [...reached(replay, info, node, true), ...(seen.cut ? cut(replay, node) : [])];
  if (replay.children[node].length === 0) return reached(replay, info, node, false);
  return [...(seen.cut ? cut(replay, node) : []), ...leave(replay, node)];
}

/**
 * The search has come to a node, and goes on below it or not.
 * @param {Replay} replay
 * @param {GameInfo} info
 * @param {number} node
 * @param {boolean} inside
 */
function reached(replay, info, node, inside) {
  const { side, value = 0, bound, ending, below = 0, parent } = replay.tree.nodes[node];
  const after = path(replay.moves(node));
  if (inside) {
    const moves = replay.breadth(node);
    if (parent === undefined) return [count("think-enter-root", moves)];
    return [side === "max"
      ? count("think-enter-max", moves, { path: after })
      : count("think-enter-min", moves, { path: after })];
  }
  const worth = spoken(value, bound);
  if (below > 0) return [count("think-search", below, { path: after, value: worth, count: number(below) })];
  if (parent === undefined) return [t("think-judge-root", { value: worth })];
  if (ending) return [t("think-judge-end", { path: after, reason: reason(info, ending), value: worth })];
  return [t("think-judge", { path: after, value: worth })];
}

/** @param {Replay} replay */
function better(replay) {
  const { tree, last } = replay;
  const node = last?.node ?? 0;
  const { parent = 0, move = "", bound } = tree.nodes[node];
  const max = tree.nodes[parent].side === "max";
  const { value, alpha, alphaAt, beta, betaAt } = replay.need(parent);
  const before = last?.before ?? null;
  const values = { value: spoken(value ?? 0, bound), before: number(before ?? 0), move: moveName(move) };
  const words = before === null
    ? t(max ? "think-better-first-max" : "think-better-first-min", values)
    : t(max ? "think-better-max" : "think-better-min", values);
  if (max && alphaAt === node) return [words, t("think-alpha-rises", { value: number(alpha ?? 0) })];
  if (!max && betaAt === node) return [words, t("think-beta-falls", { value: number(beta ?? 0) })];
  return [words];
}

/** @param {Replay} replay */
function worse(replay) {
  const { tree, last } = replay;
  const { parent = 0, value = 0, bound } = tree.nodes[last?.node ?? 0];
  const { best, value: before } = replay.need(parent);
  const max = tree.nodes[parent].side === "max";
  return t(max ? "think-worse-max" : "think-worse-min", {
    value: spoken(value, bound),
    before: number(before ?? 0),
    move: moveName(tree.nodes[best ?? 0].move ?? ""),
  });
}

/** @param {Replay} replay @param {number} node */
function cut(replay, node) {
  const { tree } = replay;
  const { side, cut: found } = tree.nodes[node];
  if (!found) return [];
  const { best, value } = replay.need(node);
  const values = {
    sure: number(found.sure),
    place: path(found.at === null ? [] : replay.moves(found.at)),
    value: number(value ?? 0),
    move: moveName(tree.nodes[best ?? 0].move ?? ""),
  };
  return [t(side === "max" ? "think-cut-max" : "think-cut-min", values), count("think-cut-rest", found.skipped.length)];
}

/** @param {Replay} replay @param {number} node */
function leave(replay, node) {
  const { tree } = replay;
  const { side, value = 0, bound, best, parent } = tree.nodes[node];
  const move = moveName(tree.nodes[best ?? 0].move ?? "");
  const values = { path: path(replay.moves(node)), value: number(value), move };
  if (parent === undefined) {
    const line = replay.bestLine().slice(1).map((at) => tree.nodes[at].move ?? "");
    return [t("think-leave-root", values), t("think-leave-line", { line: path(line) })];
  }
  if (bound === "at-most") return [t("think-leave-at-most", values)];
  if (bound === "at-least") return [t("think-leave-at-least", values)];
  return [t(side === "max" ? "think-leave-max" : "think-leave-min", values)];
}

/**
 * A node as it is called by those who hear the tree.
 * @param {Replay} replay
 * @param {number} node
 */
export function nodeName(replay, node) {
  const { tree, seen, children } = replay;
  const { side, move, cut: found, terms } = tree.nodes[node];
  const known = seen[node];
  const leaf = terms !== undefined && children[node].length === 0;
  return [
    move === undefined ? t("think-node-root") : t("think-node-move", { move: moveName(move) }),
    leaf ? t("think-node-leaf") : t(side === "max" ? "think-node-max" : "think-node-min"),
    known && known.value !== null && t("think-node-value", { value: spoken(known.value, known.bound) }),
    known?.status === "open" && t("think-node-open"),
    node !== 0 && replay.bestLine().includes(node) && t("think-node-best"),
    known?.cut && found && count("think-node-cut", found.skipped.length),
  ].filter(Boolean).join(", ");
}
