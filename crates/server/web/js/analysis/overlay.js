// @ts-check
// What analysis draws on a board: the value of every move on its square, and a line of play as ghosts.
/** @import { LineMove } from "../net/types.js" */
/** @import { BoardState } from "../board/state.js" */
/** @import { Renderer } from "../board/render.js" */
/** @import { Label } from "./values.js" */

import { s } from "../app/dom.js";
import { Marking } from "../board/marking.js";
import { applied } from "../board/transitions.js";

/** How many moves of a line are shown at once. */
const LINE_MOVES_SHOWN = 6;

/**
 * @typedef {object} Step
 * @property {number | null} cell where its number stands
 * @property {number | null} from where its piece comes from
 * @property {number} number from 1
 */

/**
 * A line on the board: the pieces after it, and where each of its moves shows.
 * @param {(number | null)[]} pieces
 * @param {LineMove[]} moves
 * @returns {{ pieces: (number | null)[], steps: Step[] }}
 */
export function played(pieces, moves) {
  /** @type {Step[]} */
  const steps = [];
  let now = pieces;
  moves.slice(0, LINE_MOVES_SHOWN).forEach(({ changes }, index) => {
    const before = now;
    const main = changes.find(({ from }) => from !== null)
      ?? changes.find(({ cell, piece }) => piece !== null && before[cell] === null)
      ?? changes[0];
    now = applied(now, changes);
    steps.push({ cell: main?.cell ?? null, from: main?.from ?? null, number: index + 1 });
  });
  return { pieces: now, steps };
}

/** The widths of a letter and of any other character in a badge, and its padding. */
const [LETTER_WIDTH, CHARACTER_WIDTH, BADGE_PADDING] = [30, 19, 24];

/**
 * The width of the badge around a value.
 * @param {string} text
 */
export const badgeWidth = (text) =>
  [...text].reduce((width, character) => width + (/[A-Z]/.test(character) ? LETTER_WIDTH : CHARACTER_WIDTH),
    BADGE_PADDING);

export class Overlay {
  /** @param {Renderer} renderer */
  constructor(renderer) {
    this.renderer = renderer;
    /** @type {(state: BoardState) => Label[]} */
    this.labels = () => [];
    /** @type {LineMove[] | null} the line that is shown */
    this.line = null;
    this.shown = 0;
  }

  /**
   * Draws above a board in this state.
   * @param {BoardState} state
   */
  draw(state) {
    const marking = new Marking(this.renderer.extra, (cell) => this.renderer.at(cell));
    const labels = this.labels(state);
    if (this.line) this.ghosts(state, this.line.slice(0, this.shown), marking);
    else for (const label of labels) this.label(state, label, marking);
    marking.settle();
    this.speak(state, labels);
  }

  /** @param {BoardState} state @param {Label[]} labels */
  speak(state, labels) {
    const said = new Map(labels.map(({ cell, words }) => [cell, words]));
    const before = this.renderer.said;
    const same = said.size === before.size && [...said].every(([cell, words]) => before.get(cell) === words);
    if (same) return;
    this.renderer.said = said;
    this.renderer.heard = null;
    this.renderer.spoken(state);
  }

  /** @param {BoardState} state @param {Label} label @param {Marking} marking */
  label(state, { cell, text, exact, best, grade }, marking) {
    const name = `value ${exact ? "exact" : "estimated"} ${grade}${best ? " top" : ""}`;
    const { x, y } = this.renderer.at(cell);
    const below = state.pieces[cell] === null ? 0 : 30;
    const wide = badgeWidth(text);
    marking.want([name, cell, text, below], () =>
      s("g", { class: name, transform: `translate(${x} ${y + below})` },
        s("rect", { x: -wide / 2, y: -21, width: wide, height: 42, rx: exact ? 8 : 21 }),
        s("text", { y: 11, "text-anchor": "middle" }, text)));
  }

  /** @param {BoardState} state @param {LineMove[]} moves @param {Marking} marking */
  ghosts(state, moves, marking) {
    const after = played(state.pieces, moves);
    after.pieces.forEach((piece, cell) => {
      if (piece === state.pieces[cell]) return;
      if (piece === null) marking.put("gone", cell, "circle", (this.renderer.scene?.radius ?? 40) + 2);
      else marking.ghost("ghost solid", cell, `#${this.renderer.options.id}-p${piece}`, 1);
    });
    for (const { cell, from, number } of after.steps) {
      if (cell === null) continue;
      if (from !== null) marking.arrow(from, cell);
      const { x, y } = this.renderer.at(cell);
      marking.want(["step", cell, number], () =>
        s("g", { class: "step", transform: `translate(${x + 26} ${y - 26})` },
          s("circle", { r: 17 }),
          s("text", { y: 8, "text-anchor": "middle" }, String(number))));
    }
  }
}

/** How long each move of a line is seen before the next, in milliseconds. */
const LINE_STEP_MS = 450;

/** A line that appears move by move. */
export class Player {
  /**
   * @param {Overlay} overlay
   * @param {() => void} redraw
   * @param {() => boolean} still whether nothing shall move
   */
  constructor(overlay, redraw, still) {
    this.overlay = overlay;
    this.redraw = redraw;
    this.still = still;
    this.timer = 0;
  }

  /**
   * @param {LineMove[] | null} line
   * @param {boolean} [goesOn] whether it takes the place of the one that is shown, without beginning again
   */
  show(line, goesOn = false) {
    const { overlay } = this;
    if (goesOn && overlay.line && line) {
      overlay.line = line;
      this.redraw();
      return;
    }
    clearInterval(this.timer);
    if (overlay.line === null && line === null) return;
    overlay.line = line;
    overlay.shown = line === null ? 0 : this.still() ? LINE_MOVES_SHOWN : 1;
    this.redraw();
    if (line === null || overlay.shown >= LINE_MOVES_SHOWN) return;
    this.timer = setInterval(() => {
      overlay.shown++;
      if (overlay.shown >= LINE_MOVES_SHOWN) clearInterval(this.timer);
      this.redraw();
    }, LINE_STEP_MS);
  }

  close() {
    clearInterval(this.timer);
  }
}
