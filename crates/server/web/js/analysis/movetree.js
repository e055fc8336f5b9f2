// @ts-check
// The moves as a tree: the game in pairs, its variations below the move that they replace.
/** @import { ReviewedMove } from "../net/types.js" */
/** @import { Tree } from "./tree.js" */

import { change, fill, h } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { moveNumber, numbered } from "../app/numbering.js";
import { gradeName, gradeIcon } from "./gradeicon.js";
import { entries, following, lineThrough, path, ROOT } from "./tree.js";

/**
 * @typedef {object} Owner
 * @property {(id: number) => void} go
 * @property {(notation: string) => string} name a move as it is read
 *
 * @typedef {object} Shown
 * @property {Tree} tree
 * @property {number} at
 * @property {(ReviewedMove | undefined)[]} review of the game itself
 * @property {boolean} hidden whether the verdicts are
 */

export class MoveTree {
  /** @param {Owner} owner */
  constructor(owner) {
    this.owner = owner;
    this.element = h("div", { class: "tree", role: "group", "aria-label": t("move-list") });
    /** @type {Map<number, HTMLElement>} */
    this.buttons = new Map();
    /** @type {HTMLElement | undefined} */
    this.current = undefined;
    /** @type {Tree | null} what is drawn */
    this.tree = null;
    this.grades = "";
  }

  /** @param {Shown} shown */
  show({ tree, at, review, hidden }) {
    const grades = hidden ? [] : review.map((move) => move?.grade ?? "");
    const inside = this.element.contains(document.activeElement);
    const drawn = grades.join();
    if (tree !== this.tree || drawn !== this.grades) {
      this.buttons.clear();
      this.current = undefined;
      fill(this.element, ...this.draw(tree, grades));
    }
    [this.tree, this.grades] = [tree, drawn];
    const now = this.buttons.get(at);
    if (now !== this.current) {
      if (this.current) {
        this.current.removeAttribute("aria-current");
        change(this.current, "tabindex", "-1");
      }
      this.current = now;
      now?.setAttribute("aria-current", "true");
      if (now) requestAnimationFrame(() => this.reveal(now));
    }
    // One tab stop for all moves: the arrows go on from there.
    const stop = now ?? this.buttons.values().next().value;
    if (stop) change(stop, "tabindex", "0");
    if (inside) now?.focus({ preventScroll: true });
  }

  /** @param {HTMLElement} button */
  reveal(button) {
    const { element } = this;
    if (element.scrollHeight <= element.clientHeight) return;
    const place = button.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop;
    element.scrollTop = place - element.clientHeight / 2;
  }

  /** @param {Tree} tree @param {string[]} grades */
  draw(tree, grades) {
    const main = following(tree);
    const start = tree.moves[ROOT].comment;
    /** @type {HTMLElement[]} */
    const parts = start ? [h("p", { class: "comment" }, start)] : [];
    if (main.length === 0) return [...parts, h("p", { class: "faint" }, t("no-moves"))];
    /** @type {HTMLElement | null} */
    let row = null;
    const moves = main.map((id) => tree.moves[id].notation);
    main.forEach((id, index) => {
      if (numbered(moves, index).opens || !row) {
        row = h("div", { class: "pair" },
          h("span", { class: "number faint", "aria-hidden": "true" }, moveNumber(moves, index)));
        parts.push(row);
      }
      row.append(this.button(tree, id, moveNumber(moves, index), grades[index] ?? ""));
      const { comment, parent } = tree.moves[id];
      const others = tree.moves[/** @type {number} */ (parent)].next.slice(1);
      if (comment) parts.push(h("p", { class: "comment" }, comment));
      if (others.length > 0) {
        parts.push(h("ul", { class: "variations" },
          ...others.map((other) => h("li", {}, ...this.variation(tree, other)))));
      }
      if (comment || others.length > 0) row = null;
    });
    return parts;
  }

  /**
   * A variation in one run of text, those within it in brackets.
   * @param {Tree} tree
   * @param {number} first
   * @returns {(Node | string)[]}
   */
  variation(tree, first) {
    const before = path(tree, first).length - 1;
    const line = lineThrough(tree, first).slice(before);
    const moves = entries(tree, line.at(-1) ?? first);
    const parts = [];
    for (const [offset, id] of line.entries()) {
      const number = moveNumber(moves, before + offset);
      if (numbered(moves, before + offset).opens || offset === 0) {
        parts.push(h("span", { class: "number faint", "aria-hidden": "true" }, number));
      }
      parts.push(this.button(tree, id, number, ""));
      const { comment, parent } = tree.moves[id];
      if (comment) parts.push(h("span", { class: "comment" }, comment));
      if (offset === 0) continue;
      for (const other of tree.moves[/** @type {number} */ (parent)].next.slice(1)) {
        parts.push(h("span", { class: "within" }, "(", ...this.variation(tree, other), ")"));
      }
    }
    return parts;
  }

  /** @param {Tree} tree @param {number} id @param {string} number @param {string} grade */
  button(tree, id, number, grade) {
    const { notation, mark } = tree.moves[id];
    const move = this.owner.name(notation);
    const sign = gradeIcon(grade);
    const words = [t("move-number", { number, move }), mark, gradeName(grade)].filter(Boolean);
    const button = h("button", {
      class: "move", tabindex: -1, "aria-label": words.join(", "), onclick: () => this.owner.go(id),
    },
    move, mark && h("b", { class: "mark" }, mark), sign);
    this.buttons.set(id, button);
    return button;
  }
}
