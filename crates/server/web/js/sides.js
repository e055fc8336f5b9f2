// @ts-check
// Which side of a board is whose.
/** @import { Board } from "./types.js" */

/**
 * Whether First's pieces begin above Second's; null where neither side has a side of its own.
 * @param {Board} board before the first move
 */
export function firstOnTop(board) {
  const [first, second] = [0, 1].map((piece) => {
    const rows = board.cells.flatMap((cell, index) => (cell.piece === piece ? [Math.floor(index / board.columns)] : []));
    return rows.length === 0 ? Number.NaN : rows.reduce((sum, row) => sum + row, 0) / rows.length;
  });
  return Math.abs(first - second) >= 2 ? first < second : null;
}
