// @ts-check
// The program in this Worker: requests and sockets of all tabs on one side, the core with its engines and storage on
// the other. Every tab has numbers of its own; the core has one series for all.
/** @import { FromCore, FromTab, StorageState, ToCore, ToTab } from "./messages.js" */

import { instantiate } from "./core.js";
import { storageError } from "./storage.js";

/**
 * @typedef {{ client: string, number: number }} Origin
 *
 * @typedef {{ message: FromCore, data: Uint8Array }[]} Outbox
 *
 * @typedef {object} Storage
 * @property {() => Promise<[string, string][]>} rows
 * @property {(put: [string, string][], remove: string[]) => Promise<void>} commit
 * @property {() => Promise<boolean>} isPersistent
 * @property {boolean} isFull whether there is no room from the beginning
 *
 * @typedef {object} Engines
 * @property {number} count
 * @property {(work: number, request: Uint8Array) => void} start
 * @property {(work: number) => void} stop
 *
 * @typedef {object} EngineListener
 * @property {(work: number, update: Uint8Array) => void} updated
 * @property {(work: number, reply: Uint8Array) => void} ended without a reply if the work was broken off
 *
 * @typedef {object} Environment
 * @property {WebAssembly.Module} module
 * @property {(listener: EngineListener) => Engines} engines
 * @property {(name: string) => Promise<Uint8Array>} data fetches a data file
 * @property {Storage | null} storage
 * @property {StorageState} [unstored] what is said where there is no storage
 * @property {(client: string, message: ToTab, transfer?: Transferable[]) => void} send
 * @property {(storage: StorageState) => void} announce
 * @property {(error: unknown) => void} failed takes the error after which the program cannot go on
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Starts the program.
 * @param {Environment} environment
 */
export async function startProgram(environment) {
  /** @type {Outbox} */
  const outbox = [];
  const core = await instantiate(environment.module, { onMessage: (message, data) => outbox.push({ message, data }) });
  const rows = environment.storage ? await environment.storage.rows() : null;
  const program = new Program(core, environment, outbox);
  program.start(rows);
  return program;
}

export class Program {
  /**
   * @param {Awaited<ReturnType<typeof instantiate>>} core
   * @param {Environment} environment
   * @param {Outbox} outbox what the core has to say, filled while it runs
   */
  constructor(core, environment, outbox) {
    this.core = core;
    this.environment = environment;
    this.outbox = outbox;
    this.numbers = 0;
    /** @type {Map<number, Origin>} */
    this.requests = new Map();
    /** @type {Map<number, Origin>} */
    this.sockets = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.engines = environment.engines({
      updated: (work, update) => this.tell({ type: "work-update", work }, update),
      ended: (work, reply) => this.tell({ type: "work-ended", work }, reply),
    });
    /** @type {StorageState["state"] | null} */
    this.storage = null;
  }

  /** @param {[string, string][] | null} rows all that is stored; nothing is stored without them */
  start(rows) {
    const { storage, unstored = { state: "memory", why: "" } } = this.environment;
    const unreadable = this.core.start(this.engines.count, rows);
    if (unreadable.length > 0) {
      console.warn(`core: these rows cannot be read, and are left as they are: ${unreadable.join(" ")}`);
    }
    this.tell({ type: "wake" });
    if (!storage) this.announce(unstored.state, unstored.why);
    else if (storage.isFull) this.announce("full", "");
    else void this.storageWorks(storage);
  }

  /** @param {Storage} storage */
  async storageWorks(storage) {
    this.announce((await storage.isPersistent()) ? "persistent" : "evictable", "");
  }

  /** @param {StorageState["state"]} state @param {string} why */
  announce(state, why) {
    if (this.storage === state) return;
    this.storage = state;
    this.environment.announce({ state, why });
  }

  /** @param {Extract<FromCore, { type: "transaction" }>} message */
  async commit({ transaction, put, delete: remove }) {
    const { storage } = this.environment;
    let failure = null;
    try {
      if (!storage) throw new Error("nothing is stored");
      await storage.commit(put, remove);
      if (this.storage === "full" || this.storage === "failing") void this.storageWorks(storage);
    } catch (error) {
      const { isFull, message } = storageError(error);
      failure = { is_full: isFull, why: message };
      this.announce(isFull ? "full" : "failing", message);
    }
    this.tell({ type: "transaction-ended", transaction, failure });
  }

  /**
   * Handles a message of a tab.
   * @param {string} client
   * @param {FromTab} message
   */
  receive(client, message) {
    switch (message.type) {
      case "request": {
        const request = this.number(this.requests, client, message.request);
        const { method, url, acceptLanguage, ifNoneMatch, body } = message;
        this.tell({
          type: "request", request, method, url, accept_language: acceptLanguage, if_none_match: ifNoneMatch,
        }, body);
        break;
      }
      case "cancel": {
        const request = this.find(this.requests, client, message.request);
        if (request !== undefined) this.cancel(request);
        break;
      }
      case "open-socket":
        this.tell({
          type: "open-socket", socket: this.number(this.sockets, client, message.socket), path: message.path,
        });
        break;
      case "socket-message": {
        const socket = this.find(this.sockets, client, message.socket);
        if (socket !== undefined) this.tell({ type: "socket-message", socket }, encoder.encode(message.text));
        break;
      }
      case "close-socket": {
        const socket = this.find(this.sockets, client, message.socket);
        if (socket !== undefined) this.closeSocket(socket);
        break;
      }
    }
  }

  /**
   * A tab is gone: nobody waits for what it asked.
   * @param {string} client
   */
  forget(client) {
    for (const [request, origin] of [...this.requests]) if (origin.client === client) this.cancel(request);
    for (const [socket, origin] of [...this.sockets]) if (origin.client === client) this.closeSocket(socket);
  }

  /** @param {number} request */
  cancel(request) {
    this.requests.delete(request);
    this.tell({ type: "cancel", request });
  }

  /** @param {number} socket */
  closeSocket(socket) {
    this.sockets.delete(socket);
    this.tell({ type: "close-socket", socket });
  }

  /** @param {Map<number, Origin>} map @param {string} client @param {number} number */
  number(map, client, number) {
    map.set(++this.numbers, { client, number });
    return this.numbers;
  }

  /** @param {Map<number, Origin>} map @param {string} client @param {number} number */
  find(map, client, number) {
    for (const [own, origin] of map) if (origin.client === client && origin.number === number) return own;
    return undefined;
  }

  /**
   * Passes a message to the core and does what follows.
   * @param {ToCore} message
   * @param {Uint8Array} [data]
   */
  tell(message, data) {
    clearTimeout(this.timer);
    try {
      const millis = this.core.receive(message, data);
      if (millis !== null) this.timer = setTimeout(() => this.tell({ type: "wake" }), millis);
    } catch (error) {
      this.environment.failed(error);
    }
    for (const { message, data } of this.outbox.splice(0)) this.perform(message, data);
  }

  /** @param {FromCore} message @param {Uint8Array} data */
  perform(message, data) {
    switch (message.type) {
      case "response": {
        const origin = this.requests.get(message.request);
        this.requests.delete(message.request);
        const { status, headers } = message;
        if (origin) {
          this.environment.send(origin.client,
            { type: "response", request: origin.number, status, headers, body: data }, [data.buffer]);
        }
        break;
      }
      case "socket-opened":
        this.sendToSocket(message.socket, (socket) => ({ type: "socket-opened", socket }));
        break;
      case "socket-message":
        this.sendToSocket(message.socket, (socket) => ({ type: "socket-message", socket, text: decoder.decode(data) }));
        break;
      case "socket-closed":
        this.sendToSocket(message.socket, (socket) => ({ type: "socket-closed", socket, code: message.code }));
        this.sockets.delete(message.socket);
        break;
      case "transaction":
        void this.commit(message);
        break;
      case "start-work":
        this.engines.start(message.work, data);
        break;
      case "load-data":
        void this.load(message.name);
        break;
      case "stop-work":
        this.engines.stop(message.work);
        break;
    }
  }

  /** Fetches a data file for the core. @param {string} name */
  async load(name) {
    const data = await this.environment.data(name).catch((error) => console.error(`core: ${error}`));
    this.tell({ type: "data-loaded", name }, data ?? undefined);
  }

  /** @param {number} socket @param {(socket: number) => ToTab} message */
  sendToSocket(socket, message) {
    const origin = this.sockets.get(socket);
    if (origin) this.environment.send(origin.client, message(origin.number));
  }
}
