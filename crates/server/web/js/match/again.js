// @ts-check
// Another match with the same players, or from the position that is looked at.
/** @import { NewMatch } from "../net/types.js" */
/** @import { Child } from "../app/dom.js" */
/** @import { MatchController } from "./controller.js" */
/** @import { MatchScreenState } from "./state.js" */

import * as api from "../net/api.js";
import { h } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { opponentName } from "../app/names.js";
import { announce, complain, toast } from "../app/notice.js";
import { heldSeat, keepSeat } from "./online/seats.js";
import { continuationOf, rematchOf } from "./setup/newmatch.js";
import { displayed, hasOffered, nextLevel } from "./state.js";

/**
 * Makes a match from what is looked at, and goes there.
 * @param {MatchController} match
 * @param {NewMatch} what
 */
async function goToNew({ app }, what) {
  try {
    const { id } = await api.newMatch(what);
    app.go(`/m/${id}`);
  } catch (error) {
    complain(error);
  }
}

/** Goes on from the position that is looked at. @param {MatchController} match */
export const playOn = (match) => void goToNew(match, continuationOf(displayed(match.state)));

/**
 * Plays again: at once at this screen, where the level can be another, and with somebody elsewhere when both want to.
 * @param {MatchController} match
 * @param {1 | -1} [by] against a harder or easier level
 */
export async function playAgain(match, by) {
  const { info, state: { snapshot } } = match;
  const { you, online, end } = snapshot;
  const level = by === undefined ? null : nextLevel(match.state, by);
  if (by !== undefined && (online || level === null)) return;
  if (!online) return goToNew(match, rematchOf(info, snapshot, level?.id));
  if (online.rematch) return goToRematch(match, online.rematch);
  if (you && end && !hasOffered(snapshot, "rematch", you)) match.send({ type: "offer", offer: "rematch" });
}

/**
 * Goes to the match in which the players play again.
 * @param {MatchController} match
 * @param {string} id
 */
export function goToRematch({ app, state: { snapshot, earlier } }, id) {
  const held = heldSeat(snapshot.id);
  const { you } = snapshot;
  if (held && you) keepSeat(id, { seat: held.seat, player: you === "one" ? "two" : "one", over: false });
  // A watcher who looks at the game once more is left there.
  if (you === null && earlier) return announce(t("online-rematch-begins"));
  toast(t("online-rematch-begins"));
  app.go(`/m/${id}`);
}

/**
 * Stands for what the buttons show.
 * @param {MatchScreenState} state
 */
export const againKey = ({ snapshot: { offers, you, online } }) => [
  offers.filter(({ offer }) => offer === "rematch"), you, online?.rematch,
];

/** @param {MatchController} match @returns {Child} */
export function againButtons(match) {
  const { offers, you, online } = match.state.snapshot;
  const again = (/** @type {string} */ words, disabled = false) => h("button", {
    class: "primary big", disabled, onclick: () => void playAgain(match),
  }, words);
  if (!online) {
    return h("span", { class: "again" }, again(t("rematch")), levelButton(match, 1), levelButton(match, -1));
  }
  if (you === null || online.rematch) return null;
  const asked = offers.find(({ offer }) => offer === "rematch");
  if (!asked) return again(t("rematch"));
  return asked.by === you ? again(t("online-rematch-asked"), true) : again(t("online-rematch-accept"));
}

/**
 * Offers a game against the next level.
 * @param {MatchController} match
 * @param {1 | -1} by
 */
function levelButton(match, by) {
  const level = nextLevel(match.state, by);
  return level && h("button", { class: "level", onclick: () => void playAgain(match, by) },
    t(by === 1 ? "again-harder" : "again-easier", {
      level: opponentName(match.info, level.id, match.state.snapshot.rules),
    }),
    h("kbd", { class: "by-keys", "aria-hidden": "true" }, by === 1 ? "+" : "−"));
}
