// @ts-check
// From one state of the set-up to the next.
/** @import { SetupChoices } from "../../net/types.js" */
/** @import { SetupState } from "./state.js" */

import { CLOCKS, clockKey, CUSTOM_CLOCK } from "./state.js";

const CLOCK_MINUTES = { min: 0.25, max: 180 };
const CLOCK_INCREMENT_SECONDS = { min: 0, max: 180 };
export const CLOCK_LIMITS = { minutes: CLOCK_MINUTES, seconds: CLOCK_INCREMENT_SECONDS };

/** @param {SetupState} state @param {Partial<SetupChoices>} changes @returns {SetupState} */
export const choose = (state, changes) => ({ ...state, choices: { ...state.choices, ...changes } });

/**
 * Chooses the clock of that key, or begins one of one's own.
 * @param {SetupState} state
 * @param {string} key
 */
export const chooseClock = (state, key) =>
  choose(state, { clock: CLOCKS.find((clock) => clockKey(clock) === key) ?? CUSTOM_CLOCK });

/**
 * Takes a clock as it was typed, within the limits.
 * @param {SetupState} state
 * @param {number} minutes
 * @param {number} seconds
 */
export function typeClock(state, minutes, seconds) {
  const clamp = (/** @type {number} */ value, /** @type {{ min: number, max: number }} */ { min, max }) =>
    Math.min(max, Math.max(min, value || 0));
  const total = Math.round(clamp(minutes, CLOCK_MINUTES) * 60_000);
  const increment = Math.round(clamp(seconds, CLOCK_INCREMENT_SECONDS) * 1000);
  return choose(state, { clock: { kind: "game", total, increment } });
}

/**
 * Takes a seed as it was typed, if it is one.
 * @param {SetupState} state
 * @param {string} text
 * @returns {SetupState}
 */
export const typeSeed = (state, text) => (/^\d{1,15}$/.test(text) ? { ...state, seed: Number(text) } : state);

/** @param {SetupState} state @param {number} seed @returns {SetupState} */
export const setSeed = (state, seed) => ({ ...state, seed });
