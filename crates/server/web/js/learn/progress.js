// @ts-check
// How far the player has come in learning a game.
/** @import { GameInfo, GameProgress } from "../types.js" */

import { changeProgress, isNewTo, progress } from "../settings.js";

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
