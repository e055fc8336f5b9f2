// @ts-check
// How somebody likes to analyse: kept by the browser.

import { browser } from "../app/kept.js";

const OPTIONS_KEY = "damier-analysis";

/**
 * @typedef {object} Options
 * @property {boolean} engine whether the engine thinks
 * @property {number} lines how many best lines are shown
 * @property {boolean} values whether every move has its value on the board
 * @property {boolean} here whether this browser thinks, where a server offers both
 * @property {boolean} hide whether verdicts stay hidden until the reader has answered
 */

/** How many lines can be asked for. */
export const LINE_COUNTS = /** @type {const} */ ([1, 2, 3, 5]);

/** @type {Options} */
const DEFAULT_OPTIONS = { engine: true, lines: 3, values: true, here: false, hide: false };

/** @returns {Options} */
export function load() {
  const found = { ...DEFAULT_OPTIONS, ...browser.json(OPTIONS_KEY) };
  return LINE_COUNTS.includes(found.lines) ? found : { ...found, lines: DEFAULT_OPTIONS.lines };
}

/** @param {Options} options */
export const save = (options) => void browser.set(OPTIONS_KEY, options);
