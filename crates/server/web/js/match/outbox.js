// @ts-check
// The outbox: commands without an answer, stored in the browser so that they outlive a reload.
/** @import { ToServer } from "../net/types.js" */

import { browser } from "../app/kept.js";

const COMMAND_MAX_AGE_MS = 3_600_000;

/** An outbox that stores nothing. */
export const NO_OUTBOX = {
  /** @returns {[string, ToServer][]} */
  read: () => [],
  /** @type {(id: string, message: ToServer) => void} */
  add() {},
  /** @type {(id: string) => void} */
  remove() {},
};

/** @typedef {typeof NO_OUTBOX} Outbox */

/**
 * The outbox of a match. Each command has a key of its own, so that two tabs do not write over one another.
 * @param {string} match
 * @param {() => number} [now] in milliseconds since 1970
 * @returns {Outbox}
 */
export function outboxOf(match, now = Date.now) {
  const prefix = `damier-pending:${match}:`;
  let newest = -Infinity;
  return {
    read() {
      /** @type {{ id: string, at: number, message: ToServer }[]} */
      const found = [];
      for (const key of browser.keys(prefix)) {
        const { at, message } = browser.json(key) ?? {};
        if (message && now() - at < COMMAND_MAX_AGE_MS) found.push({ id: key.slice(prefix.length), at, message });
        else browser.remove(key);
      }
      return found.sort((one, other) => one.at - other.at).map(({ id, message }) => [id, message]);
    },
    add(id, message) {
      // Commands keep their order when the clock is set back.
      newest = Math.max(now(), newest + 1);
      browser.set(prefix + id, { at: newest, message });
    },
    remove: (id) => browser.remove(prefix + id),
  };
}
