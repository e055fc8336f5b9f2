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

/**
 * @param {BoardState} state
 * @param {boolean} [narrow] whether places beside the board are drawn above and below it, so that squares are larger
 * @returns {Geometry}
 */
export function geometry(state, narrow = false) {
  const { columns, rows, flipped, falling, cells } = state;
  const upsideDown = flipped && !falling;
  const beside = narrow ? columnsBeside(state) : 0;
  const inner = columns - 2 * beside;
  return {
    width: inner * UNIT,
    height: rows * UNIT,
    upsideDown,
    at(cell) {
      const [column, row] = [cell % columns, Math.floor(cell / columns)];
      const across = flipped ? columns - 1 - column : column;
      const down = upsideDown ? rows - 1 - row : row;
      const shown = Math.min(Math.max(across - beside, 0), inner - 1);
      return { x: (shown + 0.5) * UNIT, y: (down + 0.5) * UNIT };
    },
    cellAt(x, y) {
      const shown = Math.floor(x / UNIT);
      const down = falling && y < 0 ? 0 : Math.floor(y / UNIT);
      if (shown < 0 || shown >= inner || down < 0 || down >= rows) return null;
      const across = shown + beside;
      const column = flipped ? columns - 1 - across : across;
      const row = upsideDown ? rows - 1 - down : down;
      const cell = row * columns + column;
      const edge = shown === 0 || shown === inner - 1;
      if (beside === 0 || !edge || !isGap(cells[cell])) return cell;
      return row * columns + (column < columns / 2 ? 0 : columns - 1);
    },
  };
}

/**
 * How many columns on either side hold nothing but places beside the board: one or none.
 * @param {BoardState} state
 */
function columnsBeside(state) {
  const { columns, cells } = state;
  const only = (/** @type {number} */ column) =>
    cells.every((cell, index) => index % columns !== column || isGap(cell) || isDetached(state, index));
  return only(0) && only(columns - 1) ? 1 : 0;
}

/**
 * Whether a cell has no neighbour: a place beside the board.
 * @param {Pick<BoardState, "columns" | "rows" | "cells">} state
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
