// @ts-check
// What became of a file of tiles.
/** @import { TileReport } from "../net/types.js" */

import { count, t } from "../app/i18n.js";

/**
 * What became of the tiles, in words.
 * @param {TileReport} report
 */
export function summary({ tiles }) {
  const words = [];
  const added = tiles.filter((tile) => tile.new);
  if (added.length > 0) {
    words.push(
      `${count("import-added", added.length)} ${added.map(({ name, kept }) =>
        (kept === name ? name : `${name} → ${kept}`)).join(", ")}.`);
  }
  const same = tiles.filter((tile) => !tile.new && tile.kept !== null).length;
  if (same > 0) words.push(count("import-same", same));
  const full = tiles.filter((tile) => tile.kept === null).length;
  if (full > 0) words.push(count("import-full", full));
  if (tiles.length === 0) words.push(t("import-none"));
  return words;
}

/**
 * How many units of a string make up its first bytes.
 * @param {string} text
 * @param {number} bytes
 */
export const charsBefore = (text, bytes) =>
  new TextDecoder().decode(new TextEncoder().encode(text).slice(0, bytes)).length;
