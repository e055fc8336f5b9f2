// @ts-check
// From one state of a match's screen to the next. The server decides every rule.
/** @import { Choice, Command, MatchState, Player, Thinking } from "../net/types.js" */
/** @import { Status } from "../net/connection.js" */
/** @import { MatchScreenState, Received } from "./state.js" */

import { missed } from "./presence.js";
import { entriesOf, person, playerOf, wantsFlip } from "./state.js";

/**
 * A snapshot has come. The computer's moves queue up, so that each can be seen.
 * @param {MatchScreenState} state
 * @param {MatchState} snapshot
 * @param {number} now
 * @returns {MatchScreenState}
 */
export function receive(state, snapshot, now) {
  const received = { snapshot, receivedAt: now };
  const last = state.queue.at(-1)?.snapshot ?? state.snapshot;
  const added = entriesOf(snapshot) - entriesOf(last);
  const continues = last.record.moves.every((move, i) => snapshot.record.moves[i] === move);
  const byComputer = playerOf(last, last.to_move)?.who.type === "computer";
  if (added === 1 && continues && byComputer) return { ...state, queue: [...state.queue, received] };
  if (added === 0 && continues && state.queue.length > 0) {
    return { ...state, queue: [...state.queue.slice(0, -1), received] };
  }
  return display({ ...state, queue: [] }, received, now);
}

/**
 * The next move of the computer is shown.
 * @param {MatchScreenState} state
 * @param {number} now
 */
export function showNext(state, now) {
  const [next, ...queue] = state.queue;
  return next ? display({ ...state, queue }, next, now) : state;
}

/**
 * Milliseconds until the next move of the computer is shown: moves follow one another not too fast.
 * @param {MatchScreenState} state
 * @param {number} delay between two moves
 * @param {number} now
 */
export const nextDelay = ({ movedAt, pace }, delay, now) => Math.max(0, movedAt + Math.max(delay, pace) - now);

/** @param {MatchScreenState} state @param {boolean} paused @returns {MatchScreenState} */
export const setPaused = (state, paused) => ({ ...state, paused });

/** @param {MatchScreenState} state @param {number} pace @returns {MatchScreenState} */
export const setPace = (state, pace) => ({ ...state, pace });

/** @param {MatchScreenState} state @param {Received} received @param {number} now @returns {MatchScreenState} */
function display(state, { snapshot, receivedAt }, now) {
  const before = state.snapshot;
  const moved = entriesOf(snapshot) !== entriesOf(before);
  const sentMove = !moved && state.sentMove && state.pending.has(state.sentMove.id) ? state.sentMove : null;
  return {
    ...state,
    snapshot,
    receivedAt,
    positions: snapshot.version === before.version ? state.positions : new Map(),
    sentMove,
    late: state.late && !moved,
    thinking: moved ? null : state.thinking,
    requested: moved ? null : state.requested,
    earlier: moved && state.queue.length === 0 ? null : state.earlier,
    movedAt: moved ? now : state.movedAt,
    // Who sits down or swaps places sees the board from the new side.
    flipped: snapshot.you === before.you && person(snapshot)?.seat === person(before)?.seat
      ? state.flipped
      : wantsFlip(state.info, snapshot),
    away: snapshot.end ? state.away : new Set([...state.away].filter((player) => playerOf(snapshot, player)?.gone)),
  };
}

/**
 * A command was sent.
 * @param {MatchScreenState} state
 * @param {string} id
 * @param {Command | null} command null for a seat that was asked for
 * @returns {MatchScreenState}
 */
export const commandSent = (state, id, command) => ({ ...state, pending: new Map([...state.pending, [id, command]]) });

/**
 * A move was sent: nothing more can be played until there is an answer.
 * @param {MatchScreenState} state
 * @param {string} id
 * @param {Command} move
 * @param {Choice | null} choice what the board shows already; null for a move that was typed
 * @param {number} now
 * @returns {MatchScreenState}
 */
export const moveSent = (state, id, move, choice, now) =>
  ({ ...commandSent(state, id, move), sentMove: { id, choice }, movedAt: choice ? now : state.movedAt });

/** @param {MatchScreenState} state @returns {MatchScreenState} */
export const answerLate = (state) => (state.pending.size > 0 ? { ...state, late: true } : state);

/** @param {MatchScreenState} state @param {string} id @returns {MatchScreenState} */
function answered(state, id) {
  const pending = new Map([...state.pending].filter(([one]) => one !== id));
  return { ...state, pending, late: state.late && pending.size > 0 };
}

/**
 * A command was applied. A move that the snapshot has already is no longer waited for: it was applied before the page
 * was opened, so that no other snapshot follows.
 * @param {MatchScreenState} state
 * @param {string} id
 * @param {number} version of the match after it
 * @returns {MatchScreenState}
 */
export const commandApplied = (state, id, version) =>
  withoutMove(answered(state, id), version <= state.snapshot.version ? id : null);

/** @param {MatchScreenState} state @param {string | null} id @returns {MatchScreenState} */
export function commandRefused(state, id) {
  return id === null ? state : withoutMove(answered(state, id), id);
}

/** @param {MatchScreenState} state @param {string | null} id @returns {MatchScreenState} */
const withoutMove = (state, id) => (state.sentMove && state.sentMove.id === id ? { ...state, sentMove: null } : state);

/** @param {MatchScreenState} state @param {Status} connection @returns {MatchScreenState} */
export const connectionChanged = (state, connection) => ({ ...state, connection });

/** @param {MatchScreenState} state @param {Thinking} thinking @returns {MatchScreenState} */
export const computerThinks = (state, thinking) => ({ ...state, thinking });

/**
 * The position after so many entries is asked for; it is shown at once if it is known.
 * @param {MatchScreenState} state
 * @param {number} entries
 * @returns {MatchScreenState}
 */
export function requestPosition(state, entries) {
  if (entries >= entriesOf(state.snapshot)) return backToGame(state);
  const known = state.positions.get(entries);
  return known ? { ...state, requested: null, earlier: known } : { ...state, requested: entries };
}

/**
 * An earlier position has come; it is shown if it is still what was asked for.
 * @param {MatchScreenState} state
 * @param {MatchState} found
 * @param {number} version of the match when it was asked for
 * @returns {MatchScreenState}
 */
export function positionFound(state, found, version) {
  const entries = entriesOf(found);
  if (state.snapshot.version !== version || state.requested !== entries) return state;
  return { ...state, requested: null, earlier: found, positions: new Map([...state.positions, [entries, found]]) };
}

/** @param {MatchScreenState} state @returns {MatchScreenState} */
export const positionFailed = (state) => ({ ...state, requested: null });

/** @param {MatchScreenState} state @returns {MatchScreenState} */
export const backToGame = (state) => ({ ...state, requested: null, earlier: null });

/** @param {MatchScreenState} state @returns {MatchScreenState} */
export const flip = (state) => ({ ...state, flipped: !state.flipped });

/** @param {MatchScreenState} state @param {boolean} hinting @returns {MatchScreenState} */
export const setHinting = (state, hinting) => ({ ...state, hinting });

/**
 * A move waits on the board to be confirmed.
 * @param {MatchScreenState} state
 * @param {Choice | null} asked
 * @returns {MatchScreenState}
 */
export const setAsked = (state, asked) => ({ ...state, asked });

/**
 * A player elsewhere has said something.
 * @param {MatchScreenState} state
 * @param {Player} player
 * @param {string} words
 * @returns {MatchScreenState}
 */
export const speechBegun = (state, player, words) => ({ ...state, speech: { ...state.speech, [player]: words } });

/**
 * What a player has said is no longer shown, unless it is something else by now.
 * @param {MatchScreenState} state
 * @param {Player} player
 * @param {string} words
 * @returns {MatchScreenState}
 */
export function speechOver(state, player, words) {
  if (state.speech[player] !== words) return state;
  const { [player]: _, ...speech } = state.speech;
  return { ...state, speech };
}

/**
 * Players elsewhere who have been gone for a while are missed.
 * @param {MatchScreenState} state
 * @param {number} now
 * @returns {MatchScreenState}
 */
export function checkPresence(state, now) {
  const { players, you, end, online } = state.snapshot;
  const elapsed = now - state.receivedAt;
  const found = players.filter(({ player, gone }) =>
    player !== you && !state.away.has(player) && missed(gone, online, elapsed));
  if (end || found.length === 0) return state;
  return { ...state, away: new Set([...state.away, ...found.map(({ player }) => player)]) };
}
