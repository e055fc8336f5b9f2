// @ts-check
// An introduction on the screen at one moment: plain data, no element.
/** @import { Choice, GameInfo, IntroductionAnswer, IntroductionStepInfo, View } from "../net/types.js" */

/**
 * @typedef {object} LessonState
 * @property {GameInfo} info
 * @property {IntroductionStepInfo[]} steps
 * @property {number} index the step that is shown, from 0
 * @property {boolean} waiting whether a try waits for its answer
 * @property {boolean} finished whether the step is finished
 * @property {boolean} shown whether the player has asked to be shown the move
 * @property {IntroductionAnswer | null} answer the last answer
 * @property {View} view what is on the board
 */

/** @param {GameInfo} info @param {IntroductionStepInfo[]} steps @param {number} index @returns {LessonState} */
export function atStep(info, steps, index) {
  const at = Math.min(Math.max(index, 0), steps.length - 1);
  return { info, steps, index: at, waiting: false, finished: false, shown: false, answer: null, view: steps[at].view };
}

/** @param {LessonState} state */
export const currentStep = ({ steps, index }) => steps[index];

/** @param {LessonState} state */
export const isLast = ({ steps, index }) => index === steps.length - 1;

/** @param {LessonState} state */
export const isPlayable = ({ waiting, finished }) => !waiting && !finished;

/**
 * The moves that are buttons: they have no square to point at.
 * @param {LessonState} state
 * @returns {Choice[]}
 */
export const buttonMoves = (state) =>
  isPlayable(state) ? currentStep(state).view.choices.filter(({ steps }) => steps.length === 0) : [];

/**
 * Whether the board is seen from the other side: the learner sits at the lower edge, as in a match.
 * @param {LessonState} state
 */
export function isFlipped(state) {
  const { lower } = state.info.look;
  return lower !== null && lower !== currentStep(state).view.turn;
}

/**
 * A try has been sent.
 * @param {LessonState} state
 * @returns {LessonState}
 */
export const sent = (state) => ({ ...state, waiting: true, answer: null });

/**
 * No answer has come.
 * @param {LessonState} state
 * @returns {LessonState}
 */
export const failed = (state) => ({ ...state, waiting: false, view: currentStep(state).view });

/**
 * The answer to a try has come.
 * @param {LessonState} state
 * @param {IntroductionAnswer} answer
 * @returns {LessonState}
 */
export function answered(state, answer) {
  const view = answer.views[0] ?? currentStep(state).view;
  return { ...state, waiting: false, finished: answer.finished, answer, view };
}

/**
 * The opponent has answered, if it does.
 * @param {LessonState} state
 * @returns {LessonState}
 */
export function replied(state) {
  const reply = state.finished ? state.answer?.views[1] : undefined;
  return reply ? { ...state, view: reply } : state;
}
