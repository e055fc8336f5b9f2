// @ts-check
// The buttons around a match: one table says what each does and when it is there. Which of them stand where depends on
// the kind of the match (`kinds.js`).
/** @import { MatchState } from "../net/types.js" */
/** @import { Icon } from "../app/icons.js" */
/** @import { MatchController } from "./controller.js" */
/** @import { MatchScreenState } from "./state.js" */

import { change, h, write } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { openFile } from "../app/openfile.js";
import { watchedPlayer, watchThinking } from "../learn/think/visit.js";
import { recordPath } from "../net/api.js";
import { standalone } from "../net/transport.js";
import {
  copyPosition, flip, fullScreen, hint, leave, offerDraw, redo, report, resign, share, takeAlong, undo,
} from "./actions.js";
import { playAgain } from "./again.js";
import { KINDS } from "./kinds.js";
import {
  hidesAnalysis, isBetweenPeople, isPlayable, plays, redoCommand, resignText, self, undoCommand,
} from "./state.js";

/**
 * @typedef {object} Tool
 * @property {Icon} sign
 * @property {string | ((snapshot: MatchState) => string)} text the id of its text
 * @property {(match: MatchController) => unknown} [act]
 * @property {(snapshot: MatchState) => { href: string, download?: string }} [target] where it leads, if it is a link
 * @property {(match: MatchController) => boolean} [exists] whether the match has it at all
 * @property {(state: MatchScreenState) => boolean} [shown]
 * @property {(state: MatchScreenState) => boolean} [usable]
 * @property {(state: MatchScreenState) => boolean} [busy]
 */

/** @type {{ [name: string]: Tool }} */
const TOOLS = {
  undo: {
    sign: "undo", text: ({ kind }) => KINDS[kind].undo, act: undo,
    shown: (state) => (state.snapshot.online ? plays(state) : self(state) !== null),
    usable: (state) => undoCommand(state) !== null,
  },
  redo: {
    sign: "redo", text: "redo", act: redo,
    shown: (state) => self(state) !== null, usable: (state) => redoCommand(state) !== null,
  },
  hint: {
    sign: "hint", text: "hint", act: hint, usable: isPlayable, busy: ({ hinting }) => hinting,
    shown: (state) =>
      (state.snapshot.online ? plays(state) && !isBetweenPeople(state.snapshot) : self(state) !== null),
  },
  flip: { sign: "flip", text: "flip-board", act: flip },
  draw: {
    sign: "draw", text: "offer-draw", act: offerDraw, shown: plays,
    usable: ({ snapshot }) => !snapshot.offers.some(({ offer }) => offer === "draw"),
  },
  resign: { sign: "flag", text: resignText, act: resign, shown: plays },
  new: { sign: "play", text: "new-game", act: ({ app, state }) => app.go(`/play/${state.snapshot.game}`) },
  rematch: { sign: "turn", text: "rematch", act: (match) => playAgain(match) },
  analyse: {
    sign: "look", text: "analyse", target: ({ id }) => ({ href: `/m/${id}/analyse` }),
    shown: ({ snapshot }) => !hidesAnalysis(snapshot),
  },
  full: { sign: "full", text: "full-screen", act: fullScreen, exists: () => document.fullscreenEnabled },
  share: { sign: "share", text: "share", act: share },
  along: {
    sign: "phone", text: "take-along", act: takeAlong,
    shown: ({ snapshot }) => !standalone && !snapshot.watching && snapshot.end === null,
  },
  copy: { sign: "copy", text: "copy-position", act: copyPosition },
  record: {
    sign: "download", text: "download-record",
    target: ({ id, game }) => ({ href: recordPath(id), download: `damier-${game}-${id}.txt` }),
  },
  open: { sign: "open", text: "open-record", act: ({ app }) => openFile(app) },
  think: {
    sign: "hint", text: "watch-thinking", act: watchThinking,
    exists: ({ info, state }) => watchedPlayer(info, state.snapshot) !== undefined,
  },
  rules: { sign: "rules", text: "rules", target: ({ game }) => ({ href: `/rules/${game}` }) },
  report: { sign: "flag", text: "online-report", act: report },
  leave: { sign: "quit", text: "leave", act: leave },
};

/** @param {Tool} tool @param {MatchState} snapshot */
const textOf = ({ text }, snapshot) => t(typeof text === "string" ? text : text(snapshot));

/** The buttons of one match. */
export class Tools {
  /** @param {MatchController} match */
  constructor(match) {
    this.match = match;
    /** @type {{ tool: Tool, element: HTMLElement }[]} */
    this.made = [];
  }

  /**
   * Makes the buttons of these names that the match has.
   * @param {string[]} names
   */
  make(names) {
    const { match } = this;
    const made = names.map((name) => TOOLS[name])
      .filter(({ exists }) => !exists || exists(match))
      .map((tool) => ({ tool, element: this.element(tool) }));
    this.made.push(...made);
    return made.map(({ element }) => element);
  }

  /** @param {Tool} tool */
  element(tool) {
    const { match } = this;
    const { snapshot } = match.state;
    const inside = [icon(tool.sign), h("span", {}, textOf(tool, snapshot))];
    return tool.target
      ? h("a", { class: "button tool", ...tool.target(snapshot) }, ...inside)
      : h("button", { class: "tool", onclick: () => void tool.act?.(match) }, ...inside);
  }

  /** @param {MatchScreenState} state */
  update(state) {
    for (const { tool, element } of this.made) {
      const { shown, usable, busy } = tool;
      element.hidden = shown !== undefined && !shown(state);
      if (element instanceof HTMLButtonElement) element.disabled = usable !== undefined && !usable(state);
      if (busy) change(element, "aria-busy", String(busy(state)));
      write(/** @type {Element} */ (element.lastElementChild), textOf(tool, state.snapshot));
    }
  }
}
