// @ts-check
// What is shared: a match or a position, with the addresses of its picture.
/** @import { GameRecord, MatchState } from "../../net/types.js" */

/** @typedef {"svg" | "png" | "txt"} PictureFormat */

/**
 * How the player sees the board.
 * @typedef {{ lang: string, dark: boolean, distinct: boolean, coordinates: boolean, flipped: boolean }} Look
 */

/**
 * @typedef {object} ShareTarget
 * @property {string} name of the files
 * @property {string} title
 * @property {string | null} link that others can follow, if there is one
 * @property {string} said when the link has been copied
 * @property {(format: PictureFormat) => string} picture its address
 */

/** The longer side of a picture that is downloaded or passed on, in pixels. */
export const PICTURE_PIXELS = 1200;

/**
 * @param {string} path
 * @param {PictureFormat} format
 * @param {[string, string][]} what
 * @param {Look} look
 */
function address(path, format, what, { lang, dark, distinct, coordinates, flipped }) {
  const query = new URLSearchParams([...what, ["lang", lang]]);
  if (flipped) query.set("flipped", "yes");
  if (format !== "txt") {
    query.set("theme", dark ? "dark" : "light");
    if (distinct) query.set("palette", "distinct");
    if (!coordinates) query.set("coordinates", "no");
  }
  if (format === "png") query.set("size", String(PICTURE_PIXELS));
  return `${path}.${format}?${query}`;
}

/**
 * The picture of a match after so many entries of its record.
 * @param {Pick<MatchState, "id">} match
 * @param {number} entries
 * @param {Look} look
 * @returns {ShareTarget["picture"]}
 */
export const matchPicture = ({ id }, entries, look) => (format) =>
  address(`/api/matches/${encodeURIComponent(id)}/picture`, format, [["entries", String(entries)]], look);

/**
 * The picture of a position that belongs to no match.
 * @param {string} game
 * @param {GameRecord} record
 * @param {Look} look
 * @returns {ShareTarget["picture"]}
 */
export const positionPicture = (game, { start, swap, moves }, look) => (format) =>
  address(`/api/games/${encodeURIComponent(game)}/picture`, format, [
    ["start", start], ["moves", moves.join(",")], ...(swap ? [/** @type {[string, string]} */ (["swap", "yes"])] : []),
  ], look);
