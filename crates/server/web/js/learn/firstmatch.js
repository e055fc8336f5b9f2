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
  const [{ coach }] = await Promise.all([import("./coach.js"), app.bring("learn")]);
  if (!match.closed) coach(match);
}
