// @ts-check
// Cells and moves in words.
/** @import { Cell, Choice, GameInfo } from "../net/types.js" */

import { say, t } from "../app/i18n.js";
import { isDetached } from "./geometry.js";

/** @typedef {{ columns: number, cells: Cell[] }} Cells */

/**
 * What a cell is called: by its label, or where it lies beside the board.
 * @param {GameInfo} info
 * @param {Cells} board
 * @param {number} cell
 * @param {boolean} flipped
 */
export function cellName(info, { columns, cells }, cell, flipped) {
  const rows = Math.ceil(cells.length / columns);
  const { ground, label } = cells[cell];
  const beside = ground !== null && isDetached({ columns, rows, cells }, cell);
  if (!beside) return label || String(cell + 1);
  const right = (cell % columns >= columns / 2) !== flipped;
  const low = (Math.floor(cell / columns) >= rows / 2) !== flipped;
  return t("cell-beside", {
    name: say(info.grounds[ground].label), place: t(`place-${1 + Number(right) + 2 * Number(low)}`).toLocaleLowerCase(),
  });
}

/**
 * What a column is called, where pieces fall.
 * @param {GameInfo} info
 * @param {Cells} board
 * @param {number} cell
 */
export const columnName = (info, { columns }, cell) =>
  t("cell-column", { column: info.files[cell % columns] ?? (cell % columns) + 1 });

/**
 * A move in words; null if it has no squares.
 * @param {GameInfo} info
 * @param {Cells} board before the move
 * @param {Choice} choice
 * @param {boolean} flipped
 */
export function moveWords(info, board, { steps, changes }, flipped) {
  const [first, second] = steps.map((spot) => board.cells.findIndex((cell) => cell.spot === spot));
  if (first === undefined || first < 0) return null;
  const name = (/** @type {number} */ cell) => cellName(info, board, cell, flipped);
  if (info.look.falling) return columnName(info, board, changes[0]?.cell ?? first);
  if (second === undefined || second < 0) return name(first);
  const captures = board.cells[second].piece !== null;
  return t(captures ? "move-captures" : "move-goes", { from: name(first), to: name(second) });
}
