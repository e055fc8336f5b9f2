// @ts-check
// What analysis asks of the server by HTTP.
/** @import { AnalysedMove, Analysis, AnalysisSummary, BySeat, GameRecord, Look, Recognised } from "../net/types.js" */

import { ask, pageOf, send } from "../net/api.js";

/** What browsers still send for a page that goes away, in characters. */
const KEEPALIVE_MAX_BYTES = 30_000;

/** @param {string} id */
const analysis = (id) => `/api/analyses/${encodeURIComponent(id)}`;

/**
 * A position without a match; without a record it is the usual start or a board that is drawn.
 * @param {string} game
 * @param {GameRecord | null} record
 * @param {string} [moves] that follow, or a position
 * @returns {Promise<Look>}
 */
export const look = (game, record, moves = "") => send("/api/look", { game, record, moves });

/**
 * Every way to understand a text.
 * @param {string} text
 * @param {string | null} game
 * @returns {Promise<Recognised>}
 */
export const read = (text, game) => send("/api/read", { text, game });

/** @type {(last?: AnalysisSummary) => Promise<AnalysisSummary[]>} */
export const analyses = (last) => pageOf("/api/analyses", last);

/** @type {(id: string) => Promise<Analysis>} */
export const load = (id) => ask(analysis(id));

/**
 * Keeps what is said from now on; refused as stale if somebody else was quicker.
 * @param {string} id
 * @param {{ version: number, comment: string, moves: AnalysedMove[] }} said
 * @param {boolean} [leaving] whether the page goes away
 * @returns {Promise<{ version: number }>}
 */
export const save = (id, said, leaving = false) =>
  send(analysis(id), said, "PUT", leaving && JSON.stringify(said).length < KEEPALIVE_MAX_BYTES);

/**
 * @param {{ game: string, start: string, swap: boolean, players: BySeat<string | null>, comment: string, moves:
 *   AnalysedMove[] }} tree
 * @returns {Promise<Analysis>}
 */
export const create = (tree) => send("/api/analyses", { from: "tree", ...tree });

/**
 * Makes an analysis of a game in a file.
 * @param {string} text
 * @param {number} index
 * @returns {Promise<Analysis>}
 */
export const open = (text, index) => send("/api/analyses", { from: "file", text, index });

/** @type {(id: string) => Promise<void>} */
export const forget = (id) => ask(analysis(id), { method: "DELETE" });

/** @type {(id: string) => string} */
export const recordPath = (id) => `${analysis(id)}/record`;
