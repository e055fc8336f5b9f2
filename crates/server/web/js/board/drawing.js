// @ts-check
// A board as it lies there: the scene, and the pieces on it.
/** @import { GameInfo } from "../net/types.js" */
/** @import { BoardState } from "./state.js" */
/** @import { DrawingOptions, Scene } from "./scene.js" */

import { s } from "../app/dom.js";
import { scene } from "./scene.js";
import { isGap } from "./state.js";

export class Drawing {
  /** @param {GameInfo} info @param {DrawingOptions} options */
  constructor(info, options) {
    this.info = info;
    this.options = options;
    this.element = s("svg", { class: options.mini ? "board mini" : "board" });
    /** @type {Scene | null} */
    this.scene = null;
    this.pieces = s("g", { class: "pieces", "aria-hidden": "true" });
    /** @type {{ element: SVGElement, piece: number }[]} */
    this.slots = [];
    this.drawn = "";
    /** @type {(HTMLElement | SVGElement)[]} elements whose style knows the board's proportions */
    this.proportioned = [this.element];
  }

  /**
   * Tells an element's style the proportions of the board, now and whenever they change.
   * @param {HTMLElement} element
   */
  proportion(element) {
    this.proportioned.push(element);
    element.style.setProperty("--ratio", this.element.style.getPropertyValue("--ratio"));
  }

  /**
   * Draws a state: the scene if it has changed, and the pieces.
   * @param {BoardState} state
   */
  lay(state) {
    const grounds = state.cells.map((cell) => `${cell.ground ?? (isGap(cell) ? "." : "-")}`).join("");
    const key = [
      state.columns, state.flipped, grounds, this.options.coordinates, this.options.distinct, this.options.headroom,
      this.options.narrow,
    ].join("|");
    if (key !== this.drawn) this.build(state);
    this.drawn = key;
    this.standing(state);
  }

  /** @param {BoardState} state @returns {Scene} */
  build(state) {
    const built = scene(this.info, state, this.options);
    this.scene = built;
    this.slots = [];
    this.pieces.replaceChildren();
    this.element.setAttribute("viewBox", built.viewBox);
    const [, , w, h] = built.viewBox.split(" ").map(Number);
    for (const element of this.proportioned) element.style.setProperty("--ratio", String(w / h));
    this.element.classList.toggle("narrow", this.options.narrow);
    if (this.options.mini) this.element.setAttribute("aria-hidden", "true");
    this.element.replaceChildren(built.defs, built.back, this.pieces, built.front);
    return built;
  }

  /**
   * Brings the pieces into their places.
   * @param {BoardState} state
   */
  standing(state) {
    state.pieces.forEach((piece, cell) => {
      const slot = this.slots[cell];
      if (slot?.piece !== piece) {
        slot?.element.remove();
        delete this.slots[cell];
        if (piece !== null) this.slots[cell] = { element: this.put(cell, piece, "slot"), piece };
      }
      this.scene?.signs[cell]?.classList.toggle("shown", piece !== null);
    });
  }

  /** @param {number} cell @param {number} piece @param {string} name */
  put(cell, piece, name) {
    const { x, y } = this.at(cell);
    const element = s("g", { class: name, transform: `translate(${x} ${y})` },
      s("use", { href: `#${this.options.id}-p${piece}` }));
    this.pieces.append(element);
    return element;
  }

  /** @param {number} cell */
  at(cell) {
    return this.scene?.at(cell) ?? { x: 0, y: 0 };
  }
}
