// @ts-check
// Annotations of a move: a comment and a mark, edited where they are read.
/** @import { Tree } from "./tree.js" */

import { change, h, write } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { branch, ROOT } from "./tree.js";

/** The marks that a move can have. */
const MARKS = /** @type {const} */ ([
  ["!", "analysis-mark-good"], ["!!", "analysis-mark-brilliant"], ["!?", "analysis-mark-interesting"],
  ["?!", "analysis-mark-doubtful"], ["?", "analysis-mark-bad"], ["??", "analysis-mark-terrible"],
]);
const COMMENT_MAX_LENGTH = 1000;

/**
 * @typedef {object} Owner
 * @property {(comment: string) => void} comment
 * @property {(mark: string) => void} mark
 * @property {() => void} promote
 * @property {() => void} remove
 */

export class AnnotationEditor {
  /** @param {Owner} owner */
  constructor(owner) {
    this.label = h("label", { for: "comment" });
    this.field = h("textarea", {
      id: "comment", rows: 1, maxlength: COMMENT_MAX_LENGTH, placeholder: t("analysis-comment-empty"),
      oninput: () => owner.comment(this.field.value),
    });
    this.marks = MARKS.map(([mark, name]) => {
      const button = h("button", {
        class: "mark-button", "aria-pressed": "false", "aria-label": t(name), title: t(name),
        onclick: () => owner.mark(button.getAttribute("aria-pressed") === "true" ? "" : mark),
      }, mark);
      return button;
    });
    this.promote = h("button", { class: "small-button", onclick: owner.promote }, icon("up"), t("analysis-promote"));
    this.remove = h("button", { class: "small-button", onclick: owner.remove }, icon("close"), t("analysis-remove"));
    this.saved = h("span", { class: "saved faint", role: "status" });
    this.element = h("div", { class: "remarks" },
      this.label, this.field,
      h("div", { class: "mark-row" },
        h("div", { class: "marks", role: "group", "aria-label": t("analysis-marks") }, ...this.marks),
        this.promote, this.remove, this.saved));
  }

  /**
   * @param {Tree} tree
   * @param {number} at
   * @param {string} what the move, as it is read
   */
  show(tree, at, what) {
    const { comment, mark } = tree.moves[at];
    write(this.label, at === ROOT ? t("analysis-comment-start") : t("analysis-comment", { move: what }));
    if (this.field.value !== comment) this.field.value = comment;
    this.marks.forEach((button, index) => {
      change(button, "aria-pressed", String(mark === MARKS[index][0]));
      button.disabled = at === ROOT;
    });
    this.promote.hidden = branch(tree, at) === null;
    this.remove.disabled = at === ROOT;
  }
}
