// @ts-check
// The visitor's figures: results, accuracy, favourites, time played and rating by game, and the devices of the profile.
/** @import { App, Screen } from "../app/main.js" */
/** @import { GameInfo, You } from "../net/types.js" */

import { h } from "../app/dom.js";
import { say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import * as keys from "../app/keys.js";
import { standalone } from "../net/transport.js";
import { figuresOf } from "../you/api.js";
import { devicesPanel, takeMarked } from "../you/devices.js";
import { evenLink } from "../you/even.js";
import { gamePanel } from "../you/gamepanel.js";
import { puzzlePanel } from "../you/puzzles.js";
import { tabs } from "../you/tabs.js";

/** @param {App} app @returns {Promise<Screen>} */
export async function show(app) {
  void takeMarked();
  const you = await figuresOf();
  const games = you.games.flatMap((figures) => {
    const info = app.game(figures.game);
    return info ? [{ info, figures }] : [];
  });
  const offered = games.find(({ figures }) => figures.rating?.even_level);
  const end = keys.listen(offered
    ? { e: () => app.go(evenLink(offered.info, offered.figures.rating?.even_level ?? "")) }
    : {});
  return {
    title: t("you-title"),
    name: "you-page",
    element: h("main", { id: "main", class: "page" },
      h("h1", {}, t("you-title")),
      tabs("you"),
      ...(games.length === 0
        ? [nothingYet()]
        : [
            ...games.map(({ info, figures }) => gamePanel(info, figures, offered?.info === info)),
            ratingPanel(games.map(({ info }) => info), you),
          ]),
      puzzlePanel(app),
      !standalone && devicesPanel(app, you.devices)),
    close: end,
  };
}

const nothingYet = () => h("section", { class: "panel you-none" },
  h("h2", {}, t("you-none")),
  h("p", {}, t("you-none-more")),
  h("div", { class: "buttons" },
    h("a", { class: "button primary", href: "/" }, icon("play"), t("you-first")),
    h("a", { class: "button", href: "/learn" }, icon("learn"), t("learn"))));

/**
 * What the rating is, and what counts for it.
 * @param {GameInfo[]} games
 * @param {You} you
 */
function ratingPanel(games, { games: figures }) {
  const unrated = games.filter(({ id }) => figures.find(({ game }) => game === id)?.levels.length === 0);
  return h("section", { class: "panel you-about", "aria-labelledby": "you-about" },
    h("h2", { id: "you-about" }, t("you-about")),
    h("p", {}, t("you-about-scale")),
    h("p", {}, t("you-about-counts")),
    unrated.length > 0 && h("p", {},
      t("you-about-unrated", { games: unrated.map(({ title }) => say(title)).join(", ") })));
}
