// @ts-check
// The time that somebody has played a match at this screen, until the score takes it.

import { tab } from "../app/kept.js";

/** Longer pauses are no play, in milliseconds. */
const PAUSE_MAX_MS = 300_000;

export class PlayTime {
  /** @param {string} id of the match */
  constructor(id) {
    this.key = `played:${id}`;
    /** @type {number | undefined} */
    this.at = undefined;
  }

  /**
   * Adds what has passed since the last time.
   * @param {boolean} over whether the match is over
   * @returns {number | null} milliseconds so far; null if the match was not played here
   */
  add(over) {
    try {
      const found = sessionStorage.getItem(this.key);
      if (found === null && over) return null;
      const now = performance.now();
      const added = this.at === undefined ? 0 : Math.min(now - this.at, PAUSE_MAX_MS);
      this.at = now;
      const total = Math.round(Number(found ?? 0) + added);
      sessionStorage.setItem(this.key, String(total));
      return total;
    } catch {
      return 0;
    }
  }

  /** The score has it. */
  forget() {
    tab.remove(this.key);
  }
}
