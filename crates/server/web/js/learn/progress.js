// @ts-check
// How far the player has come in learning a game.
/** @import { GameInfo, GameProgress } from "../net/types.js" */

import { changeProgress, isNewTo, progress } from "../app/settings.js";

/**
 * The step to go on with, from 0: the first that is not finished, or the first of all.
 * @param {GameInfo} info
 */
export function nextStep({ id, introduction }) {
  const { steps = 0 } = progress(id);
  return steps < introduction ? steps : 0;
}

/**
 * How far the introduction of a game is done.
 * @param {GameInfo} info
 * @returns {"new" | "begun" | "done"}
 */
export function stage({ id, introduction }) {
  const { steps = 0 } = progress(id);
  if (steps === 0) return "new";
  return steps < introduction ? "begun" : "done";
}

/**
 * Remembers that a step is finished.
 * @param {GameInfo} info
 * @param {number} step from 0
 */
export function finishStep({ id }, step) {
  const { steps = 0 } = progress(id);
  if (step >= steps) changeProgress(id, { steps: step + 1 });
}

/**
 * A part of a path that is done once it has been opened, or played.
 * @typedef {"rules" | "watched" | "played"} PathStep
 */

/**
 * Whether a part of the path of a game is done.
 * @param {Pick<GameInfo, "id">} info
 * @param {PathStep} name
 */
export const isStepDone = ({ id }, name) => (name === "played" ? !isNewTo(id) : progress(id)[name] === true);

/**
 * How much of the path of a game is done, puzzles aside: of these there is always another.
 * @param {GameInfo} info
 */
export function pathDone(info) {
  const thinks = info.classics.some(({ depth }) => depth);
  const steps = [...(info.introduction > 0 ? [stage(info) === "done"] : []), isStepDone(info, "rules"),
    ...(thinks ? [isStepDone(info, "watched")] : []), isStepDone(info, "played")];
  return { done: steps.filter(Boolean).length, steps: steps.length };
}

/** @param {GameInfo} info */
export const rememberOffer = ({ id }) => changeProgress(id, { offered: true });

/**
 * Whether the player is coached in this match: the first of its game.
 * @param {GameInfo} info
 * @param {string} match
 */
export function isCoached({ id }, match) {
  const { coached = null } = progress(id);
  return coached === match || (coached === null && isNewTo(id));
}

/**
 * Remembers in which match the player is coached; `true` once everything is said.
 * @param {GameInfo} info
 * @param {GameProgress["coached"]} coached
 */
export const rememberCoach = ({ id }, coached) => changeProgress(id, { coached });
