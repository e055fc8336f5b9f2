// @ts-check
// The line to one match: it comes back by itself, and no command is lost or carried out twice.
/** @import { Command, MatchState, Player, Text, Thinking, ToClient, ToServer } from "./types.js" */

const PROTOCOL = 1;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const PING_EVERY = 15_000;
const PONG_WITHIN = 8000;

/**
 * @typedef {"connecting" | "open" | "lost" | "closed"} Status
 * @typedef {{
 *   state(state: MatchState): void,
 *   thinking(thinking: Thinking): void,
 *   applied(id: string): void,
 *   refused(id: string | null, code: string, text: Text): void,
 *   status(status: Status): void,
 * }} Listener
 * @typedef {{
 *   open(url: string): WebSocket,
 *   setTimeout(call: () => void, milliseconds: number): number,
 *   clearTimeout(timer: number): void,
 *   random(): number,
 * }} World
 */

/** @type {World} */
const BROWSER = {
  open: (url) => new WebSocket(url),
  setTimeout: (call, milliseconds) => globalThis.setTimeout(call, milliseconds),
  clearTimeout: (timer) => globalThis.clearTimeout(timer),
  random: Math.random,
};

/**
 * How long to wait before the next attempt.
 * @param {number} attempt from 0
 * @param {number} random from 0 to 1
 */
export const backoff = (attempt, random) =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.75 + random / 2);

export class MatchSocket {
  /**
   * @param {string} url
   * @param {Listener} listener
   * @param {World} [world]
   */
  constructor(url, listener, world = BROWSER) {
    this.url = url;
    this.listener = listener;
    this.world = world;
    /** @type {Map<string, ToServer>} commands without an answer, in the order they were given */
    this.pending = new Map();
    this.version = 0;
    this.attempt = 0;
    this.timer = 0;
    this.pings = 0;
    this.made = 0;
    this.name = Math.floor(world.random() * 2 ** 48).toString(36);
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Status} */
    this.status = "connecting";
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

  /** Comes back at once if the line is lost: the network or the tab has come back. */
  wake() {
    if (this.status === "closed") return;
    if (this.socket?.readyState === 1) this.ping();
    else if (this.status === "lost") this.connect();
  }

  close() {
    this.become("closed");
    this.world.clearTimeout(this.timer);
    this.drop();
  }

  connect() {
    this.world.clearTimeout(this.timer);
    this.drop();
    let socket;
    try {
      socket = this.world.open(this.url);
    } catch {
      return this.lose();
    }
    this.socket = socket;
    this.timer = this.world.setTimeout(() => this.lose(), PONG_WITHIN);
    socket.onopen = () => {
      this.send({ type: "hello", protocol: PROTOCOL, since: this.version });
      for (const message of this.pending.values()) this.send(message);
    };
    socket.onmessage = (event) => this.receive(String(event.data));
    socket.onclose = socket.onerror = () => this.lose();
  }

  /** @param {string} data */
  receive(data) {
    /** @type {ToClient} */
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    this.rest();
    switch (message.type) {
      case "state":
        this.attempt = 0;
        this.become("open");
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

  /** @param {ToServer} message */
  send(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  /** All is well: ask again in a while whether it still is. */
  rest() {
    this.world.clearTimeout(this.timer);
    this.timer = this.world.setTimeout(() => this.ping(), PING_EVERY);
  }

  ping() {
    this.send({ type: "ping", n: ++this.pings });
    this.world.clearTimeout(this.timer);
    this.timer = this.world.setTimeout(() => this.lose(), PONG_WITHIN);
  }

  lose() {
    if (this.status === "closed") return;
    this.drop();
    this.become("lost");
    this.world.clearTimeout(this.timer);
    const wait = backoff(this.attempt++, this.world.random());
    this.timer = this.world.setTimeout(() => this.connect(), wait);
  }

  drop() {
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    // One that is not open yet is closed when it is: browsers complain about anything else.
    if (socket.readyState === 0) socket.onopen = () => socket.close();
    else socket.close();
  }

  /** @param {Status} status */
  become(status) {
    if (this.status === status) return;
    this.status = status;
    this.listener.status(status);
  }
}
