// @ts-check
// Motion: first what moves how (plain data), then the moving itself. The board already stands as it
// will be; motion only shows how it came about, so that it never holds anybody up.
/** @import { Change } from "../net/types.js" */
/** @import { Sound } from "../app/sound/sound.js" */

/**
 * @typedef {{ kind: "fall" | "appear" | "slide" | "flip" | "vanish", cell: number, from: number | null,
 *   was: number | null, piece: number | null, delay: number }} Motion
 */

/**
 * What moves how. Delays and times are shares of the set duration.
 * @param {{ columns: number, falling: boolean }} board
 * @param {(number | null)[]} before
 * @param {Change[]} changes
 * @returns {Motion[]}
 */
export function plan(board, before, changes) {
  /** @type {Motion[]} */
  const motions = [];
  const origin = changes.find(({ cell, piece }) => piece !== null && before[cell] === null)?.cell ?? null;
  const sources = new Set(changes.map(({ from }) => from).filter((from) => from !== null));
  for (const { cell, from, piece } of changes) {
    const was = before[cell] ?? null;
    const add = (/** @type {Motion["kind"]} */ kind, delay = 0) => {
      motions.push({ kind, cell, from, was, piece, delay });
    };
    if (from !== null) {
      if (was !== null && !sources.has(cell)) {
        motions.push({ kind: "vanish", cell, from: null, was, piece: null, delay: 0.5 });
      }
      add("slide");
    } else if (piece === null) {
      if (was !== null) add("vanish");
    } else if (was === null) {
      add(board.falling ? "fall" : "appear");
    } else if (was !== piece) {
      add("flip", origin === null ? 0 : 0.15 * distance(board.columns, origin, cell));
    }
  }
  return motions;
}

/** @param {number} columns @param {number} one @param {number} other */
function distance(columns, one, other) {
  const across = Math.abs((one % columns) - (other % columns));
  return Math.max(across, Math.abs(Math.floor(one / columns) - Math.floor(other / columns)));
}

/**
 * The sound of what moves.
 * @param {Motion[]} motions
 * @returns {Sound | null}
 */
export function soundOf(motions) {
  /** @param {Motion["kind"]} kind */
  const any = (kind) => motions.some((motion) => motion.kind === kind);
  if (any("vanish")) return "capture";
  if (any("flip")) return "flip";
  if (any("fall")) return "drop";
  return any("slide") || any("appear") ? "move" : null;
}

/**
 * @typedef {object} Stage
 * @property {(cell: number) => SVGElement | null} piece the piece that stands on a cell
 * @property {(cell: number, piece: number) => SVGElement} extra a piece for the time of a motion
 * @property {(cell: number) => { x: number, y: number }} at the middle of a cell
 * @property {number} top where pieces fall from
 */

/**
 * Shows the motions on the stage.
 * @param {Motion[]} motions
 * @param {Stage} stage
 * @param {number} duration milliseconds; 0 shows nothing
 */
export function run(motions, stage, duration) {
  if (duration <= 0) return;
  for (const { kind, cell, from, was, piece, delay } of motions) {
    const wait = delay * duration;
    const element = stage.piece(cell);
    const here = stage.at(cell);
    switch (kind) {
      case "fall": {
        const fall = stage.top - here.y;
        const time = duration * (0.6 + Math.abs(fall) / 1000);
        move(element, [
          { transform: `translate(0px, ${fall}px)`, easing: "cubic-bezier(.5, 0, .9, .6)" },
          { transform: "translate(0px, 0px)", offset: 0.68, easing: "cubic-bezier(.2, .6, .5, 1)" },
          { transform: `translate(0px, ${fall * 0.07 - 4}px)`, offset: 0.82, easing: "cubic-bezier(.5, 0, .8, .4)" },
          { transform: "translate(0px, 0px)" },
        ], time, wait);
        break;
      }
      case "appear":
        move(element, [
          { transform: "scale(1.35)", opacity: 0 },
          { transform: "scale(.96)", opacity: 1, offset: 0.7 },
          { transform: "scale(1)", opacity: 1 },
        ], duration * 0.7, wait);
        break;
      case "slide": {
        if (from === null) break;
        const there = stage.at(from);
        element?.parentNode?.appendChild(element);
        move(element?.firstElementChild ?? null, [
          { transform: `translate(${there.x - here.x}px, ${there.y - here.y}px)` },
          { transform: "translate(0px, 0px)" },
        ], duration, wait, "cubic-bezier(.2, .75, .25, 1)");
        break;
      }
      case "flip": {
        if (was === null || piece === null) break;
        const back = stage.extra(cell, was);
        const half = duration * 0.5;
        move(element, [{ transform: "scale(0, 1.08)" }, { transform: "scale(1, 1)" }], half, wait + half, "ease-out");
        leave(back, [{ transform: "scale(1, 1)" }, { transform: "scale(0, 1.08)" }], half, wait, "ease-in");
        break;
      }
      case "vanish": {
        if (was === null) break;
        leave(stage.extra(cell, was), [
          { transform: "scale(1)", opacity: 1 },
          { transform: "scale(.5)", opacity: 0 },
        ], duration * 0.7, wait, "ease-in");
        break;
      }
    }
  }
}

/** @param {Element | null} element @param {Keyframe[]} frames @param {number} duration @param {number} delay */
function move(element, frames, duration, delay, easing = "linear") {
  const moved = element instanceof SVGGElement && element.classList.contains("slot")
    ? element.firstElementChild
    : element;
  return moved?.animate(frames, { duration, delay, easing, fill: "backwards" });
}

/**
 * Moves something that is gone afterwards.
 * @param {SVGElement} element
 * @param {Keyframe[]} frames
 * @param {number} duration
 * @param {number} delay
 * @param {string} easing
 */
function leave(element, frames, duration, delay, easing) {
  const motion = move(element, frames, duration, delay, easing);
  if (!motion) return element.remove();
  motion.onfinish = motion.oncancel = () => element.remove();
}
