// @ts-check
// The list of games: filtered, searched, in pages; some can be chosen to be exported or deleted.
/** @import { GameInfo, MatchSummary } from "../net/types.js" */
/** @import { App } from "../app/main.js" */
/** @import { Filter } from "./api.js" */

import { recordPath } from "../net/api.js";
import { confirm } from "../app/dialog.js";
import { fill, h, set, write } from "../app/dom.js";
import { failureWords } from "../app/failure.js";
import { count, say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { complain, toast } from "../app/notice.js";
import { forgetSeat } from "../match/online/seats.js";
import { EVERYTHING, allRecordsPath, deleteGames, games, recordsPath } from "./api.js";
import { accuracyWords, dateWords, opponentWords, resultKind, resultWords, timeWords } from "./words.js";

/** How many games a page of the list has. */
const PAGE_GAMES = 50;
/** How many games one request deletes or writes: see `POST /api/matches/delete`. */
const REQUEST_GAMES = 100;

export class GameList {
  /** @param {App} app @param {Filter} filter */
  constructor(app, filter) {
    this.app = app;
    this.filter = filter;
    /** @type {Map<string, { match: MatchSummary, item: HTMLElement, box: HTMLInputElement }>} */
    this.shown = new Map();
    /** Counts the questions, so that a late answer to an earlier one is not shown. */
    this.asked = 0;
    this.list = h("ul", { class: "games" });
    this.status = h("p", { class: "small faint", role: "status" });
    this.message = h("div", { class: "games-message", hidden: true });
    this.more = h("button", { hidden: true, onclick: () => void this.load(false) }, t("more"));
    this.all = h("input", { type: "checkbox", onchange: () => this.chooseAll(this.all.checked) });
    this.chosen = h("span", { class: "small" });
    this.exporting = h("a", { class: "button", download: "damier-games.txt" }, icon("download"), h("span", {}));
    this.deleting = h("button", { onclick: () => void this.remove(this.choice()) }, icon("bin"), t("games-delete"));
    this.tools = h("div", { class: "games-tools", hidden: true },
      h("label", { class: "games-all" }, this.all, h("span", {}, t("games-choose-all"))),
      this.chosen, this.exporting, this.deleting);
    /** Called when there are other games than before. */
    this.onupdate = () => {};
    this.element = h("section", { class: "games-section", "aria-label": t("games-title") },
      this.status, this.tools, this.list, this.message, h("div", { class: "buttons" }, this.more));
  }

  isFiltered() {
    return Object.values(this.filter).some((value) => value !== "");
  }

  /** Whether the visitor has no games at all. */
  isEmpty() {
    return this.shown.size === 0 && !this.isFiltered();
  }

  /** @param {Filter} filter */
  show(filter) {
    this.filter = filter;
    return this.load(true);
  }

  /**
   * Shows the next page, or the first one.
   * @param {boolean} fresh
   */
  async load(fresh) {
    const question = ++this.asked;
    const last = fresh ? undefined : [...this.shown.values()].at(-1)?.match;
    this.more.disabled = true;
    write(this.status, t("games-loading"));
    /** @type {MatchSummary[]} */
    let found;
    try {
      found = await games(this.filter, PAGE_GAMES, last);
    } catch (error) {
      if (question !== this.asked) return;
      this.more.disabled = false;
      write(this.status, "");
      this.say(h("p", { class: "problem" }, failureWords(error)),
        h("button", { class: "primary", onclick: () => void this.load(fresh) }, t("try-again")));
      return;
    }
    if (question !== this.asked) return;
    if (fresh) {
      this.shown.clear();
      fill(this.list);
    }
    const first = found.find(({ id }) => !this.shown.has(id))?.id;
    for (const match of found) this.add(match);
    this.more.disabled = false;
    this.more.hidden = found.length < PAGE_GAMES;
    this.update();
    // Whoever asked for more goes on there.
    if (!fresh && first) this.shown.get(first)?.item.querySelector("a")?.focus();
  }

  /** @param {...Node} content */
  say(...content) {
    this.message.hidden = content.length === 0;
    fill(this.message, ...content);
  }

  /** @param {MatchSummary} match */
  add(match) {
    if (this.shown.has(match.id)) return;
    const info = this.app.game(match.game);
    const box = h("input", {
      type: "checkbox", "aria-label": t("games-choose", { game: this.name(match) }), onchange: () => this.update(),
    });
    const item = h("li", { "data-result": resultKind(match) },
      h("label", { class: "games-box" }, box),
      ...this.words(match, info), this.actions(match, info));
    this.shown.set(match.id, { match, item, box });
    this.list.append(item);
  }

  /** @param {MatchSummary} match */
  name(match) {
    const info = this.app.game(match.game);
    return info
      ? `${say(info.title)}, ${opponentWords(info, match)}, ${dateWords(match.created || match.at)}`
      : match.id;
  }

  /** @param {MatchSummary} match @param {GameInfo | undefined} info */
  words(match, info) {
    const at = match.created || match.at;
    const title = info
      ? h("a", { class: "games-title", href: `/m/${match.id}` }, say(info.title))
      : h("strong", { class: "games-title" }, match.game || match.id);
    return [
      h("span", { class: "games-result" }, resultWords(info, match)),
      h("div", { class: "games-words" },
        title,
        info && h("span", {}, opponentWords(info, match)),
        h("span", { class: "faint small" },
          h("time", { datetime: new Date(at).toISOString(), title: timeWords(at) }, dateWords(at)),
          match.damaged
            ? ""
            : ["", count("moves", match.entries), accuracyWords(match)].filter((one) => one !== null).join(" · "))),
    ];
  }

  /** @param {MatchSummary} match @param {GameInfo | undefined} info */
  actions(match, info) {
    const name = this.name(match);
    const begun = info !== undefined && match.entries > 0;
    return h("div", { class: "games-actions" },
      info && !match.over && h("a", {
        class: "button", href: `/m/${match.id}`, "aria-label": `${t("games-continue")}: ${name}`,
      }, icon("play"), t("games-continue")),
      begun && match.over && h("a", {
        class: "button", href: `/m/${match.id}/analyse`, "aria-label": `${t("analyse")}: ${name}`,
      }, icon("look"), t("analyse")),
      begun && h("a", {
        class: "button quiet", href: recordPath(match.id), download: `${match.game}-${match.id}.txt`,
        title: t("games-export"), "aria-label": `${t("games-export")}: ${name}`,
      }, icon("download")),
      h("button", {
        class: "quiet", title: t("games-delete"), "aria-label": `${t("games-delete")}: ${name}`,
        onclick: () => void this.remove([match.id]),
      }, icon("bin")));
  }

  choice() {
    return [...this.shown.values()].filter(({ box }) => box.checked).map(({ match }) => match.id);
  }

  /** @param {boolean} checked */
  chooseAll(checked) {
    for (const { box } of this.shown.values()) box.checked = checked;
    this.update();
  }

  /** Shows what depends on which games there are and which are chosen. */
  update() {
    const [all, chosen] = [this.shown.size, this.choice()];
    this.tools.hidden = all === 0;
    this.all.checked = all > 0 && chosen.length === all;
    this.all.indeterminate = chosen.length > 0 && chosen.length < all;
    write(this.chosen, chosen.length > 0 ? count("games-chosen", chosen.length) : "");
    this.deleting.disabled = chosen.length === 0;
    const some = chosen.length > 0 && chosen.length <= REQUEST_GAMES;
    set(this.exporting, { href: some ? recordsPath(chosen) : allRecordsPath(this.filter) });
    write(/** @type {HTMLElement} */ (this.exporting.lastElementChild),
      t(some ? "games-export-chosen" : "games-export-all"));
    write(this.status,
      all === 0 ? "" : this.more.hidden ? count("games-shown", all) : count("games-shown-of-more", all));
    this.onupdate();
    if (all > 0) this.say();
    else if (this.isFiltered()) {
      this.say(h("p", {}, t("games-none-found")),
        h("button", { onclick: () => this.onreset() }, t("games-reset")));
    } else {
      this.say(h("h2", {}, t("games-none")), h("p", {}, t("games-none-more")),
        h("div", { class: "buttons" },
          h("a", { class: "button primary", href: "/" }, icon("play"), t("games-first")),
          h("a", { class: "button", href: "/learn" }, icon("learn"), t("learn"))));
    }
  }

  /** Called when the filter is to be given up. */
  onreset() {
    void this.show(EVERYTHING);
  }

  /** @param {string[]} ids */
  async remove(ids) {
    const shared = ids.some((id) => this.shown.get(id)?.match.kind === "online");
    const question = [count("games-delete-question", ids.length), shared && t("games-delete-shared")].filter(Boolean)
      .join(" ");
    if (ids.length === 0 || !(await confirm(t("games-delete"), question, t("games-delete")))) return;
    let deleted = 0;
    /** @type {string[]} */
    const running = [];
    try {
      for (let at = 0; at < ids.length; at += REQUEST_GAMES) {
        const answer = await deleteGames(ids.slice(at, at + REQUEST_GAMES));
        deleted += answer.deleted;
        running.push(...answer.running);
      }
    } catch (error) {
      complain(error);
    }
    for (const id of ids.filter((id) => !running.includes(id))) forgetSeat(id);
    if (running.length > 0) toast(count("games-still-running", running.length), "problem");
    else if (deleted > 0) toast(count("games-deleted", deleted));
    await this.load(true);
  }
}
