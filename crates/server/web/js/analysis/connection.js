// @ts-check
// The connection to the engine: one question at a time, asked again after a reconnect.
/** @import { BySeat, FromAnalyst, GameRecord, PositionReport, ReviewedMove, Text } from "../net/types.js" */
/** @import { Environment, Status } from "../net/connection.js" */

import { BROWSER, Connection, PROTOCOL_VERSION } from "../net/connection.js";

/**
 * @typedef {{
 *   thought(thought: PositionReport): void,
 *   reviewed(move: ReviewedMove, progress: [number, number]): void,
 *   over(accuracy: BySeat<number | null>): void,
 *   refused(kind: "analyse" | "review", code: string, text: Text): void,
 *   status(status: Status): void,
 * }} Listener
 *
 * @typedef {object} Question
 * @property {string} game
 * @property {GameRecord} record
 * @property {number} [lines]
 * @property {boolean} [every]
 * @property {string} [match]
 */

export class AnalysisConnection extends Connection {
  /** @param {string} path @param {Listener} listener @param {Environment} [environment] */
  constructor(path, listener, environment = BROWSER) {
    super(path, (status) => listener.status(status), environment);
    this.listener = listener;
    this.asked = 0;
    /** @type {({ type: "analyse" | "review", question: number } & Question) | null} the question without an answer */
    this.current = null;
    this.connect();
  }

  /**
   * What are the moves worth? It takes the place of what was asked before.
   * @param {Question} question
   */
  analyse(question) {
    this.put("analyse", question);
  }

  /**
   * What was every move of a game worth? It takes the place of what was asked before.
   * @param {Question} question
   */
  review(question) {
    this.put("review", question);
  }

  /** @param {"analyse" | "review"} type @param {Question} question */
  put(type, question) {
    this.current = { type, question: ++this.asked, ...question };
    if (this.status === "open") this.send(this.current);
  }

  stop() {
    if (this.current) this.send({ type: "stop" });
    this.current = null;
  }

  /** @override */
  handshake() {
    this.send({ type: "hello", protocol: PROTOCOL_VERSION });
  }

  /** @override @param {FromAnalyst} message */
  handle(message) {
    switch (message.type) {
      case "ready":
        this.established();
        if (this.current) this.send(this.current);
        break;
      case "thought":
        if (!this.isCurrent(message.question)) break;
        if (message.done) this.current = null;
        this.listener.thought(message);
        break;
      case "reviewed":
        if (this.isCurrent(message.question)) this.listener.reviewed(message, message.progress);
        break;
      case "review-over":
        if (!this.isCurrent(message.question)) break;
        this.current = null;
        this.listener.over(message.accuracy);
        break;
      case "refused": {
        if (message.question !== null && !this.isCurrent(message.question)) break;
        const kind = this.current?.type ?? "analyse";
        this.current = null;
        this.listener.refused(kind, message.code, message.text);
        break;
      }
    }
  }

  /** @param {number} question */
  isCurrent(question) {
    return this.current?.question === question;
  }
}
