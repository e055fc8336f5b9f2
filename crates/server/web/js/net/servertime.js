// @ts-check
// The time of the server. The page does not compare it with its own wall clock, which may be wrong or be set:
// it measures from the last answer of the server on.

/** Milliseconds since 1970 at the server when `performance.now()` was 0; `null` before its first answer. */
let origin = /** @type {number | null} */ (null);

/**
 * Takes in the `Date` header of an answer. An answer may come from a cache: only the latest counts.
 * @param {string | null} date
 * @param {number} [now] of `performance.now()`
 */
export function observe(date, now = performance.now()) {
  const at = Date.parse(date ?? "");
  if (!Number.isNaN(at)) origin = Math.max(origin ?? -Infinity, at - now);
}

/**
 * Milliseconds since 1970, by the clock of the server.
 * @param {number} [now] of `performance.now()`
 */
export const serverNow = (now = performance.now()) => (origin === null ? Date.now() : origin + now);
