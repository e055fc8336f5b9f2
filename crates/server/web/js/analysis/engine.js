// @ts-check
// The engine beside an analysis: it is asked about the position that is shown, while somebody looks.
/** @import { PositionReport } from "../net/types.js" */
/** @import { AnalysisScreen } from "../screens/analysis.js" */

import { say } from "../app/i18n.js";
import { connect, thinksHere } from "./thinking.js";

/** Debounce: whoever goes through moves quickly asks once. */
const ASK_DEBOUNCE_MS = 120;

export class PositionEngine {
  /** @param {AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {PositionReport | null} what it thinks of the position that is shown */
    this.thought = null;
    /** Why it does not. */
    this.problem = "";
    this.asking = 0;
    this.connection = this.connect();
    this.seen = () => this.look(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", this.seen);
  }

  connect() {
    return connect(thinksHere(this.screen.app.catalogue, this.screen.options), {
      thought: (thought) => this.think(thought),
      reviewed: () => {},
      over: () => {},
      refused: (_kind, _code, text) => this.refuse(say(text)),
      status: () => this.connection && this.screen.panel.update(),
    });
  }

  /** Thinks elsewhere from now on. */
  move() {
    this.connection.close();
    this.forget();
    this.connection = this.connect();
    this.ask();
  }

  /** Forgets what it thought: another position is shown. */
  forget() {
    this.thought = null;
    this.problem = "";
  }

  /** Asks about the position that is shown. */
  ask() {
    clearTimeout(this.asking);
    const { options, quiz, shown, found } = this.screen;
    const asked = quiz.puzzle !== null;
    if ((!options.engine && !asked) || shown.view.outcome) return this.connection.stop();
    const question = {
      game: found.game, record: this.screen.record(), lines: options.lines, every: options.values || asked,
      match: this.screen.ofMatch(),
    };
    this.asking = setTimeout(() => this.connection.analyse(question), ASK_DEBOUNCE_MS);
  }

  /** @param {PositionReport} thought */
  think(thought) {
    this.thought = thought;
    this.screen.quiz.judge();
    this.screen.redraw();
  }

  /** @param {string} problem */
  refuse(problem) {
    this.problem = problem;
    this.screen.panel.update();
  }

  /**
   * Nobody thinks for a tab that nobody sees.
   * @param {boolean} visible
   */
  look(visible) {
    if (!visible) return this.connection.stop();
    this.connection.wake();
    if (!this.thought?.done) this.ask();
  }

  close() {
    clearTimeout(this.asking);
    this.connection.close();
    document.removeEventListener("visibilitychange", this.seen);
  }
}
