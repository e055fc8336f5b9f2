// @ts-check
// What the engine thinks now: how the position stands, and its best lines. Rows stay in their places
// while the lines in them change, so that nothing is pulled away from under a finger.
/** @import { LineMove, LineValue, PositionReport } from "../net/types.js" */

import { change, h, write } from "../app/dom.js";
import { language, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { certainty, isProved, short, words } from "./values.js";

/**
 * @typedef {object} Owner
 * @property {(line: LineMove[] | null, goesOn?: boolean) => void} show a line on the board
 * @property {(notation: string) => void} play
 * @property {(notation: string) => string} name a move as it is read
 */

export class Lines {
  /** @param {Owner} owner */
  constructor(owner) {
    this.owner = owner;
    this.words = h("strong", { class: "standing" });
    this.kind = h("span", { class: "kind" });
    this.effort = h("p", { class: "effort faint" });
    this.list = h("ol", { class: "lines", "aria-label": t("analysis-lines") });
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Row | null} the row that is pointed at */
    this.pointed = null;
    /** @type {Row | null} the row that stays on the board */
    this.pinned = null;
    this.head = h("div", { class: "verdict-head" }, h("p", { class: "standing-line" }, this.words, " ", this.kind));
    this.element = h("div", { class: "verdict" }, this.head, this.effort, this.list);
  }

  /**
   * @param {string} standing how the position stands, in words
   * @param {{ exact: boolean, kind: string } | null} stands what is known of it; null if there is nothing to say
   * @param {PositionReport | null} thought
   * @param {string} effort what is said where nobody thinks
   * @param {number} rows how many lines have a place, whether they are known or not
   */
  update(standing, stands, thought, effort, rows) {
    write(this.words, standing);
    write(this.kind, stands?.kind ?? "");
    this.kind.className = `kind ${stands === null ? "" : stands.exact ? "exact" : "estimated"}`;
    const done = thought ? effortOf(thought) : effort;
    write(this.effort, done);
    // One line, however long: what is cut off can still be read here.
    change(this.words, "title", standing);
    change(this.effort, "title", thought?.selectivity ? t("analysis-selectivity-more") : done);
    const lines = thought?.lines ?? [];
    while (this.rows.length < rows) this.add();
    this.rows.forEach((row, index) => {
      row.element.hidden = index >= rows;
      this.put(row, lines[index] ?? null);
    });
  }

  add() {
    const row = new Row(this);
    this.rows.push(row);
    this.list.append(row.element);
  }

  /** @param {Row} row @param {LineValue | null} line */
  put(row, line) {
    const changed = row.put(line, this.owner);
    if (line === null && this.pinned === row) this.pinned = null;
    if (changed && row === this.active()) this.owner.show(line?.moves ?? null, true);
  }

  /** The row whose line is on the board. */
  active() {
    return this.pointed ?? this.pinned;
  }

  /** @param {Row | null} row */
  point(row) {
    if (this.pointed === row) return;
    this.pointed = row;
    this.owner.show(this.active()?.line?.moves ?? null);
  }

  /** @param {Row} row */
  pin(row) {
    this.pinned = this.pinned === row ? null : row;
    this.pointed = null;
    for (const other of this.rows) change(other.button, "aria-pressed", String(other === this.pinned));
    this.owner.show(this.pinned?.line?.moves ?? null);
  }

  /** Nothing stays on the board. */
  clear() {
    if (this.pinned) this.pin(this.pinned);
    this.point(null);
  }
}

class Row {
  /** @param {Lines} lines */
  constructor(lines) {
    /** @type {LineValue | null} */
    this.line = null;
    this.value = h("span", { class: "value", "aria-hidden": "true" });
    this.moves = h("span", { class: "line-moves" });
    this.words = h("span", { class: "visually-hidden" });
    const mouse = (/** @type {Row | null} */ row) => (/** @type {PointerEvent} */ event) => {
      if (event.pointerType === "mouse") lines.point(row);
    };
    this.button = h("button", {
      class: "line", "aria-pressed": "false",
      onpointerenter: mouse(this), onpointerleave: mouse(null),
      onfocus: () => this.button.matches(":focus-visible") && lines.point(this),
      onblur: () => lines.point(null),
      onclick: () => lines.pin(this),
    }, this.value, this.moves, this.words);
    this.go = h("button", {
      class: "quiet", onclick: () => this.line && lines.owner.play(this.line.moves[0].notation),
    }, icon("play"));
    this.element = h("li", { class: "empty" }, this.button, this.go);
  }

  /**
   * Puts a line into the row; whether it is another one.
   * @param {LineValue | null} line
   * @param {Owner} owner
   */
  put(line, owner) {
    const usable = line !== null && line.moves.length > 0 ? line : null;
    const changed = nameOf(this.line) !== nameOf(usable);
    this.line = usable;
    this.element.classList.toggle("empty", usable === null);
    if (!usable) return changed;
    const exact = isProved(usable.worth);
    const moves = usable.moves.map(({ notation }) => owner.name(notation)).join(" ");
    const kind = certainty(usable.worth);
    change(this.value, "class", `value ${exact ? "exact" : "estimated"}`);
    write(this.value, short(usable.worth, usable.chance));
    write(this.moves, moves);
    write(this.words, t("analysis-line", { value: words(usable.worth, usable.chance), kind }));
    const play = t("analysis-play-move", { move: owner.name(usable.moves[0].notation) });
    change(this.go, "aria-label", play);
    change(this.go, "title", play);
    return changed;
  }
}

/** @param {LineValue | null} line */
const nameOf = (line) => line?.moves.map(({ notation }) => notation).join(" ") ?? "";

/** @param {PositionReport} thought */
function effortOf({ depth, nodes, time, done, selectivity, solver }) {
  const seconds = (time / 1000).toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const compact = (/** @type {number} */ number) =>
    number.toLocaleString(language(), { notation: "compact", maximumFractionDigits: 1 });
  const effort = t(done ? "analysis-effort-done" : "analysis-effort", { depth, seconds, nodes: compact(nodes) });
  if (solver) return `${effort} · ${t("analysis-solver", { settled: solver.settled, moves: solver.moves })}`;
  return selectivity ? `${effort} · ${t("analysis-selectivity", { percent: selectivity })}` : effort;
}
