// @ts-check
// What the screens about the visitor ask of the server.
/**
 * @import {
 *   MatchDeletions, MatchSummary, ProfileDeletion, ProfileFile, ProfileImport, ProfileLinkCreated, You,
 * } from "../net/types.js"
 */

import { ask, send } from "../net/api.js";

/**
 * Empty is everything.
 * @typedef {{ game: string, result: string, opponent: string, over: string, search: string }} Filter
 */

/** @type {Filter} */
export const EVERYTHING = { game: "", result: "", opponent: "", over: "", search: "" };

/**
 * The query for some of the games.
 * @param {{ [name: string]: string }} fields empty values ask for nothing
 */
export function queryOf(fields) {
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ""));
  return query.size > 0 ? `?${query}` : "";
}

/**
 * A page of the games, those after `last`.
 * @param {Filter} filter
 * @param {number} limit
 * @param {MatchSummary} [last]
 * @returns {Promise<MatchSummary[]>}
 */
export const games = (filter, limit, last) =>
  ask(`/api/matches${queryOf({ ...filter, limit: String(limit), before: last ? `${last.at}-${last.id}` : "" })}`);

/** @type {(ids: string[]) => Promise<MatchDeletions>} */
export const deleteGames = (ids) => send("/api/matches/delete", { ids });

/**
 * Where these games are found as one record file.
 * @param {string[]} ids
 */
export const recordsPath = (ids) => `/api/records${queryOf({ ids: ids.join(",") })}`;

/**
 * Where all games of a filter are found as one record file.
 * @param {Filter} filter
 */
export const allRecordsPath = (filter) => `/api/records${queryOf(filter)}`;

export const PROFILE_PATH = "/api/profile/file";

/** @type {(part: ProfileFile) => Promise<ProfileImport>} */
export const importPart = (part) => send(PROFILE_PATH, part);

/** @type {() => Promise<ProfileDeletion>} */
export const deleteEverything = () => ask("/api/profile", { method: "DELETE" });

/**
 * The visitor's figures, in one game or in all.
 * @param {string} [game]
 * @returns {Promise<You>}
 */
export const figuresOf = (game = "") => ask(`/api/you${queryOf({ game })}`);

/** @returns {Promise<ProfileLinkCreated>} */
export const linkProfile = () => send("/api/profile/link", {});
/** @type {(secret: string) => Promise<void>} */
export const takeProfile = (secret) => send("/api/profile/take", { secret });
/** @returns {Promise<void>} */
export const leaveProfile = () => send("/api/profile/leave", {});
/** @returns {Promise<void>} */
export const removeDevices = () => ask("/api/profile/devices", { method: "DELETE" });
