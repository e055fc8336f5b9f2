// @ts-check
// Presence: how long a player who is gone is still waited for, by the clock of the server.
/** @import { GoneState, OnlineState } from "../net/types.js" */

/** Shorter absences do not count: another screen, a reload. */
const ABSENCE_GRACE_MS = 1500;

/**
 * Whether somebody is missed, so long after the message came.
 * @param {GoneState | null} gone
 * @param {Pick<OnlineState, "now"> | null} online
 * @param {number} elapsed milliseconds since the message came
 */
export const missed = (gone, online, elapsed) =>
  gone !== null && online !== null
  && online.now + elapsed - gone.since >= Math.min(ABSENCE_GRACE_MS, gone.until - gone.since);

/**
 * Milliseconds until `gone` has been waited for, so long after the message came.
 * @param {GoneState} gone
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
