// @ts-check
// Puzzles: all of them, or one.
/** @import { App, Screen } from "../app/main.js" */

import * as api from "../net/api.js";
import { h } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { next, overview, puzzle } from "../learn/puzzles/api.js";
import { overviewParts } from "../learn/puzzles/overview.js";
import { Trainer } from "../learn/puzzles/trainer.js";
import { replace } from "../app/routing.js";

/** @param {App} app @param {string[]} params @param {URLSearchParams} query @returns {Promise<Screen>} */
export async function show(app, [id], query) {
  if (!id) return showAll(app);
  if (id !== "next") return showOne(app, id, query);
  const chosen = await choose(query).catch((error) => {
    // A review may name a theme of which the game has no puzzle.
    if (!(error instanceof api.Failure) || error.status !== 404 || !query.has("theme")) throw error;
    query.delete("theme");
    return choose(query);
  });
  replace(`/puzzles/${chosen.id}${query.size > 0 ? `?${query}` : ""}`);
  return showOne(app, chosen.id, query);
}

/** @param {URLSearchParams} query */
function choose(query) {
  const wanted = new URLSearchParams(query);
  wanted.delete("left");
  return next(wanted);
}

/** @param {App} app @param {string} id @param {URLSearchParams} query @returns {Promise<Screen>} */
async function showOne(app, id, query) {
  const found = await puzzle(id);
  const info = app.game(found.game);
  if (!info) throw new api.Failure(null, 404);
  const trainer = new Trainer(app, info, found, query);
  return {
    title: t("puzzles-title"),
    name: "lesson-page trainer-page",
    game: info.id,
    stays: true,
    element: trainer.view.element,
    close: () => trainer.close(),
  };
}

/** @param {App} app @returns {Promise<Screen>} */
async function showAll(app) {
  const puzzles = await overview();
  return {
    title: t("puzzles-title"),
    name: "puzzles-page",
    element: h("main", { id: "main", class: "page" },
      h("div", { class: "welcome" }, h("h1", {}, t("puzzles-title")), h("p", {}, t("puzzles-title-more"))),
      ...overviewParts(app, puzzles)),
  };
}
