// @ts-check
// What is asked of the server about trees.
/** @import { GameRecord, TreeDemoInfo, PositionInfo, TreeInfo } from "../types.js" */
/** @import { Wanted } from "./link.js" */

import { ask, send } from "../api.js";

/** @returns {Promise<TreeDemoInfo[]>} */
export const demos = () => ask("/api/think");
/** @type {(wanted: Wanted) => Promise<TreeInfo>} */
export const tree = ({ game, start, moves, depth, alpha_beta, order }) => send("/api/think", { game, start, moves, depth, alpha_beta, order });
/** @type {(game: string, record: GameRecord) => Promise<PositionInfo>} */
export const position = (game, record) => send("/api/think/position", { game, record });
