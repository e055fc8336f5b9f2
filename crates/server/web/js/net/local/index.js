// @ts-check
// Damier without a server: the core in a Worker of this browser answers requests and sockets as a server would.
/** @import { FromTab, Init, StorageState, ToTab } from "./messages.js" */

/** Close code of a socket whose program has gone while another takes its place: connect again at once. */
const SERVICE_RESTART_CODE = 1012;
/** Close code of a socket that is lost. */
const LOST_CODE = 1006;
/** Statuses whose responses have no body. */
const NO_BODY = new Set([101, 103, 204, 205, 304]);

/** Failures of a running core, one after the other, after which it is not started again. */
const RESTARTS_MAX = 3;
/** Time after which a failure is no reason to give up. */
const RESTART_PERIOD_MS = 60_000;

/**
 * Starts the core, or joins the one that runs in another tab.
 * @param {{ base: string }} options `base` is the folder of the core, with its manifest
 * @returns {Promise<Local>}
 */
export async function openLocal({ base }) {
  /** @type {Worker | null} */
  let worker = null;
  const local = new Local((message, transfer) => worker?.postMessage(message, transfer));
  /** @type {number[]} */
  let failures = [];
  const begin = () => {
    worker = new Worker(new URL("./coreworker.js", import.meta.url), { type: "module", name: "damier-core" });
    worker.onmessage = ({ data }) => local.receive(data);
    worker.onerror = (event) =>
      local.receive({ type: "failed", why: event.message || "the Worker of the core cannot be started" });
    local.post({ type: "init", base });
  };
  local.onfailure = () => {
    worker?.terminate();
    worker = null;
    failures = [...failures.filter((at) => performance.now() - at < RESTART_PERIOD_MS), performance.now()];
    if (local.hasStarted && failures.length <= RESTARTS_MAX) begin();
    return worker !== null;
  };
  begin();
  await local.ready;
  // Games are worth keeping when the disk is full; a browser may say no, or ask.
  void navigator.storage?.persist?.().then((granted) => {
    if (granted && local.storage?.state === "evictable") {
      local.receive({ type: "storage", storage: { state: "persistent", why: "" } });
    }
  }, () => {});
  return local;
}

/** The core, as the page sees it. */
export class Local {
  /** @param {(message: FromTab | Init, transfer: Transferable[]) => void} post */
  constructor(post) {
    /** @param {FromTab | Init} message @param {Transferable[]} [transfer] */
    this.post = (message, transfer = []) => post(message, transfer);
    this.count = 0;
    /** @type {Map<number, { resolve(response: Response): void, reject(error: Error): void }>} */
    this.requests = new Map();
    /** @type {Map<number, LocalSocket>} */
    this.sockets = new Map();
    /** @type {StorageState | null} what becomes of what is stored */
    this.storage = null;
    /** @type {((storage: StorageState) => void) | null} called when that changes */
    this.onstorage = null;
    this.hasStarted = false;
    /** Starts the core again after a failure, if that may help: whether it does. */
    this.onfailure = () => false;
    /** @type {string | null} why there is no core any more */
    this.failure = null;
    /** @type {() => void} */
    this.resolveReady = () => {};
    /** @type {(error: Error) => void} */
    this.rejectReady = () => {};
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => {
      this.resolveReady = resolve;
      this.rejectReady = reject;
    });
    const local = this;
    /** A socket of this core, with what the page uses of `WebSocket`. */
    this.Socket = /** @type {new (path: string) => WebSocket} */ (/** @type {unknown} */ (
      class extends LocalSocket {
        /** @param {string} path */
        constructor(path) {
          super(local, path);
        }
      }
    ));
  }

  /**
   * Sends a request; the response has status, headers and body as from a server. Fails as `fetch` does without a
   * network if the core is gone.
   * @param {string} method
   * @param {string} path
   * @param {{ body?: BodyInit | null, headers?: HeadersInit, signal?: AbortSignal | null }} [options]
   * @returns {Promise<Response>}
   */
  async request(method, path, { body, headers, signal } = {}) {
    const given = new Headers(headers);
    // What has a text as its body is sent before what is asked next.
    const bytes = typeof body === "string"
      ? new TextEncoder().encode(body)
      : body ? new Uint8Array(await new Response(body).arrayBuffer()) : undefined;
    if (this.failure !== null) throw new TypeError(this.failure);
    signal?.throwIfAborted();
    const request = ++this.count;
    return new Promise((resolve, reject) => {
      this.requests.set(request, { resolve, reject });
      signal?.addEventListener("abort", () => {
        if (!this.requests.delete(request)) return;
        this.post({ type: "cancel", request });
        reject(signal.reason);
      });
      this.post(
        {
          type: "request",
          request,
          method: method.toUpperCase(),
          url: path,
          acceptLanguage: given.get("accept-language") ?? globalThis.navigator?.languages?.join(",") ?? "",
          ifNoneMatch: given.get("if-none-match") ?? "",
          body: bytes,
        },
        bytes ? [bytes.buffer] : [],
      );
    });
  }

  /** @param {ToTab} message */
  receive(message) {
    switch (message.type) {
      case "response": {
        const waiting = this.requests.get(message.request);
        this.requests.delete(message.request);
        const { status, headers, body } = message;
        const sent = NO_BODY.has(status) ? null : /** @type {BodyInit} */ (body);
        waiting?.resolve(new Response(sent, { status, headers }));
        break;
      }
      case "socket-opened":
        this.sockets.get(message.socket)?.opened();
        break;
      case "socket-message":
        this.sockets.get(message.socket)?.onmessage?.({ data: message.text });
        break;
      case "socket-closed":
        this.end(message.socket, message.code);
        break;
      case "storage":
        this.storage = message.storage;
        this.onstorage?.(message.storage);
        break;
      case "ready":
        this.hasStarted = true;
        this.resolveReady();
        break;
      case "moved":
        this.drop(SERVICE_RESTART_CODE, "the core has moved to another tab");
        break;
      case "failed":
        console.error(`core: ${message.why}`);
        if (!this.onfailure()) this.failure = message.why;
        this.rejectReady(new Error(message.why));
        this.drop(LOST_CODE, message.why);
        break;
    }
  }

  /** Gives up everything that waits for an answer. @param {number} code @param {string} why */
  drop(code, why) {
    const waiting = [...this.requests.values()];
    this.requests.clear();
    for (const { reject } of waiting) reject(new TypeError(why));
    for (const socket of [...this.sockets.keys()]) this.end(socket, code);
  }

  /** @param {number} number @param {number} code */
  end(number, code) {
    const socket = this.sockets.get(number);
    this.sockets.delete(number);
    socket?.ended(code);
  }
}

/** Socket to the core. */
class LocalSocket {
  /** @param {Local} local @param {string} path */
  constructor(local, path) {
    this.local = local;
    this.number = ++local.count;
    this.readyState = 0;
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: { data: string }) => void) | null} */
    this.onmessage = null;
    /** @type {((event: { code: number }) => void) | null} */
    this.onclose = null;
    /** @type {(() => void) | null} */
    this.onerror = null;
    local.sockets.set(this.number, this);
    if (local.failure === null) local.post({ type: "open-socket", socket: this.number, path });
    else queueMicrotask(() => local.end(this.number, LOST_CODE));
  }

  opened() {
    this.readyState = 1;
    this.onopen?.();
  }

  /** @param {number} code */
  ended(code) {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  /** @param {string} text */
  send(text) {
    if (this.readyState === 1) this.local.post({ type: "socket-message", socket: this.number, text });
  }

  close() {
    if (!this.local.sockets.delete(this.number)) return;
    this.readyState = 3;
    this.local.post({ type: "close-socket", socket: this.number });
  }
}
