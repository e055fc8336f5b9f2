// @ts-check
// The connection to one match: no command is lost or carried out twice.
/** @import { Command, Greeting, MatchState, Player, Text, Thinking, ToClient, ToServer } from "../net/types.js" */
/** @import { Environment, Status } from "../net/connection.js" */
/** @import { Outbox } from "./outbox.js" */

import { BROWSER, Connection, PROTOCOL_VERSION } from "../net/connection.js";
import { NO_OUTBOX, outboxOf } from "./outbox.js";

/**
 * @typedef {{
 *   state(state: MatchState): void,
 *   thinking(thinking: Thinking): void,
 *   applied(id: string, version: number): void,
 *   refused(id: string | null, code: string, text: Text): void,
 *   status(status: Status): void,
 *   greeted?(player: Player, greeting: Greeting): void,
 * }} Listener
 *
 * @typedef {object} Options
 * @property {string} [seat] the secret of the seat
 * @property {Outbox} [outbox] where commands without an answer are stored
 */

/** Delay before the same command is sent again, by the code of the refusal. */
const RETRY_DELAY_MS = new Map([["try-again", 1000], ["slow-down", 2500]]);

/**
 * Connects to a match of this server; commands without an answer outlive a reload.
 * @param {string} match
 * @param {Listener} listener
 * @param {string} [seat] the secret of the seat
 */
export const connectToMatch = (match, listener, seat) =>
  new MatchConnection(`/api/matches/${encodeURIComponent(match)}/socket`, listener, BROWSER, {
    seat, outbox: outboxOf(match),
  });

export class MatchConnection extends Connection {
  /** @param {string} path @param {Listener} listener @param {Environment} [environment] @param {Options} [options] */
  constructor(path, listener, environment = BROWSER, { seat, outbox = NO_OUTBOX } = {}) {
    super(path, (status) => listener.status(status), environment);
    this.listener = listener;
    this.seat = seat;
    this.outbox = outbox;
    /** @type {Map<string, ToServer>} commands without an answer, in the order they were given */
    this.pending = new Map(outbox.read());
    /** @type {Map<string, (applied: boolean) => void>} */
    this.waiting = new Map();
    this.version = 0;
    this.commands = 0;
    this.name = Math.floor(environment.random() * 2 ** 48).toString(36);
    this.connect();
  }

  /**
   * Sends a command; the id that the answer will carry.
   * @param {Player} player
   * @param {Command} command
   * @param {number} [version] the version it is meant for
   */
  command(player, command, version) {
    const id = this.nextId();
    return this.submit(id, { type: "command", id, player, command, ...(version === undefined ? {} : { version }) });
  }

  /**
   * Asks for a free seat.
   * @param {string} name
   */
  join(name) {
    const id = this.nextId();
    return this.submit(id, { type: "join", id, name });
  }

  nextId() {
    return `${this.name}-${++this.commands}`;
  }

  /** @param {string} id @param {ToServer} message */
  submit(id, message) {
    this.pending.set(id, message);
    this.outbox.add(id, message);
    this.send(message);
    return id;
  }

  /**
   * Waits for the answer to a command: whether it was applied; null if there is none in time.
   * @param {string} id
   * @param {number} [timeout] in milliseconds; without one the answer is waited for as long as it takes
   * @returns {Promise<boolean | null>}
   */
  answer(id, timeout) {
    if (!this.pending.has(id)) return Promise.resolve(null);
    return new Promise((resolve) => {
      const giveUp = () => {
        this.waiting.delete(id);
        resolve(null);
      };
      const timer = timeout === undefined ? 0 : this.environment.setTimeout(giveUp, timeout);
      this.waiting.set(id, (applied) => {
        this.environment.clearTimeout(timer);
        resolve(applied);
      });
    });
  }

  /** @param {Greeting} greeting */
  greet(greeting) {
    this.send({ type: "greet", greeting });
  }

  /** Tells the computer to play the best move it has found. */
  moveNow() {
    this.send({ type: "move-now" });
  }

  /** @override */
  handshake() {
    const { seat, version: since } = this;
    this.send({ type: "hello", protocol: PROTOCOL_VERSION, since, ...(seat ? { seat } : {}) });
    for (const message of this.pending.values()) this.send(message);
  }

  /** @param {string} id @param {boolean} applied */
  settle(id, applied) {
    this.pending.delete(id);
    this.outbox.remove(id);
    this.waiting.get(id)?.(applied);
    this.waiting.delete(id);
  }

  /** @override @param {ToClient} message */
  handle(message) {
    switch (message.type) {
      case "state":
        this.established();
        this.version = message.version;
        this.listener.state(message);
        break;
      case "applied":
        this.settle(message.id, true);
        this.listener.applied(message.id, message.version);
        break;
      case "refused":
        this.handleRefusal(message);
        break;
      case "greeted":
        this.listener.greeted?.(message.player, message.greeting);
        break;
      case "thinking":
        this.listener.thinking(message);
        break;
    }
  }

  /** @param {Extract<ToClient, { type: "refused" }>} refusal */
  handleRefusal({ id, code, text }) {
    const sent = id === null ? undefined : this.pending.get(id);
    const delay = RETRY_DELAY_MS.get(code);
    if (delay !== undefined && sent) {
      this.environment.setTimeout(() => this.send(sent), delay);
      return;
    }
    if (id !== null) this.settle(id, false);
    // The server is full: reconnecting would only keep others out.
    if (code === "full") this.close();
    this.listener.refused(id, code, text);
  }
}
