// @ts-check
// From one state of a board to the next. Nothing here knows a rule: moves are found among the choices.
/** @import { Change, Choice, Spot } from "../net/types.js" */
/** @import { BoardState } from "./state.js" */

import { cellsOf } from "./state.js";

/**
 * The choices whose steps begin with these clicks.
 * @param {Choice[]} choices
 * @param {Spot[]} clicks
 */
export const matching = (choices, clicks) =>
  choices.filter(({ steps }) => steps.length > 0 && clicks.every((spot, i) => steps[i] === spot));

/**
 * The spots that continue the clicks so far.
 * @param {BoardState} state
 * @returns {Set<Spot>}
 */
export function nextSpots(state, clicks = state.clicks) {
  const next = matching(state.choices, clicks).map(({ steps }) => steps[clicks.length]);
  return new Set(next.filter((spot) => spot !== undefined));
}

/**
 * Points at a spot. `chosen` is the move when it is complete.
 * @param {BoardState} state
 * @param {Spot | null} spot
 * @returns {{ state: BoardState, chosen: Choice | null }}
 */
export function click(state, spot) {
  if (state.asked) {
    const confirmed = state.asked.steps.at(-1) === spot;
    const cleared = clear(state);
    return confirmed ? { state: cleared, chosen: state.asked } : click(cleared, spot);
  }
  if (spot === null) return { state: clear(state), chosen: null };
  for (const clicks of [[...state.clicks, spot], [spot]]) {
    const found = matching(state.choices, clicks);
    if (found.length === 0) continue;
    const only = found.length === 1 && found[0].steps.length === clicks.length;
    return only
      ? { state: clear(state), chosen: found[0] }
      : { state: { ...state, clicks, hint: null }, chosen: null };
  }
  return { state: clear(state), chosen: null };
}

/**
 * Forgets the clicks so far.
 * @param {BoardState} state
 * @returns {BoardState}
 */
export const clear = (state) => ({ ...state, clicks: [], asked: null });

/**
 * Waits for the player to confirm.
 * @param {BoardState} state
 * @param {Choice} choice
 * @returns {BoardState}
 */
export const ask = (state, choice) => ({ ...state, clicks: choice.steps.slice(0, -1), asked: choice });

/** @param {BoardState} state @param {number | null} cell @returns {BoardState} */
export const hover = (state, cell) => (state.hover === cell ? state : { ...state, hover: cell });

/**
 * The board after a move, before the server has said so: nothing more can be played on it.
 * @param {BoardState} state
 * @param {Choice} choice
 * @returns {BoardState}
 */
export function made(state, choice) {
  return { ...clear(state), pieces: applied(state.pieces, choice.changes), choices: [], last: choice, hint: null };
}

/** @param {(number | null)[]} pieces @param {Change[]} changes */
export function applied(pieces, changes) {
  const after = [...pieces];
  for (const { cell, from, piece } of changes) {
    if (from !== null) after[from] = null;
    after[cell] = piece;
  }
  return after;
}

/**
 * The changes between two boards: a piece that leaves one cell and appears on another has slid.
 * @param {(number | null)[]} before
 * @param {(number | null)[]} after
 * @returns {Change[]}
 */
export function difference(before, after) {
  /** @type {Change[]} */
  const changes = [];
  /** @type {{ cell: number, piece: number }[]} */
  const left = [];
  after.forEach((piece, cell) => {
    const old = before[cell] ?? null;
    if (old === piece) return;
    if (piece === null && old !== null) left.push({ cell, piece: old });
    else changes.push({ cell, from: null, piece });
  });
  for (const change of changes) {
    const found = left.findIndex(({ piece }) => piece === change.piece);
    if (found >= 0) change.from = left.splice(found, 1)[0].cell;
  }
  return [...changes, ...left.map(({ cell }) => ({ cell, from: null, piece: null }))];
}

/**
 * The spot that a digit means, where pieces fall: the nth column as seen on the screen.
 * @param {BoardState} state
 * @param {string} key
 * @returns {Spot | null}
 */
export function digitSpot(state, key) {
  if (!state.falling || !/^[1-9]$/.test(key)) return null;
  const spots = [...new Set(state.cells.map((cell) => cell.spot))].filter((spot) => spot !== null);
  if (spots.length > 9) return null;
  return spots[Number(key) - 1] ?? null;
}

/**
 * Whether a spot is a column to which nothing more can be added, though it is our turn.
 * @param {BoardState} state
 * @param {Spot | null} spot
 */
export const isFull = (state, spot) =>
  state.falling && state.choices.length > 0 && spot !== null && !nextSpots(state, []).has(spot);

/**
 * The move that a click on this cell would complete.
 * @param {BoardState} state
 * @param {number | null} cell
 * @returns {Choice | null}
 */
export function wouldPlay(state, cell) {
  const spot = cell === null ? null : state.cells[cell]?.spot;
  if (spot === null || spot === undefined) return null;
  return click({ ...state, asked: null }, spot).chosen;
}

/**
 * The cells to light up as next steps, and whether a piece stands there that the move takes.
 * `faint` if they belong to a piece that is only pointed at.
 * @param {BoardState} state
 * @returns {{ cells: number[], faint: boolean }}
 */
export function targets(state) {
  if (state.falling || state.choices.length === 0) return { cells: [], faint: false };
  let clicks = state.clicks;
  let faint = false;
  if (clicks.length === 0) {
    const spot = state.hover === null ? null : state.cells[state.hover]?.spot ?? null;
    const begins = spot !== null && matching(state.choices, [spot]).some(({ steps }) => steps.length > 1);
    if (begins && spot !== null) [clicks, faint] = [[spot], true];
    else if (!state.choices.some(({ steps }) => steps.length === 1)) return { cells: [], faint };
  }
  const spots = nextSpots(state, clicks);
  const cells = [];
  for (let cell = 0; cell < state.cells.length; cell++) {
    const spot = state.cells[cell].spot;
    if (spot !== null && spots.has(spot)) cells.push(cell);
  }
  return { cells, faint };
}

/**
 * The cells that a move points at: its steps, or where spots are shared what it changes.
 * @param {BoardState} state
 * @param {Choice} choice
 */
export function pointedAt(state, choice) {
  const changed = new Set(choice.changes.map(({ cell }) => cell));
  return choice.steps.flatMap((spot) => {
    const cells = cellsOf(state, spot);
    return cells.length > 1 ? cells.filter((cell) => changed.has(cell)) : cells;
  });
}

/**
 * The spots that begin a move of several steps: what is there can be dragged.
 * @param {Choice[]} choices
 */
export const dragSpots = (choices) =>
  new Set(choices.filter(({ steps }) => steps.length > 1).map(({ steps }) => steps[0]));

/**
 * Whether what is on a cell can be dragged.
 * @param {BoardState} state
 * @param {number} cell
 */
export function canDrag(state, cell) {
  const spot = state.cells[cell]?.spot ?? null;
  return spot !== null && dragSpots(state.choices).has(spot);
}
