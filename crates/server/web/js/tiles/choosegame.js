// @ts-check
// Which game to play on a tile.
/** @import { GameInfo } from "../net/types.js" */

import { open } from "../app/dialog.js";
import { h } from "../app/dom.js";
import { say, t } from "../app/i18n.js";

/**
 * Lets the player choose a game, if there are several.
 * @param {GameInfo[]} games
 * @returns {Promise<GameInfo | undefined>}
 */
export async function chooseGame(games) {
  if (games.length < 2) return games[0];
  const id = await open(t("draw-play-what"), (close) => [
    h("div", { class: "buttons choose-game" }, ...games.map((game, index) =>
      h("button", { class: "big", autofocus: index === 0, onclick: () => close(game.id) }, say(game.title)))),
  ]);
  return games.find((game) => game.id === id);
}
