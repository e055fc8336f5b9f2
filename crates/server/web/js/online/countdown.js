// @ts-check
// How long somebody who is gone is still waited for, by the server's clock.
/** @import { Gone, OnlineState } from "../types.js" */

/** Whoever comes back within so many milliseconds was hardly gone: another screen, a reload. */
const GRACE = 1500;

/**
 * Whether somebody is missed, so long after the message came.
 * @param {Gone | null} gone
 * @param {Pick<OnlineState, "now"> | null} online
 * @param {number} elapsed milliseconds since the message came
 */
export const missed = (gone, online, elapsed) =>
  gone !== null && online !== null && online.now + elapsed - gone.since >= Math.min(GRACE, gone.until - gone.since);

/**
 * Milliseconds until `gone` has been waited for, so long after the message came.
 * @param {Gone} gone
 * @param {Pick<OnlineState, "now">} online
 * @param {number} elapsed milliseconds since the message came
 */
export const remaining = (gone, online, elapsed) => Math.max(0, gone.until - online.now - elapsed);

/**
 * As `0:07`.
 * @param {number} milliseconds
 */
export function minutes(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
