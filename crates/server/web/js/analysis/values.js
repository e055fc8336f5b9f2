// @ts-check
// What moves are worth, in a few signs and in words.
/** @import { Choice, GameInfo, LineValue, MoveValue, Seat, ValueInfo } from "../net/types.js" */
/** @import { BoardState } from "../board/state.js" */

import { cellsOf } from "../board/state.js";
import { matching } from "../board/transitions.js";
import { count, language, t } from "../app/i18n.js";
import { seatName } from "../app/names.js";

/**
 * Whether the result is proved.
 * @param {ValueInfo} worth
 */
export const isProved = (worth) => worth.kind !== "estimate";

/**
 * Whether the distance to the end is only a bound.
 * @param {ValueInfo} worth
 */
const isBound = (worth) =>
  (worth.kind === "win" || worth.kind === "loss") && worth.bound !== undefined && worth.bound !== "exact";

/**
 * What is known of a value, in a word.
 * @param {ValueInfo} worth
 */
export const certainty = (worth) =>
  t(isBound(worth) ? "analysis-proved" : isProved(worth) ? "analysis-exact" : "analysis-estimated");

/**
 * A share in percent, as it is written.
 * @param {number} share
 */
export const percent = (share) => Math.round(share * 100).toLocaleString(language());

/**
 * The expected score of First, from that of the one to move.
 * @param {number} chance
 * @param {Seat} turn
 */
export const forFirst = (chance, turn) => (turn === "first" ? chance : 1 - chance);

/**
 * What a move is worth in three or four signs, for a square.
 * @param {ValueInfo} worth
 * @param {number} chance
 */
export function short(worth, chance) {
  switch (worth.kind) {
    case "win":
      return t(isBound(worth) ? "analysis-short-win-most" : "analysis-short-win", { moves: worth.moves });
    case "loss":
      return t(isBound(worth) ? "analysis-short-loss-most" : "analysis-short-loss", { moves: worth.moves });
    case "margin":
      return worth.margin === 0 ? "=" : signed(worth.margin);
    default:
      return percent(chance);
  }
}

/** @param {number} number */
const signed = (number) => `${number > 0 ? "+" : "−"}${Math.abs(number)}`;

/**
 * The same in words, for the one who makes the move.
 * @param {ValueInfo} worth
 * @param {number} chance
 */
export function words(worth, chance) {
  switch (worth.kind) {
    case "win":
      return count(isBound(worth) ? "analysis-wins-most" : "analysis-wins", worth.moves);
    case "loss":
      if (isBound(worth)) return count("analysis-loses-most", worth.moves);
      return worth.moves === 0 ? t("analysis-loses-now") : count("analysis-loses", worth.moves);
    case "margin":
      return worth.margin === 0
        ? t("analysis-draws")
        : count(worth.margin > 0 ? "analysis-ahead" : "analysis-behind", Math.abs(worth.margin));
    default:
      return t("analysis-chance", { percent: percent(chance) });
  }
}

/**
 * Who stands how, in words: the best line of the one to move says it.
 * @param {GameInfo} info
 * @param {LineValue} best
 * @param {Seat} turn
 */
export function standing(info, { worth, chance }, turn) {
  const wins = isBound(worth) ? "analysis-side-wins-most" : "analysis-side-wins";
  const other = turn === "first" ? "second" : "first";
  const name = (/** @type {Seat} */ seat) => seatName(info, seat);
  switch (worth.kind) {
    case "win":
      return count(wins, worth.moves, { seat: name(turn) });
    case "loss":
      return worth.moves === 0
        ? t("analysis-side-won", { seat: name(other) })
        : count(wins, worth.moves, { seat: name(other) });
    case "margin":
      if (worth.margin === 0) return t("analysis-side-draw");
      return count("analysis-side-ahead", Math.abs(worth.margin), { seat: name(worth.margin > 0 ? turn : other) });
    default: {
      const distance = Math.abs(chance - 0.5);
      if (distance < 0.06) return t("analysis-even");
      const seat = name(chance > 0.5 ? turn : other);
      if (distance < 0.18) return t("analysis-better", { seat });
      return t(distance < 0.35 ? "analysis-much-better" : "analysis-winning", { seat });
    }
  }
}

/**
 * @typedef {object} Label
 * @property {number} cell
 * @property {string} text
 * @property {boolean} exact
 * @property {boolean} best
 * @property {string} grade
 * @property {string} words
 */

/**
 * The labels on the squares that can be pointed at next: what the best move there is worth.
 * @param {BoardState} state
 * @param {MoveValue[]} values best first
 * @returns {Label[]}
 */
export function labels(state, values) {
  const open = matching(state.choices, state.clicks);
  /** @type {Map<number, Label>} */
  const found = new Map();
  // The best comes first, and the first that comes to a square stays there.
  values.forEach(({ notation, worth, chance, grade }, index) => {
    const choice = open.find((one) => one.notation === notation);
    const spot = choice?.steps[state.clicks.length];
    if (!choice || spot === undefined) return;
    const cell = target(state, choice, spot);
    if (cell === undefined || found.has(cell)) return;
    found.set(cell, {
      cell, text: short(worth, chance), exact: isProved(worth), best: index === 0, grade, words: words(worth, chance),
    });
  });
  return [...found.values()];
}

/**
 * The cell of a spot where a move shows: where spots are shared, the one that it changes.
 * @param {BoardState} state
 * @param {Choice} choice
 * @param {number} spot
 */
function target(state, choice, spot) {
  const cells = cellsOf(state, spot);
  if (cells.length === 1) return cells[0];
  return cells.find((cell) => choice.changes.some((change) => change.cell === cell)) ?? cells[0];
}
