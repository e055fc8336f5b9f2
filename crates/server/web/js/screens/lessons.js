// @ts-check
// Whose thinking can be watched: the games, and examples of each.
/** @import { GameInfo, Lesson } from "../types.js" */
/** @import { App, Screen } from "../main.js" */

import * as api from "../api.js";
import { miniature } from "../board/miniature.js";
import { fill, h } from "../dom.js";
import { say, t } from "../i18n.js";

/**
 * @param {App} app
 * @returns {Promise<Screen>}
 */
export async function show(app) {
  const lessons = await api.lessons();
  return {
    title: t("watch-thinking"),
    name: "think-page",
    element: h("main", { id: "main", class: "page" },
      h("div", { class: "welcome" }, h("h1", {}, t("watch-thinking")), h("p", {}, t("think-intro")), h("p", {}, t("think-choose"))),
      h("ul", { class: "lessons" }, ...lessons.flatMap((lesson) => {
        const info = app.game(lesson.game);
        return info ? [card(info, lesson)] : [];
      }))),
  };
}

/**
 * @param {GameInfo} info
 * @param {Lesson} lesson
 */
function card(info, lesson) {
  const picture = h("div", { class: "lesson-board" });
  const start = lesson.examples[0]?.start;
  if (start !== undefined) {
    // A card without its picture still leads to its game.
    api.position(info.id, { start, swap: false, moves: [] }).then(({ view }) => fill(picture, miniature(info, view.board)), () => {});
  }
  return h("li", { class: "panel lesson" },
    picture,
    h("div", {},
      h("h2", {}, h("a", { href: `/think/${info.id}` }, say(info.title))),
      h("ul", { class: "lesson-examples" }, ...lesson.examples.map((example) =>
        h("li", {}, h("a", { href: `/think/${info.id}?example=${example.id}` }, say(example.title)))))));
}
