// @ts-check
// From a match to the search tree of a player in it.
/** @import { GameInfo, MatchState } from "../../net/types.js" */
/** @import { MatchController } from "../../match/controller.js" */

import * as api from "../../net/api.js";
import { complain } from "../../app/notice.js";

/**
 * The player of a match whose tree can be looked at, with its depth; the one to move if both can.
 * @param {GameInfo} info
 * @param {MatchState} snapshot
 */
export function watchedPlayer(info, snapshot) {
  const found = snapshot.players.flatMap(({ player, who }) => {
    const depth = who.type === "computer" && info.classics.find(({ id }) => id === who.opponent)?.depth;
    return depth ? [{ player, depth }] : [];
  });
  return found.find(({ player }) => player === snapshot.to_move) ?? found[0];
}

/**
 * Shows how it thinks about its move, or has thought about its last one.
 * @param {MatchController} match
 */
export async function watchThinking(match) {
  const { snapshot } = match.state;
  const found = watchedPlayer(match.info, snapshot);
  if (!found) return;
  const { id, game, to_move, record } = snapshot;
  try {
    const entries = record.moves.length - (to_move === found.player ? 0 : 1);
    const { position } = await api.matchState(id, Math.max(0, entries));
    match.app.go(`/think/${game}?${new URLSearchParams({ start: position, depth: String(found.depth) })}`);
  } catch (error) {
    complain(error);
  }
}
