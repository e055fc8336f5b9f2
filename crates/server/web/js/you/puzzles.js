// @ts-check
// What the visitor has reached at puzzles, by game.
/** @import { App } from "../app/main.js" */
/** @import { GamePuzzles, Puzzles } from "../net/types.js" */

import { fill, h } from "../app/dom.js";
import { count, say, t } from "../app/i18n.js";
import { tableHead } from "../app/table.js";
import { icon } from "../app/icons.js";
import { overview } from "../learn/puzzles/api.js";

/**
 * The panel, which is filled when the figures have come; without a puzzle that was tried it stays away.
 * @param {App} app
 */
export function puzzlePanel(app) {
  const panel = h("section", { class: "panel you-puzzles", "aria-labelledby": "you-puzzles", hidden: true });
  void Promise.all([overview(), app.bring("puzzles")]).then(([puzzles]) => show(app, panel, puzzles), () => {
    // The other figures are there without it.
  });
  return panel;
}

/** @param {App} app @param {HTMLElement} panel @param {Puzzles} puzzles */
function show(app, panel, { games, streak }) {
  const tried = games.filter(({ rating }) => rating);
  if (tried.length === 0) return;
  panel.hidden = false;
  fill(panel,
    h("h2", { id: "you-puzzles" }, t("puzzles")),
    streak > 0 && h("p", {}, count("puzzles-streak", streak)),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("puzzles") },
      h("table", { class: "you-results" },
        tableHead("puzzles-game", "puzzles-rating", "puzzles-tried", "puzzles-at-once", "puzzles-done"),
        h("tbody", {}, ...tried.map((one) => row(app, one))))),
    h("div", { class: "buttons" }, h("a", { class: "button", href: "/puzzles" }, icon("play"), t("puzzles"))));
}

/** @param {App} app @param {GamePuzzles} puzzles */
function row(app, { game, rating, total }) {
  const info = app.game(game);
  return h("tr", {}, h("th", { scope: "row" }, info ? say(info.title) : game),
    ...(rating ? [`${rating.rating} ± ${rating.error}`, rating.puzzles, rating.won] : ["–", 0, 0]).map((cell) =>
      h("td", {}, String(cell))),
    h("td", {}, t("puzzles-progress", { solved: total.solved, all: total.puzzles })));
}
