// @ts-check
// What a board on the screen is at one moment: plain data, no element.
/** @import { Board, Cell, Choice, Marks, Spot, View } from "../net/types.js" */

/**
 * @typedef {object} BoardState
 * @property {number} columns
 * @property {number} rows
 * @property {Cell[]} cells
 * @property {(number | null)[]} pieces what stands on the cells, as shown
 * @property {boolean} falling whether pieces fall down their column
 * @property {Choice[]} choices the moves that may be made here and now; none if it is not ours to move
 * @property {Choice | null} last the last move
 * @property {Marks} marks
 * @property {number | null} mover the piece of the side to move
 * @property {boolean} flipped seen from the other side
 * @property {Spot[]} clicks the spots pointed at so far
 * @property {number | null} hover the cell under the pointer
 * @property {number} cursor the cell with the tab stop
 * @property {Choice | null} asked a move that waits to be confirmed
 * @property {Choice | null} hint a move to show as advice
 */

const NO_MARKS = { winning: [], forbidden: [] };

/**
 * A picture that cannot be played on.
 * @param {Board} board
 * @param {boolean} [falling]
 * @returns {BoardState}
 */
export function picture(board, falling = false) {
  const cursor = board.cells.findIndex((cell) => cell.spot !== null);
  return {
    columns: board.columns,
    rows: Math.ceil(board.cells.length / board.columns),
    cells: board.cells,
    pieces: board.cells.map((cell) => cell.piece),
    falling,
    choices: [],
    last: null,
    marks: NO_MARKS,
    mover: null,
    flipped: false,
    clicks: [],
    hover: null,
    cursor: Math.max(0, cursor),
    asked: null,
    hint: null,
  };
}

/**
 * The board of a view; where the player looks and points stays as it was.
 * @param {View} view
 * @param {{ falling: boolean, playable: boolean, flipped: boolean }} how
 * @param {BoardState | null} before
 * @returns {BoardState}
 */
export function fromView(view, { falling, playable, flipped }, before) {
  const state = picture(view.board, falling);
  const same = before && before.cells.length === state.cells.length && before.columns === state.columns;
  return {
    ...state,
    choices: playable ? view.choices : [],
    last: view.last,
    marks: view.marks,
    mover: view.turn === "first" ? 0 : 1,
    flipped,
    hover: same ? before.hover : null,
    cursor: same ? before.cursor : middle(state),
  };
}

/**
 * A cell in the middle, where a keyboard begins.
 * @param {BoardState} state
 */
function middle(state) {
  const cell = Math.floor(state.rows / 2) * state.columns + Math.floor(state.columns / 2);
  return state.cells[cell]?.spot === null ? state.cursor : cell;
}

/**
 * The cells of a spot.
 * @param {BoardState} state
 * @param {Spot} spot
 */
export function cellsOf(state, spot) {
  const cells = [];
  for (let cell = 0; cell < state.cells.length; cell++) if (state.cells[cell].spot === spot) cells.push(cell);
  return cells;
}

/**
 * Whether nothing is there: no square at all.
 * @param {Cell} cell
 */
export const isGap = (cell) => cell.ground === null && cell.spot === null;
