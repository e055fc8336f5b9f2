// @ts-check
// The one place where a board's state becomes a drawing.
/** @import { GameInfo } from "../net/types.js" */
/** @import { BoardState } from "./state.js" */
/** @import { DrawingOptions, Scene } from "./scene.js" */
/** @import { Stage } from "./animate.js" */
/** @import { Shape } from "./marking.js" */

import { change, s } from "../app/dom.js";
import { say, t } from "../app/i18n.js";
import { Drawing } from "./drawing.js";
import { Marking } from "./marking.js";
import { isDetached, UNIT } from "./geometry.js";
import { applied, dragSpots, isFull, nextSpots, pointedAt, targets, wouldPlay } from "./transitions.js";
import { cellName, columnName } from "./words.js";

/** With more targets than this, each is marked less. */
const MANY_TARGETS = 24;

/**
 * Where a piece would fall in the column of a cell, in words.
 * @param {GameInfo} info
 * @param {BoardState} state
 * @param {number} cell
 */
function columnWords(info, state, cell) {
  const landing = wouldPlay(state, cell)?.changes[0]?.cell;
  const full = isFull(state, state.cells[cell].spot);
  return [
    columnName(info, state, cell),
    ...(landing === undefined ? [] : [t("cell-lands", { cell: state.cells[landing].label })]),
    ...(full ? [t("cell-full")] : []),
  ];
}

/**
 * What a cell is called and what is on it, in words.
 * @param {GameInfo} info
 * @param {BoardState} state
 * @param {number} cell
 */
function cellWords(info, state, cell) {
  const { ground } = state.cells[cell];
  const piece = state.pieces[cell];
  const words = state.falling ? columnWords(info, state, cell) : [];
  words.push(cellName(info, state, cell, state.flipped));
  if (ground !== null && info.look.surface === "tiles" && !isDetached(state, cell)) {
    words.push(say(info.grounds[ground].label));
  }
  words.push(piece === null ? t("cell-empty") : say(info.pieces[piece].label));
  if (state.marks.forbidden.includes(cell)) words.push(t("cell-forbidden"));
  if (state.marks.winning.includes(cell)) words.push(t("cell-winning"));
  return words;
}

/**
 * The shape around a cell.
 * @param {BoardState} state
 * @returns {Shape}
 */
const squareOf = (state) => (state.falling ? "disc" : "square");

/**
 * The cells that were clicked for a move with several steps.
 * @param {BoardState} state
 * @param {Marking} under
 */
function selected(state, under) {
  if (state.falling) return;
  for (const spot of state.clicks) {
    state.cells.forEach((cell, index) => {
      if (cell.spot === spot) under.put("selected", index, "square");
    });
  }
}

/**
 * The move that is advised.
 * @param {BoardState} state
 * @param {Marking} over
 */
function hinted(state, over) {
  if (!state.hint) return;
  for (const cell of pointedAt(state, state.hint)) over.put("hint", cell, squareOf(state));
  const slid = state.hint.changes.find(({ from }) => from !== null);
  if (slid && slid.from !== null) over.arrow(slid.from, slid.cell);
}

/** The parts of a state that the spoken board depends on. */
const ANNOUNCED_FIELDS = /** @type {const} */ (["cells", "pieces", "choices", "clicks", "cursor", "marks"]);

export class Renderer extends Drawing {
  /** @param {GameInfo} info @param {DrawingOptions} options */
  constructor(info, options) {
    super(info, options);
    this.under = s("g", { class: "under", "aria-hidden": "true" });
    this.over = s("g", { class: "over", "aria-hidden": "true" });
    this.extra = s("g", { class: "extra", "aria-hidden": "true" });
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
    /** What else is said of cells. */
    this.said = /** @type {Map<number, string>} */ (new Map());
  }

  /**
   * Draws a state.
   * @param {BoardState} state
   * @param {string} name of the board, for those who hear it
   */
  draw(state, name) {
    this.show(state, name);
    this.spoken(state);
  }

  /**
   * Draws a state for the eye alone.
   * @param {BoardState} state
   * @param {string} name
   */
  show(state, name) {
    this.still(state, name);
    this.follow(state);
  }

  /**
   * Draws a state that nobody plays on.
   * @param {BoardState} state
   * @param {string} name
   */
  still(state, name) {
    this.lay(state);
    this.marks(state);
    this.element.classList.toggle("sliding", state.falling && state.choices.length > 0);
    this.element.setAttribute("aria-label", name);
  }

  /** @override @param {BoardState} state @returns {Scene} */
  build(state) {
    const built = super.build(state);
    const { defs, back, front } = built;
    const layers = state.falling
      ? [defs, back, this.held, this.pieces, front, this.under, this.over, this.extra]
      : [defs, back, this.under, this.pieces, front, this.over, this.extra, this.held];
    this.element.replaceChildren(...layers);
    this.element.classList.toggle("falling", state.falling);
    this.heard = null;
    this.element.setAttribute("role", "grid");
    // Chromium makes a drawing that listens to the focus a tab stop of its own.
    this.element.setAttribute("tabindex", "-1");
    this.grid.replaceChildren();
    this.under.replaceChildren();
    this.over.replaceChildren();
    this.extra.replaceChildren();
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
        const element = s("g", {
          role: "gridcell", class: "cell", "aria-colindex": column + 1, "data-cell": cell,
          "data-label": state.cells[cell].label,
        },
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
    const [under, over] = [this.under, this.over].map((layer) => new Marking(layer, (cell) => this.at(cell)));
    if (state.last) for (const cell of pointedAt(state, state.last)) under.put("last", cell, squareOf(state));
    this.ruled(state, over);
    selected(state, under);
    this.targets(state, over);
    hinted(state, over);
    this.preview(state, over);
    under.settle();
    over.settle();
  }

  get radius() {
    return this.scene?.radius ?? 40;
  }

  /**
   * What the rules say of cells: where nobody may play, and what has won.
   * @param {BoardState} state
   * @param {Marking} over
   */
  ruled({ marks }, over) {
    for (const cell of marks.forbidden) over.put("forbidden", cell, "cross");
    for (const cell of marks.winning) {
      over.put("winning halo", cell, "circle", this.radius + 4);
      over.put("winning", cell, "circle", this.radius + 4);
    }
  }

  /**
   * Where the piece that was pointed at can go, or where one can be put.
   * @param {BoardState} state
   * @param {Marking} over
   */
  targets(state, over) {
    const { cells, faint } = targets(state);
    const many = cells.length > MANY_TARGETS;
    const more = faint ? " faint" : many ? " many" : "";
    for (const cell of cells) {
      if (state.pieces[cell] !== null) over.put(`ring${more}`, cell, "circle", this.radius + 6);
      else over.put(`dot${more}`, cell, "circle", many ? 8 : 12);
    }
  }

  /**
   * What the move pointed at, or the one to confirm, would do.
   * @param {BoardState} state
   * @param {Marking} over
   */
  preview(state, over) {
    const choice = state.asked ?? wouldPlay(state, this.keyboard ? state.cursor : state.hover) ?? state.hint;
    if (!choice) return;
    const after = applied(state.pieces, choice.changes);
    for (const { cell } of choice.changes) {
      const piece = after[cell];
      if (piece === null) continue;
      const stands = state.pieces[cell] !== null;
      const turned = stands && !choice.changes.some((change) => change.cell === cell && change.from !== null);
      over.ghost(stands ? "ghost solid" : "ghost", cell, `#${this.options.id}-p${piece}`, turned ? 0.48 : 1);
    }
  }

  /**
   * The grid as it is heard and tabbed through.
   * @param {BoardState} state
   */
  spoken(state) {
    const before = this.heard;
    const same = before !== null && ANNOUNCED_FIELDS.every((part) => before[part] === state[part]);
    if (same) return;
    this.heard = state;
    const next = nextSpots(state);
    const begin = nextSpots(state, []);
    const draggable = dragSpots(state.choices);
    const target = t(state.clicks.length > 0 ? "cell-target" : "cell-playable");
    this.cells.forEach((element, cell) => {
      if (!element) return;
      const { spot } = state.cells[cell];
      const selected = spot !== null && state.clicks.includes(spot);
      const words = cellWords(this.info, state, cell);
      if (selected) words.push(t("cell-selected"));
      else if (spot !== null && next.has(spot) && !state.falling) words.push(target);
      const more = this.said.get(cell);
      if (more) words.push(more);
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
      this.held.setAttribute("href", `#${this.options.id}-p${piece}`);
      this.held.setAttribute("transform", `translate(${x} ${y})`);
      this.held.classList.add("shown");
    };
    if (built && this.dragged !== null && this.pointer) {
      const piece = state.pieces[this.dragged];
      if (piece !== null) return show(piece, this.pointer.x, this.pointer.y);
    }
    if (built && state.falling && this.options.headroom && state.choices.length > 0 && state.mover !== null) {
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
