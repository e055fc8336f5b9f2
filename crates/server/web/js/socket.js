// @ts-check
// The line to one match: no command is lost or carried out twice.
/** @import { Command, Greeting, MatchState, Player, Text, Thinking, ToClient, ToServer } from "./types.js" */
/** @import { Status, World } from "./line.js" */
/** @import { Pending } from "./pending.js" */

import { BROWSER, Line, PROTOCOL } from "./line.js";
import { NOWHERE } from "./pending.js";

/**
 * @typedef {{
 *   state(state: MatchState): void,
 *   thinking(thinking: Thinking): void,
 *   applied(id: string): void,
 *   refused(id: string | null, code: string, text: Text): void,
 *   status(status: Status): void,
 *   greeted?(player: Player, greeting: Greeting): void,
 * }} Listener
 *
 * @typedef {object} Own
 * @property {string} [seat] the secret of the seat
 * @property {Pending} [kept] where commands are kept that wait for their answer
 */

/** How long to wait before the same command is sent again, by the code of the refusal. */
const AGAIN = new Map([["try-again", 1000], ["slow-down", 2500]]);

export class MatchSocket extends Line {
  /**
   * @param {string} url
   * @param {Listener} listener
   * @param {World} [world]
   * @param {Own} [own]
   */
  constructor(url, listener, world = BROWSER, { seat, kept = NOWHERE } = {}) {
    super(url, (status) => listener.status(status), world);
    this.listener = listener;
    this.seat = seat;
    this.kept = kept;
    /** @type {Map<string, ToServer>} commands without an answer, in the order they were given */
    this.pending = new Map(kept.read());
    this.version = 0;
    this.made = 0;
    this.name = Math.floor(world.random() * 2 ** 48).toString(36);
    this.connect();
  }

  /**
   * Asks for something in the match; the answer is the name that replies will carry.
   * @param {Player} player
   * @param {Command} command
   * @param {number} [version] the version it is meant for
   */
  command(player, command, version) {
    const id = this.nextId();
    return this.order(id, { type: "command", id, player, command, ...(version === undefined ? {} : { version }) });
  }

  /**
   * Asks for a free seat.
   * @param {string} name
   */
  join(name) {
    const id = this.nextId();
    return this.order(id, { type: "join", id, name });
  }

  nextId() {
    return `${this.name}-${++this.made}`;
  }

  /**
   * @param {string} id
   * @param {ToServer} message
   */
  order(id, message) {
    this.pending.set(id, message);
    this.kept.add(id, message);
    this.send(message);
    return id;
  }

  /** The move that still waits for its answer, if one does. */
  pendingMove() {
    const found = [...this.pending.values()].find((message) => message.type === "command" && message.command.type === "move");
    return found?.type === "command" ? found.id : null;
  }

  /** @param {Greeting} greeting */
  say(greeting) {
    this.send({ type: "greet", greeting });
  }

  /** The computer shall move with what it has. */
  moveNow() {
    this.send({ type: "move-now" });
  }

  /** @override */
  greet() {
    const { seat, version: since } = this;
    this.send({ type: "hello", protocol: PROTOCOL, since, ...(seat ? { seat } : {}) });
    for (const message of this.pending.values()) this.send(message);
  }

  /** @param {string} id */
  settle(id) {
    this.pending.delete(id);
    this.kept.remove(id);
  }

  /**
   * @override
   * @param {ToClient} message
   */
  hear(message) {
    switch (message.type) {
      case "state":
        this.answered();
        this.version = message.version;
        this.listener.state(message);
        break;
      case "applied":
        this.settle(message.id);
        this.listener.applied(message.id);
        break;
      case "refused": {
        const sent = message.id === null ? undefined : this.pending.get(message.id);
        const wait = AGAIN.get(message.code);
        if (wait !== undefined && sent) {
          this.world.setTimeout(() => this.send(sent), wait);
          break;
        }
        if (message.id !== null) this.settle(message.id);
        // Nobody is let in for now: asking again at once would only keep others out.
        if (message.code === "full") this.close();
        this.listener.refused(message.id, message.code, message.text);
        break;
      }
      case "greeted":
        this.listener.greeted?.(message.player, message.greeting);
        break;
      case "thinking":
        this.listener.thinking(message);
        break;
    }
  }
}
