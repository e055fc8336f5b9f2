// @ts-check
// The notes of a match: what the player is told or asked.
/** @import { Child } from "../app/dom.js" */
/** @import { MatchController } from "./controller.js" */

import { h } from "../app/dom.js";
import { choiceLabel, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { answerOffer, playNamed } from "./actions.js";
import { entryName, keptWords, offerWords } from "./events.js";
import { answersFor, isPlayable, offersToAnswer } from "./state.js";

/**
 * Stands for what the notes show.
 * @param {MatchController} match
 */
export const noteKey = ({ state, mode }) =>
  [
    state.connection === "lost",
    state.snapshot.unstored,
    state.late,
    keptWords(state.pending.values()),
    state.asked?.notation,
    buttonMoves(state),
    offersToAnswer(state.snapshot),
    mode.noteKey(state),
  ];

/** @param {MatchController} match @returns {Child[]} */
export const notes = (match) => [
  ...connectionNotes(match), ...askedNotes(match), ...moveNotes(match), ...match.mode.notes(match),
  ...offerNotes(match)];

/**
 * The moves that are buttons: they have no square to click.
 * @param {MatchController["state"]} state
 */
const buttonMoves = (state) =>
  (isPlayable(state) ? state.snapshot.view.choices : []).filter(({ steps }) => steps.length === 0)
    .map(({ notation }) => notation);

/** @param {MatchController} match @returns {Child[]} */
function connectionNotes({ state }) {
  if (state.connection === "lost") {
    return [h("p", { class: "note problem" },
      h("span", { class: "spinner", "aria-hidden": "true" }),
      t("connection-lost"), " · ", t("reconnecting")),
    ...keptWords(state.pending.values()).map((words) => h("p", { class: "note pending" }, words))];
  }
  if (state.snapshot.unstored) {
    return [h("p", { class: "note problem" },
      h("span", { class: "spinner", "aria-hidden": "true" }),
      t("not-stored"), " · ", t("reconnecting"))];
  }
  return state.late ? [h("p", { class: "note pending" }, t(state.sentMove ? "sending" : "sending-other"))] : [];
}

/** @param {MatchController} match @returns {Child[]} */
function askedNotes({ state: { asked }, board }) {
  if (!asked) return [];
  return [h("p", { class: "note" }, t("confirm-move", { move: entryName(asked.notation) })),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "primary", onclick: () => board.confirm() }, icon("check"), t("confirm")),
      h("button", { type: "button", onclick: () => board.cancel() }, t("cancel")))];
}

/** @param {MatchController} match @returns {Child[]} */
function moveNotes(match) {
  const moves = buttonMoves(match.state);
  return [
    moves.includes("--") && h("p", { class: "note" }, t("pass-why")),
    moves.length > 0 && h("div", { class: "buttons" }, ...moves.map((notation) =>
      h("button", { type: "button", class: "primary", onclick: () => playNamed(match, notation) },
        choiceLabel(notation))))];
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
        offer !== "rematch" && h("button", { type: "button", class: "primary", onclick: answer("accept") },
          t("accept")),
        h("button", { type: "button", onclick: answer("decline") }, t("decline")))];
  });
}
