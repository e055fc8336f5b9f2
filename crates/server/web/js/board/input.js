// @ts-check
// Pointer and keys on a board, translated to spots.
/** @import { Renderer } from "./render.js" */
/** @import { BoardState } from "./state.js" */

import { moveCursor } from "./cursor.js";
import { canDrag, digitSpot } from "./transitions.js";

/**
 * @typedef {object} InputHandler
 * @property {() => BoardState} state
 * @property {(state: BoardState) => void} become
 * @property {(cell: number | null) => void} point a click or tap on a cell
 * @property {(spot: number) => void} pointSpot
 * @property {(cell: number | null) => void} hover
 * @property {() => boolean} cancel whether there was anything to cancel
 */

/** How far a pointer goes before it drags. */
const DRAG_THRESHOLD_PX = 6;

/**
 * Listens to pointer and keys on a board.
 * @param {Renderer} renderer
 * @param {InputHandler} handler
 */
export function listen(renderer, handler) {
  listenToPointer(renderer, handler);
  listenToTouch(renderer, handler);
  listenToKeys(renderer, handler);
  listenToFocus(renderer, handler);
}

/** @param {Renderer} renderer @param {{ clientX: number, clientY: number }} event */
function locate(renderer, event) {
  const matrix = renderer.element.getScreenCTM();
  if (!matrix) return { x: 0, y: 0, cell: null };
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return { x, y, cell: renderer.scene?.cellAt(x, y) ?? null };
}

/** @param {Renderer} renderer @param {InputHandler} handler */
function listenToPointer(renderer, handler) {
  const svg = renderer.element;
  /** @type {{ id: number, cell: number | null, x: number, y: number, armed: boolean, dragging: boolean } | null} */
  let press = null;

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || press) return;
    const { cell, x, y } = locate(renderer, event);
    renderer.keyboard = false;
    renderer.pointer = { x, y };
    press = { id: event.pointerId, cell, x: event.clientX, y: event.clientY, armed: false, dragging: false };
    const state = handler.state();
    if (cell === null) return;
    const spot = state.cells[cell].spot;
    const held = spot !== null && state.clicks.at(-1) === spot;
    if (canDrag(state, cell) && !state.asked) {
      press.armed = true;
      if (!held) handler.point(cell);
      svg.setPointerCapture(event.pointerId);
    } else if (event.pointerType !== "mouse") {
      handler.hover(cell);
    }
  });

  svg.addEventListener("pointermove", (event) => {
    const { x, y, cell } = locate(renderer, event);
    renderer.pointer = { x, y };
    if (press?.armed && press.id === event.pointerId) {
      const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_THRESHOLD_PX;
      if (far) press.dragging = true;
      if (press.dragging) renderer.dragged = press.cell;
    }
    if (event.pointerType === "mouse" || press) {
      renderer.keyboard = false;
      handler.hover(cell);
    }
  });

  svg.addEventListener("pointerup", (event) => {
    if (!press || press.id !== event.pointerId) return;
    const { cell } = locate(renderer, event);
    const { cell: from, armed, dragging } = press;
    press = null;
    renderer.dragged = null;
    // Where pieces fall, the one that follows the pointer falls where it is let go.
    const meant = armed ? dragging && cell !== from : cell === from || (cell !== null && handler.state().falling);
    if (meant) handler.point(cell);
    handler.hover(event.pointerType === "mouse" ? cell : null);
  });

  svg.addEventListener("pointercancel", () => {
    press = null;
    renderer.dragged = null;
    handler.hover(null);
  });
  svg.addEventListener("pointerleave", () => {
    if (!press?.armed) handler.hover(null);
  });
}

/**
 * Keeps the browser from scrolling with a finger that drags a piece. Browsers heed `touch-action` on the root
 * of a drawing only, and there it would hold for every square: a finger on any other still scrolls and zooms.
 * @param {Renderer} renderer
 * @param {InputHandler} handler
 */
function listenToTouch(renderer, handler) {
  renderer.element.addEventListener("touchstart", (event) => {
    if (event.touches.length !== 1 || !event.cancelable) return;
    const { cell } = locate(renderer, event.touches[0]);
    const state = handler.state();
    if (cell !== null && !state.asked && canDrag(state, cell)) event.preventDefault();
  }, { passive: false });
}

/**
 * The cell that an event comes from.
 * @param {Event} event
 */
const cellElement = (event) => (event.target instanceof Element ? event.target.closest("[data-cell]") : null);

/** @param {Renderer} renderer @param {InputHandler} handler */
function listenToKeys(renderer, handler) {
  const svg = renderer.element;
  // A screen reader clicks without a pointer.
  svg.addEventListener("click", (event) => {
    const cell = event.detail === 0 ? cellElement(event) : null;
    if (cell) handler.point(Number(cell.getAttribute("data-cell")));
  });

  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const state = handler.state();
    // With Shift the arrows go through the game.
    const moved = event.shiftKey ? null : moveCursor(state, event.key);
    if (moved) {
      event.preventDefault();
      renderer.keyboard = true;
      handler.become(moved);
      renderer.cells[moved.cursor]?.focus();
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      renderer.keyboard = true;
      handler.point(state.cursor);
    } else if (event.key === "Escape") {
      if (handler.cancel()) event.preventDefault();
    } else {
      const spot = digitSpot(state, event.key);
      if (spot === null) return;
      event.preventDefault();
      handler.pointSpot(spot);
    }
  });
}

/** @param {Renderer} renderer @param {InputHandler} handler */
function listenToFocus(renderer, handler) {
  const svg = renderer.element;
  svg.addEventListener("focusin", (event) => {
    const cell = cellElement(event);
    if (!cell || !cell.matches(":focus-visible")) return;
    renderer.keyboard = true;
    handler.become({ ...handler.state(), cursor: Number(cell.getAttribute("data-cell")) });
  });
  svg.addEventListener("focusout", () => {
    renderer.keyboard = false;
    handler.become(handler.state());
  });
}
