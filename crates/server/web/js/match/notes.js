// @ts-check
// The notes of a match: what the player is told or asked.
/** @import { Child } from "../app/dom.js" */
/** @import { MatchController } from "./controller.js" */

import { h } from "../app/dom.js";
import { choiceLabel, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { retryNote } from "../app/notice.js";
import { answerOffer, playNamed } from "./actions.js";
import { playOn } from "./again.js";
import { entryName, keptWords, offerWords } from "./events.js";
import { absenceKey, absenceNotes } from "./online/absence.js";
import { answersFor, displayed, entriesOf, isPlayable, offersToAnswer } from "./state.js";

const ASKED = { draw: "draw-asked", takeback: "online-takeback-asked", rematch: "online-rematch-asked" };

/**
 * Stands for what the notes show.
 * @param {MatchController} match
 */
export function noteKey({ state }) {
  const { snapshot } = state;
  const shown = displayed(state);
  return [
    state.connection,
    snapshot.unstored,
    state.late,
    keptWords(state.pending.values()),
    state.asked?.notation,
    buttonMoves(state),
    snapshot.offers,
    snapshot.you,
    snapshot.watching && [shown.version, entriesOf(shown)],
    absenceKey(state),
    snapshot.online?.rematch,
  ];
}

/** @param {MatchController} match @returns {Child[]} */
export const notes = (match) => [
  ...connectionNotes(match), ...askedNotes(match), ...moveNotes(match), ...watchingNotes(match),
  ...absenceNotes(match), ...ownOfferNotes(match), ...offerNotes(match)];

/**
 * The moves that are buttons: they have no square to click.
 * @param {MatchController["state"]} state
 */
const buttonMoves = (state) =>
  (isPlayable(state) ? state.snapshot.view.choices : []).filter(({ steps }) => steps.length === 0)
    .map(({ notation }) => notation);

/** @param {MatchController} match @returns {Child[]} */
function connectionNotes({ state }) {
  if (state.connection === "closed" && state.snapshot.online) {
    return [h("p", { class: "note problem" }, t("online-full"))];
  }
  if (state.connection === "lost") {
    const kept = keptWords(state.pending.values());
    return [retryNote(t("connection-lost")), ...kept.map((words) => h("p", { class: "note pending" }, words))];
  }
  if (state.snapshot.unstored) return [retryNote(t("not-stored"))];
  return state.late ? [h("p", { class: "note pending" }, t(state.sentMove ? "sending" : "sending-other"))] : [];
}

/** @param {MatchController} match @returns {Child[]} */
function askedNotes({ state: { asked }, board }) {
  if (!asked) return [];
  return [h("p", { class: "note" }, t("confirm-move", { move: entryName(asked.notation) })),
    h("div", { class: "buttons" },
      h("button", { class: "primary", onclick: () => board.confirm() }, icon("check"), t("confirm")),
      h("button", { onclick: () => board.cancel() }, t("cancel")))];
}

/** @param {MatchController} match @returns {Child[]} */
function moveNotes(match) {
  const moves = buttonMoves(match.state);
  return [
    moves.includes("--") && h("p", { class: "note" }, t("pass-why")),
    moves.length > 0 && h("div", { class: "buttons" }, ...moves.map((notation) =>
      h("button", { class: "primary", onclick: () => playNamed(match, notation) }, choiceLabel(notation))))];
}

/** What is said to those who only watch a match of another screen. @param {MatchController} match @returns {Child[]} */
function watchingNotes(match) {
  const { watching, online } = match.state.snapshot;
  if (!watching || online) return [];
  return [
    h("p", { class: "note" }, t("watching")),
    displayed(match.state).view.outcome === null && h("div", { class: "buttons" },
      h("button", { onclick: () => playOn(match) }, icon("play"), t("continue-here")))];
}

/**
 * What the player at this screen has offered, and the match in which both play again.
 * @param {MatchController} match
 */
function ownOfferNotes({ state: { snapshot: { offers, you, online } } }) {
  const own = offers.filter(({ by }) => by === you);
  return [
    own.length > 0 && h("p", { class: "note pending" }, own.map(({ offer }) => t(ASKED[offer])).join(" ")),
    online?.rematch && h("p", {},
      h("a", { class: "button primary", href: `/m/${online.rematch}` }, t("online-to-rematch")))];
}

/** @param {MatchController} match @returns {Child[]} */
function offerNotes(match) {
  const { state } = match;
  const { snapshot } = state;
  return offersToAnswer(snapshot).flatMap(({ offer, by }) => {
    const other = snapshot.players.find((one) => one.player !== by);
    if (!other) return [];
    const answer = (/** @type {"accept" | "decline"} */ type) => () => answerOffer(match, other.player, type, offer);
    return [
      h("p", { class: "note" }, offerWords(state, offer, by)),
      answersFor(snapshot, other) && h("div", { class: "buttons" },
        // Another game is accepted with the button beside the result.
        offer !== "rematch" && h("button", { class: "primary", onclick: answer("accept") }, t("accept")),
        h("button", { onclick: answer("decline") }, t("decline")))];
  });
}
