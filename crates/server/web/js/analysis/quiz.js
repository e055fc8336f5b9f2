// @ts-check
// Mistakes as questions: the reader finds a better move before anything is said.
/** @import { ReviewedMove } from "../net/types.js" */
/** @import { AnalysisScreen } from "../screens/analysis.js" */
/** @import { Puzzle } from "./puzzle.js" */

import { t } from "../app/i18n.js";
import { announce } from "../app/notice.js";
import * as puzzles from "./puzzle.js";

export class Quiz {
  /** @param {AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {Puzzle | null} */
    this.puzzle = null;
  }

  /** Whether a question waits for its answer. */
  hides() {
    return puzzles.hides(this.puzzle);
  }

  /**
   * Asks for something better than a mistake.
   * @param {ReviewedMove} mistake
   */
  ask(mistake) {
    this.puzzle = puzzles.ask(mistake);
    this.screen.player.show(null);
    void this.screen.goBefore(mistake);
    this.screen.panel.revealQuestion();
    announce(t("analysis-find"));
  }

  /**
   * Asks about the position that is shown, and takes an answer at once.
   * @param {ReviewedMove} mistake
   * @param {string} notation
   */
  reply(mistake, notation) {
    this.puzzle = puzzles.ask(mistake);
    this.answer(notation);
    this.screen.panel.revealQuestion();
  }

  mistakes() {
    return puzzles.mistakes(this.screen.reviewing.review?.moves ?? []);
  }

  /** The mistake after the one that is asked about. */
  following() {
    const here = this.puzzle?.mistake.index ?? -1;
    return this.mistakes().find(({ index }) => index > here);
  }

  next() {
    const mistake = this.following();
    if (mistake) this.ask(mistake);
    else this.end();
  }

  /** @param {string} notation */
  answer(notation) {
    if (this.puzzle) this.become(puzzles.answer(this.puzzle, notation, this.screen.engine.thought?.moves ?? []));
  }

  /** More is known of the position: the answer can perhaps be judged. */
  judge() {
    if (this.puzzle) this.become(puzzles.judge(this.puzzle, this.screen.engine.thought?.moves ?? []));
  }

  again() {
    if (this.puzzle) this.become({ ...this.puzzle, stage: "asked", answer: null, value: null });
  }

  /** The answer is told. */
  solve() {
    if (this.puzzle) this.become(puzzles.show(this.puzzle));
  }

  end() {
    if (!this.puzzle) return;
    this.puzzle = null;
    this.screen.player.show(null);
    this.screen.engine.ask();
    this.screen.redraw();
  }

  /** @param {Puzzle} puzzle */
  become(puzzle) {
    if (puzzle === this.puzzle) return;
    const hid = this.hides();
    this.puzzle = puzzle;
    this.screen.redraw();
    if (hid && !this.hides()) this.screen.player.show(puzzle.mistake.best.moves);
    if (puzzle.stage === "right") announce(t("analysis-right"));
    if (puzzle.stage === "wrong") announce(t("analysis-try-again"));
  }
}
