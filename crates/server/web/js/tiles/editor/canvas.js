// @ts-check
// A tile to draw on: the one place where a drawing becomes a picture, and what hands do to it.
/** @import { Style } from "../../net/types.js" */
/** @import { TileKind } from "../kinds.js" */
/** @import { Drawing as Moment } from "./state.js" */

import { Drawing } from "../../board/drawing.js";
import { drawingOptions } from "../../board/miniature.js";
import { UNIT } from "../../board/geometry.js";
import { picture } from "../../board/state.js";
import { shown } from "../../board/tile.js";
import { h, s, set } from "../../app/dom.js";
import { say, t } from "../../app/i18n.js";
import { settings } from "../../app/settings.js";
import { BLANK, move } from "./state.js";

/** How far apart the places of a brush are looked at, in pixels. */
const STROKE_STEP_PX = 6;

/**
 * @typedef {object} Hands
 * @property {() => Moment} now
 * @property {(moment: Moment) => void} become the cursor has moved
 * @property {() => void} press
 * @property {(cell: number, letter?: string) => void} paint
 * @property {() => void} release
 */

export class Canvas {
  /** @param {TileKind} kind @param {Hands} hands */
  constructor(kind, hands) {
    this.kind = kind;
    this.hands = hands;
    this.back = new Drawing(kind.games[0], { ...drawingOptions(false), coordinates: false });
    this.back.element.setAttribute("aria-hidden", "true");
    this.grid = s("svg", { class: "canvas-grid", role: "grid", "aria-label": t("draw-canvas") });
    /** @type {SVGElement[]} */
    this.cells = [];
    this.element = h("div", { class: "canvas" }, this.back.element, this.grid);
    for (let row = 0; row < kind.size; row++) {
      const line = s("g", { role: "row", "aria-rowindex": row + 1 });
      for (let column = 0; column < kind.size; column++) {
        const [x, y] = [column * UNIT, row * UNIT];
        const cell = s("g", {
          role: "gridcell", class: "paint", "aria-colindex": column + 1, "data-cell": this.cells.length,
        },
        s("rect", { class: "hit", x, y, width: UNIT, height: UNIT }),
        s("rect", { class: "focus", x: x + 4, y: y + 4, width: UNIT - 8, height: UNIT - 8, rx: 9 }));
        line.append(cell);
        this.cells.push(cell);
      }
      this.grid.append(line);
    }
    this.listen();
  }

  /** @param {Moment} moment */
  draw(moment) {
    const { grounds } = this.kind.games[0];
    this.back.options.distinct = settings().palette === "distinct";
    this.back.lay(picture({
      columns: moment.size,
      cells: moment.cells.map((letter, spot) => {
        const ground = grounds.findIndex((style) => style.letter === letter);
        return { spot, ground: ground < 0 ? null : ground, piece: null, label: "" };
      }),
      tallies: [],
    }));
    this.grid.setAttribute("viewBox", this.back.element.getAttribute("viewBox") ?? "");
    const style = this.style(moment.colour);
    if (style) this.element.style.setProperty("--paint", shown(style));
    this.cells.forEach((cell, at) => set(cell, {
      tabindex: at === moment.cursor ? 0 : -1,
      "aria-label": this.label(moment, at),
      "data-letter": moment.cells[at],
    }));
  }

  /** @param {string} letter @returns {Style | undefined} */
  style(letter) {
    return this.kind.palette.find((style) => style.letter === letter);
  }

  /**
   * What is said of a square.
   * @param {Moment} moment
   * @param {number} cell
   */
  label(moment, cell) {
    const style = this.style(moment.cells[cell]);
    const [row, column] = [Math.floor(cell / moment.size) + 1, (cell % moment.size) + 1];
    return t("draw-square", { row, column, colour: style ? say(style.label) : t("draw-no-colour") });
  }

  /** @param {number} cell */
  focus(cell) {
    this.cells[cell]?.focus();
  }

  listen() {
    const { grid, hands } = this;
    /** @type {{ id: number, x: number, y: number } | null} where the brush was last */
    let brush = null;
    const at = (/** @type {number} */ x, /** @type {number} */ y) => {
      const matrix = grid.getScreenCTM();
      if (!matrix) return null;
      const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
      return this.back.scene?.cellAt(point.x, point.y) ?? null;
    };
    grid.addEventListener("pointerdown", (event) => {
      const cell = at(event.clientX, event.clientY);
      if (event.button !== 0 || brush || cell === null) return;
      brush = { id: event.pointerId, x: event.clientX, y: event.clientY };
      grid.setPointerCapture(brush.id);
      hands.press();
      hands.paint(cell);
    });
    grid.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
      if (pointerId !== brush?.id) return;
      // A quick hand is seen here and there only; nothing between is left out.
      const [dx, dy] = [clientX - brush.x, clientY - brush.y];
      const steps = Math.ceil(Math.hypot(dx, dy) / STROKE_STEP_PX);
      for (let step = 1; step <= steps; step++) {
        const cell = at(brush.x + (dx * step) / steps, brush.y + (dy * step) / steps);
        if (cell !== null && cell !== hands.now().cursor) hands.paint(cell);
      }
      brush = { id: pointerId, x: clientX, y: clientY };
    });
    const end = (/** @type {PointerEvent} */ event) => {
      if (event.pointerId !== brush?.id) return;
      brush = null;
      hands.release();
    };
    grid.addEventListener("pointerup", end);
    grid.addEventListener("pointercancel", end);
    // A screen reader clicks without a pointer.
    grid.addEventListener("click", (event) => {
      const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
      if (event.detail === 0 && cell) hands.paint(Number(cell.getAttribute("data-cell")));
    });
    grid.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const now = hands.now();
      const moved = move(now, event.key);
      if (moved) {
        hands.become(moved);
        this.focus(moved.cursor);
      } else if (event.key === "Enter" || event.key === " ") hands.paint(now.cursor);
      else if (event.key === "Delete" || event.key === "Backspace") hands.paint(now.cursor, BLANK);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    grid.addEventListener("focusin", (event) => {
      const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
      const cursor = Number(cell?.getAttribute("data-cell"));
      if (cell && cursor !== hands.now().cursor) hands.become({ ...hands.now(), cursor });
    });
  }
}

/**
 * The colours of a kind, as keys choose them.
 * @param {TileKind} kind
 */
export const colours = ({ palette }) => palette.map(({ letter, label }) => ({ letter, name: say(label) }));
