// @ts-check
// All puzzles: the one of the day, what to train, and how far one has come.
/** @import { DailyPuzzle, GameInfo, GamePuzzles, Puzzles } from "../../net/types.js" */
/** @import { App } from "../../app/main.js" */

import { miniature } from "../../board/miniature.js";
import { fill, h } from "../../app/dom.js";
import { count, say, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { complain } from "../../app/notice.js";
import { next, puzzle } from "./api.js";
import { dateWords, gradeWords, stateWords } from "./words.js";

/** @param {App} app @param {Puzzles} puzzles */
export const overviewParts = (app, puzzles) => [
  puzzles.daily && dailyPanel(app, puzzles.daily, puzzles.streak),
  trainPanel(app, puzzles),
  h("ul", { class: "puzzle-games" }, ...puzzles.games.map((game) => gamePanel(app, game))),
];

/** @param {App} app @param {DailyPuzzle} daily @param {number} streak */
function dailyPanel(app, { id, game, date, state }, streak) {
  const info = app.game(game);
  const picture = h("a", { class: "path-board", href: `/puzzles/${id}`, tabindex: -1, "aria-hidden": "true" });
  // Without its picture there is still the link.
  if (info) puzzle(id).then(({ view }) => fill(picture, miniature(info, view.board)), () => {});
  const done = state === "won" || state === "solved";
  return h("section", { class: "panel path puzzle-daily", "aria-labelledby": "puzzle-daily" },
    picture,
    h("div", { class: "path-words" },
      h("h2", { id: "puzzle-daily" }, t("puzzles-daily")),
      h("p", {}, `${dateWords(date)} · ${info ? say(info.title) : game}`),
      h("p", { class: "faint" }, t("puzzles-daily-more")),
      h("p", {}, h("strong", {}, stateWords(state)), streak > 0 && ` · ${count("puzzles-streak", streak)}`),
      h("div", { class: "buttons" },
        h("a", { class: done ? "button" : "button primary", href: `/puzzles/${id}` },
          icon(done ? "check" : "play"), t(done ? "puzzles-look-again" : "puzzles-solve")))));
}

/** @param {App} app @param {Puzzles} puzzles */
function trainPanel(app, { games }) {
  const option = (/** @type {string} */ value, /** @type {string} */ words) => h("option", { value }, words);
  const game = h("select", { id: "puzzle-game", onchange: () => redraw() }, option("", t("puzzles-any-game")),
    ...games.flatMap(({ game }) => {
      const info = app.game(game);
      return info ? [option(game, say(info.title))] : [];
    }));
  const theme = h("select", { id: "puzzle-theme" });
  const grade = h("select", { id: "puzzle-grade" });
  const field = (/** @type {HTMLSelectElement} */ select, /** @type {string} */ label) =>
    h("div", { class: "field" }, h("label", { for: select.id }, label), select);
  redraw();
  return h("section", { class: "panel puzzle-train", "aria-labelledby": "puzzle-train" },
    h("h2", { id: "puzzle-train" }, t("puzzles-train")),
    h("form", { class: "puzzle-fields", onsubmit: start },
      field(game, t("puzzles-game")), field(theme, t("puzzles-theme")), field(grade, t("puzzles-grade")),
      h("button", { type: "submit", class: "primary" }, icon("play"), t("puzzles-start"))));

  function redraw() {
    const of = games.filter((one) => game.value === "" || one.game === game.value);
    const themes = new Map(of.flatMap((one) => one.themes.map(({ id, title }) => [id, say(title)])));
    const info = app.game(game.value || (games[0]?.game ?? ""));
    const grades = [...new Set(of.flatMap((one) => one.grades.map((each) => each.grade)))].sort();
    renewOptions(theme, t("puzzles-any-theme"), [...themes]);
    renewOptions(grade, t("puzzles-near"), info ? grades.map((each) => [String(each), gradeWords(info, each)]) : []);
  }

  /** @param {HTMLSelectElement} select @param {string} any @param {string[][]} options */
  function renewOptions(select, any, options) {
    const chosen = select.value;
    fill(select, option("", any), ...options.map(([value, words]) => option(value, words)));
    select.value = options.some(([value]) => value === chosen) ? chosen : "";
  }

  /** @param {Event} event */
  async function start(event) {
    event.preventDefault();
    const wanted = new URLSearchParams();
    for (const [name, { value }] of Object.entries({ game, theme, grade })) if (value !== "") wanted.set(name, value);
    try {
      const { id } = await next(wanted);
      app.go(`/puzzles/${id}${wanted.size > 0 ? `?${wanted}` : ""}`);
    } catch (error) {
      complain(error);
    }
  }
}

/** @param {App} app @param {GamePuzzles} puzzles */
function gamePanel(app, { game, total, themes, rating }) {
  const info = app.game(game);
  if (!info) return null;
  const id = `puzzles-${game}`;
  return h("li", { class: "panel", "aria-labelledby": id },
    h("h2", { id }, say(info.title)),
    progressWords(total.solved, total.puzzles),
    rating && h("p", {}, t("puzzles-rating-now", { rating: rating.rating, error: rating.error })),
    themeLinks(info, themes));
}

/** @param {number} solved @param {number} all */
export const progressWords = (solved, all) => h("p", { class: "puzzle-progress" },
  h("progress", { max: all, value: solved, "aria-hidden": "true" }),
  h("span", {}, t("puzzles-progress", { solved, all })));

/**
 * Links to the puzzles of each theme of a game.
 * @param {GameInfo} info
 * @param {GamePuzzles["themes"]} themes
 */
export const themeLinks = (info, themes) =>
  h("ul", { class: "puzzle-themes", "aria-label": t("puzzles-by-theme", { game: say(info.title) }) },
    ...themes.map(({ id, title, count: { puzzles, solved } }) => h("li", {},
      h("a", { class: "button small", href: `/puzzles/next?game=${info.id}&theme=${id}` }, say(title),
        h("span", { class: "faint", "aria-hidden": "true" }, `${solved}/${puzzles}`),
        h("span", { class: "visually-hidden" }, `: ${t("puzzles-progress", { solved, all: puzzles })}`)))));
