// @ts-check
// What is asked of the server about trees.
/** @import { GameRecord, TreeDemoInfo, PositionInfo, TreeInfo } from "../../net/types.js" */
/** @import { Wanted } from "./link.js" */

import { ask, fixed, send } from "../../net/api.js";

/** @returns {Promise<TreeDemoInfo[]>} */
export const demos = () => fixed("/api/think");
/**
 * A tree, whose search ends when nobody waits for it any more.
 * @type {(wanted: Wanted, signal?: AbortSignal) => Promise<TreeInfo>}
 */
export const tree = ({ game, start, moves, depth, alpha_beta, order }, signal) =>
  ask("/api/think", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game, start, moves, depth, alpha_beta, order }),
    signal,
  });
/** @type {(game: string, record: GameRecord) => Promise<PositionInfo>} */
export const position = (game, record) => send("/api/think/position", { game, record });
