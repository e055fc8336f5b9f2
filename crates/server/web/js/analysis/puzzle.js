// @ts-check
// "Find a better move": nothing is said of a position until the reader has answered.
/** @import { MoveValue, ReviewedMove } from "../net/types.js" */

import { isBlame } from "./graph.js";

/**
 * @typedef {object} Puzzle
 * @property {ReviewedMove} mistake the move to improve on
 * @property {string[]} tried answers that were not good enough
 * @property {"asked" | "judging" | "wrong" | "right" | "shown"} stage
 * @property {string | null} answer the last answer
 * @property {MoveValue | null} value what it is worth
 */

/** @param {ReviewedMove} mistake @returns {Puzzle} */
export const ask = (mistake) => ({ mistake, tried: [], stage: "asked", answer: null, value: null });

/**
 * An answer, which is judged once its value is known.
 * @param {Puzzle} puzzle
 * @param {string} notation
 * @param {MoveValue[]} values what the moves are worth, as far as that is known
 * @returns {Puzzle}
 */
export function answer(puzzle, notation, values) {
  if (notation === puzzle.mistake.best.moves[0]?.notation) {
    const value = values.find((one) => one.notation === notation) ?? null;
    return { ...puzzle, stage: "right", answer: notation, value };
  }
  return judge({ ...puzzle, stage: "judging", answer: notation, value: null }, values);
}

/**
 * Judges the answer that waits for it: what was played is never good enough, nor what is blamed itself.
 * @param {Puzzle} puzzle
 * @param {MoveValue[]} values
 * @returns {Puzzle}
 */
export function judge(puzzle, values) {
  if (puzzle.stage !== "judging" || puzzle.answer === null) return puzzle;
  const value = values.find((one) => one.notation === puzzle.answer) ?? null;
  const played = puzzle.answer === puzzle.mistake.played.moves[0]?.notation;
  if (!value && !played) return puzzle;
  const wrong = played || (value !== null && isBlame(value.grade));
  const tried = wrong ? [...puzzle.tried, puzzle.answer] : puzzle.tried;
  return { ...puzzle, tried, stage: wrong ? "wrong" : "right", value };
}

/**
 * The reader gives up.
 * @param {Puzzle} puzzle
 * @returns {Puzzle}
 */
export const show = (puzzle) => ({ ...puzzle, stage: "shown" });

/**
 * Whether the verdict is still hidden.
 * @param {Puzzle | null} puzzle
 */
export const hides = (puzzle) => puzzle !== null && puzzle.stage !== "right" && puzzle.stage !== "shown";

/**
 * The mistakes of a game, in its order.
 * @param {(ReviewedMove | undefined)[]} moves
 * @returns {ReviewedMove[]}
 */
export const mistakes = (moves) =>
  moves.filter((move) => move !== undefined && isBlame(move.grade)).map((move) => /** @type {ReviewedMove} */ (move));
