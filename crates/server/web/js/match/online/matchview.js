// @ts-check
// What stands around the board when somebody plays at another screen.
/** @import { Greeting, MatchState } from "../../net/types.js" */
/** @import { Child } from "../../app/dom.js" */
/** @import { MatchController } from "../controller.js" */
/** @import { PlayerBar } from "../playerbar.js" */
/** @import { MatchScreenState } from "../state.js" */
/** @import { MatchView } from "../view.js" */

import * as api from "../../net/api.js";
import { open } from "../../app/dialog.js";
import { h, renew, write } from "../../app/dom.js";
import { yesNo } from "../../app/form.js";
import { count, t } from "../../app/i18n.js";
import { copyPosition, fullScreen, shareTarget } from "../actions.js";
import { button, recordLink, rulesLink } from "../buttons.js";
import { nameOf } from "../events.js";
import { minutes, remaining } from "../presence.js";
import {
  entriesOf, hasOffered, hidesAnalysis, isBetweenPeople, isPlayable, otherPlayer, resignCommand,
} from "../state.js";
import { change, settings } from "../../app/settings.js";
import { GREETINGS } from "./greetings.js";
import { invitation, origins, passedOn } from "./invite.js";
import { qrPicture } from "./qr.js";
import { reportNames } from "./report.js";
import { heldSeat, seatMark } from "./seats.js";

const ASKED = { draw: "draw-asked", takeback: "online-takeback-asked", rematch: "online-rematch-asked" };

/** @param {MatchView} view */
export function mainButtons({ undo, draw, resign, flip }) {
  write(undo.querySelector("span") ?? undo, t("online-takeback"));
  return [undo, draw, resign, flip];
}

/** @param {MatchView} view */
export function moreButtons({ match, analyse, hint }) {
  const { snapshot } = match.state;
  return [
    button("share", t("share"), () => void match.mode.share(match)),
    analyse,
    document.fullscreenEnabled && button("full", t("full-screen"), fullScreen),
    button("copy", t("copy-position"), () => copyPosition(match)),
    recordLink(snapshot),
    rulesLink(snapshot),
    hint,
    button("flag", t("online-report"), () => reportNames(match.state.snapshot.id,
      match.state.snapshot.players.filter(({ player }) => player !== match.state.snapshot.you))),
    button("quit", t("leave"), () => void match.mode.leave(match))];
}

/** @param {MatchView} view */
export function extras({ match }) {
  const buttons = Object.entries(GREETINGS).map(([greeting, id]) =>
    h("button", {
      type: "button", class: "chip-button", onclick: () => match.connection.greet(/** @type {Greeting} */ (greeting)),
    }, t(id)));
  return [
    h("details", { class: "greetings" },
      h("summary", {}, t("online-greetings")),
      h("div", { class: "chips" }, ...buttons),
      yesNo(t("online-mute"), !settings().greetings, (muted) => change({ greetings: !muted }))),
    h("p", { class: "faint watching" })];
}

/** @param {MatchState} snapshot */
export const resignWords = (snapshot) => t(resignCommand(snapshot).type === "abort" ? "online-abort" : "resign");

/** @param {MatchView} view @param {MatchScreenState} state */
export function updateButtons({ undo, draw, resign, hint, analyse, element }, state) {
  const { snapshot } = state;
  const { you, end, offers, online } = snapshot;
  const playing = you !== null && end === null;
  for (const one of [undo, draw, resign]) one.hidden = !playing;
  hint.hidden = !playing || isBetweenPeople(snapshot);
  hint.disabled = !isPlayable(state);
  undo.disabled = entriesOf(snapshot) === 0 || hasOffered(snapshot, "takeback", you);
  draw.disabled = offers.some(({ offer }) => offer === "draw");
  write(resign.querySelector("span") ?? resign, resignWords(snapshot));
  analyse.hidden = hidesAnalysis(snapshot);
  const greetings = element.querySelector(".greetings");
  if (greetings instanceof HTMLElement) greetings.hidden = you === null || !isBetweenPeople(snapshot);
  const watching = element.querySelector(".watching");
  const watchers = online?.watchers ?? 0;
  if (watching) {
    write(watching,
      [you === null && t("online-you-watch"), watchers > 0 && count("online-watchers", watchers)].filter(Boolean)
        .join(" · "));
  }
}

/** @param {MatchView} view @param {MatchScreenState} state */
export function updatePlayers({ top, bottom }, state) {
  for (const bar of [top, bottom]) updateBar(bar, state);
}

/**
 * Whether the player is there, and what they have said.
 * @param {PlayerBar} bar
 * @param {MatchScreenState} state
 */
function updateBar(bar, { snapshot, away, speech }) {
  const found = snapshot.players.find(({ seat }) => seat === bar.seat);
  if (!found) return;
  const { player, who } = found;
  const words = speech[player];
  const gone = away.has(player);
  const label = t(gone ? "online-away" : "online-here");
  renew(bar.company, [who.type, gone, words, snapshot.end === null], () => [
    who.type === "human" && snapshot.end === null && h("span", {
      class: gone ? "presence away" : "presence", role: "img", "aria-label": label, title: label,
    }),
    words && h("span", { class: "speech" }, words)]);
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
 * Lets the countdown run.
 * @param {MatchController} match
 */
export function tick(match) {
  const time = waitingTime(match.state);
  if (time === null) return;
  const place = match.view.notes.querySelector(".gone-left");
  if (place && time > 0) write(place, minutes(time));
  match.view.updateNotes();
}

/** @param {MatchScreenState} state */
export function noteKey(state) {
  const { offers, you, may_abort, online, end } = state.snapshot;
  const time = waitingTime(state);
  return [
    offers, you, time !== null, time === 0, may_abort, online?.rematch, end !== null, state.connection === "closed",
  ];
}

/** @param {MatchController} match @returns {Child[]} */
export function notes(match) {
  const { snapshot, connection } = match.state;
  const own = snapshot.offers.filter(({ by }) => by === snapshot.you);
  return [
    connection === "closed" && h("p", { class: "note problem" }, t("online-full")),
    ...absenceNotes(match),
    own.length > 0 && h("p", { class: "note pending" }, own.map(({ offer }) => t(ASKED[offer])).join(" ")),
    snapshot.online?.rematch && h("p", {},
      h("a", { class: "button primary", href: `/m/${snapshot.online.rematch}` }, t("online-to-rematch")))];
}

/**
 * The other player is missed: the time that is left, then what can be claimed.
 * @param {MatchController} match
 * @returns {Child[]}
 */
function absenceNotes(match) {
  const { state } = match;
  const time = waitingTime(state);
  const other = otherPlayer(state.snapshot);
  if (time === null || !other) return [];
  const name = nameOf(state, other.player);
  if (time > 0) {
    return [h("p", { class: "note gone" },
      t("online-gone", { name }), " ",
      h("strong", { class: "gone-left" }, minutes(time)))];
  }
  const claim = (/** @type {"win" | "draw"} */ what, /** @type {string} */ label) =>
    h("button", {
      type: "button", class: what === "win" ? "primary" : "", onclick: () => match.send({ type: "claim", claim: what }),
    }, label);
  return [h("p", { class: "note gone" }, t("online-waited", { name }), " "),
    h("div", { class: "buttons" }, ...state.snapshot.may_abort
      ? [claim("win", t("online-claim-end"))]
      : [claim("win", t("online-claim-win")), claim("draw", t("online-claim-draw"))])];
}

/** @param {MatchScreenState} state */
export const againKey = ({ snapshot: { offers, you, online } }) => [
  offers.filter(({ offer }) => offer === "rematch"), you, online?.rematch,
];

/** @param {MatchController} match @returns {Child} */
export function againButton(match) {
  const { offers, you, online } = match.state.snapshot;
  if (you === null || online?.rematch) return null;
  const asked = offers.find(({ offer }) => offer === "rematch");
  return h("button", {
    type: "button", class: "primary big", disabled: asked?.by === you, onclick: () => void match.mode.playAgain(match),
  },
  t(asked ? (asked.by === you ? "online-rematch-asked" : "online-rematch-accept") : "rematch"));
}

/**
 * Shows how others find the match, and how the player takes the seat to another device.
 * @param {MatchController} match
 */
export async function shareDialog(match) {
  const { id, online, end, view } = match.state.snapshot;
  const [lan, { pictureParts }] = await Promise.all([
    api.lan(), import("../../app/share/dialog.js"), match.app.bring("share"),
  ]);
  const seat = heldSeat(id)?.seat;
  const [origin = location.origin] = origins(lan);
  const link = seat ? `${origin}/m/${id}${seatMark(seat)}` : "";
  const target = await shareTarget(match, origin, t("link-copied"));
  void open(t("share"), () => [
    invitation({ id, code: online?.code ?? "" }, lan, t("online-watch-link")),
    ...(link && !end ? [h("details", { class: "classics" }, h("summary", {}, t("online-seat-link")),
      h("p", {}, t("online-seat-link-more")), passedOn(t("online-seat-link"), link, t("link-copied")),
      qrPicture(link, t("online-qr")))]
      : []),
    ...(view.board.cells.length > 0 ? pictureParts(target) : [])]);
}
