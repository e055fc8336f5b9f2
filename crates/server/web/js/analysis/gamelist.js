// @ts-check
// The games of a file to choose from: a few with their boards, many in a list to search.
/** @import { BySeat, Found, GameInfo, Recognised } from "../net/types.js" */
/** @import { App } from "../app/main.js" */

import { miniature } from "../board/miniature.js";
import { fill, h } from "../app/dom.js";
import { count, say, t } from "../app/i18n.js";

/** How many rows of a list are shown at once. */
const GAMES_SHOWN = 100;

/** @param {BySeat<string | null>} players */
export const names = ({ first, second }) => (first || second ? `${first ?? "?"} – ${second ?? "?"}` : "");

/** @param {string} result */
const isKnown = (result) => result !== "*";

/**
 * A text as it is searched: without capitals and accents.
 * @param {string} text
 */
const bare = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * The games that have every word of a question somewhere in what is told of them.
 * @param {Found[]} found
 * @param {string} question
 */
export function matching(found, question) {
  const words = bare(question).split(/\s+/).filter(Boolean);
  if (words.length === 0) return found;
  return found.filter(({ index, players: { first, second }, date, about, result }) => {
    const told = bare([index + 1, first, second, date, about, result].join(" "));
    return words.every((word) => told.includes(word));
  });
}

/**
 * What was found, for people to choose one.
 * @param {App} app
 * @param {Recognised} recognised
 * @param {(one: Found) => void} choose
 */
export function gameList(app, { found, left_out = 0, refused = 0, problems = [] }, choose) {
  const isShort = found.every(({ board }) => board !== null);
  const ask = found[0].kind === "record" ? t("analysis-which-game", { count: found.length }) : t("analysis-which");
  return [
    h("p", {}, ask),
    refused > 0 && h("details", { class: "refused" },
      h("summary", {}, count("analysis-refused", refused)),
      h("ul", {}, ...problems.map((problem) => h("li", {}, say(problem))))),
    isShort ? boards(app, found, choose) : rows(app, found, choose),
    left_out > 0 && h("p", { class: "faint" }, t("analysis-left-out", { count: found.length })),
  ];
}

/** @param {App} app @param {Found[]} found @param {(one: Found) => void} choose */
function boards(app, found, choose) {
  return h("ul", { class: "choices" }, ...found.map((one) => {
    const info = /** @type {GameInfo} */ (app.game(one.game));
    return h("li", {}, h("button", { class: "choice", onclick: () => choose(one) },
      h("span", { class: "choice-board" }, one.board && miniature(info, one.board)),
      h("strong", {}, names(one.players) || say(info.title)),
      h("span", { class: "faint" }, told(one).join(" · "))));
  }));
}

/** @param {App} app @param {Found[]} found @param {(one: Found) => void} choose */
function rows(app, found, choose) {
  const mixed = new Set(found.map(({ game }) => game)).size > 1;
  const list = h("ul", { class: "game-rows" });
  const more = h("p", { class: "faint", role: "status" });
  const search = h("input", {
    type: "search", id: "game-search", autocomplete: "off", spellcheck: "false", oninput: show,
  });
  show();
  return h("div", { class: "game-list" }, h("label", { for: "game-search" }, t("analysis-search")), search, list, more);

  function show() {
    const fitting = matching(found, search.value);
    fill(list, ...fitting.slice(0, GAMES_SHOWN).map((one) => h("li", {}, row(one))));
    more.textContent = fitting.length === 0 ? t("analysis-search-none")
      : fitting.length > GAMES_SHOWN ? t("analysis-search-more", { shown: GAMES_SHOWN, count: fitting.length }) : "";
  }

  /** @param {Found} one */
  function row(one) {
    const title = mixed || !names(one.players) ? say(/** @type {GameInfo} */ (app.game(one.game)).title) : "";
    return h("button", { class: "quiet game-row", onclick: () => choose(one) },
      h("span", { class: "faint" }, `${one.index + 1}`),
      h("strong", {}, [names(one.players), title].filter(Boolean).join(" · ")),
      h("span", { class: "faint" }, told(one).join(" · ")));
  }
}

/** @param {Found} one */
function told({ about, date, result, entries }) {
  return [about, date, isKnown(result) && result, entries > 0 && count("moves", entries)].filter(Boolean);
}
