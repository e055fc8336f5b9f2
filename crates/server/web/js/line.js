// @ts-check
// A line to the server that comes back by itself, whatever it is about.

import { reloadOnce } from "./outdated.js";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const PING_EVERY = 15_000;
const PONG_WITHIN = 8000;
/** Whoever comes back does not want to wait. */
const WAKE_WITHIN = 2500;

/** The version of the protocol that the page speaks. */
export const PROTOCOL = 2;

/**
 * @typedef {"connecting" | "open" | "lost" | "closed"} Status
 * @typedef {{
 *   open(url: string): WebSocket,
 *   setTimeout(call: () => void, milliseconds: number): number,
 *   clearTimeout(timer: number): void,
 *   random(): number,
 *   outdated(): boolean,
 * }} World
 */

/** @type {World} */
export const BROWSER = {
  open: (url) => new WebSocket(url),
  setTimeout: (call, milliseconds) => globalThis.setTimeout(call, milliseconds),
  clearTimeout: (timer) => globalThis.clearTimeout(timer),
  random: Math.random,
  outdated: () => reloadOnce(PROTOCOL),
};

/**
 * How long to wait before the next attempt.
 * @param {number} attempt from 0
 * @param {number} random from 0 to 1
 */
export const backoff = (attempt, random) =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.75 + random / 2);

/**
 * The address of a socket of this server.
 * @param {string} path
 */
export const socketUrl = (path) => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;

/**
 * Looks whether a line still works whenever the network, the tab or the page comes back, and ends it when
 * the page goes; the answer ends that.
 * @param {() => Line} line
 */
export function followPage(line) {
  const wake = () => {
    if (document.visibilityState === "visible") line().wake();
  };
  const sleep = () => line().sleep();
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  addEventListener("pagehide", sleep);
  document.addEventListener("visibilitychange", wake);
  return () => {
    removeEventListener("online", wake);
    removeEventListener("pageshow", wake);
    removeEventListener("pagehide", sleep);
    document.removeEventListener("visibilitychange", wake);
  };
}

export class Line {
  /**
   * @param {string} url
   * @param {(status: Status) => void} changed
   * @param {World} world
   */
  constructor(url, changed, world) {
    this.url = url;
    this.changed = changed;
    this.world = world;
    this.attempt = 0;
    this.timer = 0;
    this.pings = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Status} */
    this.status = "connecting";
  }

  /** Says what is said first. */
  greet() {}

  /**
   * Something has come.
   * @param {any} _message
   */
  hear(_message) {}

  /** The line works: it was answered. */
  answered() {
    this.attempt = 0;
    this.become("open");
  }

  /** Comes back at once if the line is lost: the network or the tab has come back. */
  wake() {
    if (this.status === "closed") return;
    if (this.socket?.readyState === 1) this.ping(WAKE_WITHIN);
    else if (this.status === "lost") this.connect();
  }

  /** Ends the line for now: the page is left, but may be kept and shown again. */
  sleep() {
    if (this.status === "closed") return;
    this.world.clearTimeout(this.timer);
    this.drop();
    this.become("lost");
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
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => this.receive(String(event.data));
    socket.onclose = socket.onerror = () => this.lose();
  }

  /** @param {string} data */
  receive(data) {
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    this.rest();
    // The server speaks another version: a new page may speak it too.
    if (message.type === "refused" && message.code === "protocol" && this.world.outdated()) return this.close();
    this.hear(message);
  }

  /** @param {unknown} message */
  send(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  /** All is well: ask again in a while whether it still is. */
  rest() {
    this.world.clearTimeout(this.timer);
    this.timer = this.world.setTimeout(() => this.ping(), PING_EVERY);
  }

  /** @param {number} [within] milliseconds that the answer may take */
  ping(within = PONG_WITHIN) {
    this.send({ type: "ping", n: ++this.pings });
    this.world.clearTimeout(this.timer);
    this.timer = this.world.setTimeout(() => this.lose(), within);
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
    this.changed(status);
  }
}
