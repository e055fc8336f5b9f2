// All messages of the page without a server.
//
// | from                      | to                        | by                       | type                 |
// | ------------------------- | ------------------------- | ------------------------ | -------------------- |
// | tab (`index.js`)          | its Worker (`relay.js`)   | `postMessage`            | `Init`, `FromTab`    |
// | Worker                    | its tab                   | `postMessage`            | `ToTab`              |
// | Worker                    | Workers of all other tabs | `BroadcastChannel`       | `BusMessage`         |
// | `program.js`, in a Worker | program (`core.wasm`)     | `receive` (`core.js`)    | `ToCore` and bytes   |
// | program                   | `program.js`              | `onMessage` (`core.js`)  | `FromCore` and bytes |
// | `engines.js`, there, too  | engine (`engineworker.js`)| `postMessage`            | `ToEngine`           |
// | engine                    | `engines.js`              | `postMessage`            | `FromEngine`         |
//
// Tab B makes a move against the computer, while the program runs in the Worker of tab A:
//
//   tab B          Worker B           Worker A            program            database       engine
//     | init ---------> | (waits for the lock that A has)     |                  |             |
//     |                 | who ----------> |                   |                  |             |
//     |                 | <------ program |                   |                  |             |
//     | <-------- ready |                 |                   |                  |             |
//     | socket-message> |                 |                   |                  |             |
//     |                 | to-program ---> | socket-message -> |                  |             |
//     |                 |                 | <---- transaction |                  |             |
//     |                 |                 | commit (`storage.js`) -------------> |             |
//     |                 |                 | transaction-ended>| (only now told)  |             |
//     |                 | <-------------- to-tab <- socket-message               |             |
//     | <socket-message |                 | <----- start-work |                  |             |
//     |                 |                 | start -----------------------------------------> |
//     |                 |                 | <-------------------------------- update, ended |
//     |                 |                 | work-ended -----> |                  |             |
//     |                 | <-------------- to-tab <- socket-message (after a transaction)       |
//
// Tab A is closed:
//
//     |                 | (has the lock)  x
//     |                 | starts the program with all rows -----------------> |
//     | <-------- moved | program (moved) to all others: they connect again, as after a server's restart

import type { ThreadBlock } from "./core.js";

/** What a tab sends. Numbers are the tab's own. */
export type FromTab =
  | {
    type: "request";
    request: number;
    method: string;
    url: string;
    acceptLanguage: string;
    ifNoneMatch: string;
    body?: Uint8Array;
  }
  /** Nobody waits for the response to a request any more. */
  | { type: "cancel"; request: number }
  | { type: "open-socket"; socket: number; path: string }
  | { type: "socket-message"; socket: number; text: string }
  | { type: "close-socket"; socket: number };

/** What a tab is sent. */
export type ToTab =
  | { type: "response"; request: number; status: number; headers: [string, string][]; body: Uint8Array }
  | { type: "socket-opened"; socket: number }
  | { type: "socket-message"; socket: number; text: string }
  | { type: "socket-closed"; socket: number; code: number }
  /** What becomes of what is stored has changed. */
  | { type: "storage"; storage: StorageState }
  /** The program runs. */
  | { type: "ready" }
  /** The program that was asked is gone, and another takes its place: nothing that was asked will be answered. */
  | { type: "moved" }
  /** The program cannot run. */
  | { type: "failed"; why: string };

/** What the Workers of all tabs tell each other. */
export type BusMessage =
  /** A tab is new: whoever has the program says so. */
  | { type: "who" }
  /** The program runs here; it was elsewhere before if it has `moved`. */
  | { type: "program"; moved: boolean; storage: StorageState | null }
  | { type: "storage"; storage: StorageState }
  | { type: "to-program"; client: string; message: FromTab }
  | { type: "to-tab"; client: string; message: ToTab };

/** What the program is sent, as in `wasm/src/local/message.rs`. Numbers are one series for all tabs. */
export type ToCore =
  /** The body comes beside it. */
  | {
    type: "request";
    request: number;
    method: string;
    url: string;
    accept_language: string;
    if_none_match: string;
  }
  | { type: "cancel"; request: number }
  | { type: "open-socket"; socket: number; path: string }
  /** The text comes beside it. */
  | { type: "socket-message"; socket: number }
  | { type: "close-socket"; socket: number }
  /** The update comes beside it. */
  | { type: "work-update"; work: number }
  /** The reply comes beside it; nothing if the work was broken off. */
  | { type: "work-ended"; work: number }
  | { type: "transaction-ended"; transaction: number; failure: { is_full: boolean; why: string } | null }
  /** The bytes of the file come beside it; none if it cannot be had. */
  | { type: "data-loaded"; name: string }
  /** The time has come that the program wanted to be woken at. */
  | { type: "wake" };

/** What the program sends. */
export type FromCore =
  /** The body comes beside it. */
  | { type: "response"; request: number; status: number; headers: [string, string][] }
  | { type: "socket-opened"; socket: number }
  /** The text comes beside it. */
  | { type: "socket-message"; socket: number }
  | { type: "socket-closed"; socket: number; code: number }
  /** Rows to be written and deleted durably, or not at all. */
  | { type: "transaction"; transaction: number; put: [string, string][]; delete: string[] }
  /** Work for an engine; the request comes beside it. */
  | { type: "start-work"; work: number }
  /** Work is to end with what it has found so far. */
  | { type: "stop-work"; work: number }
  /** A data file is needed. */
  | { type: "load-data"; name: string };

/**
 * What becomes of what is stored. `why` is what the browser says, where something is wrong.
 *
 * - `persistent`: the browser keeps it until somebody deletes it.
 * - `evictable`: the browser may delete it when the disk is full.
 * - `memory`: there is no database, as in some private windows: all is gone with the last tab.
 * - `no-room`: the same, because the disk is full.
 * - `full`: there is no room for more; what was refused is not stored.
 * - `failing`: the database refuses changes; what was refused is not stored.
 */
export interface StorageState {
  state: "persistent" | "evictable" | "memory" | "no-room" | "full" | "failing";
  why: string;
}

/** The first message to the Worker. */
export interface Init {
  type: "init";
  /** Folder of the core, with its manifest. */
  base: string;
}

/** The manifest of the core's folder. */
export interface Manifest {
  /** The program. */
  module: string;
  /** The engines. */
  engine: string;
  /** The engines with threads, for pages that may share memory; not everywhere. */
  threads?: ThreadedModule;
  data: { [name: string]: string };
}

/** A module whose instances share memory. */
export interface ThreadedModule {
  module: string;
  /** Size of the memory in pages of 64 KiB, at first and at most. */
  pages: { initial: number; maximum: number };
}

/** Threads of an engine: its memory, and how many help it. */
export interface EngineThreads {
  pages: { initial: number; maximum: number };
  helpers: number;
}

/** What an engine is sent. */
export type ToEngine =
  | {
    type: "init";
    module: WebAssembly.Module;
    base: string;
    data: { [name: string]: string };
    flag: Int32Array | null;
    threads: EngineThreads | null;
  }
  | { type: "start"; request: string }
  /** Helps the engine that sends this, for ever. */
  | { type: "help"; module: WebAssembly.Module; memory: WebAssembly.Memory; block: ThreadBlock };

/** What an engine sends. */
export type FromEngine =
  /** A helper is there. */
  | { type: "helping" }
  | { type: "update"; update: string }
  | { type: "ended"; reply: string }
  | { type: "failed"; why: string };
