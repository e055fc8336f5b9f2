// @ts-check
// The file with everything of a profile, cut into parts that the server takes at once.
/** @import { ProfileFile } from "../net/types.js" */

export const PROFILE_FORMAT = "damier-profile-1";
/** How much one part has at most: see `POST /api/profile/file`. */
const PART_ITEMS = 100;
const PART_CHARS = 400_000;

/**
 * The file as it was read, or null if it is no such file.
 * @param {string} text
 * @returns {ProfileFile | null}
 */
export function readProfileFile(text) {
  try {
    const file = JSON.parse(text);
    return file?.format === PROFILE_FORMAT ? file : null;
  } catch {
    return null;
  }
}

/**
 * The parts of a file, in the order in which they are sent: the oldest matches first, so that the list has its order
 * again, and settings last, so that a file that fails half way changes none.
 * @param {ProfileFile} file
 * @returns {ProfileFile[]}
 */
export function partsOf({ settings, tiles = [], puzzles = [], analyses = [], matches = [] }) {
  const part = (/** @type {Partial<ProfileFile>} */ content) => ({ format: PROFILE_FORMAT, ...content });
  const parts = [
    ...cut(matches, (record) => record.length).map((matches) => part({ matches })).reverse(),
    ...cut(analyses, ({ record }) => record.length).map((analyses) => part({ analyses })),
    ...cut(tiles, ({ rows }) => rows.length).map((tiles) => part({ tiles })),
    ...cut(puzzles, ({ puzzle }) => puzzle.length).map((puzzles) => part({ puzzles })),
  ];
  if (settings) parts.push(part({ settings }));
  return parts;
}

/**
 * @template T
 * @param {T[]} all
 * @param {(one: T) => number} sizeOf
 * @returns {T[][]}
 */
function cut(all, sizeOf) {
  /** @type {T[][]} */
  const parts = [];
  let size = Infinity;
  for (const one of all) {
    const last = parts.at(-1);
    if (!last || last.length >= PART_ITEMS || size + sizeOf(one) > PART_CHARS) {
      parts.push([one]);
      size = sizeOf(one);
    } else {
      last.push(one);
      size += sizeOf(one);
    }
  }
  return parts;
}
