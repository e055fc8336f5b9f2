// @ts-check
// What can be said at a table: a few kind words, and no others.
/** @import { Greeting, Player } from "../../net/types.js" */
/** @import { MatchController } from "../controller.js" */

import { h } from "../../app/dom.js";
import { yesNo } from "../../app/form.js";
import { t } from "../../app/i18n.js";
import { announce } from "../../app/notice.js";
import { change, settings } from "../../app/settings.js";
import { play } from "../../app/sound/sound.js";
import { nameOf } from "../events.js";
import { speechBegun, speechOver } from "../transitions.js";

const SPEECH_DURATION_MS = 6000;

/** @type {{ [greeting in Greeting]: string }} the text of each */
const GREETINGS = {
  hello: "online-greet-hello",
  "good-luck": "online-greet-good-luck",
  "well-played": "online-greet-well-played",
  thanks: "online-greet-thanks",
  "one-moment": "online-greet-one-moment",
  oops: "online-greet-oops",
  bye: "online-greet-bye",
};

/** The greetings as buttons, and whether those of others are shown. @param {MatchController} match */
export function greetings(match) {
  const buttons = Object.entries(GREETINGS).map(([greeting, id]) => h("button", {
    class: "chip-button", onclick: () => match.connection.greet(/** @type {Greeting} */ (greeting)),
  }, t(id)));
  return h("details", { class: "greetings" },
    h("summary", {}, t("online-greetings")),
    h("div", { class: "chips" }, ...buttons),
    yesNo(t("online-mute"), !settings().greetings, (muted) => change({ greetings: !muted })));
}

/**
 * A player has said something.
 * @param {MatchController} match
 * @param {Player} player
 * @param {Greeting} greeting
 */
export function greeted(match, player, greeting) {
  const own = player === match.state.snapshot.you;
  if (!own && !settings().greetings) return;
  const words = t(GREETINGS[greeting]);
  match.update(speechBegun(match.state, player, words));
  setTimeout(() => match.update(speechOver(match.state, player, words)), SPEECH_DURATION_MS);
  if (own) return;
  play("button");
  announce(t("online-says", { name: nameOf(match.state, player), words }));
}
