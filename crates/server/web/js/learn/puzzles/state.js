// @ts-check
// A puzzle on the screen at one moment: plain data, no element.
/**
 * @import {
 *   Choice, GameInfo, HintStep, PuzzleAnswer, PuzzleHint, PuzzleInfo, PuzzleSolution, PuzzleSummary, Refutation, View,
 * } from "../../net/types.js"
 */

/**
 * @typedef {object} TrainerState
 * @property {GameInfo} info
 * @property {PuzzleInfo} puzzle
 * @property {"asked" | "waiting" | "reply" | "refuted" | "solved" | "shown"} stage
 * @property {string[]} moves the right moves of the solver up to now
 * @property {string | null} tried the move that waits for its answer, or was wrong
 * @property {View} position the position that the solver is asked about
 * @property {View} view what is on the board
 * @property {View[]} coming what is shown next, in turn
 * @property {Refutation | null} refutation
 * @property {PuzzleHint | null} hint
 * @property {HintStep | null} hinted how much has been told of this move
 * @property {PuzzleSummary | null} summary
 */

/** @type {HintStep[]} */
const STEPS = ["theme", "square", "move"];

/** @param {GameInfo} info @param {PuzzleInfo} puzzle @returns {TrainerState} */
export function begin(info, puzzle) {
  const { view } = puzzle;
  return {
    info, puzzle, stage: "asked", moves: [], tried: null, position: view, view, coming: [], refutation: null,
    hint: null, hinted: null, summary: null,
  };
}

/** @param {TrainerState} state */
export const isPlayable = ({ stage }) => stage === "asked";

/** @param {TrainerState} state */
export const isOver = ({ stage }) => stage === "solved" || stage === "shown";

/**
 * The moves that are buttons: they have no square to point at.
 * @param {TrainerState} state
 * @returns {Choice[]}
 */
export const buttonMoves = (state) =>
  isPlayable(state) ? state.position.choices.filter(({ steps }) => steps.length === 0) : [];

/**
 * Whether the board is seen from the other side: the solver sits at the lower edge, as in a match.
 * @param {TrainerState} state
 */
export function isFlipped({ info, puzzle }) {
  const { lower } = info.look;
  return lower !== null && lower !== puzzle.view.turn;
}

/**
 * How much the next hint tells; `null` if everything is told.
 * @param {TrainerState} state
 * @returns {HintStep | null}
 */
export const nextHint = ({ hinted }) => STEPS[hinted === null ? 0 : STEPS.indexOf(hinted) + 1] ?? null;

/** @param {TrainerState} state @param {string} notation @returns {TrainerState} */
export const sent = (state, notation) => ({ ...state, stage: "waiting", tried: notation });

/** No answer has come. @param {TrainerState} state @returns {TrainerState} */
export const failed = (state) => ({ ...state, stage: "asked", tried: null, view: state.position });

/**
 * The answer to a move has come.
 * @param {TrainerState} state
 * @param {PuzzleAnswer} answer
 * @returns {TrainerState}
 */
export function answered(state, { verdict, views, refutation, summary }) {
  const [view = state.position, ...coming] = views;
  const told = { hint: null, hinted: null };
  switch (verdict) {
    case "right":
      return {
        ...state, ...told, stage: "reply", moves: [...state.moves, state.tried ?? ""], tried: null, view, coming,
        refutation: null,
      };
    case "solved":
      return {
        ...state, ...told, stage: "solved", moves: [...state.moves, state.tried ?? ""], tried: null, view, coming: [],
        refutation: null, summary: summary ?? null,
      };
    default:
      return { ...marked(state), stage: "refuted", view, coming, refutation: refutation ?? null };
  }
}

/**
 * The next of what is shown in turn. After the opponent's reply the solver is asked again.
 * @param {TrainerState} state
 * @returns {TrainerState}
 */
export function shownNext(state) {
  const [view, ...coming] = state.coming;
  if (!view) return state;
  const asked = state.stage === "reply" && coming.length === 0;
  return asked ? { ...state, stage: "asked", position: view, view, coming } : { ...state, view, coming };
}

/** The solver tries another move. @param {TrainerState} state @returns {TrainerState} */
export const again = (state) =>
  ({ ...state, stage: "asked", tried: null, view: state.position, coming: [], refutation: null });

/** @param {TrainerState} state @param {HintStep} step @param {PuzzleHint} hint @returns {TrainerState} */
export const hinted = (state, step, hint) => ({ ...(step === "theme" ? state : marked(state)), hinted: step, hint });

/**
 * The puzzle counts as failed if it was not tried before.
 * @param {TrainerState} state
 * @returns {TrainerState}
 */
const marked = (state) =>
  (state.puzzle.state === "new" ? { ...state, puzzle: { ...state.puzzle, state: "failed" } } : state);

/**
 * The solver has given up: the solution is played from the beginning.
 * @param {TrainerState} state
 * @param {PuzzleSolution} solution
 * @returns {TrainerState}
 */
export const solutionShown = (state, { views, summary }) => ({
  ...state, stage: "shown", tried: null, view: state.puzzle.view, coming: views, refutation: null, hint: null, summary,
});

/**
 * What a hint shows on the board, as a move that is advised.
 * @param {TrainerState} state
 * @returns {Choice | null}
 */
export function advice({ info, position, hint }) {
  if (!hint) return null;
  if (hint.choice) return hint.choice;
  if (hint.spots.length === 0) return null;
  // Where pieces fall, the cell in which one would lie stands for its column.
  const fallen = position.choices.filter(({ steps }) => steps.some((spot) => hint.spots.includes(spot)));
  const changes = info.look.falling ? fallen.flatMap((choice) => choice.changes) : [];
  return { notation: "", steps: hint.spots, changes };
}
