// @ts-check
// Where games are learnt: a path for each game, and its introduction.
/** @import { GameInfo } from "../types.js" */
/** @import { App, Screen } from "../main.js" */

import * as api from "../api.js";
import { miniature } from "../board/miniature.js";
import { fill, h } from "../dom.js";
import { say, t } from "../i18n.js";
import { icon } from "../icons.js";
import { introduction } from "../learn/api.js";
import { Lesson } from "../learn/lesson.js";
import { nextStep, stage } from "../learn/progress.js";
import { progress } from "../settings.js";

/** @param {App} app @param {string[]} params @param {URLSearchParams} query @returns {Promise<Screen>} */
export async function show(app, [id], query) {
  if (!id) return paths(app);
  const info = app.game(id);
  if (!info || info.introduction === 0) throw new api.Failure(null, 404);
  const { steps } = await introduction(id);
  const asked = Number.parseInt(query.get("step") ?? "", 10);
  const lesson = new Lesson(app, info, steps, Number.isNaN(asked) ? nextStep(info) : asked - 1);
  return {
    title: t("learn-introduction-to", { game: say(info.title) }),
    name: "lesson-page",
    game: info.id,
    stays: true,
    element: lesson.view.element,
    close: () => lesson.close(),
  };
}

/** @param {App} app @returns {Screen} */
const paths = (app) => ({
  title: t("learn-title"),
  name: "learn-page",
  element: h("main", { id: "main", class: "page" },
    h("div", { class: "welcome" }, h("h1", {}, t("learn-title")), h("p", {}, t("learn-title-more"))),
    h("ul", { class: "paths" }, ...app.catalogue.games.map((info) => path(info)))),
});

/**
 * What there is to learn of a game, in order.
 * @param {GameInfo} info
 */
function path(info) {
  const picture = h("div", { class: "path-board" });
  // A path without its picture still leads somewhere.
  api.preview(info.id, {}).then(({ board }) => fill(picture, miniature(info, board)), () => {});
  return h("li", { class: "panel path" },
    picture,
    h("div", { class: "path-words" },
      h("h2", {}, say(info.title)),
      h("p", {}, say(info.goal)),
      h("ol", { class: "path-parts" }, ...parts(info))));
}

/** @param {GameInfo} info */
function* parts(info) {
  const { id, introduction: steps, classics } = info;
  const now = stage(info);
  if (steps > 0) {
    const { steps: finished = 0 } = progress(id);
    const words = { new: t("learn-steps", { steps }), begun: t("learn-progress", { step: finished, steps }), done: t("learn-done") }[now];
    yield h("li", { class: `path-introduction ${now}` },
      h("a", { class: now === "done" ? "button" : "button primary", href: `/learn/${id}` }, icon(now === "done" ? "check" : "play"), t(now === "begun" ? "learn-go-on" : "learn-introduction"), about(info)),
      h("span", { class: "faint" }, words));
  }
  yield h("li", {}, h("a", { class: "button", href: `/rules/${id}` }, icon("rules"), t("rules"), about(info)));
  if (classics.some(({ depth }) => depth)) {
    yield h("li", {}, h("a", { class: "button", href: `/think/${id}` }, icon("hint"), t("watch-thinking"), about(info)));
  }
  yield h("li", {}, h("a", { class: "button", href: `/play/${id}` }, icon("play"), t("play"), about(info)));
}

/**
 * Which game a link is about, for those who hear it alone.
 * @param {GameInfo} info
 */
const about = ({ title }) => h("span", { class: "visually-hidden" }, ` (${say(title)})`);
