// Messages between a tab and the Worker of the core.

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
