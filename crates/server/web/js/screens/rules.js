// @ts-check
// The rules of a game, as the game itself tells them.
/** @import { App, Screen } from "../main.js" */

import { h } from "../dom.js";
import { say, t } from "../i18n.js";
import { render } from "../markdown.js";

/**
 * @param {App} app
 * @param {string[]} params
 * @returns {Screen}
 */
export function show(app, [id]) {
  const { games } = app.catalogue;
  const info = app.game(id) ?? games[0];
  const links = games.map((game) =>
    h("li", {}, h("a", { href: `/rules/${game.id}`, "aria-current": game === info && "page" }, say(game.title))));
  return {
    title: info ? `${t("rules")} · ${say(info.title)}` : t("rules"),
    element: h("main", { id: "main", class: "page reading" },
      h("nav", { "aria-label": t("rules") }, h("ul", { class: "tabs" }, ...links)),
      info && h("article", {}, ...render(say(info.rules))),
      info && h("div", { class: "buttons" }, h("a", { class: "button primary", href: `/play/${info.id}` }, t("play")),
        info.classics.some(({ depth }) => depth) && h("a", { class: "button", href: `/think/${info.id}` }, t("watch-thinking")))),
  };
}
