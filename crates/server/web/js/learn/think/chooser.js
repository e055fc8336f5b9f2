// @ts-check
// Whose thinking can be watched: the games, and examples of each.
/** @import { GameInfo, TreeDemoInfo } from "../../net/types.js" */
/** @import { App, Screen } from "../../app/main.js" */

import { miniature } from "../../board/miniature.js";
import { fill, h } from "../../app/dom.js";
import { say, t } from "../../app/i18n.js";
import { position } from "./api.js";
import { basics } from "./panel.js";

/** @param {App} app @param {TreeDemoInfo[]} demos @returns {Screen} */
export function chooser(app, demos) {
  return {
    title: t("watch-thinking"),
    name: "think-page",
    element: h("main", { id: "main", class: "page" },
      h("div", { class: "welcome" },
        h("h1", {}, t("watch-thinking")),
        h("p", {}, t("think-intro")),
        h("p", {}, t("think-choose"))),
      h("ul", { class: "demos" }, ...demos.flatMap((demo) => {
        const info = app.game(demo.game);
        return info ? [card(info, demo)] : [];
      })),
      h("section", { class: "panel basics", "aria-labelledby": "basics" },
        h("h2", { id: "basics" }, t("think-what")),
        ...basics())),
  };
}

/** @param {GameInfo} info @param {TreeDemoInfo} demo */
function card(info, demo) {
  const picture = h("div", { class: "demo-board" });
  const start = demo.examples[0]?.start;
  if (start !== undefined) {
    // A card without its picture still leads to its game.
    position(info.id, { start, swap: false, moves: [] })
      .then(({ view }) => fill(picture, miniature(info, view.board)), () => {});
  }
  return h("li", { class: "panel demo" },
    picture,
    h("div", {},
      h("h2", {}, h("a", { href: `/think/${info.id}` }, say(info.title))),
      h("ul", { class: "demo-examples" }, ...demo.examples.map((example) =>
        h("li", {}, h("a", { href: `/think/${info.id}?example=${example.id}` }, say(example.title)))))));
}
