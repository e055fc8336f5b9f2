// @ts-check
// How somebody likes to analyse: kept by the browser.

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
  try {
    const found = { ...DEFAULT_OPTIONS, ...JSON.parse(localStorage.getItem(OPTIONS_KEY) ?? "{}") };
    return LINE_COUNTS.includes(found.lines) ? found : { ...found, lines: DEFAULT_OPTIONS.lines };
  } catch {
    return { ...DEFAULT_OPTIONS };
  }
}

/** @param {Options} options */
export function save(options) {
  try {
    localStorage.setItem(OPTIONS_KEY, JSON.stringify(options));
  } catch {
    // Private browsing may refuse: they last as long as the page then.
  }
}
