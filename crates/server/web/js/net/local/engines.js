// @ts-check
// Engines in Workers: one piece of work each. A search is stopped by a flag in shared memory where the page may share
// memory; elsewhere its Worker is ended, and what it has found last is the result.
/** @import { EngineThreads, FromEngine, ToEngine } from "./messages.js" */
/** @import { EngineListener } from "./program.js" */

/**
 * Time in which work ends after the flag is raised; then its Worker is ended: reviews look at the flag between moves.
 */
const STOP_TIMEOUT_MS = 40;
/** Engines at most. */
const ENGINES_MAX = 4;
const NOTHING = new Uint8Array();
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * @typedef {object} EnginePlace
 * @property {() => Promise<WebAssembly.Module>} module loads the engines
 * @property {string} base
 * @property {{ [name: string]: string }} data
 * @property {() => Worker} create
 * @property {number} processors
 * @property {boolean} isolated whether memory may be shared
 * @property {EngineThreads | null} threads threads of each engine, if the module has any
 */

/** @typedef {{ worker: Worker, flag: Int32Array | null, work: number | null }} Engine */

export class WorkerEngines {
  /** @param {EnginePlace} place @param {EngineListener} listener */
  constructor(place, listener) {
    this.place = place;
    this.listener = listener;
    // One for a match and one for an analysis at least; one processor is left to the page.
    this.count = Math.min(Math.max(place.processors - 1, 2), ENGINES_MAX);
    /** @type {Engine[]} */
    this.engines = [];
    /** @type {Promise<WebAssembly.Module> | null} */
    this.module = null;
  }

  /** @param {number} work @param {Uint8Array} request */
  start(work, request) {
    const engine = this.engines.find((one) => one.work === null) ?? this.add();
    engine.work = work;
    if (engine.flag) Atomics.store(engine.flag, 0, 0);
    this.send(engine, { type: "start", request: decoder.decode(request) });
  }

  /** @param {number} work */
  stop(work) {
    const engine = this.engines.find((one) => one.work === work);
    if (!engine) return;
    if (!engine.flag) return this.breakOff(engine);
    Atomics.store(engine.flag, 0, 1);
    setTimeout(() => {
      if (engine.work === work) this.breakOff(engine);
    }, STOP_TIMEOUT_MS);
  }

  /** @returns {Engine} */
  add() {
    const { base, data, create, isolated, threads } = this.place;
    const flag = isolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    const engine = { worker: create(), flag, work: null };
    engine.worker.onmessage = ({ data: message }) => this.receive(engine, message);
    engine.worker.onerror = () => this.breakOff(engine);
    this.engines.push(engine);
    this.load().then((module) => this.send(engine, { type: "init", module, base, data, flag, threads }), (error) => {
      console.error(`engine: ${error}`);
      this.breakOff(engine);
    });
    return engine;
  }

  /** The module of the engines, which is loaded once; after a failure the next work tries again. */
  load() {
    this.module ??= this.place.module().catch((error) => {
      this.module = null;
      throw error;
    });
    return this.module;
  }

  /** @param {Engine} engine @param {FromEngine} message */
  receive(engine, message) {
    const { work } = engine;
    if (work === null) return;
    switch (message.type) {
      case "update":
        this.listener.updated(work, encoder.encode(message.update));
        break;
      case "ended":
        engine.work = null;
        this.listener.ended(work, encoder.encode(message.reply));
        break;
      case "failed":
        console.error(`engine: ${message.why}`);
        this.breakOff(engine);
        break;
    }
  }

  /** Ends a Worker; the next work gets a new one. @param {Engine} engine */
  breakOff(engine) {
    engine.worker.terminate();
    this.engines = this.engines.filter((one) => one !== engine);
    const { work } = engine;
    engine.work = null;
    // Not at once: the core may be the one that has asked.
    if (work !== null) queueMicrotask(() => this.listener.ended(work, NOTHING));
  }

  /** @param {Engine} engine @param {ToEngine} message */
  send(engine, message) {
    engine.worker.postMessage(message);
  }
}
