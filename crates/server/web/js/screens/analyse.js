// @ts-check
// Where analysis begins: a box that takes whatever people paste, their games, and what they have kept.
/** @import { AnalysisSummary, BySeat, Found, GameInfo, MatchSummary, Problem } from "../types.js" */
/** @import { App, Screen } from "../main.js" */

import * as kept from "../analysis/api.js";
import { marked } from "../analysis/caret.js";
import { settled } from "../analysis/keeper.js";
import * as api from "../api.js";
import { miniature } from "../board/miniature.js";
import { fill, h } from "../dom.js";
import { ago, count, say, t } from "../i18n.js";
import { icon } from "../icons.js";
import { pairing } from "../names.js";
import { announce } from "../notice.js";

/**
 * @param {App} app
 * @param {string[]} _params
 * @param {URLSearchParams} query
 * @returns {Promise<Screen>}
 */
export async function show(app, _params, query) {
  await settled();
  const [matches, analyses] = await Promise.all([api.matches().catch(() => []), kept.analyses().catch(() => [])]);
  const over = matches.filter((match) => match.over && match.entries > 0 && app.game(match.game));
  const own = analyses.filter(({ game, match }) => app.game(game) && !match);
  const paste = new Paste(app, query.get("text") ?? "");
  return {
    title: t("analysis-title"), name: "analyse-page",
    element: h("main", { id: "main", class: "page analyse" },
      h("h1", {}, t("analysis-title")),
      paste.element,
      h("section", { class: "start-from" },
        h("h2", {}, t("analysis-from-start")),
        h("div", { class: "chips" }, ...app.catalogue.games.map((info) => h("a", { class: "button", href: `/analyse/${info.id}` }, say(info.title))))),
      over.length > 0 && h("section", {},
        h("h2", {}, t("analysis-your-games")),
        h("ul", { class: "resume-list" }, ...over.slice(0, 12).map((match) => matchItem(app, match)))),
      own.length > 0 && h("section", {},
        h("h2", {}, t("analysis-your-analyses")),
        h("ul", { class: "resume-list" }, ...own.map((one) => analysisItem(app, one))))),
  };
}

/**
 * @param {App} app
 * @param {MatchSummary} match
 */
function matchItem(app, match) {
  const info = /** @type {GameInfo} */ (app.game(match.game));
  return h("li", {}, h("a", { href: `/m/${match.id}/analyse` },
    h("strong", {}, say(info.title)),
    h("span", {}, pairing(info, match)),
    h("span", { class: "faint" }, `${count("moves", match.entries)} · ${ago(match.at)}`)));
}

/**
 * @param {App} app
 * @param {AnalysisSummary} one
 */
function analysisItem(app, { id, game, players, entries, variations, at }) {
  const info = /** @type {GameInfo} */ (app.game(game));
  const item = h("li", { class: "kept" },
    h("a", { href: `/analyse/${id}` },
      h("strong", {}, say(info.title)),
      names(players) && h("span", {}, names(players)),
      h("span", { class: "faint" }, [count("moves", entries), variations > 0 && count("analysis-variations", variations), ago(at)].filter(Boolean).join(" · "))),
    h("button", {
      type: "button", class: "quiet", "aria-label": t("analysis-forget"), title: t("analysis-forget"),
      onclick: async () => {
        const { confirm } = await import("../dialog.js");
        if (!(await confirm(t("analysis-forget"), t("analysis-forget-question"), t("analysis-forget")))) return;
        await kept.forget(id);
        item.remove();
      },
    }, icon("close")));
  return item;
}

/** @param {BySeat<string | null>} players */
const names = ({ first, second }) => (first || second ? `${first ?? "?"} – ${second ?? "?"}` : "");

/** The box that takes whatever is pasted. */
class Paste {
  /**
   * @param {App} app
   * @param {string} text
   */
  constructor(app, text) {
    this.app = app;
    this.field = h("textarea", { id: "paste", rows: 4, spellcheck: "false", autocapitalize: "none", autocomplete: "off", "aria-describedby": "paste-help" });
    this.field.value = text;
    this.file = h("input", { type: "file", accept: ".txt,.damier,text/plain", class: "visually-hidden", tabindex: -1, "aria-hidden": "true", onchange: () => void this.take(this.file.files?.[0]) });
    this.answer = h("div", { class: "paste-answer", role: "status" });
    this.element = h("form", {
      class: "panel paste", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void this.read();
      },
      ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
      ondrop: (/** @type {DragEvent} */ event) => {
        const [file] = event.dataTransfer?.files ?? [];
        if (!file) return;
        event.preventDefault();
        void this.take(file);
      },
    },
    h("label", { for: "paste" }, t("analysis-paste")),
    h("p", { class: "faint", id: "paste-help" }, t("analysis-paste-more")),
    this.field, this.answer,
    h("div", { class: "buttons" },
      h("button", { type: "submit", class: "primary" }, icon("look"), t("analysis-read")),
      h("button", { type: "button", onclick: () => this.file.click() }, icon("open"), t("open-record")), this.file));
    if (text) void this.read();
  }

  /** @param {File | undefined} file */
  async take(file) {
    if (!file) return;
    this.field.value = await file.text();
    await this.read();
  }

  async read() {
    const text = this.field.value;
    this.field.removeAttribute("aria-invalid");
    fill(this.answer);
    try {
      const { found } = await kept.read(text, null);
      if (found.length === 1) return void (await this.open(text, found[0]));
      fill(this.answer, h("p", {}, t(found[0].kind === "record" ? "analysis-which-game" : "analysis-which")),
        h("ul", { class: "choices" }, ...found.map((one) => h("li", {}, this.choice(text, one)))));
      announce(t("analysis-which"));
      this.answer.querySelector("button")?.focus();
    } catch (error) {
      this.refuse(text, error);
    }
  }

  /**
   * @param {string} text
   * @param {Found} one
   */
  choice(text, one) {
    const info = /** @type {GameInfo} */ (this.app.game(one.game));
    return h("button", { type: "button", class: "choice", onclick: () => void this.open(text, one) },
      h("span", { class: "choice-board" }, miniature(info, one.board)),
      h("strong", {}, say(info.title)),
      h("span", { class: "faint" }, [names(one.players), one.entries > 0 && count("moves", one.entries)].filter(Boolean).join(" · ")));
  }

  /**
   * @param {string} text
   * @param {Found} one
   */
  async open(text, one) {
    try {
      const path = one.path ?? `/analyse/${(await kept.open(text, one.index)).id}`;
      this.app.go(path);
    } catch (error) {
      this.refuse(text, error);
    }
  }

  /**
   * Says what is wrong, and marks where.
   * @param {string} text
   * @param {unknown} error
   */
  refuse(text, error) {
    const why = say(api.reason(error, { en: t("unreachable"), fr: t("unreachable") }));
    const problem = error instanceof api.Failure ? error.problem : null;
    fill(this.answer, h("p", { class: "problem" }, why), problem?.at && problem.field === "text" ? this.place(text, problem) : null);
    this.field.setAttribute("aria-invalid", "true");
    this.field.focus();
  }

  /**
   * @param {string} text
   * @param {Problem} problem
   */
  place(text, problem) {
    const { before, wrong, after, start, end } = marked(text, /** @type {[number, number]} */ (problem.at));
    this.field.setSelectionRange(start, end);
    return h("pre", { class: "wrong-place" }, before, h("mark", {}, wrong || "\u00a0"), after);
  }
}
