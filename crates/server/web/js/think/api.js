// @ts-check
// What is asked of the server about trees.
/** @import { GameRecord, Lesson, PositionInfo, Tree } from "../types.js" */
/** @import { Wanted } from "./link.js" */

import { ask, send } from "../api.js";

/** @returns {Promise<Lesson[]>} */
export const lessons = () => ask("/api/think");
/** @type {(wanted: Wanted) => Promise<Tree>} */
export const tree = ({ game, start, moves, depth, alpha_beta, order }) => send("/api/think", { game, start, moves, depth, alpha_beta, order });
/** @type {(game: string, record: GameRecord) => Promise<PositionInfo>} */
export const position = (game, record) => send("/api/think/position", { game, record });
