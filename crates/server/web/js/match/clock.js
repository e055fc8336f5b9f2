// @ts-check
// Clocks: what they show between two messages of the server.
/** @import { ClockState, Seat, TimeControl } from "../net/types.js" */

/** Below this many milliseconds a clock warns. */
export const CLOCK_LOW_MS = 10_000;

/**
 * Milliseconds that a seat has left, `elapsed` milliseconds after the message came.
 * @param {ClockState} clock
 * @param {Seat} seat
 * @param {number} elapsed
 */
export function left(clock, seat, elapsed) {
  const then = clock.left[seat];
  return clock.running === seat ? Math.max(0, then - elapsed) : then;
}

/**
 * As `1:05`, `1:02:03`, or `9.4` when it runs low.
 * @param {number} milliseconds
 */
export function write(milliseconds) {
  if (milliseconds < CLOCK_LOW_MS) return (Math.ceil(milliseconds / 100) / 10).toFixed(1);
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/**
 * A time control in a few signs: `5+3`, `10`, `30 s`.
 * @param {TimeControl} control
 */
export function control(control) {
  switch (control.kind) {
    case "none":
      return "∞";
    case "move":
      return `${control.limit / 1000} s`;
    case "game": {
      const minutes = String(Math.round(control.total / 6000) / 10);
      return control.increment > 0 ? `${minutes}+${control.increment / 1000}` : minutes;
    }
  }
}
