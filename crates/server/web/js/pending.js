// @ts-check
// Commands that wait for their answer, kept in the browser: they outlive a reload of the page.
/** @import { ToServer } from "./types.js" */

/** What is older than this many milliseconds is no longer wanted. */
const OLDEST = 3_600_000;

/** Keeps nothing. */
export const NOWHERE = {
  /** @returns {[string, ToServer][]} */
  read: () => [],
  /** @type {(id: string, message: ToServer) => void} */
  add() {},
  /** @type {(id: string) => void} */
  remove() {},
};

/** @typedef {typeof NOWHERE} Pending */

/**
 * The commands of a match. Each is kept by itself, so that two tabs do not write over one another.
 * @param {string} match
 * @param {() => number} [now] in milliseconds since 1970
 * @returns {Pending}
 */
export function pendingOf(match, now = Date.now) {
  const prefix = `damier-pending:${match}:`;
  return {
    read() {
      /** @type {{ id: string, at: number, message: ToServer }[]} */
      const found = [];
      try {
        for (const key of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
          const { at, message } = JSON.parse(localStorage.getItem(key) ?? "{}");
          if (message && now() - at < OLDEST) found.push({ id: key.slice(prefix.length), at, message });
          else localStorage.removeItem(key);
        }
      } catch {
        // Nothing was kept, or nothing that can be read.
      }
      return found.sort((one, other) => one.at - other.at).map(({ id, message }) => [id, message]);
    },
    add(id, message) {
      try {
        localStorage.setItem(prefix + id, JSON.stringify({ at: now(), message }));
      } catch {
        // It is still sent, but not after a reload.
      }
    },
    remove(id) {
      try {
        localStorage.removeItem(prefix + id);
      } catch {
        // It was not kept either.
      }
    },
  };
}
