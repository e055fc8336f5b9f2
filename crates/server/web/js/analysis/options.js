// @ts-check
// How somebody likes to analyse: kept by the browser.

const KEY = "damier-analysis";

/**
 * @typedef {object} Options
 * @property {boolean} engine whether the engine thinks
 * @property {number} lines how many best lines are shown
 * @property {boolean} values whether every move has its value on the board
 * @property {boolean} hide whether verdicts stay hidden until the reader has answered
 */

/** How many lines can be asked for. */
export const COUNTS = /** @type {const} */ ([1, 2, 3, 5]);

/** @type {Options} */
const USUAL = { engine: true, lines: 3, values: true, hide: false };

/** @returns {Options} */
export function load() {
  try {
    const found = { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
    return COUNTS.includes(found.lines) ? found : { ...found, lines: USUAL.lines };
  } catch {
    return { ...USUAL };
  }
}

/** @param {Options} options */
export function save(options) {
  try {
    localStorage.setItem(KEY, JSON.stringify(options));
  } catch {
    // Private browsing may refuse: they last as long as the page then.
  }
}
