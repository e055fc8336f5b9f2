// @ts-check
// How players, levels and results are called.
/** @import { EndState, GameInfo, MatchState, MatchSummary, PlayerState, Seat, Who } from "../net/types.js" */

import { say, t } from "./i18n.js";
import { settings } from "./settings.js";

/**
 * The name of a stranger as it is shown: none if the player does not want to see names.
 * @param {string} name
 */
export const strangerName = (name) => (settings().hideNames ? "" : name);

/** @param {Seat} seat */
export const seatIndex = (seat) => (seat === "first" ? 0 : 1);

/** Prefix of the ids of bots: programs of the server's owner. */
const BOT_PREFIX = "bot:";

/** @param {string} id of a computer player */
export const isBot = (id) => id.startsWith(BOT_PREFIX);

/** @param {string} id of a bot */
const botName = (id) => id.slice(BOT_PREFIX.length);

/**
 * All computer players, levels first.
 * @param {GameInfo} info
 */
export const opponents = ({ levels, classics, bots }) => [...levels, ...classics, ...bots];

/**
 * The name of a computer player, by a rule set if that is known. A bot is known by its id, because not everybody is
 * offered it, and it may be gone.
 * @param {GameInfo} info
 * @param {string} id
 * @param {string | null} [rules]
 */
export function opponentName(info, id, rules = null) {
  if (isBot(id)) return t("bot-name", { name: botName(id) });
  const found = opponents(info).find((opponent) => opponent.id === id);
  return found ? say((rules !== null && found.titles?.[rules]) || found.title) : id;
}

/** @param {GameInfo} info @param {Seat} seat */
export const seatName = (info, seat) => say(info.seats[seatIndex(seat)]);

/**
 * The seat whose pieces begin at the lower edge as a board is seen; First where the seats have no edges.
 * @param {GameInfo} info
 * @param {boolean} flipped
 * @returns {Seat}
 */
export function lowerSeat({ look: { lower } }, flipped) {
  return ((lower ?? "first") === "first") === flipped ? "second" : "first";
}

/**
 * Who plays whom, in a few words.
 * @param {GameInfo} info
 * @param {Pick<MatchSummary, "players" | "kind">} match
 */
export function pairing(info, { players: { first, second }, kind }) {
  if (first === null || second === null) return t("pairing-waiting");
  if (first.type === "human" && second.type === "human") {
    const names = [first.name, second.name].map(strangerName).filter(Boolean).join(" – ");
    return kind === "local" ? t("pairing-two") : `${t("online")}${names && ` · ${names}`}`;
  }
  if (first.type === "computer" && second.type === "computer") {
    return t("pairing-watch", {
      first: opponentName(info, first.opponent), second: opponentName(info, second.opponent),
    });
  }
  const computer = first.type === "computer" ? first : /** @type {Extract<Who, { type: "computer" }>} */ (second);
  if (isBot(computer.opponent)) return t("pairing-bot", { name: botName(computer.opponent) });
  return t("pairing-computer", { level: opponentName(info, computer.opponent) });
}

/**
 * A player's name on the screen of a match.
 * @param {GameInfo} info
 * @param {PlayerState} player
 * @param {MatchState} state
 */
export function playerName(info, player, state) {
  if (player.who.type === "computer") {
    const level = opponentName(info, player.who.opponent, state.rules);
    return isBot(player.who.opponent) ? level : t("player-computer", { level });
  }
  const name = shownName(player, state);
  if (name) return name;
  if (state.online && state.you !== null) return t(state.you === player.player ? "player-you" : "online-opponent");
  return alone(state) ? t("player-you") : t("player-number", { number: seatIndex(player.seat) + 1 });
}

/**
 * The name of a person, empty if there is none or it is not to be seen.
 * @param {PlayerState} player
 * @param {Pick<MatchState, "online" | "you">} state
 */
function shownName({ who, player }, { online, you }) {
  if (who.type === "computer") return "";
  return online && player !== you ? strangerName(who.name) : who.name;
}

/**
 * How a match ended: a headline, and the result in words.
 * @param {GameInfo} info
 * @param {MatchState} state
 * @param {EndState} end
 */
export function result(info, state, end) {
  const reason = end.margin === null
    ? say(end.text)
    : t("reason-margin", { reason: say(end.text), margin: end.margin });
  if (end.reason === "aborted") return { headline: t("aborted"), words: reason, kind: /** @type {const} */ ("draw") };
  if (end.winner === null) {
    return { headline: t("draw"), words: t("draw-because", { reason }), kind: /** @type {const} */ ("draw") };
  }
  const winner = state.players.find(({ player }) => player === end.winner) ?? state.players[0];
  const words = winWords(info, state, end, winner, reason);
  const own = alone(state);
  if (own === null) {
    return { headline: t("wins", { seat: seatName(info, winner.seat) }), words, kind: /** @type {const} */ ("win") };
  }
  return winner.player === own
    ? { headline: t("victory"), words, kind: /** @type {const} */ ("win"), cheer: t("well-played") }
    : { headline: t("defeat"), words, kind: /** @type {const} */ ("lose"), cheer: t("pity") };
}

/**
 * Who has won, and how: `You win 51–13`, `You resigned: the computer wins`.
 * @param {GameInfo} info
 * @param {MatchState} state
 * @param {EndState} end
 * @param {PlayerState} winner
 * @param {string} reason in words, with the margin
 */
function winWords(info, state, { reason: name, text }, winner, reason) {
  const own = alone(state);
  const resigned = name === "resigned";
  const score = finalScore(state, winner.seat);
  const loser = state.players.find(({ player }) => player !== winner.player) ?? winner;
  if (winner.player === own) {
    if (resigned) return t("result-resigned", { loser: plainName(info, loser, state) });
    return score ? t("result-you-score", { score, reason: say(text) }) : t("result-you-win", { reason });
  }
  if (own !== null && resigned) return t("result-you-resigned", { winner: plainName(info, winner, state) });
  const nameless = own === null && winner.who.type === "human" && !shownName(winner, state);
  if (nameless && !score) return t("wins-because", { number: seatIndex(winner.seat) + 1, reason });
  const called = own === null ? playerName(info, winner, state) : plainName(info, winner, state);
  return score
    ? t("result-score", { winner: called, score, reason: say(text) })
    : t("result-wins", { winner: called, reason });
}

/**
 * What both sides have in the end, the winner first, in games that count one thing; null elsewhere.
 * @param {MatchState} state
 * @param {Seat} winner
 */
function finalScore({ end, view: { board: { tallies } } }, winner) {
  if (tallies.length !== 1 || end === null || end.margin === null) return null;
  const { count } = tallies[0];
  const [most, least] = winner === "first" ? [count.first, count.second] : [count.second, count.first];
  return most - least === end.margin ? `${most}–${least}` : null;
}

/**
 * A player's name within a sentence.
 * @param {GameInfo} info
 * @param {PlayerState} player
 * @param {MatchState} state
 */
function plainName(info, player, state) {
  if (player.who.type === "computer") {
    return isBot(player.who.opponent) ? playerName(info, player, state) : t("the-computer");
  }
  const name = shownName(player, state);
  if (name) return name;
  return state.online && state.you !== null ? t("the-opponent") : playerName(info, player, state);
}

/**
 * The player who sits alone at this screen, if one does.
 * @param {MatchState} state
 */
export function alone({ online, you, players, watching }) {
  if (online) return you;
  if (watching) return null;
  const humans = players.filter(({ who }) => who.type === "human");
  return humans.length === 1 ? humans[0].player : null;
}
