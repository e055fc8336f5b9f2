// @ts-check
// The one place where a board's state becomes a drawing.
/** @import { GameInfo } from "../types.js" */
/** @import { BoardState } from "./state.js" */
/** @import { Look, Scene } from "./scene.js" */
/** @import { Stage } from "./animate.js" */

import { s } from "../dom.js";
import { say, t } from "../i18n.js";
import { Drawing } from "./drawing.js";
import { UNIT } from "./scene.js";
import { applied, dragSpots, nextSpots, pointedAt, targets, wouldPlay } from "./transitions.js";

/** With more targets than this, each is marked less. */
const MANY = 24;

/** The parts of a state that the spoken board depends on. */
const HEARD = /** @type {const} */ (["cells", "pieces", "choices", "clicks", "cursor", "marks"]);

export class Renderer extends Drawing {
  /**
   * @param {GameInfo} info
   * @param {Look} look
   */
  constructor(info, look) {
    super(info, look);
    this.under = s("g", { class: "under", "aria-hidden": "true" });
    this.over = s("g", { class: "over", "aria-hidden": "true" });
    this.grid = s("g", { class: "grid" });
    this.held = s("use", { class: "held", "aria-hidden": "true" });
    /** @type {(SVGElement | null)[]} */
    this.cells = [];
    /** The pointer in the drawing's measure, while a piece follows it. */
    this.pointer = /** @type {{ x: number, y: number } | null} */ (null);
    this.dragged = /** @type {number | null} */ (null);
    this.keyboard = false;
    this.lifted = /** @type {SVGElement | null} */ (null);
    this.heard = /** @type {BoardState | null} */ (null);
  }

  /**
   * Draws a state.
   * @param {BoardState} state
   * @param {string} name of the board, for those who hear it
   */
  draw(state, name) {
    this.lay(state);
    this.marks(state);
    this.element.setAttribute("aria-label", name);
    this.spoken(state);
    this.follow(state);
  }

  /**
   * @override
   * @param {BoardState} state
   * @returns {Scene}
   */
  build(state) {
    const built = super.build(state);
    const { defs, back, front } = built;
    const layers = state.shared
      ? [defs, back, this.held, this.pieces, front, this.under, this.over]
      : [defs, back, this.under, this.pieces, front, this.over, this.held];
    this.element.replaceChildren(...layers);
    this.element.classList.toggle("falling", state.shared);
    this.heard = null;
    this.element.setAttribute("role", "grid");
    this.grid.replaceChildren();
    this.cells = [];
    for (let row = 0; row < state.rows; row++) {
      const line = s("g", { role: "row", "aria-rowindex": row + 1 });
      for (let column = 0; column < state.columns; column++) {
        const cell = row * state.columns + column;
        if (state.cells[cell]?.spot === null || !state.cells[cell]) {
          this.cells.push(null);
          continue;
        }
        const { x, y } = built.at(cell);
        const element = s("g", { role: "gridcell", class: "cell", "aria-colindex": column + 1, "data-cell": cell, "data-label": state.cells[cell].label },
          s("rect", { class: "hit", x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT }),
          s("rect", { class: "focus", x: x - 47, y: y - 47, width: 94, height: 94, rx: 10 }));
        line.append(element);
        this.cells.push(element);
      }
      if (line.childElementCount > 0) this.grid.append(line);
    }
    this.element.append(this.grid);
    return built;
  }

  /** @param {BoardState} state */
  marks(state) {
    const { shared } = state;
    const radius = this.scene?.radius ?? 40;
    const under = [];
    const over = [];
    const square = (/** @type {number} */ cell, /** @type {string} */ name) => {
      const { x, y } = this.at(cell);
      return shared
        ? s("circle", { class: name, cx: x, cy: y, r: 44 })
        : s("rect", { class: name, x: x - 46, y: y - 46, width: 92, height: 92, rx: 8 });
    };
    const circle = (/** @type {number} */ cell, /** @type {number} */ r, /** @type {string} */ name) => {
      const { x, y } = this.at(cell);
      return s("circle", { class: name, cx: x, cy: y, r });
    };
    if (state.last) for (const cell of pointedAt(state, state.last)) under.push(square(cell, "last"));
    for (const cell of state.marks.forbidden) {
      const { x, y } = this.at(cell);
      over.push(s("path", { class: "forbidden", d: `M${x - 19} ${y - 19}l38 38m0-38l-38 38` }));
    }
    for (const cell of state.marks.winning) {
      over.push(circle(cell, radius + 4, "winning halo"), circle(cell, radius + 4, "winning"));
    }
    for (const spot of state.clicks) {
      state.cells.forEach((cell, index) => {
        if (cell.spot === spot && !shared) under.push(square(index, "selected"));
      });
    }
    const { cells, faint } = targets(state);
    const many = cells.length > MANY;
    for (const cell of cells) {
      const taken = state.pieces[cell] !== null;
      const name = `${taken ? "ring" : "dot"}${faint ? " faint" : many ? " many" : ""}`;
      over.push(circle(cell, taken ? radius + 6 : many ? 8 : 12, name));
    }
    if (state.hint) {
      for (const cell of pointedAt(state, state.hint)) over.push(square(cell, "hint"));
      over.push(...this.arrow(state.hint.changes));
    }
    over.push(...this.preview(state));
    this.under.replaceChildren(...under);
    this.over.replaceChildren(...over);
  }

  /**
   * What the move pointed at, or the one to confirm, would do.
   * @param {BoardState} state
   */
  preview(state) {
    const choice = state.asked ?? wouldPlay(state, this.keyboard ? state.cursor : state.hover) ?? state.hint;
    if (!choice) return [];
    const after = applied(state.pieces, choice.changes);
    return choice.changes.flatMap(({ cell }) => {
      const piece = after[cell];
      if (piece === null) return [];
      const { x, y } = this.at(cell);
      const turned = state.pieces[cell] !== null && !choice.changes.some((change) => change.cell === cell && change.from !== null);
      const scale = turned ? 0.48 : 1;
      const solid = turned || state.pieces[cell] !== null;
      return [s("use", {
        class: solid ? "ghost solid" : "ghost", href: `#${this.look.id}-p${piece}`,
        transform: `translate(${x} ${y}) scale(${scale})`,
      })];
    });
  }

  /**
   * @param {import("../types.js").Change[]} changes
   * @returns {SVGElement[]}
   */
  arrow(changes) {
    const slid = changes.find(({ from }) => from !== null);
    if (!slid || slid.from === null) return [];
    const [a, b] = [this.at(slid.from), this.at(slid.cell)];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const [tx, ty] = [b.x - ux * 34, b.y - uy * 34];
    return [s("path", {
      class: "arrow",
      d: `M${a.x + ux * 30} ${a.y + uy * 30}L${tx} ${ty}M${tx - ux * 20 - uy * 14} ${ty - uy * 20 + ux * 14}L${tx} ${ty}L${tx - ux * 20 + uy * 14} ${ty - uy * 20 - ux * 14}`,
    })];
  }

  /**
   * The grid as it is heard and tabbed through.
   * @param {BoardState} state
   */
  spoken(state) {
    const before = this.heard;
    const same = before !== null && HEARD.every((part) => before[part] === state[part]);
    if (same) return;
    this.heard = state;
    const next = nextSpots(state);
    const begin = nextSpots(state, []);
    const draggable = dragSpots(state.choices);
    const target = t(state.clicks.length > 0 || state.shared ? "cell-target" : "cell-playable");
    this.cells.forEach((element, cell) => {
      if (!element) return;
      const { spot, ground, label } = state.cells[cell];
      const piece = state.pieces[cell];
      const selected = spot !== null && state.clicks.includes(spot);
      const words = [label || String(cell + 1)];
      if (ground !== null && this.info.grounds.length > 1) words.push(say(this.info.grounds[ground].label));
      words.push(piece === null ? t("cell-empty") : say(this.info.pieces[piece].label));
      if (state.marks.forbidden.includes(cell)) words.push(t("cell-forbidden"));
      if (state.marks.winning.includes(cell)) words.push(t("cell-winning"));
      if (selected) words.push(t("cell-selected"));
      else if (spot !== null && next.has(spot)) words.push(target);
      const legal = spot !== null && (next.has(spot) || begin.has(spot));
      const drag = spot !== null && draggable.has(spot);
      change(element, "aria-label", words.join(", "));
      change(element, "aria-selected", String(selected));
      change(element, "tabindex", cell === state.cursor ? "0" : "-1");
      change(element, "class", `cell${legal ? " legal" : ""}${drag ? " drag" : ""}`);
    });
  }

  /**
   * A piece that hangs above the board, or is carried by the pointer.
   * @param {BoardState} state
   */
  follow(state) {
    const built = this.scene;
    const lifted = this.dragged === null ? null : this.slots[this.dragged]?.element ?? null;
    if (lifted !== this.lifted) {
      this.lifted?.classList.remove("lifted");
      lifted?.classList.add("lifted");
      this.lifted = lifted;
    }
    const show = (/** @type {number} */ piece, /** @type {number} */ x, /** @type {number} */ y) => {
      this.held.setAttribute("href", `#${this.look.id}-p${piece}`);
      this.held.setAttribute("transform", `translate(${x} ${y})`);
      this.held.classList.add("shown");
    };
    if (built && this.dragged !== null && this.pointer) {
      const piece = state.pieces[this.dragged];
      if (piece !== null) return show(piece, this.pointer.x, this.pointer.y);
    }
    if (built && state.shared && state.choices.length > 0 && state.mover !== null) {
      const cell = this.keyboard ? state.cursor : state.hover;
      if (cell !== null) {
        const limit = (/** @type {number} */ x) => Math.min(Math.max(x, UNIT / 2), (state.columns - 0.5) * UNIT);
        const x = this.keyboard || !this.pointer ? built.at(cell).x : limit(this.pointer.x);
        return show(state.mover, x, built.top);
      }
    }
    this.held.classList.remove("shown");
  }

  /**
   * Where motion takes place.
   * @returns {Stage}
   */
  stage() {
    return {
      piece: (cell) => this.slots[cell]?.element ?? null,
      extra: (cell, piece) => {
        const element = this.put(cell, piece, "slot leaving");
        this.pieces.prepend(element);
        return element;
      },
      at: (cell) => this.at(cell),
      top: this.scene?.top ?? 0,
    };
  }
}

/**
 * Sets an attribute that is not so already: writing costs more than reading.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
function change(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
