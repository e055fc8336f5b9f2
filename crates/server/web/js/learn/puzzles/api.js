// @ts-check
// Puzzles, as the server tells and judges them.
/**
 * @import {
 *   ChosenPuzzle, HintStep, PuzzleAnswer, PuzzleHint, PuzzleInfo, PuzzleSolution, Puzzles,
 * } from "../../net/types.js"
 */

import { ask, send } from "../../net/api.js";

/** @param {string} id */
const path = (id) => `/api/puzzles/${encodeURIComponent(id)}`;

/** @returns {Promise<Puzzles>} */
export const overview = () => ask("/api/puzzles");
/** @type {(query: URLSearchParams) => Promise<ChosenPuzzle>} */
export const next = (query) => ask(`/api/puzzles/next?${query}`);
/** @type {(id: string) => Promise<PuzzleInfo>} */
export const puzzle = (id) => ask(path(id));
/** @type {(id: string, moves: string[]) => Promise<PuzzleAnswer>} */
export const attempt = (id, moves) => send(path(id), { moves });
/** @type {(id: string, moves: string[], step: HintStep) => Promise<PuzzleHint>} */
export const hint = (id, moves, step) => send(`${path(id)}/hint`, { moves, step });
/** @type {(id: string) => Promise<PuzzleSolution>} */
export const solution = (id) => send(`${path(id)}/solution`, {});
