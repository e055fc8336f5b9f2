// @ts-check
// What the list of games says of one.
/** @import { BySeat, GameInfo, MatchSummary, Player, Who } from "../net/types.js" */

import { capital, language, say, t } from "../app/i18n.js";
import { opponentName, pairing, strangerName } from "../app/names.js";

/** @typedef {"won" | "lost" | "drawn" | "ended" | "running" | "damaged"} ResultKind */

/** @param {Player} player */
const seatOf = (player) => /** @type {keyof BySeat<unknown>} */ (player === "one" ? "first" : "second");

/** @param {Player} player @returns {Player} */
const other = (player) => (player === "one" ? "two" : "one");

/**
 * How a game stands for the visitor.
 * @param {MatchSummary} match
 * @returns {ResultKind}
 */
export function resultKind({ damaged, over, winner, you, reason }) {
  if (damaged) return "damaged";
  if (!over) return "running";
  if (reason === "aborted") return "ended";
  if (!winner) return "drawn";
  if (!you) return "ended";
  return winner === you ? "won" : "lost";
}

/**
 * How a game stands, in words.
 * @param {GameInfo | undefined} info
 * @param {MatchSummary} match
 */
export function resultWords(info, match) {
  const kind = resultKind(match);
  if (kind === "ended" && match.winner && info) {
    return t("games-winner", { name: winnerName(info, match, match.winner) });
  }
  if (kind === "ended") return t("games-called-off");
  return t(`games-result-${kind}`);
}

/** @param {GameInfo} info @param {MatchSummary} match @param {Player} winner */
function winnerName(info, { players, rules }, winner) {
  const who = players[seatOf(winner)];
  if (who?.type === "computer") return opponentName(info, who.opponent, rules);
  return who?.name || capital(say(info.seats[winner === "one" ? 0 : 1]));
}

/**
 * Whom the visitor plays.
 * @param {GameInfo} info
 * @param {MatchSummary} match
 */
export function opponentWords(info, match) {
  const { players, you, kind, rules } = match;
  /** @type {Who | null} */
  const opponent = you ? players[seatOf(other(you))] : null;
  if (opponent?.type === "computer") {
    return t("pairing-computer", { level: opponentName(info, opponent.opponent, rules) });
  }
  if (kind === "online" && opponent) {
    return t("games-against", { name: strangerName(opponent.name) || t("games-nameless") });
  }
  const names = [players.first, players.second].map((who) => (who?.type === "human" ? who.name : ""));
  if (kind === "local" && names.every(Boolean)) return names.join(" – ");
  return pairing(info, match);
}

/**
 * How well the visitor played, or both where the visitor is neither; null before a review.
 * @param {MatchSummary} match
 */
export function accuracyWords({ accuracy, you }) {
  if (!accuracy) return null;
  const percent = (/** @type {number | null} */ one) =>
    (one === null ? "–" : (one / 100).toLocaleString(language(), { style: "percent" }));
  if (you) {
    return accuracy[seatOf(you)] === null ? null : t("games-accuracy", { percent: percent(accuracy[seatOf(you)]) });
  }
  return t("games-accuracy", { percent: `${percent(accuracy.first)} – ${percent(accuracy.second)}` });
}

/** @param {number} at in milliseconds since 1970 */
export const dateWords = (at) => new Date(at).toLocaleDateString(language(), { dateStyle: "medium" });

/** @param {number} at in milliseconds since 1970 */
export const timeWords = (at) => new Date(at).toLocaleString(language(), { dateStyle: "full", timeStyle: "short" });
