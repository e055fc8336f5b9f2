// @ts-check
// The board of an introduction: a learner who points at squares that make no move is told why.
/** @import { Choice, GameInfo, Spot } from "../net/types.js" */

import { BoardView } from "../board/board.js";
import { click } from "../board/transitions.js";

export class LessonBoard extends BoardView {
  /**
   * @param {GameInfo} info
   * @param {{ play(choice: Choice): void, miss(spots: Spot[]): void }} lesson
   */
  constructor(info, lesson) {
    super(info, { play: (choice) => lesson.play(choice), ask() {} });
    this.lesson = lesson;
    this.renderer.options.coordinates = true;
  }

  /** Nothing is lost by a wrong move, so that no move waits to be confirmed. @override @param {Spot | null} spot */
  point(spot) {
    const before = this.need();
    const { state, chosen } = click(before, spot);
    this.become(state);
    if (chosen) this.lesson.play(chosen);
    else if (spot !== null && state.clicks.length === 0) this.lesson.miss([...before.clicks, spot]);
  }
}
