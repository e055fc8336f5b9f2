// @ts-check
// The review of a game by the engine, over a connection of its own.
/** @import { BySeat, GameRecord, ReviewedMove } from "../net/types.js" */
/** @import { AnalysisConnection } from "./connection.js" */
/** @import { Review } from "./reviewpanel.js" */

import { say } from "../app/i18n.js";
import { connect } from "./thinking.js";

export class ReviewSession {
  /** @param {{ changed(): void, over(): void, here(): boolean }} owner `here` is whether this browser thinks */
  constructor(owner) {
    this.owner = owner;
    /** @type {Review | null} */
    this.review = null;
    /** @type {AnalysisConnection | null} */
    this.connection = null;
  }

  /**
   * Looks over a game.
   * @param {string} game
   * @param {GameRecord} record
   * @param {string | undefined} match
   */
  start(game, record, match) {
    const all = record.moves.length;
    this.review = {
      line: record.moves, moves: Array(all).fill(undefined), accuracy: null, progress: [0, all], problem: "",
    };
    this.connection ??= connect(this.owner.here(), {
      thought: () => {},
      reviewed: (move, progress) => this.reviewed(move, progress),
      over: (accuracy) => this.end({ accuracy }),
      refused: (_kind, _code, text) => this.end({ problem: say(text) }),
      status: () => this.owner.changed(),
    });
    this.connection.review({ game, record, match });
    this.owner.changed();
  }

  /** @param {ReviewedMove} move @param {[number, number]} progress */
  reviewed(move, progress) {
    if (!this.review) return;
    this.review.moves[move.index] = move;
    this.review.progress = progress;
    this.owner.changed();
  }

  /** @param {{ accuracy?: BySeat<number | null>, problem?: string }} how */
  end(how) {
    this.close();
    if (this.review) Object.assign(this.review, { progress: null, ...how });
    if (how.accuracy) this.owner.over();
    this.owner.changed();
  }

  /**
   * Whether these moves begin the game that is looked over.
   * @param {string[]} moves
   */
  covers(moves) {
    const { review } = this;
    return review !== null && moves.length <= review.line.length && moves.every((move, i) => move === review.line[i]);
  }

  close() {
    this.connection?.close();
    this.connection = null;
  }
}
