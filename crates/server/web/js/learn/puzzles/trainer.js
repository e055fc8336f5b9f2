// @ts-check
// A puzzle on the screen: the solver moves on the board, the server judges and plays the opponent's best resistance.
/** @import { Choice, GameInfo, PuzzleInfo } from "../../net/types.js" */
/** @import { App } from "../../app/main.js" */
/** @import { TrainerState } from "./state.js" */

import { BoardView, duration } from "../../board/board.js";
import { say, t } from "../../app/i18n.js";
import * as keys from "../../app/keys.js";
import { announce, complain } from "../../app/notice.js";
import { linkTo } from "../../app/routing.js";
import { play } from "../../app/sound/sound.js";
import * as api from "./api.js";
import {
  advice, again, answered, begin, failed, hinted, isFlipped, isOver, isPlayable, nextHint, sent, shownNext,
  solutionShown,
} from "./state.js";
import { TrainerView } from "./view.js";
import { failedWords, goalWords, goOnWords, hintWords, refutationWords } from "./words.js";

/** Time between two moves that are shown, beside their motion. */
const MOVE_DELAY_MS = 600;

export class Trainer {
  /**
   * @param {App} app
   * @param {GameInfo} info
   * @param {PuzzleInfo} puzzle
   * @param {URLSearchParams} wanted which puzzles are trained
   */
  constructor(app, info, puzzle, wanted) {
    this.app = app;
    this.wanted = wanted;
    /** @type {TrainerState} */
    this.state = begin(info, puzzle);
    this.timer = 0;
    /** @type {Choice | null} */
    this.asked = null;
    this.board = new BoardView(info, {
      play: (choice) => void this.play(choice),
      ask: (choice) => {
        this.asked = choice;
        this.view.update();
      },
    });
    this.view = new TrainerView(this);
    this.showBoard(false);
    this.view.update();
    this.unlisten = keys.listen({
      h: () => void this.hint(),
      r: () => this.again(),
      n: () => void this.next(),
      Enter: () => this.board.confirm(),
    });
  }

  close() {
    clearTimeout(this.timer);
    this.unlisten();
    this.board.close();
  }

  /** @param {TrainerState} state @param {boolean} [moves] whether what differs is shown as a move */
  become(state, moves = true) {
    this.state = state;
    this.showBoard(moves);
    this.view.update();
    clearTimeout(this.timer);
    if (state.coming.length > 0) this.timer = setTimeout(() => this.goOn(), duration() + MOVE_DELAY_MS);
  }

  /** @param {boolean} moves */
  showBoard(moves) {
    const { state, board } = this;
    if (!moves) board.state = null;
    board.show(state.view, {
      playable: isPlayable(state), flipped: isFlipped(state), changes: moves ? state.view.last?.changes ?? null : null,
      quiet: !moves,
    });
    const advised = isPlayable(state) ? advice(state) : null;
    if (advised) board.setHint(advised);
  }

  /** Shows the next move of the opponent, of a refutation or of the solution. */
  goOn() {
    const before = this.state;
    this.become(shownNext(before));
    const { state } = this;
    if (before.stage === "reply" && state.stage === "asked") announce(goOnWords(state));
  }

  /** @param {Choice} choice */
  async play(choice) {
    if (!isPlayable(this.state)) return;
    const { puzzle, moves } = this.state;
    this.state = sent(this.state, choice.notation);
    if (choice.changes.length > 0) this.board.make(choice);
    this.view.update();
    try {
      const answer = await api.attempt(puzzle.id, [...moves, choice.notation]);
      if (this.state.stage !== "waiting") return;
      this.become(answered(this.state, answer));
      this.tell();
    } catch (error) {
      this.become(failed(this.state), false);
      complain(error);
    }
  }

  /** Says what an answer means. */
  tell() {
    const { state } = this;
    switch (state.stage) {
      case "reply":
        play("turn");
        return announce(t("puzzles-right"));
      case "solved":
        play("win");
        announce(t(state.summary?.state === "won" ? "puzzles-won" : "puzzles-solved"));
        return this.view.focusNext();
      case "refuted":
        play("lose");
        announce(`${refutationWords(state)} ${failedWords(state)}`);
        return this.view.focusAgain();
    }
  }

  again() {
    if (this.state.stage !== "refuted") return;
    this.become(again(this.state), false);
    const { info, puzzle, position } = this.state;
    announce(goalWords(info, puzzle.goal, position.turn));
    this.board.focus();
  }

  async hint() {
    const step = nextHint(this.state);
    if (step === null || !isPlayable(this.state)) return;
    const { puzzle, moves } = this.state;
    try {
      const hint = await api.hint(puzzle.id, moves, step);
      if (!isPlayable(this.state) || this.state.moves !== moves) return;
      this.become(hinted(this.state, step, hint));
      announce(`${hintWords(step, hint)} ${failedWords(this.state)}`);
    } catch (error) {
      complain(error);
    }
  }

  async solve() {
    if (isOver(this.state) || this.state.stage === "waiting") return;
    try {
      const solution = await api.solution(this.state.puzzle.id);
      this.become(solutionShown(this.state, solution), false);
      announce(t("puzzles-shown"));
      this.view.focusNext();
    } catch (error) {
      complain(error);
    }
  }

  /** Another puzzle of the same kind; of a set that is to be solved, the next. */
  async next() {
    if (!isOver(this.state)) return;
    const left = Number(this.wanted.get("left") ?? 0);
    if (this.wanted.has("left") && left <= 1) return this.app.go("/puzzles");
    const query = new URLSearchParams(this.wanted);
    query.delete("left");
    query.set("after", this.state.puzzle.id);
    try {
      const { id } = await api.next(query);
      const wanted = new URLSearchParams(this.wanted);
      if (left > 1) wanted.set("left", String(left - 1));
      this.app.go(`/puzzles/${id}${wanted.size > 0 ? `?${wanted}` : ""}`);
    } catch (error) {
      complain(error);
    }
  }

  async share() {
    const [{ shareDialog, shownLook }, { positionPicture }] = await Promise.all([
      import("../../app/share/dialog.js"), import("../../app/share/target.js"),
    ]);
    const { info, puzzle } = this.state;
    const picture = positionPicture(info.id, { start: puzzle.position, swap: false, moves: [] },
      shownLook(isFlipped(this.state)));
    const title = t("puzzles-share-title", { game: say(info.title) });
    await shareDialog(this.app, {
      name: `damier-${info.id}-${puzzle.id}`, title, link: linkTo(`/puzzles/${puzzle.id}`), said: t("link-copied"),
      picture,
    });
  }
}
