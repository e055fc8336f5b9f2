// @ts-check
// What has happened between two states of a match's screen, and how it is said.
/** @import { Offer, Player, Seat } from "../types.js" */
/** @import { MatchScreenState } from "./state.js" */

import { t } from "../i18n.js";
import { playerName, result, seatName } from "../names.js";
import { entriesOf, hasOffered, isOwnTurn, person, playerOf, self } from "./state.js";

/**
 * @typedef {(
 *   | { type: "moved", seat: Seat, notation: string }
 *   | { type: "undone" }
 *   | { type: "offered", offer: Offer, by: Player }
 *   | { type: "declined", offer: Offer }
 *   | { type: "gone" | "back", player: Player }
 *   | { type: "ended" }
 *   | { type: "turn", own: boolean }
 *   | { type: "looking", entries: number }
 *   | { type: "connection", status: "lost" | "back" }
 *   | { type: "unstored" }
 *   | { type: "rematch", id: string }
 * )} MatchEvent
 */

/** @param {MatchScreenState} before @param {MatchScreenState} after @returns {MatchEvent[]} */
export const matchEvents = (before, after) => [
  ...connectionEvents(before, after),
  ...(before.snapshot === after.snapshot ? [] : snapshotEvents(before, after)),
  ...presenceEvents(before, after),
  ...(after.earlier && after.earlier !== before.earlier ? [{ type: /** @type {const} */ ("looking"), entries: entriesOf(after.earlier) }] : []),
];

/** @param {MatchScreenState} before @param {MatchScreenState} after @returns {MatchEvent[]} */
function connectionEvents({ connection: before }, { connection: after }) {
  if (before === "open" && after === "lost") return [{ type: "connection", status: "lost" }];
  if (before === "lost" && after === "open") return [{ type: "connection", status: "back" }];
  return [];
}

/** @param {MatchScreenState} before @param {MatchScreenState} after @returns {MatchEvent[]} */
function presenceEvents({ away: before }, { away: after }) {
  const gone = [...after].filter((player) => !before.has(player));
  const back = [...before].filter((player) => !after.has(player));
  return [
    ...gone.map((player) => ({ type: /** @type {const} */ ("gone"), player })),
    ...back.map((player) => ({ type: /** @type {const} */ ("back"), player }))];
}

/** @param {MatchScreenState} before @param {MatchScreenState} state @returns {MatchEvent[]} */
function snapshotEvents({ snapshot: before }, state) {
  const { snapshot: after } = state;
  /** @type {MatchEvent[]} */
  const events = [];
  const added = entriesOf(after) - entriesOf(before);
  if (added === 1) events.push({ type: "moved", seat: before.view.turn, notation: after.record.moves.at(-1) ?? "" });
  else if (added < 0) events.push({ type: "undone" });
  for (const { offer, by } of after.offers) {
    if (!hasOffered(before, offer, by)) events.push({ type: "offered", offer, by });
  }
  const me = self(state);
  for (const offer of /** @type {const} */ (["draw", "takeback"])) {
    const lapsed = hasOffered(before, offer, me) && !hasOffered(after, offer, me);
    if (lapsed && added === 0 && !after.end) events.push({ type: "declined", offer });
  }
  if (after.end && !before.end) events.push({ type: "ended" });
  else if (!after.end && added !== 0) events.push({ type: "turn", own: isOwnTurn(state) && person(after) !== null });
  if (after.unstored && !before.unstored) events.push({ type: "unstored" });
  if (after.online?.rematch && !before.online?.rematch) events.push({ type: "rematch", id: after.online.rematch });
  return events;
}

/**
 * Whose turn it is.
 * @param {MatchScreenState} state
 */
export function turnWords({ info, snapshot }) {
  const moving = playerOf(snapshot, snapshot.to_move);
  return moving ? t("turn", { seat: seatName(info, moving.seat) }) : "";
}

/** @param {MatchScreenState} state */
export const resultOf = ({ info, snapshot }) => (snapshot.end ? result(info, snapshot, snapshot.end) : null);

const OFFERED = { draw: "draw-offered", takeback: "online-takeback-offered", rematch: "online-rematch-offered" };

/**
 * An offer in words.
 * @param {MatchScreenState} state
 * @param {Offer} offer
 * @param {Player} by
 */
export const offerWords = (state, offer, by) => t(OFFERED[offer], { player: nameOf(state, by) });

/** @param {MatchScreenState} state @param {Player} player */
export function nameOf({ info, snapshot }, player) {
  const found = playerOf(snapshot, player);
  return found ? playerName(info, found, snapshot) : "";
}

/**
 * An event in words, for the ear; nothing for what is shown as a message.
 * @param {MatchScreenState} state
 * @param {MatchEvent} event
 * @returns {string[]}
 */
export function eventWords(state, event) {
  switch (event.type) {
    case "moved":
      return [t("announce-move", { seat: seatName(state.info, event.seat), move: event.notation })];
    case "undone":
      return [t("announce-undone")];
    case "offered":
      return [offerWords(state, event.offer, event.by)];
    case "gone":
      return [t("online-gone", { name: nameOf(state, event.player) })];
    case "back":
      return [t("online-back", { name: nameOf(state, event.player) })];
    case "ended": {
      const found = resultOf(state);
      return found ? [found.headline, found.words] : [];
    }
    case "turn":
      return [turnWords(state)];
    case "looking":
      return [lookingWords(event.entries)];
    case "connection":
      return [t(event.status === "lost" ? "connection-lost" : "connection-back")];
    case "unstored":
      return [t("not-stored")];
    default:
      return [];
  }
}

/** @param {number} entries */
export const lookingWords = (entries) => (entries === 0 ? t("looking-start") : t("looking", { number: entries }));
