// @ts-check
// The marks on one layer of a board: those that are wanted stay or are added, all others go.

import { s } from "../app/dom.js";

/** @typedef {"square" | "disc" | "circle" | "cross"} Shape */

export class Marking {
  /**
   * @param {SVGElement} layer
   * @param {(cell: number) => { x: number, y: number }} at the middle of a cell
   */
  constructor(layer, at) {
    this.layer = layer;
    this.at = at;
    /** @type {Map<string, () => SVGElement>} */
    this.wanted = new Map();
  }

  /**
   * @param {string} name its class
   * @param {number} cell
   * @param {Shape} shape
   * @param {number} [r]
   */
  put(name, cell, shape, r = 44) {
    const { x, y } = this.at(cell);
    this.want([name, cell, r], () => {
      switch (shape) {
        case "square":
          return s("rect", { class: name, x: x - 46, y: y - 46, width: 92, height: 92, rx: 8 });
        case "cross":
          return s("path", { class: name, d: `M${x - 19} ${y - 19}l38 38m0-38l-38 38` });
        default:
          return s("circle", { class: name, cx: x, cy: y, r });
      }
    });
  }

  /**
   * A piece that would be there.
   * @param {string} name
   * @param {number} cell
   * @param {string} href
   * @param {number} scale
   */
  ghost(name, cell, href, scale) {
    const { x, y } = this.at(cell);
    this.want([name, cell, href, scale], () =>
      s("use", { class: name, href, transform: `translate(${x} ${y}) scale(${scale})` }));
  }

  /** @param {number} from @param {number} to */
  arrow(from, to) {
    this.want(["arrow", from, to], () => {
      const [a, b] = [this.at(from), this.at(to)];
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      const [tx, ty] = [b.x - ux * 34, b.y - uy * 34];
      const wing = (/** @type {number} */ side) => `${tx - ux * 20 - side * uy * 14} ${ty - uy * 20 + side * ux * 14}`;
      return s("path", {
        class: "arrow", d: `M${a.x + ux * 30} ${a.y + uy * 30}L${tx} ${ty}M${wing(1)}L${tx} ${ty}L${wing(-1)}`,
      });
    });
  }

  /** @param {(string | number)[]} what @param {() => SVGElement} draw */
  want(what, draw) {
    this.wanted.set(what.join(" "), draw);
  }

  /** Makes the layer show what is wanted. */
  settle() {
    for (const mark of [...this.layer.children]) {
      if (!this.wanted.delete(/** @type {SVGElement} */ (mark).dataset.mark ?? "")) mark.remove();
    }
    for (const [key, draw] of this.wanted) {
      const mark = draw();
      mark.dataset.mark = key;
      this.layer.append(mark);
    }
  }
}
