// @ts-check
// The line to one match: no command is lost or carried out twice.
/** @import { Command, MatchState, Player, Text, Thinking, ToClient, ToServer } from "./types.js" */
/** @import { Status, World } from "./line.js" */

import { BROWSER, Line, PROTOCOL } from "./line.js";

/**
 * @typedef {{
 *   state(state: MatchState): void,
 *   thinking(thinking: Thinking): void,
 *   applied(id: string): void,
 *   refused(id: string | null, code: string, text: Text): void,
 *   status(status: Status): void,
 * }} Listener
 */

export class MatchSocket extends Line {
  /**
   * @param {string} url
   * @param {Listener} listener
   * @param {World} [world]
   */
  constructor(url, listener, world = BROWSER) {
    super(url, (status) => listener.status(status), world);
    this.listener = listener;
    /** @type {Map<string, ToServer>} commands without an answer, in the order they were given */
    this.pending = new Map();
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
    const id = `${this.name}-${++this.made}`;
    /** @type {ToServer} */
    const message = { type: "command", id, player, command };
    if (version !== undefined) message.version = version;
    this.pending.set(id, message);
    this.send(message);
    return id;
  }

  /** The computer shall move with what it has. */
  moveNow() {
    this.send({ type: "move-now" });
  }

  /** @override */
  greet() {
    this.send({ type: "hello", protocol: PROTOCOL, since: this.version });
    for (const message of this.pending.values()) this.send(message);
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
        this.pending.delete(message.id);
        this.listener.applied(message.id);
        break;
      case "refused": {
        const sent = message.id === null ? undefined : this.pending.get(message.id);
        if (message.code === "try-again" && sent) {
          this.world.setTimeout(() => this.send(sent), 1000);
          break;
        }
        if (message.id !== null) this.pending.delete(message.id);
        this.listener.refused(message.id, message.code, message.text);
        break;
      }
      case "thinking":
        this.listener.thinking(message);
        break;
    }
  }
}
