// @ts-check
// The box that takes whatever people paste, and the files that they bring.
/** @import { Found, Problem, Recognised } from "../net/types.js" */
/** @import { App } from "../app/main.js" */

import * as api from "../net/api.js";
import { fill, h } from "../app/dom.js";
import { failureWords } from "../app/failure.js";
import { accepted, areTooLong, kinds, openGame, readFiles } from "../app/gamefiles.js";
import { t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { announce } from "../app/notice.js";
import * as kept from "./api.js";
import { marked } from "./caret.js";
import { gameList } from "./gamelist.js";

/** Files up to so many bytes that cannot be read are shown, if they are text. */
const PREVIEW_MAX_BYTES = 64 << 10;

export class Paste {
  /** @param {App} app @param {string} text @param {File[]} files */
  constructor(app, text, files) {
    this.app = app;
    this.field = h("textarea", {
      id: "paste", rows: 4, spellcheck: "false", autocapitalize: "none", autocomplete: "off",
      "aria-describedby": "paste-help",
    });
    this.field.value = text;
    this.file = h("input", {
      type: "file", multiple: true, accept: accepted(app.catalogue), class: "visually-hidden", tabindex: -1,
      "aria-hidden": "true", onchange: async () => {
        await this.take([...(this.file.files ?? [])]);
        this.file.value = "";
      },
    });
    this.answer = h("div", { class: "paste-answer", role: "status" });
    const others = kinds(app.catalogue);
    this.element = h("form", {
      class: "panel paste", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void this.read();
      },
    },
    h("label", { for: "paste" }, t("analysis-paste")),
    h("p", { class: "faint", id: "paste-help" },
      t("analysis-paste-more"), others && ` ${t("analysis-paste-files", { kinds: others })}`),
    this.field, this.answer,
    h("div", { class: "buttons" },
      h("button", { type: "submit", class: "primary" }, icon("look"), t("analysis-read")),
      h("button", { onclick: () => this.file.click() }, icon("open"), t("open-record")), this.file));
    if (files.length > 0) void this.take(files);
    else if (text) void this.read();
  }

  /** What an element does to let files be dropped on it. */
  get dropping() {
    return {
      ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
      ondrop: (/** @type {DragEvent} */ event) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        void this.take(files);
      },
    };
  }

  /** @param {File[]} files */
  async take(files) {
    if (files.length === 0) return;
    this.clear();
    if (areTooLong(files)) return this.complain(t("file-long"));
    try {
      const recognised = await readFiles(files);
      await this.offer(recognised, async (one) => one.path ?? `/analyse/${(await openGame(files, one.index)).id}`);
    } catch (error) {
      const text = files.length === 1 && files[0].size <= PREVIEW_MAX_BYTES ? await files[0].text() : "\0";
      if (/[\0\ufffd]/.test(text)) return this.complain(failureWords(error));
      this.field.value = text;
      this.refuse(text, error);
      await this.read();
    }
  }

  async read() {
    const text = this.field.value;
    this.clear();
    try {
      const recognised = await kept.read(text, null);
      await this.offer(recognised, async (one) => one.path ?? `/analyse/${(await kept.open(text, one.index)).id}`);
    } catch (error) {
      this.refuse(text, error);
    }
  }

  clear() {
    this.field.removeAttribute("aria-invalid");
    fill(this.answer);
  }

  /**
   * Opens what was found; of several, lets people choose.
   * @param {Recognised} recognised
   * @param {(one: Found) => Promise<string>} open answers with the page to show
   */
  async offer(recognised, open) {
    const { found, refused = 0 } = recognised;
    if (found.length === 1 && refused === 0) return this.app.go(await open(found[0]));
    const choose = async (/** @type {Found} */ one) => {
      try {
        this.app.go(await open(one));
      } catch (error) {
        this.complain(failureWords(error));
      }
    };
    fill(this.answer, ...gameList(this.app, recognised, (one) => void choose(one)));
    announce(this.answer.querySelector("p")?.textContent ?? "");
    /** @type {HTMLElement | null} */ (this.answer.querySelector("input, button"))?.focus();
  }

  /** @param {string} why */
  complain(why) {
    fill(this.answer, h("p", { class: "problem" }, why));
  }

  /**
   * Says what is wrong, and marks where.
   * @param {string} text
   * @param {unknown} error
   */
  refuse(text, error) {
    const problem = error instanceof api.Failure ? error.problem : null;
    fill(this.answer, h("p", { class: "problem" }, failureWords(error)),
      problem?.at && problem.field === "text" ? this.place(text, problem) : null);
    this.field.setAttribute("aria-invalid", "true");
    this.field.focus();
  }

  /** @param {string} text @param {Problem} problem */
  place(text, problem) {
    const { before, wrong, after, start, end } = marked(text, /** @type {[number, number]} */ (problem.at));
    this.field.setSelectionRange(start, end);
    return h("pre", { class: "wrong-place" }, before, h("mark", {}, wrong || "\u00a0"), after);
  }
}
