// @ts-check
// Boards put together from tiles, as texts: `A Bf+90 C+180 -`.

/** @typedef {{ name: string, flipped: boolean, quarters: number }} Placed a tile in its place */

/**
 * @param {string} text
 * @returns {Placed | null} null for an empty place, and for what cannot be read
 */
export function readPlaced(text) {
  const found = /^(.+?)(f?)(?:\+(90|180|270))?$/.exec(text);
  if (!found || text === "-") return null;
  return { name: found[1], flipped: found[2] === "f", quarters: Number(found[3] ?? 0) / 90 };
}

/** @param {Placed | null} placed */
export const writePlaced = (placed) =>
  placed ? `${placed.name}${placed.flipped ? "f" : ""}${placed.quarters ? `+${placed.quarters * 90}` : ""}` : "-";

/**
 * The rows of a tile as it lies: first flipped left for right, then turned clockwise.
 * @param {string} rows
 * @param {boolean} flipped
 * @param {number} quarters
 * @returns {string[][]}
 */
export function laid(rows, flipped, quarters) {
  let grid = rows.split("/").map((row) => [...row]);
  if (flipped) grid = grid.map((row) => row.reverse());
  for (let i = 0; i < quarters; i++) grid = grid[0].map((_, column) => grid.map((row) => row[column]).reverse());
  return grid;
}

/**
 * A quarter turn clockwise of a tile in its place.
 * @param {Placed} placed
 * @returns {Placed}
 */
export const turned = (placed) => ({ ...placed, quarters: (placed.quarters + 1) % 4 });

/**
 * A tile flipped left for right as it is seen, whichever way it was turned.
 * @param {Placed} placed
 * @returns {Placed}
 */
export const mirrored = (placed) => ({ ...placed, flipped: !placed.flipped, quarters: (4 - placed.quarters) % 4 });
