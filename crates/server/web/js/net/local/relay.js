// @ts-check
// Several tabs, one program: the Worker of each tab asks for the same lock. Whoever has it runs the program; the others
// pass what their tabs send to it, and one of them takes its place when it is gone.
/** @import { BusMessage, FromTab, StorageState, ToTab } from "./messages.js" */

/**
 * @typedef {object} Program
 * @property {(client: string, message: FromTab) => void} receive
 * @property {(client: string) => void} forget
 *
 * @typedef {object} Bus
 * @property {(message: BusMessage) => void} postMessage
 * @property {((event: { data: BusMessage }) => void) | null} onmessage
 *
 * @typedef {object} Speaker what the program says
 * @property {(client: string, message: ToTab, transfer?: Transferable[]) => void} send to a tab
 * @property {(storage: StorageState) => void} announce to all tabs
 *
 * @typedef {object} Environment
 * @property {string} client name of this tab, unique among all
 * @property {Bus} bus
 * @property {(name: string, hold: () => Promise<void>) => void} lock calls `hold` when it has the lock, and keeps it
 *   until the promise that this returns is settled
 * @property {(speaker: Speaker) => Promise<Program>} start
 * @property {(message: ToTab, transfer?: Transferable[]) => void} toTab
 */

/** Lock of the program. */
const PROGRAM_LOCK = "damier-core";
/** Lock that each tab holds, so that the program learns when it is gone. */
const clientLock = (/** @type {string} */ client) => `damier-client ${client}`;

export class Relay {
  /** @param {Environment} environment */
  constructor(environment) {
    this.environment = environment;
    /** @type {Program | null} the program, if it runs here */
    this.program = null;
    /** Whether some program is known to run. */
    this.hasProgram = false;
    /** @type {FromTab[]} what waits for a program */
    this.waiting = [];
    /** @type {StorageState | null} what the program here has said of its storage */
    this.storage = null;
    /** @type {Set<string>} tabs whose end is watched */
    this.watched = new Set();
    const { bus, client, lock } = environment;
    bus.onmessage = ({ data }) => this.hear(data);
    lock(clientLock(client), () => new Promise(() => {}));
    lock(PROGRAM_LOCK, () => this.lead());
    bus.postMessage({ type: "who" });
  }

  /** Runs the program; the lock is given back if it cannot be started. */
  async lead() {
    const { start, toTab, bus } = this.environment;
    try {
      this.program = await start({
        send: (client, message, transfer) => this.answer(client, message, transfer),
        announce: (storage) => this.announce(storage),
      });
    } catch (error) {
      toTab({ type: "failed", why: error instanceof Error ? error.message : String(error) });
      return;
    }
    this.found("moved");
    bus.postMessage({ type: "program", moved: true, storage: this.storage });
    await new Promise(() => {});
  }

  /** @param {FromTab} message */
  fromTab(message) {
    const { client, bus } = this.environment;
    if (!this.hasProgram) this.waiting.push(message);
    else if (this.program) this.program.receive(client, message);
    else bus.postMessage({ type: "to-program", client, message });
  }

  /** @param {BusMessage} data */
  hear(data) {
    const { client, bus, toTab } = this.environment;
    switch (data.type) {
      case "who":
        if (this.program) bus.postMessage({ type: "program", moved: false, storage: this.storage });
        break;
      case "program":
        this.found(data.moved ? "moved" : "known");
        if (data.storage) toTab({ type: "storage", storage: data.storage });
        break;
      case "storage":
        toTab({ type: "storage", storage: data.storage });
        break;
      case "to-program":
        if (!this.program) break;
        this.watch(data.client);
        this.program.receive(data.client, data.message);
        break;
      case "to-tab":
        if (data.client === client) toTab(data.message);
        break;
    }
  }

  /**
   * There is a program. If it has taken the place of another, what was asked before is lost.
   * @param {"known" | "moved"} how
   */
  found(how) {
    const { toTab } = this.environment;
    if (this.hasProgram && how === "moved") toTab({ type: "moved" });
    if (this.hasProgram) return;
    this.hasProgram = true;
    toTab({ type: "ready" });
    for (const message of this.waiting.splice(0)) this.fromTab(message);
  }

  /** @param {string} client @param {ToTab} message @param {Transferable[]} [transfer] */
  answer(client, message, transfer) {
    if (client === this.environment.client) this.environment.toTab(message, transfer);
    else this.environment.bus.postMessage({ type: "to-tab", client, message });
  }

  /** @param {StorageState} storage */
  announce(storage) {
    const { bus, toTab } = this.environment;
    this.storage = storage;
    toTab({ type: "storage", storage });
    bus.postMessage({ type: "storage", storage });
  }

  /** Has the program forget a tab when it is gone: then its lock is free. @param {string} client */
  watch(client) {
    if (this.watched.has(client)) return;
    this.watched.add(client);
    this.environment.lock(clientLock(client), async () => {
      this.watched.delete(client);
      this.program?.forget(client);
    });
  }
}
