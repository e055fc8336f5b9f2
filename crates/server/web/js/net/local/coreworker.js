// @ts-check
// Worker of the core: there is one for each tab, and the program runs in one of them.
/** @import { Init, Manifest, StorageState, ToTab } from "./messages.js" */
/** @import { Bus, Speaker } from "./relay.js" */

import { fetchData } from "./core.js";
import { WorkerEngines } from "./engines.js";
import { startProgram } from "./program.js";
import { Relay } from "./relay.js";
import { openStorage, storageError } from "./storage.js";

/** Name of the database, and of the channel between tabs. */
const NAME = "damier";

/** Threads of a search at most. */
const THREADS_MAX = 4;

/** @type {Relay | null} */
let relay = null;

/** @param {ToTab} message @param {Transferable[]} [transfer] */
const toTab = (message, transfer = []) => postMessage(message, { transfer });

addEventListener("message", ({ data: message }) => {
  if (message.type === "init") void init(message);
  else relay?.fromTab(message);
});

/** Locks between tabs: a page without https has none, and a browser that refuses all storage refuses them, too. */
async function usableLocks() {
  try {
    await navigator.locks.query();
    return navigator.locks;
  } catch {
    return null;
  }
}

/** @param {Init} init */
async function init({ base }) {
  // Without locks every tab has its own program; the database lets only the last one write.
  const locks = await usableLocks();
  relay = new Relay({
    client: `${Date.now()}-${Math.random()}`,
    bus: locks
      ? /** @type {Bus} */ (/** @type {unknown} */ (new BroadcastChannel(NAME)))
      : { postMessage: () => {}, onmessage: null },
    lock: (name, hold) => void (locks ? locks.request(name, hold) : hold()),
    start: (speaker) => start(base, speaker),
    toTab,
  });
}

/**
 * Starts the program.
 * @param {string} base
 * @param {Speaker} speaker
 */
async function start(base, speaker) {
  const [{ module, manifest }, { storage, unstored }] = await Promise.all([load(base), open()]);
  const threads = searchThreads(manifest);
  const place = {
    module: () => compile(new URL(threads?.module ?? manifest.engine, base)),
    base,
    data: manifest.data,
    create: () => new Worker(new URL("./engineworker.js", import.meta.url), { type: "module", name: "damier-engine" }),
    processors: navigator.hardwareConcurrency,
    isolated: crossOriginIsolated,
    threads,
  };
  return startProgram({
    module,
    data: (name) => fetchData(base, manifest.data, name),
    storage,
    unstored,
    engines: (listener) => new WorkerEngines(place, listener),
    ...speaker,
    failed: (error) => toTab({ type: "failed", why: String(error) }),
  });
}

/**
 * Threads of each engine where the page may share memory; one processor is left to the page.
 * @param {Manifest} manifest
 */
function searchThreads({ threads }) {
  const helpers = Math.min(navigator.hardwareConcurrency - 1, THREADS_MAX) - 1;
  return threads && crossOriginIsolated && helpers > 0 ? { ...threads, helpers } : null;
}

/** @param {string} base */
async function load(base) {
  const found = await fetch(new URL("manifest.json", base));
  if (!found.ok) throw new Error(`manifest.json: status ${found.status}`);
  /** @type {Manifest} */
  const manifest = await found.json();
  return { manifest, module: await compile(new URL(manifest.module, base)) };
}

/** @param {URL} url */
async function compile(url) {
  const found = await fetch(url);
  if (!found.ok) throw new Error(`${url.pathname}: status ${found.status}`);
  // Some static hosts do not know the type of WebAssembly.
  const isTyped = found.headers.get("content-type")?.startsWith("application/wasm");
  return isTyped ? WebAssembly.compileStreaming(found) : WebAssembly.compile(await found.arrayBuffer());
}

/**
 * The database; without one, why there is none: some private windows have none, and a full disk has no room for one.
 * @returns {Promise<{ storage: Awaited<ReturnType<typeof openStorage>> | null, unstored?: StorageState }>}
 */
async function open() {
  try {
    return { storage: await openStorage(NAME) };
  } catch (error) {
    const { isFull, message: why } = storageError(error);
    return { storage: null, unstored: { state: isFull ? "no-room" : "memory", why } };
  }
}
