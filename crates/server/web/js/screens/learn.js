// @ts-check
// Where games are learnt: a path for each game, and its introduction.
/** @import { GameInfo, GamePuzzles } from "../net/types.js" */
/** @import { Icon } from "../app/icons.js" */
/** @import { PathStep } from "../learn/progress.js" */
/** @import { App, Screen } from "../app/main.js" */

import * as api from "../net/api.js";
import { miniature } from "../board/miniature.js";
import { fill, h } from "../app/dom.js";
import { say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { introduction } from "../learn/api.js";
import { Lesson } from "../learn/lesson.js";
import { isStepDone, nextStep, pathDone, stage } from "../learn/progress.js";
import { overview } from "../learn/puzzles/api.js";
import { progressWords, themeLinks } from "../learn/puzzles/overview.js";
import { progress } from "../app/settings.js";

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
function paths(app) {
  // The paths lead somewhere without puzzles, too.
  const puzzles = Promise.all([overview(), app.bring("puzzles")]).then(([found]) => found.games, () => []);
  return {
    title: t("learn-title"),
    name: "learn-page",
    element: h("main", { id: "main", class: "page" },
      h("div", { class: "welcome" }, h("h1", {}, t("learn-title")), h("p", {}, t("learn-title-more")),
        h("div", { class: "buttons" }, h("a", { class: "button", href: "/puzzles" }, icon("hint"), t("learn-daily")))),
      h("ul", { class: "paths" },
        ...app.catalogue.games.map((info) =>
          path(info, puzzles.then((games) => games.find(({ game }) => game === info.id)))))),
  };
}

/**
 * What there is to learn of a game, in order.
 * @param {GameInfo} info
 * @param {Promise<GamePuzzles | undefined>} puzzles
 */
function path(info, puzzles) {
  const picture = h("div", { class: "path-board" });
  // A path without its picture still leads somewhere.
  api.preview(info.id, {}).then(({ board }) => fill(picture, miniature(info, board)), () => {});
  return h("li", { class: "panel path" },
    picture,
    h("div", { class: "path-words" },
      h("h2", {}, say(info.title)),
      h("p", { class: "small faint path-done" }, t("learn-path-done", pathDone(info))),
      h("p", {}, say(info.goal)),
      h("ol", { class: "path-parts" }, ...parts(info, puzzles))));
}

/** @param {GameInfo} info @param {Promise<GamePuzzles | undefined>} puzzles */
function* parts(info, puzzles) {
  const { id, introduction: steps, classics } = info;
  const now = stage(info);
  if (steps > 0) {
    const { steps: finished = 0 } = progress(id);
    const words = {
      new: t("learn-steps", { steps }), begun: t("learn-progress", { step: finished, steps }), done: t("learn-done"),
    }[now];
    yield h("li", { class: `path-introduction ${now}` },
      h("a", { class: now === "done" ? "button" : "button primary", href: `/learn/${id}` },
        icon(now === "done" ? "check" : "play"), t(now === "begun" ? "learn-go-on" : "learn-introduction"),
        about(info)),
      h("span", { class: "faint" }, words));
  }
  yield step(info, "rules", `/rules/${id}`, "rules", t("rules"));
  yield puzzlePart(info, puzzles);
  if (classics.some(({ depth }) => depth)) yield step(info, "watched", `/think/${id}`, "hint", t("watch-thinking"));
  yield step(info, "played", `/play/${id}`, "play", t("play"));
}

/**
 * A part of a path that is done or not.
 * @param {GameInfo} info
 * @param {PathStep} name
 * @param {string} href
 * @param {Icon} sign
 * @param {string} words
 */
function step(info, name, href, sign, words) {
  const done = isStepDone(info, name);
  return h("li", { class: done && "done" },
    h("a", { class: "button", href }, icon(done ? "check" : sign), words, about(info),
      done && h("span", { class: "visually-hidden" }, `, ${t("learn-done")}`)));
}

/**
 * The puzzles of a game by theme, once it is known which there are.
 * @param {GameInfo} info
 * @param {Promise<GamePuzzles | undefined>} puzzles
 */
function puzzlePart(info, puzzles) {
  const part = h("li", { class: "path-puzzles", hidden: true });
  void puzzles.then((found) => {
    if (!found) return;
    const { solved, puzzles: all } = found.total;
    part.hidden = false;
    fill(part,
      h("a", { class: "button", href: `/puzzles/next?game=${info.id}` },
        icon(solved === all ? "check" : "play"), t("puzzles"), about(info)),
      progressWords(solved, all),
      h("details", {}, h("summary", {}, t("learn-themes"), about(info)), themeLinks(info, found.themes)));
  });
  return part;
}

/**
 * Which game a link is about, for those who hear it alone.
 * @param {GameInfo} info
 */
const about = ({ title }) => h("span", { class: "visually-hidden" }, ` (${say(title)})`);
