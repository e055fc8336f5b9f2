// @ts-check
// The moves of a match in pairs, and the buttons that go through them.
/** @import { Icon } from "../app/icons.js" */

import { fill, h } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { moveNumber, numbered } from "../app/numbering.js";

export class MoveList {
  /**
   * @param {(entries: number) => void} look shows the position after so many entries
   * @param {(notation: string) => string} name a move as it is read
   */
  constructor(look, name) {
    this.look = look;
    this.name = name;
    /** @type {string[]} */
    this.moves = [];
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.at = -1;
    this.element = h("ol", { class: "moves empty", "aria-label": t("move-list") },
      h("li", { class: "faint" }, t("no-moves")));
    const step = (/** @type {Icon} */ sign, /** @type {string} */ label, /** @type {() => number} */ to) =>
      h("button", { class: "quiet", "aria-label": label, title: label, onclick: () => look(to()) }, icon(sign));
    this.back = [step("first", t("go-start"), () => 0), step("prev", t("go-back"), () => this.at - 1)];
    this.on = [step("next", t("go-on"), () => this.at + 1), step("last", t("go-end"), () => this.moves.length)];
    this.browse = h("div", { class: "browse", role: "group", "aria-label": t("browse") }, ...this.back, ...this.on);
  }

  /**
   * Shows these moves, the one before the position that is looked at marked.
   * @param {string[]} moves
   * @param {number} at
   */
  show(moves, at) {
    const before = this.buttons[this.at - 1];
    const stop = this.stop();
    const inside = this.element.contains(document.activeElement) && document.activeElement !== this.element;
    let same = 0;
    while (same < moves.length && this.moves[same] === moves[same]) same++;
    this.cut(same);
    for (const move of moves.slice(same)) this.add(move);
    if (same === moves.length && at === this.at && this.moves.length === moves.length) return;
    this.at = at;
    const now = this.buttons[at - 1];
    // One tab stop for all moves: the arrows go on from there.
    if (stop !== this.stop()) stop?.setAttribute("tabindex", "-1");
    this.stop()?.setAttribute("tabindex", "0");
    if (before !== now) before?.removeAttribute("aria-current");
    now?.setAttribute("aria-current", "true");
    for (const button of this.back) button.disabled = at === 0;
    for (const button of this.on) button.disabled = at === moves.length;
    if (inside) now?.focus({ preventScroll: true });
    // Once everything else is in its place: asking where something is has to wait for that.
    if (now) requestAnimationFrame(() => this.reveal(now));
  }

  /** The move with the tab stop. */
  stop() {
    return this.buttons[Math.max(0, this.at - 1)];
  }

  /** @param {HTMLElement} button */
  reveal(button) {
    const { element } = this;
    if (element.scrollHeight > element.clientHeight) element.scrollTop = button.offsetTop - element.clientHeight / 2;
  }

  /** @param {number} entries */
  cut(entries) {
    if (this.moves.length === entries) return;
    for (const button of this.buttons.splice(entries)) {
      const row = button.parentElement;
      button.remove();
      if (row?.childElementCount === 0) row.remove();
    }
    this.moves.length = entries;
    if (entries > 0) return;
    this.element.classList.add("empty");
    fill(this.element, h("li", { class: "faint" }, t("no-moves")));
  }

  /** @param {string} move */
  add(move) {
    if (this.moves.length === 0) {
      this.element.classList.remove("empty");
      fill(this.element);
    }
    const number = this.moves.push(move);
    const name = this.name(move);
    const button = h("button", {
      tabindex: -1,
      "aria-label": t("move-number", { number: moveNumber(this.moves, number - 1), move: name }),
      onclick: () => this.look(number),
    }, name);
    this.buttons.push(button);
    if (numbered(this.moves, number - 1).opens) this.element.append(h("li", {}, button));
    else this.element.lastElementChild?.append(button);
  }
}
