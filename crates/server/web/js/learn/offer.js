// @ts-check
// The offer of an introduction, before the first game of its kind.
/** @import { GameInfo } from "../net/types.js" */
/** @import { App } from "../app/main.js" */

import { open } from "../app/dialog.js";
import { h } from "../app/dom.js";
import { count, say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { rememberOffer } from "./progress.js";

/**
 * Asks whether the player wants to see the introduction first.
 * @param {App} app
 * @param {GameInfo} info
 * @returns {Promise<"learn" | "play" | "">} "" if the player does not answer
 */
export async function offer(app, info) {
  await app.bring("learn");
  const answer = await open(t("learn-offer", { game: say(info.title) }), (close) => [
    h("p", {}, say(info.goal)),
    h("p", {}, count("learn-offer-more", info.introduction)),
    h("div", { class: "buttons end" },
      h("button", { onclick: () => close("play") }, t("learn-offer-no")),
      h("button", { class: "primary", autofocus: true, onclick: () => close("learn") },
        icon("play"), t("learn-offer-yes"))),
  ]);
  if (answer !== "learn" && answer !== "play") return "";
  rememberOffer(info);
  return answer;
}
