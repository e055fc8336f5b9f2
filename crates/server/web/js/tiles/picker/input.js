// @ts-check
// Keys and pointers on the tile picker.
/** @import { Tile } from "../../net/types.js" */
/** @import { PickerState } from "./state.js" */

import { mirror, put, turn } from "./transitions.js";

/** How far a pointer goes, in pixels, before it drags. */
const DRAG_THRESHOLD_PX = 8;

/**
 * The state after a key on a place; null if the key means nothing there.
 * @param {PickerState} state
 * @param {number} place
 * @param {string} key
 * @param {Tile[]} tiles those that a letter can name
 * @returns {PickerState | null}
 */
export function pressed(state, place, key, tiles) {
  switch (key.toLowerCase()) {
    case "r":
      return turn(state, place);
    case "f":
      return mirror(state, place);
    case "delete":
    case "backspace":
      return put(state, place, null);
    default: {
      const tile = tiles.find(({ name }) => name.toLowerCase() === key.toLowerCase());
      return tile ? put(state, place, { name: tile.name, flipped: false, quarters: 0 }) : null;
    }
  }
}

/**
 * Lets a tile be dragged onto a place, with a mouse or a finger.
 * @param {HTMLElement} element
 * @param {(place: number) => void} drop
 */
export function drag(element, drop) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const { pointerId, clientX, clientY } = event;
    /** @type {HTMLElement | null} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId !== pointerId) return;
      if (!ghost && Math.hypot(now.clientX - clientX, now.clientY - clientY) > DRAG_THRESHOLD_PX) {
        ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
        ghost.className = "tile dragged";
        document.body.append(ghost);
      }
      ghost?.style.setProperty("left", `${now.clientX}px`);
      ghost?.style.setProperty("top", `${now.clientY}px`);
    };
    const end = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId !== pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      if (now.type === "pointercancel") return;
      ignoreClick();
      const place = document.elementFromPoint(now.clientX, now.clientY)?.closest("[data-place]");
      if (place) drop(Number(place.getAttribute("data-place")));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });
}

/** Ignores the click with which a browser ends a drag. */
function ignoreClick() {
  const swallow = (/** @type {Event} */ event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}
