// @ts-check
// The screen of a match at one moment: plain data, no element. Whether others play elsewhere is part of
// the data too (`snapshot.online`).
/** @import { Choice, Command, GameInfo, MatchState, Player, PlayerState, Seat, Thinking } from "../net/types.js" */
/** @import { Status } from "../net/connection.js" */

import { alone, lowerSeat } from "../app/names.js";

/**
 * @typedef {{ snapshot: MatchState, receivedAt: number }} Received
 *
 * @typedef {object} MatchScreenState
 * @property {GameInfo} info
 * @property {MatchState} snapshot the match as it is shown
 * @property {number} receivedAt when the snapshot came
 * @property {Received[]} queue moves of the computer that are shown later, one after the other
 * @property {number} movedAt when the last move was shown
 * @property {MatchState | null} earlier an earlier position that is looked at
 * @property {number | null} requested the entries of the earlier position that is asked for
 * @property {ReadonlyMap<number, MatchState>} positions earlier positions of this version, by entries
 * @property {{ id: string, choice: Choice | null } | null} sentMove the move without an answer
 * @property {boolean} paused whether moves of computers wait until they are asked for
 * @property {number} pace the least time between moves of computers, in milliseconds
 * @property {boolean} late whether an answer is late
 * @property {ReadonlyMap<string, Command | null>} pending commands without an answer, by their ids; null for a seat
 * @property {Thinking | null} thinking
 * @property {Status} connection
 * @property {boolean} flipped whether the board is seen from the other side
 * @property {boolean} hinting whether a hint is asked for
 * @property {Choice | null} asked a move that waits to be confirmed
 * @property {ReadonlySet<Player>} away players elsewhere who are missed
 * @property {{ [player in Player]?: string }} speech what players elsewhere have just said
 */

/** @param {GameInfo} info @param {MatchState} snapshot @param {number} now @returns {MatchScreenState} */
export const initialState = (info, snapshot, now) => ({
  info,
  snapshot,
  receivedAt: now,
  queue: [],
  movedAt: 0,
  earlier: null,
  requested: null,
  positions: new Map(),
  sentMove: null,
  paused: false,
  pace: 0,
  late: false,
  pending: new Map(),
  thinking: null,
  connection: "connecting",
  flipped: wantsFlip(info, snapshot),
  hinting: false,
  asked: null,
  away: new Set(),
  speech: {},
});

/** @param {MatchState} snapshot */
export const entriesOf = (snapshot) => snapshot.record.moves.length;

/**
 * The snapshot whose position is on the board.
 * @param {MatchScreenState} state
 */
export const displayed = ({ earlier, snapshot }) => earlier ?? snapshot;

/** @param {PlayerState} player */
const isHuman = ({ who }) => who.type === "human";

/** @param {MatchState} snapshot @param {Player | null} player */
export const playerOf = (snapshot, player) => snapshot.players.find((one) => one.player === player) ?? null;

/**
 * The player for whom the page acts now.
 * @param {MatchScreenState} state
 * @returns {Player | null}
 */
export function self({ snapshot: { online, you, players, to_move, watching } }) {
  if (online) return you;
  if (watching) return null;
  const humans = players.filter(isHuman);
  return (humans.find(({ player }) => player === to_move) ?? humans[0])?.player ?? null;
}

/**
 * Whether the player at this screen is to move.
 * @param {MatchScreenState} state
 */
export function isOwnTurn(state) {
  const { snapshot } = state;
  const moving = playerOf(snapshot, snapshot.to_move);
  return moving !== null && isHuman(moving) && moving.player === self(state);
}

/**
 * Whether the game waits for the only person at this screen.
 * @param {MatchScreenState} state
 */
export const isCalled = (state) => isOwnTurn(state) && person(state.snapshot) !== null;

/**
 * Whether a move may be made here and now.
 * @param {MatchScreenState} state
 */
export const isPlayable = (state) =>
  isOwnTurn(state) && state.earlier === null && state.sentMove === null && state.queue.length === 0;

/**
 * Whether the player at this screen plays a game that goes on.
 * @param {MatchScreenState} state
 */
export const plays = (state) => self(state) !== null && state.snapshot.end === null;

/**
 * Whether two people play.
 * @param {MatchState} snapshot
 */
export const isBetweenPeople = (snapshot) => snapshot.players.every(isHuman);

/**
 * Whether the computer may be told to move at once.
 * @param {MatchState} snapshot
 */
export const mayHurry = ({ online, you, watching }) => (online ? you !== null : !watching);

/**
 * Whether the player at this screen answers an offer for that one.
 * @param {MatchState} snapshot
 * @param {PlayerState} player
 */
export const answersFor = ({ online, you, watching }, player) =>
  (online ? player.player === you : isHuman(player) && !watching);

/**
 * The offers that wait for an answer from here.
 * @param {MatchState} snapshot
 */
export const offersToAnswer = ({ online, offers, you }) => (online ? offers.filter(({ by }) => by !== you) : offers);

/** @param {MatchState} snapshot @param {string} offer @param {Player | null} by */
export const hasOffered = ({ offers }, offer, by) =>
  by !== null && offers.some((one) => one.offer === offer && one.by === by);

/**
 * The only person at this screen, if there is one.
 * @param {MatchState} snapshot
 */
export const person = (snapshot) => playerOf(snapshot, alone(snapshot));

/**
 * The other player, for those who play with somebody elsewhere.
 * @param {MatchState} snapshot
 */
export const otherPlayer = ({ you, players }) =>
  (you === null ? null : players.find(({ player }) => player !== you) ?? null);

/**
 * The player whose wins are counted here.
 * @param {MatchState} snapshot
 * @returns {Player | null}
 */
export function countedPlayer({ online, you, players, watching }) {
  if (online) return you;
  if (watching) return null;
  const humans = players.filter(isHuman);
  return humans.length === 2 ? "one" : humans[0]?.player ?? null;
}

/**
 * The name under which the score is kept.
 * @param {MatchState} snapshot
 */
export function scoreKey({ online, players }) {
  const computer = players.map(({ who }) => who).find((who) => who.type === "computer");
  if (computer) return computer.opponent;
  return online ? "online" : "two";
}

/**
 * Whether the board is better seen from the other side, so that one's own pieces are near.
 * @param {GameInfo} info
 * @param {MatchState} snapshot
 */
export function wantsFlip(info, snapshot) {
  const own = person(snapshot);
  return own !== null && info.look.lower !== null && info.look.lower !== own.seat;
}

/**
 * The seat at the lower edge.
 * @param {MatchScreenState} state
 * @returns {Seat}
 */
export function nearSeat({ info, snapshot, flipped }) {
  return info.look.lower === null ? person(snapshot)?.seat ?? "first" : lowerSeat(info, flipped);
}

/**
 * The command that takes a move back: asked of the other player where there is one elsewhere.
 * @param {MatchScreenState} state
 * @returns {Command | null}
 */
export function undoCommand({ snapshot }) {
  if (!snapshot.online) return snapshot.undoable > 0 ? { type: "undo" } : null;
  const { you, end } = snapshot;
  const possible = you !== null && !end && entriesOf(snapshot) > 0 && !hasOffered(snapshot, "takeback", you);
  return possible ? { type: "offer", offer: "takeback" } : null;
}

/** @param {MatchScreenState} state @returns {Command | null} */
export const redoCommand = ({ snapshot }) => (!snapshot.online && snapshot.redoable > 0 ? { type: "redo" } : null);

/**
 * The command that gives up: a game that has hardly begun with somebody elsewhere is called off instead.
 * @param {MatchState} snapshot
 * @returns {{ type: "abort" | "resign" }}
 */
export const resignCommand = ({ online, may_abort }) => ({ type: online && may_abort ? "abort" : "resign" });

/**
 * The text of that command.
 * @param {MatchState} snapshot
 */
export const resignText = (snapshot) => (resignCommand(snapshot).type === "abort" ? "online-abort" : "resign");

/**
 * Whether two computers play, and people watch.
 * @param {MatchState} snapshot
 */
export const isShow = (snapshot) => snapshot.players.every(({ who }) => who.type === "computer");

/**
 * The level next to that of the computer that a person plays against; null if there is none.
 * @param {MatchScreenState} state
 * @param {1 | -1} by harder or easier
 */
export function nextLevel({ info, snapshot }, by) {
  const computer = snapshot.players.map(({ who }) => who).find((who) => who.type === "computer");
  const at = info.levels.findIndex(({ id }) => id === computer?.opponent);
  return at < 0 || isShow(snapshot) ? null : info.levels[at + by] ?? null;
}

/**
 * Whether a hint may be asked for.
 * @param {MatchScreenState} state
 */
export const mayAskHint = (state) =>
  isPlayable(state) && !state.hinting && !(state.snapshot.online && isBetweenPeople(state.snapshot));

/**
 * Whether the match may not be analysed yet: two people still play it elsewhere.
 * @param {MatchState} snapshot
 */
export const hidesAnalysis = (snapshot) =>
  snapshot.kind === "online" && snapshot.end === null && isBetweenPeople(snapshot);
