// @ts-check
// From a match to the tree of a player in it.
/** @import { MatchScreen } from "../screens/match.js" */

import * as api from "../api.js";

/**
 * The player of a match whose tree can be looked at, with its depth; the one to move if both can.
 * @param {MatchScreen} match
 */
export function thinker({ info, shown }) {
  const found = shown.players.flatMap(({ player, who }) => {
    const depth = who.type === "computer" && info.classics.find(({ id }) => id === who.opponent)?.depth;
    return depth ? [{ player, depth }] : [];
  });
  return found.find(({ player }) => player === shown.to_move) ?? found[0];
}

/**
 * Shows how it thinks about its move, or has thought about its last one.
 * @param {MatchScreen} match
 */
export async function visit(match) {
  const found = thinker(match);
  const { id, game, to_move, record } = match.shown;
  if (!found) return;
  try {
    const entries = record.moves.length - (to_move === found.player ? 0 : 1);
    const { position } = await api.matchState(id, Math.max(0, entries));
    match.app.go(`/think/${game}?${new URLSearchParams({ start: position, depth: String(found.depth) })}`);
  } catch (error) {
    match.complain(error);
  }
}
