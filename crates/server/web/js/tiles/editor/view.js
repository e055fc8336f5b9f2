// @ts-check
// The screen on which a tile is drawn: canvas, colours, tools and form.
/** @import { Text } from "../../net/types.js" */
/** @import { Icon } from "../../app/icons.js" */
/** @import { EditSession } from "./session.js" */
/** @import { TileEditor } from "../../screens/quadrant.js" */

import { tileDrawing } from "../../board/tile.js";
import { fill, h } from "../../app/dom.js";
import { capital, count, say, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { Canvas } from "./canvas.js";
import * as editor from "./state.js";

export class EditorView {
  /** @param {TileEditor} owner @param {string} title */
  constructor(owner, title) {
    const { session } = owner;
    const { kind, game } = session;
    this.canvas = new Canvas(kind, {
      now: () => owner.session.drawing,
      become: (drawing) => owner.show(drawing),
      press: () => owner.show(editor.press(owner.session.drawing)),
      paint: (cell, letter) => owner.paint(cell, letter),
      release: () => owner.draw(editor.release(owner.session.drawing)),
    });
    this.swatches = kind.palette.map((style, index) => {
      const input = h("input", {
        type: "radio", name: "colour", value: style.letter,
        onchange: () => owner.show(editor.choose(owner.session.drawing, style.letter)),
      });
      const tally = h("span", { class: "swatch-count" });
      const element = h("label", { class: "swatch" }, input, tileDrawing(kind.palette, [[style.letter]]),
        h("span", { class: "swatch-name" }, capital(say(style.label))), tally,
        h("kbd", { "aria-hidden": "true" }, String(index + 1)));
      return { input, tally, element };
    });
    this.tools = tools(owner);
    this.field = h("input", { type: "text", id: "tile-name", maxlength: 32, autocomplete: "off", spellcheck: "false",
      required: true,
      value: session.name, oninput: () => owner.rename(this.field.value) });
    this.left = h("p", { class: "draw-left" });
    this.warnings = h("ul", { class: "draw-warnings" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.restored = h("div", { class: "draw-restored", role: "status", hidden: !session.restored },
      h("span", {}, t("draw-restored")),
      h("button", { onclick: () => owner.startAfresh() }, t("draw-afresh")));
    this.element = h("main", { id: "main", class: "page drawing" },
      h("div", { class: "draw-head" },
        h("a", {
          class: "button quiet", href: owner.home,
          "aria-label": game ? t("back-to-setup", { game: say(game.title) }) : t("quadrants"),
        }, icon("back")),
        h("h1", {}, title)),
      this.restored,
      this.canvas.element,
      h("fieldset", { class: "palette panel" },
        h("legend", { class: "visually-hidden" }, t("draw-colours")),
        ...this.swatches.map(({ element }) => element)),
      h("div", { class: "draw-tools", role: "group", "aria-label": t("draw-tools") }, ...Object.values(this.tools)),
      h("div", { class: "draw-side" },
        this.form(owner),
        h("p", { class: "faint small" }, t("draw-how"), h("span", { class: "by-keys" }, " ", t("draw-keys")))));
  }

  /** @param {TileEditor} owner */
  form(owner) {
    const form = h("form", { class: "draw-form panel", novalidate: true },
      h("div", { class: "draw-name" }, h("label", { for: "tile-name" }, t("draw-name")), this.field),
      h("div", { class: "draw-said" }, this.left, h("div", { role: "status" }, this.warnings)),
      this.problem,
      h("div", { class: "buttons draw-buttons" },
        h("button", { type: "submit", class: "primary" }, icon("check"), t("draw-save")),
        h("button", { onclick: () => void owner.playOn() }, icon("play"), t("draw-play"))));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void owner.saveAndLeave();
    });
    return form;
  }

  /** @param {EditSession} session */
  update({ kind, drawing, name, restored }) {
    this.canvas.draw(drawing);
    const numbers = editor.counts(drawing, kind.letters);
    this.swatches.forEach(({ input, tally }, index) => {
      input.checked = kind.letters[index] === drawing.colour;
      tally.textContent = `${numbers[index]} / ${kind.usual[index]}`;
      tally.classList.toggle("right", numbers[index] === kind.usual[index]);
    });
    const blanks = editor.blanks(drawing);
    this.tools.undo.disabled = drawing.past.length === 0;
    this.tools.redo.disabled = drawing.future.length === 0;
    this.tools.clear.disabled = blanks === drawing.cells.length;
    this.left.textContent = blanks > 0 ? count("draw-left", blanks) : "";
    if (blanks === 0) this.problem.textContent = "";
    if (this.field.value !== name) this.field.value = name;
    this.restored.hidden = !restored;
  }

  /** @param {Text[]} warnings */
  warn(warnings) {
    const words = warnings.map(say);
    if (words.join() === [...this.warnings.children].map((item) => item.textContent).join()) return;
    fill(this.warnings, ...words.map((text) => h("li", {}, text)));
  }

  /** @param {string} words */
  complain(words) {
    // The same words twice are heard twice.
    this.problem.textContent = "";
    this.problem.textContent = words;
  }
}

/** @param {TileEditor} owner */
function tools(owner) {
  const tool = (/** @type {Icon} */ sign, /** @type {string} */ label, /** @type {() => void} */ act, key = "") =>
    h("button", {
      onclick: act, title: key ? `${label} (${key})` : null, "aria-keyshortcuts": key || null,
    }, icon(sign), h("span", {}, label));
  const alter = (/** @type {(drawing: editor.Drawing) => editor.Drawing} */ how, /** @type {string} */ said) =>
    () => owner.alter(how(owner.session.drawing), said);
  const { letters, usual } = owner.session.kind;
  return {
    undo: tool("undo", t("draw-undo"), () => owner.undo(), "U"),
    redo: tool("redo", t("draw-redo"), () => owner.redo(), "Shift+U"),
    turn: tool("turn", t("draw-turn"), alter(editor.turn, t("draw-turn")), "T"),
    flip: tool("mirror", t("draw-flip"), alter(editor.flip, t("draw-flip")), "F"),
    random: tool("dice", t("draw-random"),
      alter((drawing) => editor.surprise(drawing, letters, usual, Math.random), t("draw-random"))),
    clear: tool("close", t("draw-clear"), alter(editor.clear, t("draw-clear"))),
  };
}
