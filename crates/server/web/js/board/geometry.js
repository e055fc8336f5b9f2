// @ts-check
// Where the cells of a board are in its drawing.
/** @import { BoardState } from "./state.js" */

import { isGap } from "./state.js";

/** The side of a cell in the drawing's own measure. */
export const UNIT = 100;

/**
 * @typedef {object} Geometry
 * @property {number} width of all cells together
 * @property {number} height
 * @property {boolean} upsideDown whether the last row is drawn first; falling pieces need the first one on top
 * @property {(cell: number) => { x: number, y: number }} at the middle of a cell
 * @property {(x: number, y: number) => number | null} cellAt
 */

/** @param {BoardState} state @returns {Geometry} */
export function geometry({ columns, rows, flipped, falling }) {
  const upsideDown = flipped && !falling;
  return {
    width: columns * UNIT,
    height: rows * UNIT,
    upsideDown,
    at(cell) {
      const [column, row] = [cell % columns, Math.floor(cell / columns)];
      const across = flipped ? columns - 1 - column : column;
      const down = upsideDown ? rows - 1 - row : row;
      return { x: (across + 0.5) * UNIT, y: (down + 0.5) * UNIT };
    },
    cellAt(x, y) {
      const across = Math.floor(x / UNIT);
      const down = falling && y < 0 ? 0 : Math.floor(y / UNIT);
      if (across < 0 || across >= columns || down < 0 || down >= rows) return null;
      const column = flipped ? columns - 1 - across : across;
      const row = upsideDown ? rows - 1 - down : down;
      return row * columns + column;
    },
  };
}

/**
 * Whether a cell has no neighbour: a place beside the board.
 * @param {BoardState} state
 * @param {number} cell
 */
export function isDetached({ columns, rows, cells }, cell) {
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  return [[1, 0], [-1, 0], [0, 1], [0, -1]].every(([dx, dy]) => {
    const [c, r] = [column + dx, row + dy];
    const inside = c >= 0 && r >= 0 && c < columns && r < rows;
    return !inside || isGap(cells[r * columns + c]);
  });
}
