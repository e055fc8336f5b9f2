// @ts-check
// What a player can do on the screen of a match.
/** @import { Offer, Player } from "../net/types.js" */
/** @import { MatchController } from "./controller.js" */
/** @import { ShareTarget } from "../app/share/target.js" */

import * as api from "../net/api.js";
import { copy } from "../app/copy.js";
import { confirm, open } from "../app/dialog.js";
import { h } from "../app/dom.js";
import { say, t } from "../app/i18n.js";
import { complain, toast } from "../app/notice.js";
import { standalone } from "../net/transport.js";
import { entryName } from "./events.js";
import { KINDS } from "./kinds.js";
import {
  displayed, entriesOf, isPlayable, mayAskHint, redoCommand, resignCommand, resignText, undoCommand,
} from "./state.js";
import {
  backToGame, flip as flipped, positionFailed, positionFound, requestPosition, setHinting, setPaused, showNext,
} from "./transitions.js";

/** Whoever leaves waits no longer than this for the answer. */
const LEAVE_TIMEOUT_MS = 1500;

/**
 * Plays the move of a button.
 * @param {MatchController} match
 * @param {string} notation
 */
export function playNamed(match, notation) {
  const choice = match.state.snapshot.view.choices.find((one) => one.notation === notation);
  if (choice) match.play(choice);
}

/**
 * Plays a move that was typed: the server says whether it is one.
 * @param {MatchController} match
 * @param {string} notation
 */
export function playTyped(match, notation) {
  if (!isPlayable(match.state)) return toast(t("not-your-turn"), "problem");
  match.sendMove(notation, null);
}

/**
 * What is shared of a match: the board that is looked at, and the link.
 * @param {MatchController} match
 * @param {string | null} origin at which others reach it, if they do
 * @param {string} said when the link has been copied
 * @returns {Promise<ShareTarget>}
 */
export async function shareTarget({ info, state }, origin, said) {
  const [{ shownLook }, { matchPicture }] = await Promise.all([
    import("../app/share/dialog.js"), import("../app/share/target.js"),
  ]);
  const { id, game } = state.snapshot;
  const shown = displayed(state);
  const picture = matchPicture(shown, shown.record.moves.length, shownLook(state.flipped));
  return { name: `damier-${game}-${id}`, title: say(info.title), link: origin && `${origin}/m/${id}`, said, picture };
}

/**
 * Shows what others can be given of a match: the link, a picture, a text.
 * @param {MatchController} match
 */
export async function share(match) {
  if (match.state.snapshot.online) return (await import("./online/share.js")).shareDialog(match);
  const { shareDialog } = await import("../app/share/dialog.js");
  await shareDialog(match.app, await shareTarget(match, standalone ? null : location.origin, t("watch-link-copied")));
}

/** @param {MatchController} match */
export function undo(match) {
  const command = undoCommand(match.state);
  if (!command) return;
  match.send(command);
}

/** @param {MatchController} match */
export function redo(match) {
  const command = redoCommand(match.state);
  if (command) match.send(command);
}

/** @param {MatchController} match */
export const offerDraw = (match) => match.send({ type: "offer", offer: "draw" });

/**
 * @param {MatchController} match
 * @param {Player} player who answers
 * @param {"accept" | "decline"} type
 * @param {Offer} offer
 */
export const answerOffer = (match, player, type, offer) => match.sendFor(player, { type, offer });

/** @param {MatchController} match */
export async function resign(match) {
  const text = resignText(match.state.snapshot);
  const title = t(text);
  const question = t(text === "resign" ? "resign-question" : "online-abort-question");
  if (await confirm(title, question, title)) match.send(resignCommand(match.state.snapshot));
}

/** @param {MatchController} match */
export const flip = (match) => match.update(flipped(match.state));

/**
 * Looks at the position after so many entries.
 * @param {MatchController} match
 * @param {number} entries
 */
export async function look(match, entries) {
  match.update(requestPosition(match.state, Math.max(0, entries)));
  const { requested, snapshot: { id, version } } = match.state;
  if (requested === null) return;
  try {
    const found = await api.matchState(id, requested);
    match.update(positionFound(match.state, found, version));
  } catch (error) {
    match.update(positionFailed(match.state));
    complain(error);
  }
}

/** @param {MatchController} match */
export const lookAtGame = (match) => match.update(backToGame(match.state));

/**
 * Goes back or forward by so many entries.
 * @param {MatchController} match
 * @param {number} by
 */
export function step(match, by) {
  const now = match.state.requested ?? entriesOf(displayed(match.state));
  void look(match, Math.max(0, now + by));
}

/**
 * Pauses the play of two computers, or lets it go on.
 * @param {MatchController} match
 */
export const pause = (match) => match.update(setPaused(match.state, !match.state.paused));

/**
 * Shows the next move of a play that is paused.
 * @param {MatchController} match
 */
export const showMove = (match) => match.update(showNext(match.state, performance.now()));

/** @param {MatchController} match */
export async function hint(match) {
  if (!mayAskHint(match.state)) return;
  match.update(setHinting(match.state, true));
  try {
    const { notation, version } = await api.hint(match.state.snapshot.id);
    const { snapshot } = match.state;
    const choice = snapshot.view.choices.find((one) => one.notation === notation);
    if (version !== snapshot.version || !isPlayable(match.state) || !choice) return;
    match.board.setHint(choice);
    toast(t("hint-move", { move: entryName(choice.notation) }));
  } catch (error) {
    complain(error);
  } finally {
    match.update(setHinting(match.state, false));
  }
}

/**
 * Offers to go on with the game on another device.
 * @param {MatchController} match
 */
export const takeAlong = async (match) => (await import("./takealong.js")).takeAlong(match);

/**
 * Leaves the match. Whoever plays with somebody elsewhere says whether the game is given up with that.
 * @param {MatchController} match
 */
export async function leave(match) {
  const { kind, online, you, end } = match.state.snapshot;
  const { home } = KINDS[kind];
  if (!online || !you || end) return match.app.go(home);
  const how = await open(t("leave"), (close) => [
    h("p", {}, t("online-leave-question")),
    h("div", { class: "buttons end" },
      h("button", { onclick: () => close() }, t("cancel")),
      h("button", { onclick: () => close("leave") }, t("online-leave-open")),
      h("button", { class: "primary", autofocus: true, onclick: () => close("resign") },
        t(resignText(match.state.snapshot))))]);
  if (how === "") return;
  const id = match.send(how === "leave" ? { type: "leave" } : resignCommand(match.state.snapshot));
  if (id) await match.connection.answer(id, LEAVE_TIMEOUT_MS);
  if (id && match.connection.pending.has(id)) toast(t("kept-left"), "problem");
  match.app.go(home);
}

/** Reports the name of the other player, or of one of them. @param {MatchController} match */
export async function report({ state: { snapshot: { id, players, you } } }) {
  const { reportNames } = await import("./online/report.js");
  await reportNames(id, players.filter(({ player }) => player !== you));
}

export function fullScreen() {
  if (document.fullscreenElement) void document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

/** @param {MatchController} match */
export const copyPosition = (match) =>
  void copy(displayed(match.state).position, t("position-copied"), t("copy-position"));
