// @ts-check
// What a match does by where its players are: all at this screen (`LOCAL`), or elsewhere too, which is
// loaded when it is needed (`ONLINE` in `online/match.js`).
/** @import { Command, Greeting, MatchState, NewMatch, Player } from "../net/types.js" */
/** @import { Child } from "../app/dom.js" */
/** @import { MatchController } from "./controller.js" */
/** @import { MatchEvent } from "./events.js" */
/** @import { MatchScreenState } from "./state.js" */
/** @import { MatchView } from "./view.js" */

import * as api from "../net/api.js";
import { change, h } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { t } from "../app/i18n.js";
import { continuationOf, rematchOf } from "./setup/newmatch.js";
import { opponentName } from "../app/names.js";
import { complain, toast } from "../app/notice.js";
import { openFile } from "../app/openfile.js";
import { standalone } from "../net/transport.js";
import { watchedPlayer, watchThinking } from "../learn/think/visit.js";
import { copyPosition, fullScreen, share } from "./actions.js";
import { button, recordLink, rulesLink } from "./buttons.js";
import { playback, updatePlayback } from "./playback.js";
import { displayed, hidesAnalysis, isPlayable, isShow, nextLevel, self } from "./state.js";

/**
 * Makes a match from what is looked at, and goes there.
 * @param {MatchController} match
 * @param {NewMatch} what
 */
async function goToNew({ app }, what) {
  try {
    const { id } = await api.newMatch(what);
    app.go(`/m/${id}`);
  } catch (error) {
    complain(error);
  }
}

/**
 * What is said to those who only watch.
 * @param {MatchController} match
 * @returns {Child[]}
 */
function watchingNotes(match) {
  const { state } = match;
  if (!state.snapshot.watching) return [];
  const shown = displayed(state);
  return [h("p", { class: "note" }, t("watching")),
    shown.view.outcome === null && h("div", { class: "buttons" },
      h("button", { type: "button", onclick: () => void goToNew(match, continuationOf(shown)) },
        icon("play"), t("continue-here")))];
}

/**
 * @typedef {object} MatchMode
 * @property {(snapshot: MatchState) => string | undefined} seatSecret what opens the seat, where seats are locked
 * @property {(match: MatchController) => () => void} begin the answer ends it
 * @property {(match: MatchController, snapshot: MatchState) => void} received before a snapshot is shown
 * @property {(match: MatchController, event: MatchEvent) => void} happened
 * @property {(match: MatchController, player: Player, greeting: Greeting) => void} greeted
 * @property {(command: Command) => void} asked says that the other player has been asked
 * @property {(match: MatchController, by?: 1 | -1) => Promise<void>} playAgain against a harder or easier level, if
 *   wanted
 * @property {(match: MatchController) => Promise<void> | void} leave
 * @property {(match: MatchController) => Promise<void> | void} share
 * @property {(view: MatchView) => Child[]} mainButtons what is done most often
 * @property {(view: MatchView) => Child[]} moreButtons
 * @property {(view: MatchView) => Child[]} extras what stands below the buttons
 * @property {(view: MatchView, state: MatchScreenState) => void} updateButtons
 * @property {(view: MatchView, state: MatchScreenState) => void} updatePlayers
 * @property {(state: MatchScreenState) => unknown} noteKey stands for the notes of this mode
 * @property {(match: MatchController) => Child[]} notes
 * @property {(state: MatchScreenState) => unknown} againKey stands for the button that plays again
 * @property {(match: MatchController) => Child} againButton
 */

/** @type {MatchMode} */
export const LOCAL = {
  seatSecret: () => undefined,
  begin: () => () => {},
  received() {},
  happened() {},
  greeted() {},
  asked: (command) => {
    if (command.type === "offer") toast(t("draw-asked"));
  },
  async playAgain(match, by) {
    const level = by === undefined ? null : nextLevel(match.state, by);
    if (by !== undefined && level === null) return;
    await goToNew(match, rematchOf(match.info, match.state.snapshot, level?.id));
  },
  leave: (match) => match.app.go("/"),
  share,
  mainButtons: ({ undo, redo, hint, flip }) => [undo, redo, hint, flip],
  moreButtons(view) {
    const { match } = view;
    const { snapshot } = match.state;
    return [
      view.draw, view.resign,
      button("play", t("new-game"), () => match.app.go(`/play/${snapshot.game}`)),
      button("turn", t("rematch"), () => void LOCAL.playAgain(match)),
      view.analyse,
      document.fullscreenEnabled && button("full", t("full-screen"), fullScreen),
      button("share", t("share"), () => void LOCAL.share(match)),
      view.takeAlong,
      button("copy", t("copy-position"), () => copyPosition(match)),
      recordLink(snapshot),
      button("open", t("open-record"), () => openFile(match.app)),
      watchedPlayer(match.info, snapshot) && button("hint", t("watch-thinking"), () => void watchThinking(match)),
      rulesLink(snapshot)];
  },
  extras: ({ match }) => [isShow(match.state.snapshot) && playback(match)],
  updateButtons(view, state) {
    updatePlayback(view.element, state);
    const { snapshot } = state;
    const isPlayer = self(state) !== null;
    for (const one of [view.undo, view.redo, view.hint]) one.hidden = !isPlayer;
    view.undo.disabled = snapshot.undoable === 0;
    view.redo.disabled = snapshot.redoable === 0;
    view.hint.disabled = !isPlayable(state);
    change(view.hint, "aria-busy", String(state.hinting));
    view.draw.hidden = view.resign.hidden = !isPlayer || snapshot.end !== null;
    view.draw.disabled = snapshot.offers.some(({ offer }) => offer === "draw");
    view.analyse.hidden = hidesAnalysis(snapshot);
    view.takeAlong.hidden = standalone || snapshot.watching === true || snapshot.end !== null;
  },
  updatePlayers() {},
  noteKey: (state) => [state.snapshot.watching, displayed(state).version, displayed(state).record.moves.length],
  notes: watchingNotes,
  againKey: () => null,
  againButton: (match) => h("span", { class: "again" },
    h("button", { type: "button", class: "primary big", onclick: () => void LOCAL.playAgain(match) }, t("rematch")),
    levelButton(match, 1), levelButton(match, -1)),
};

/**
 * Offers a game against the next level.
 * @param {MatchController} match
 * @param {1 | -1} by
 */
function levelButton(match, by) {
  const level = nextLevel(match.state, by);
  return level && h("button", { type: "button", class: "level", onclick: () => void LOCAL.playAgain(match, by) },
    t(by === 1 ? "again-harder" : "again-easier", {
      level: opponentName(match.info, level.id, match.state.snapshot.rules),
    }),
    h("kbd", { class: "by-keys", "aria-hidden": "true" }, by === 1 ? "+" : "−"));
}
