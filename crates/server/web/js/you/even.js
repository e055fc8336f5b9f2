// @ts-check
// The level that would be an even match, as an offer.
/** @import { App } from "../app/main.js" */
/** @import { GameInfo } from "../net/types.js" */

import { Failure } from "../net/api.js";
import { h } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { opponentName } from "../app/names.js";
import { figuresOf } from "./api.js";

/**
 * The set-up of a match against a level.
 * @param {GameInfo} info
 * @param {string} level
 */
export const evenLink = (info, level) => `/play/${info.id}?opponent=computer&level=${encodeURIComponent(level)}`;

/** @param {GameInfo} info @param {string} level */
export const evenWords = (info, level) => t("you-even", { level: opponentName(info, level) });

/**
 * The level that would be an even match; null if that is not known.
 * @param {App} app
 * @param {GameInfo} info
 */
export async function evenLevel(app, info) {
  try {
    const [you] = await Promise.all([figuresOf(info.id), app.bring("you")]);
    return you.games[0]?.rating?.even_level ?? null;
  } catch (error) {
    // Nothing is offered then.
    if (error instanceof Failure) return null;
    throw error;
  }
}

/**
 * The offer among the choices before a match.
 * @param {GameInfo} info
 * @param {string} level
 * @param {() => void} take
 */
export const evenOffer = (info, level, take) =>
  h("p", { class: "even-offer" }, h("span", {}, evenWords(info, level)), " ",
    h("button", { "aria-keyshortcuts": "e", onclick: take },
      icon("check"), t("you-even-take"), h("kbd", { class: "by-keys", "aria-hidden": "true" }, "E")));
