// @ts-check
// The other player is missed: the time that is left, then what can be claimed.
/** @import { Child } from "../../app/dom.js" */
/** @import { MatchController } from "../controller.js" */
/** @import { MatchScreenState } from "../state.js" */

import { h, write } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { nameOf } from "../events.js";
import { minutes, remaining } from "../presence.js";
import { otherPlayer } from "../state.js";
import { checkPresence } from "../transitions.js";

const PRESENCE_TICK_MS = 250;

/**
 * Watches who is missed, and lets the countdown run; the answer ends it.
 * @param {MatchController} match
 */
export function watchPresence(match) {
  const timer = setInterval(() => {
    match.update(checkPresence(match.state, performance.now()));
    tick(match);
  }, PRESENCE_TICK_MS);
  return () => clearInterval(timer);
}

/** @param {MatchController} match */
function tick(match) {
  const time = waitingTime(match.state);
  if (time === null) return;
  const place = match.view.notes.querySelector(".gone-left");
  if (place && time > 0) write(place, minutes(time));
  match.view.updateNotes();
}

/**
 * Milliseconds that the other player is still waited for; null if they are not missed.
 * @param {MatchScreenState} state
 */
function waitingTime({ snapshot, away, receivedAt }) {
  const other = otherPlayer(snapshot);
  if (!other?.gone || !snapshot.online || snapshot.end || !away.has(other.player)) return null;
  return remaining(other.gone, snapshot.online, performance.now() - receivedAt);
}

/**
 * Stands for what the notes show.
 * @param {MatchScreenState} state
 */
export function absenceKey(state) {
  const time = waitingTime(state);
  return [time !== null, time === 0, state.snapshot.may_abort];
}

/** @param {MatchController} match @returns {Child[]} */
export function absenceNotes(match) {
  const { state } = match;
  const time = waitingTime(state);
  const other = otherPlayer(state.snapshot);
  if (time === null || !other) return [];
  const name = nameOf(state, other.player);
  if (time > 0) {
    return [h("p", { class: "note gone" },
      t("online-gone", { name }), " ", h("strong", { class: "gone-left" }, minutes(time)))];
  }
  const claim = (/** @type {"win" | "draw"} */ what, /** @type {string} */ label) => h("button", {
    class: what === "win" ? "primary" : "", onclick: () => match.send({ type: "claim", claim: what }),
  }, label);
  return [h("p", { class: "note gone" }, t("online-waited", { name }), " "),
    h("div", { class: "buttons" }, ...state.snapshot.may_abort
      ? [claim("win", t("online-claim-end"))]
      : [claim("win", t("online-claim-win")), claim("draw", t("online-claim-draw"))])];
}
