// @ts-check
// A WebSocket connection that reconnects by itself.

import { reloadOnce } from "./outdated.js";
import { openSocket } from "./transport.js";

const RECONNECT_BACKOFF_MIN_MS = 250;
const RECONNECT_BACKOFF_MAX_MS = 8000;
const HEARTBEAT_INTERVAL_MS = 15_000;
const HEARTBEAT_TIMEOUT_MS = 8000;
/** Time for an answer when the player comes back to the page, and should not have to wait. */
const WAKE_TIMEOUT_MS = 2500;

/** Close code of a socket by which the owner of the server let this browser in, and does so no longer. */
const SHARING_ENDED_CODE = 4001;

/** Close code of a socket whose server ends and has others beside it: they take the connection at once. */
const SERVICE_RESTART_CODE = 1012;
/** Failed attempts to reach another server before the connection counts as lost. */
const QUIET_ATTEMPTS = 4;

/** The version of the protocol that the page speaks. */
export const PROTOCOL_VERSION = 2;

/**
 * @typedef {"connecting" | "open" | "lost" | "closed"} Status
 * @typedef {{
 *   open(path: string): WebSocket,
 *   setTimeout(call: () => void, milliseconds: number): number,
 *   clearTimeout(timer: number): void,
 *   random(): number,
 *   outdated(): boolean,
 *   sharingEnded(): void,
 * }} Environment
 */

/** @type {Environment} */
export const BROWSER = {
  open: openSocket,
  setTimeout: (call, milliseconds) => globalThis.setTimeout(call, milliseconds),
  clearTimeout: (timer) => globalThis.clearTimeout(timer),
  random: Math.random,
  outdated: () => reloadOnce(PROTOCOL_VERSION),
  sharingEnded: () =>
    void Promise.all([import("../app/notice.js"), import("../app/i18n.js")])
      .then(([{ toast }, { t }]) => toast(t("sharing-ended"), "problem")),
};

/**
 * Milliseconds before the next attempt: exponential, with jitter.
 * @param {number} attempt from 0
 * @param {number} random from 0 to 1
 */
export const backoff = (attempt, random) =>
  Math.min(RECONNECT_BACKOFF_MAX_MS, RECONNECT_BACKOFF_MIN_MS * 2 ** attempt) * (0.75 + random / 2);

/**
 * Checks a connection whenever the network, the tab or the page comes back, and suspends it when the page
 * is left. The answer removes the listeners.
 * @param {() => Connection} connection
 */
export function followPageLifecycle(connection) {
  const wake = () => {
    if (document.visibilityState === "visible") connection().wake();
  };
  const suspend = () => connection().suspend();
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  addEventListener("pagehide", suspend);
  document.addEventListener("visibilitychange", wake);
  return () => {
    removeEventListener("online", wake);
    removeEventListener("pageshow", wake);
    removeEventListener("pagehide", suspend);
    document.removeEventListener("visibilitychange", wake);
  };
}

export class Connection {
  /** @param {string} path @param {(status: Status) => void} statusChanged @param {Environment} environment */
  constructor(path, statusChanged, environment) {
    this.path = path;
    this.statusChanged = statusChanged;
    this.environment = environment;
    this.attempt = 0;
    /** Attempts that may still fail without a word, while the connection moves to another server. */
    this.quietAttempts = 0;
    /** The one timer: connection attempt, heartbeat or its timeout. */
    this.timer = 0;
    this.pings = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Status} */
    this.status = "connecting";
  }

  /** Sends the first messages of a socket that has just opened. */
  handshake() {}

  /**
   * Handles a message.
   * @param {any} _message
   */
  handle(_message) {}

  /** The handshake was answered: the connection works. */
  established() {
    this.attempt = this.quietAttempts = 0;
    this.setStatus("open");
  }

  /** Checks the connection at once, or reconnects: the network or the tab has come back. */
  wake() {
    if (this.status === "closed") return;
    if (this.socket?.readyState === 1) this.ping(WAKE_TIMEOUT_MS);
    else if (this.status === "lost" || this.quietAttempts > 0) this.connect();
  }

  /** Ends the connection for now: the page is left, but may be restored from the cache. */
  suspend() {
    if (this.status === "closed") return;
    this.environment.clearTimeout(this.timer);
    this.dropSocket();
    this.setStatus("lost");
  }

  close() {
    this.setStatus("closed");
    this.environment.clearTimeout(this.timer);
    this.dropSocket();
  }

  connect() {
    this.environment.clearTimeout(this.timer);
    this.dropSocket();
    let socket;
    try {
      socket = this.environment.open(this.path);
    } catch {
      return this.reconnectLater();
    }
    this.socket = socket;
    this.timer = this.environment.setTimeout(() => this.reconnectLater(), HEARTBEAT_TIMEOUT_MS);
    socket.onopen = () => this.handshake();
    socket.onmessage = (event) => this.receive(String(event.data));
    socket.onclose = ({ code }) => {
      if (code === SERVICE_RESTART_CODE && this.quietAttempts === 0) return this.move();
      if (code === SHARING_ENDED_CODE) this.environment.sharingEnded();
      this.reconnectLater();
    };
    socket.onerror = () => this.reconnectLater();
  }

  /** @param {string} data */
  receive(data) {
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    this.scheduleHeartbeat();
    // The server speaks another version: a new page may speak it too.
    if (message.type === "refused" && message.code === "protocol" && this.environment.outdated()) return this.close();
    this.handle(message);
  }

  /** @param {unknown} message */
  send(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  scheduleHeartbeat() {
    this.environment.clearTimeout(this.timer);
    this.timer = this.environment.setTimeout(() => this.ping(), HEARTBEAT_INTERVAL_MS);
  }

  /** @param {number} [timeout] milliseconds that the answer may take */
  ping(timeout = HEARTBEAT_TIMEOUT_MS) {
    this.send({ type: "ping", n: ++this.pings });
    this.environment.clearTimeout(this.timer);
    this.timer = this.environment.setTimeout(() => this.reconnectLater(), timeout);
  }

  /** Connects again at once, to another server: that one ends, and has waited as long as it takes. */
  move() {
    this.quietAttempts = QUIET_ATTEMPTS;
    this.connect();
  }

  /** Gives the socket up, and connects again after the backoff. */
  reconnectLater() {
    if (this.status === "closed") return;
    this.dropSocket();
    if (this.quietAttempts > 0) this.quietAttempts--;
    else this.setStatus("lost");
    this.environment.clearTimeout(this.timer);
    const wait = backoff(this.attempt++, this.environment.random());
    this.timer = this.environment.setTimeout(() => this.connect(), wait);
  }

  dropSocket() {
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    // Browsers complain when a socket is closed before it is open.
    if (socket.readyState === 0) socket.onopen = () => socket.close();
    else socket.close();
  }

  /** @param {Status} status */
  setStatus(status) {
    if (this.status === status) return;
    this.status = status;
    this.statusChanged(status);
  }
}
