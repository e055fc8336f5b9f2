// @ts-check
// The rules of a game, as the game itself tells them.
/** @import { Diagram, GameInfo } from "../net/types.js" */
/** @import { App, Screen } from "../app/main.js" */

import * as api from "../net/api.js";
import { diagram } from "../board/diagram.js";
import { h } from "../app/dom.js";
import { say, t } from "../app/i18n.js";
import { render } from "../app/markdown.js";
import { changeProgress, progress } from "../app/settings.js";

/** @param {App} app @param {string[]} params @returns {Promise<Screen>} */
export async function show(app, [id]) {
  const { games } = app.catalogue;
  const info = id ? app.game(id) : games[0];
  if (id && !info) throw new api.Failure(null, 404);
  const rules = info && (await api.rules(info.id));
  if (id && !progress(id).rules) changeProgress(id, { rules: true });
  const links = games.map((game) =>
    h("li", {}, h("a", { href: `/rules/${game.id}`, "aria-current": game === info && "page" }, say(game.title))));
  return {
    title: info ? `${t("rules")} · ${say(info.title)}` : t("rules"),
    element: h("main", { id: "main", class: "page reading" },
      h("nav", { "aria-label": t("rules") }, h("ul", { class: "tabs" }, ...links)),
      info && rules && h("article", {}, ...render(say(rules.text), (number) => drawn(info, rules.diagrams[number]))),
      info && h("div", { class: "buttons" }, h("a", { class: "button primary", href: `/play/${info.id}` }, t("play")),
        info.classics.some(({ depth }) => depth) && h("a", { class: "button", href: `/think/${info.id}` },
          t("watch-thinking")))),
  };
}

/** @param {GameInfo} info @param {Diagram | undefined} found */
const drawn = (info, found) => (found ? diagram(info, found) : null);
