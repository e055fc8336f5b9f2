// @ts-check
// An introduction on the screen: steps on the real board, judged by the server.
/** @import { Choice, GameInfo, IntroductionAttempt, IntroductionStepInfo, Spot } from "../net/types.js" */
/** @import { App } from "../app/main.js" */
/** @import { LessonState } from "./state.js" */

import { duration } from "../board/board.js";
import { announce, complain } from "../app/notice.js";
import { replace, route } from "../app/routing.js";
import { play } from "../app/sound/sound.js";
import { attempt } from "./api.js";
import { LessonBoard } from "./lessonboard.js";
import { finishStep, rememberOffer } from "./progress.js";
import { answered, atStep, currentStep, failed, isFlipped, isPlayable, replied, sent } from "./state.js";
import { answerWords, LessonView, taskWords } from "./view.js";

/** Time between the learner's move and the opponent's, beside its motion. */
const REPLY_DELAY_MS = 500;

export class Lesson {
  /**
   * @param {App} app
   * @param {GameInfo} info
   * @param {IntroductionStepInfo[]} steps
   * @param {number} index
   */
  constructor(app, info, steps, index) {
    this.app = app;
    /** @type {LessonState} */
    this.state = atStep(info, steps, index);
    this.replyTimer = 0;
    this.board = new LessonBoard(info, {
      play: (choice) => void this.play(choice),
      miss: (spots) => void this.miss(spots),
    });
    this.view = new LessonView(this);
    rememberOffer(info);
    this.showBoard(false);
    this.view.update();
  }

  close() {
    clearTimeout(this.replyTimer);
    this.board.close();
  }

  /** @param {boolean} moves whether what differs is shown as a move */
  showBoard(moves) {
    const { state } = this;
    const { view } = state;
    const changes = moves ? view.last?.changes ?? null : null;
    if (!moves) this.board.state = null;
    this.board.show(view, { playable: isPlayable(state), flipped: isFlipped(state), changes, quiet: !moves });
  }

  /**
   * Goes to a step.
   * @param {number} index
   */
  go(index) {
    const { info, steps } = this.state;
    clearTimeout(this.replyTimer);
    this.state = atStep(info, steps, index);
    replace(`${route().pathname}?step=${this.state.index + 1}`, history.state);
    this.showBoard(false);
    this.view.update();
    announce(taskWords(this.state));
    this.board.focus();
  }

  /** @param {Choice} choice */
  async play(choice) {
    if (!isPlayable(this.state)) return;
    if (choice.changes.length > 0) this.board.make(choice);
    await this.attempt({ notation: choice.notation });
  }

  /**
   * The learner has pointed at what makes no legal move.
   * @param {Spot[]} spots
   */
  async miss(spots) {
    if (isPlayable(this.state)) await this.attempt({ spots });
  }

  /** @param {Omit<IntroductionAttempt, "step">} tried */
  async attempt(tried) {
    const { index, info } = this.state;
    this.state = sent(this.state);
    this.view.update();
    try {
      const answer = await attempt(info.id, { step: index, ...tried });
      if (this.state.index !== index || !this.state.waiting) return;
      this.state = answered(this.state, answer);
    } catch (error) {
      this.state = failed(this.state);
      complain(error);
    }
    this.showAnswer();
  }

  showAnswer() {
    const { state } = this;
    this.showBoard(true);
    this.view.update();
    if (!state.answer) return;
    announce(answerWords(state));
    if (!state.finished) return;
    finishStep(state.info, state.index);
    play(state.view.outcome ? "win" : "turn");
    this.view.focusNext();
    if (state.answer.views.length > 1) this.replyTimer = setTimeout(() => this.reply(), duration() + REPLY_DELAY_MS);
  }

  reply() {
    this.state = replied(this.state);
    this.showBoard(true);
    this.view.update();
  }

  /** Shows the move that is asked for. */
  showExample() {
    const { example } = currentStep(this.state);
    if (!example || !isPlayable(this.state)) return;
    this.state = { ...this.state, shown: true };
    this.board.setHint(example);
    this.view.update();
    this.board.focus();
  }
}
