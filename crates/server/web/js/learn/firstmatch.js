// @ts-check
// Whether a match is somebody's first of its game; the coach comes only then.
/** @import { MatchController } from "../match/controller.js" */

import { self } from "../match/state.js";
import { isCoached } from "./progress.js";

/**
 * Coaches the player, if this is the first match of the game.
 * @param {MatchController} match
 */
export async function coachFirstMatch(match) {
  const { app, info, state } = match;
  if (self(state) === null || state.snapshot.end || !isCoached(info, state.snapshot.id)) return;
  const [{ coach }, { introduction }] = await Promise.all([
    import("./coach.js"), import("./api.js"), app.bring("learn"),
  ]);
  // Without the server's words nothing is lost but the tips.
  const told = await introduction(info.id).catch(() => null);
  if (told && !match.closed) coach(match, told);
}
