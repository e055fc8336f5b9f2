// @ts-check
// What has happened between two states of a match's screen, and how it is said.
/** @import { Board, Choice, Command, MatchState, Offer, Player, Seat } from "../net/types.js" */
/** @import { MatchScreenState } from "./state.js" */

import { moveWords } from "../board/words.js";
import { has, t } from "../app/i18n.js";
import { playerName, result, seatName } from "../app/names.js";
import { moveNumber } from "../app/numbering.js";
import { entriesOf, hasOffered, isOwnTurn, person, playerOf, self } from "./state.js";

/**
 * @typedef {(
 *   | { type: "moved", seat: Seat, by: Player | null, notation: string, choice: Choice | null, board: Board }
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
  ...(after.earlier && after.earlier !== before.earlier
    ? [{ type: /** @type {const} */ ("looking"), entries: entriesOf(after.earlier) }]
    : []),
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
  if (added === 1) {
    const [notation, choice] = [after.record.moves.at(-1) ?? "", after.view.last];
    events.push({
      type: "moved", seat: before.view.turn, by: before.to_move, notation, choice, board: before.view.board,
    });
  } else if (added < 0) events.push({ type: "undone" });
  events.push(...offerEvents(before, state));
  if (after.end && !before.end) events.push({ type: "ended" });
  else if (!after.end && added !== 0) events.push({ type: "turn", own: isOwnTurn(state) && person(after) !== null });
  if (after.unstored && !before.unstored) events.push({ type: "unstored" });
  if (after.online?.rematch && !before.online?.rematch) events.push({ type: "rematch", id: after.online.rematch });
  return events;
}

/** @param {MatchState} before @param {MatchScreenState} state @returns {MatchEvent[]} */
function offerEvents(before, state) {
  const { snapshot: after } = state;
  const made = after.offers.filter(({ offer, by }) => !hasOffered(before, offer, by));
  // An offer lapses with the next move; without one the other player has declined it.
  const declined = after.end || entriesOf(after) !== entriesOf(before) ? [] : DECLINABLE.filter((offer) =>
    hasOffered(before, offer, self(state)) && !hasOffered(after, offer, self(state)));
  return [
    ...made.map(({ offer, by }) => ({ type: /** @type {const} */ ("offered"), offer, by })),
    ...declined.map((offer) => ({ type: /** @type {const} */ ("declined"), offer })),
  ];
}

const DECLINABLE = /** @type {const} */ (["draw", "takeback"]);

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
 * What waits for the connection, in words.
 * @param {Iterable<Command | null>} pending
 */
export const keptWords = (pending) => [...new Set([...pending].map(keptId))].map((id) => t(id));

/** @type {{ [kind: string]: string }} */
const KEPT = { move: "kept-move", draw: "kept-draw", takeback: "kept-takeback", resign: "kept-resign" };

/** @param {Command | null} command */
const keptId = (command) => KEPT[command?.type === "offer" ? command.offer : command?.type ?? ""] ?? "kept-other";

/**
 * An event in words, for the ear; nothing for what is shown as a message.
 * @param {MatchScreenState} state
 * @param {MatchEvent} event
 * @returns {string[]}
 */
export function eventWords(state, event) {
  switch (event.type) {
    case "moved":
      return [movedWords(state, event)];
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
      return [lookingWords(state, event.entries)];
    case "connection":
      return event.status === "lost"
        ? [t("connection-lost"), ...keptWords(state.pending.values())]
        : [t("connection-back")];
    case "unstored":
      return [t("not-stored")];
    default:
      return [];
  }
}

/**
 * @param {MatchScreenState} state
 * @param {number} entries
 */
export function lookingWords({ snapshot: { record: { moves } } }, entries) {
  if (entries === 0) return t("looking-start");
  return t("looking", { number: moveNumber(moves, entries - 1), move: entryName(moves[entries - 1]) });
}

/**
 * An entry as it is read in a list.
 * @param {string} notation
 */
export const entryName = (notation) => (has(`entry-${notation}`) ? t(`entry-${notation}`) : notation);

/**
 * A move in words: who makes it, and what it is.
 * @param {MatchScreenState} state
 * @param {Extract<MatchEvent, { type: "moved" }>} event
 */
export function movedWords(state, { seat: at, by, notation, choice, board }) {
  const { info, flipped } = state;
  const seat = seatName(info, at);
  if (notation === PASS) return t("announce-pass", { seat });
  if (notation === SWAP) return swapWords(state, by);
  const move = (choice && moveWords(info, board, choice, flipped)) ?? entryName(notation);
  return t("announce-move", { seat, move });
}

const PASS = "--";
const SWAP = "swap";

/**
 * Whether a sentence beside the board says what has happened, because the board does not show it.
 * @param {string} notation
 */
export const needsSentence = (notation) => notation === PASS || notation === SWAP;

/**
 * Who has swapped, and what that means for the player at this screen.
 * @param {MatchScreenState} state
 * @param {Player | null} by
 */
function swapWords(state, by) {
  const { info, snapshot } = state;
  const own = person(snapshot);
  const swapper = playerOf(snapshot, by);
  if (!swapper) return t("entry-swap");
  if (own === null) {
    return t("swap-played", { player: nameOf(state, swapper.player), seat: seatName(info, swapper.seat) });
  }
  const seat = seatName(info, own.seat);
  return own.player === swapper.player
    ? t("swap-own", { seat })
    : t("swap-other", { player: nameOf(state, swapper.player), seat });
}
