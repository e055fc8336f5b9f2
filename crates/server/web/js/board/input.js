// @ts-check
// Pointer and keys on a board, said as spots pointed at.
/** @import { Renderer } from "./render.js" */
/** @import { BoardState } from "./state.js" */

import { moveCursor } from "./cursor.js";
import { canDrag, digitSpot } from "./transitions.js";

/**
 * @typedef {object} Hands
 * @property {() => BoardState} state
 * @property {(state: BoardState) => void} become
 * @property {(cell: number | null) => void} point a click or tap on a cell
 * @property {(spot: number) => void} pointSpot
 * @property {(cell: number | null) => void} hover
 * @property {() => boolean} cancel whether there was anything to cancel
 */

/** How far a pointer goes, in pixels, before it drags. */
const DRAG = 6;

/**
 * @param {Renderer} renderer
 * @param {Hands} hands
 */
export function listen(renderer, hands) {
  const svg = renderer.element;
  /** @type {{ id: number, cell: number | null, x: number, y: number, armed: boolean, dragging: boolean } | null} */
  let press = null;

  /** @param {PointerEvent} event */
  const place = (event) => {
    const matrix = svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0, cell: null };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y, cell: renderer.scene?.cellAt(x, y) ?? null };
  };

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || press) return;
    const { cell, x, y } = place(event);
    renderer.keyboard = false;
    renderer.pointer = { x, y };
    press = { id: event.pointerId, cell, x: event.clientX, y: event.clientY, armed: false, dragging: false };
    const state = hands.state();
    if (cell === null) return;
    const spot = state.cells[cell].spot;
    const held = spot !== null && state.clicks.at(-1) === spot;
    if (canDrag(state, cell) && !state.asked) {
      press.armed = true;
      if (!held) hands.point(cell);
      svg.setPointerCapture(event.pointerId);
    } else if (event.pointerType !== "mouse") {
      hands.hover(cell);
    }
  });

  svg.addEventListener("pointermove", (event) => {
    const { x, y, cell } = place(event);
    renderer.pointer = { x, y };
    if (press?.armed && press.id === event.pointerId) {
      const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG;
      if (far) press.dragging = true;
      if (press.dragging) renderer.dragged = press.cell;
    }
    if (event.pointerType === "mouse" || press) {
      renderer.keyboard = false;
      hands.hover(cell);
    }
  });

  svg.addEventListener("pointerup", (event) => {
    if (!press || press.id !== event.pointerId) return;
    const { cell } = place(event);
    const { cell: from, armed, dragging } = press;
    press = null;
    renderer.dragged = null;
    // Where pieces fall, the one that follows the pointer falls where it is let go.
    const meant = armed ? dragging && cell !== from : cell === from || (cell !== null && hands.state().falling);
    if (meant) hands.point(cell);
    hands.hover(event.pointerType === "mouse" ? cell : null);
  });

  const stop = () => {
    press = null;
    renderer.dragged = null;
    hands.hover(null);
  };
  svg.addEventListener("pointercancel", stop);
  svg.addEventListener("pointerleave", () => {
    if (!press?.armed) hands.hover(null);
  });

  // A screen reader clicks without a pointer.
  svg.addEventListener("click", (event) => {
    if (event.detail !== 0) return;
    const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    if (cell) hands.point(Number(cell.getAttribute("data-cell")));
  });

  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const state = hands.state();
    const moved = moveCursor(state, event.key);
    if (moved) {
      event.preventDefault();
      renderer.keyboard = true;
      hands.become(moved);
      renderer.cells[moved.cursor]?.focus();
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      renderer.keyboard = true;
      hands.point(state.cursor);
    } else if (event.key === "Escape") {
      if (hands.cancel()) event.preventDefault();
    } else {
      const spot = digitSpot(state, event.key);
      if (spot === null) return;
      event.preventDefault();
      hands.pointSpot(spot);
    }
  });

  svg.addEventListener("focusin", (event) => {
    const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    if (!cell || !cell.matches(":focus-visible")) return;
    renderer.keyboard = true;
    hands.become({ ...hands.state(), cursor: Number(cell.getAttribute("data-cell")) });
  });
  svg.addEventListener("focusout", () => {
    renderer.keyboard = false;
    hands.become(hands.state());
  });
}
