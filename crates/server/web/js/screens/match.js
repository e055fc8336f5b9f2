// @ts-check
// The screen of a match.
/** @import { GameInfo, MatchState } from "../net/types.js" */
/** @import { App, Screen } from "../app/main.js" */

import * as api from "../net/api.js";
import { MatchController } from "../match/controller.js";
import { heldSeat, ownSnapshot, readMark } from "../match/online/seats.js";

/** @param {App} app @param {string[]} params @returns {Promise<Screen>} */
export async function show(app, [id]) {
  const snapshot = await api.matchState(id);
  const info = app.game(snapshot.game);
  if (!info) throw new api.Failure(null, 404);
  if (!snapshot.online) return screenHere(app, info, snapshot);
  const [table] = await Promise.all([
    snapshot.online.gathering ? import("../match/online/table.js") : null, app.bring("online"),
  ]);
  const known = ownSnapshot(snapshot);
  if (table) return table.showTable(app, info, snapshot);
  return matchScreen(app, info, known, heldSeat(id)?.seat);
}

/**
 * A match at one screen; the address may carry the secret with which another device goes on with it.
 * @param {App} app @param {GameInfo} info @param {MatchState} snapshot @returns {Screen}
 */
function screenHere(app, info, snapshot) {
  const seat = readMark(location.hash);
  if (seat === null) return matchScreen(app, info, snapshot);
  // An address is passed on easily; from the first greeting on the profile may play.
  history.replaceState(history.state, "", location.pathname + location.search);
  return matchScreen(app, info, { ...snapshot, watching: false }, seat);
}

/** @param {App} app @param {GameInfo} info @param {MatchState} snapshot @param {string} [seat] @returns {Screen} */
function matchScreen(app, info, snapshot, seat) {
  const match = new MatchController(app, info, snapshot, seat);
  return {
    title: match.title(), name: "match-page", game: info.id, place: snapshot.online ? "online" : undefined, stays: true,
    titled: true,
    element: match.view.element, close: () => match.close(),
  };
}
