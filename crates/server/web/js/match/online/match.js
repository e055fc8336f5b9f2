// @ts-check
// A match with somebody at another screen: what it does differently.
/** @import { Command, Greeting, MatchState, Player } from "../../net/types.js" */
/** @import { MatchController } from "../controller.js" */
/** @import { MatchEvent } from "../events.js" */
/** @import { MatchMode } from "../mode.js" */

import { open } from "../../app/dialog.js";
import { h } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { nameOf } from "../events.js";
import { hasOffered, resignCommand } from "../state.js";
import { checkPresence, speechBegun, speechOver } from "../transitions.js";
import { announce, toast } from "../../app/notice.js";
import { settings } from "../../app/settings.js";
import { play } from "../../app/sound/sound.js";
import { GREETINGS } from "./greetings.js";
import * as parts from "./matchview.js";
import { heldSeat, keepSeat, takeMarked } from "./seats.js";

/** Whoever leaves waits no longer than this for the answer. */
const LEAVE_TIMEOUT_MS = 1500;
const SPEECH_DURATION_MS = 6000;
const PRESENCE_TICK_MS = 250;

/**
 * A snapshot as the holder of a seat sees it: whoever asks without the secret is told nothing of the seat,
 * and the connection says it again a moment later.
 * @param {MatchState} snapshot
 * @returns {MatchState}
 */
export function ownSnapshot(snapshot) {
  takeMarked(snapshot.id);
  return { ...snapshot, you: heldSeat(snapshot.id)?.player ?? null };
}

/** @type {MatchMode} */
export const ONLINE = {
  seatSecret: ({ id }) => heldSeat(id)?.seat,
  begin,
  received,
  happened,
  greeted,
  asked,
  playAgain,
  leave,
  share: (match) => parts.shareDialog(match),
  mainButtons: parts.mainButtons,
  moreButtons: parts.moreButtons,
  extras: parts.extras,
  updateButtons: parts.updateButtons,
  updatePlayers: parts.updatePlayers,
  noteKey: parts.noteKey,
  notes: parts.notes,
  againKey: parts.againKey,
  againButton: parts.againButton,
};

/**
 * Watches who is missed, and lets the countdown run.
 * @param {MatchController} match
 */
function begin(match) {
  const timer = setInterval(() => {
    match.update(checkPresence(match.state, performance.now()));
    parts.tick(match);
  }, PRESENCE_TICK_MS);
  return () => clearInterval(timer);
}

/**
 * The seat is remembered with the player that it belongs to.
 * @param {MatchController} _match
 * @param {MatchState} snapshot
 */
function received(_match, { id, you, end, clock }) {
  const held = heldSeat(id);
  if (held && you) {
    keepSeat(id, { seat: held.seat, player: you, over: end !== null, timed: clock !== null && end === null });
  }
}

/** @param {MatchController} match @param {MatchEvent} event */
function happened(match, event) {
  const { you } = match.state.snapshot;
  if (event.type === "offered" && you !== null && event.by !== you) play("turn");
  if (event.type === "rematch") goToRematch(match, event.id);
}

/**
 * Goes to the match in which the players play again.
 * @param {MatchController} match
 * @param {string} id
 */
function goToRematch({ app, state: { snapshot, earlier } }, id) {
  const held = heldSeat(snapshot.id);
  const { you } = snapshot;
  if (held && you) keepSeat(id, { seat: held.seat, player: you === "one" ? "two" : "one", over: false });
  // A watcher who looks at the game once more is left there.
  if (you === null && earlier) return announce(t("online-rematch-begins"));
  toast(t("online-rematch-begins"));
  app.go(`/m/${id}`);
}

/** @param {MatchController} match @param {Player} player @param {Greeting} greeting */
function greeted(match, player, greeting) {
  const own = player === match.state.snapshot.you;
  if (!own && !settings().greetings) return;
  const words = t(GREETINGS[greeting]);
  match.update(speechBegun(match.state, player, words));
  setTimeout(() => match.update(speechOver(match.state, player, words)), SPEECH_DURATION_MS);
  if (own) return;
  play("button");
  announce(t("online-says", { name: nameOf(match.state, player), words }));
}

/** @param {Command} command */
function asked(command) {
  if (command.type === "offer" && command.offer !== "rematch") {
    announce(t(command.offer === "draw" ? "draw-asked" : "online-takeback-asked"));
  }
}

/** @param {MatchController} match @param {1 | -1} [by] levels are chosen anew at this screen alone */
async function playAgain(match, by) {
  if (by !== undefined) return;
  const { snapshot } = match.state;
  const { you, online, end } = snapshot;
  if (online?.rematch) return goToRematch(match, online.rematch);
  if (you && end && !hasOffered(snapshot, "rematch", you)) match.send({ type: "offer", offer: "rematch" });
}

/** @param {MatchController} match */
async function leave(match) {
  const { you, end } = match.state.snapshot;
  if (!you || end) return match.app.go("/online");
  const how = await open(t("leave"), (close) => [
    h("p", {}, t("online-leave-question")),
    h("div", { class: "buttons end" },
      h("button", { type: "button", onclick: () => close() }, t("cancel")),
      h("button", { type: "button", onclick: () => close("leave") }, t("online-leave-open")),
      h("button", { type: "button", class: "primary", autofocus: true, onclick: () => close("resign") },
        parts.resignWords(match.state.snapshot)))]);
  if (how === "") return;
  const id = match.send(how === "leave" ? { type: "leave" } : resignCommand(match.state.snapshot));
  if (id) await match.connection.answer(id, LEAVE_TIMEOUT_MS);
  if (id && match.connection.pending.has(id)) toast(t("kept-left"), "problem");
  match.app.go("/online");
}
