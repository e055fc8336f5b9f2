// @ts-check
// Worker of an engine: does one piece of work after the other. Data files are loaded when one is first needed. Where
// the page may share memory, more Workers of this kind help the searches of an engine as its threads.
/** @import { FromEngine, ToEngine } from "./messages.js" */

import { fetchData, instantiate } from "./core.js";

/** Time for helpers to start; without them an engine searches alone. */
const HELPER_START_TIMEOUT_MS = 2000;

/** @type {(ready: Promise<(request: string) => Promise<string>>) => void} */
let opened = () => {};
/** @type {Promise<(request: string) => Promise<string>>} */
const ready = new Promise((resolve) => (opened = resolve));

/** @param {FromEngine} message */
const send = (message) => postMessage(message);

addEventListener("message", ({ data: message }) => void handle(message));

/** @param {ToEngine} message */
async function handle(message) {
  if (message.type === "init") {
    opened(open(message));
    return;
  }
  if (message.type === "help") {
    const helper = await instantiate(message.module, {}, message.memory);
    send({ type: "helping" });
    return helper.help(message.block);
  }
  try {
    const ask = await ready;
    send({ type: "ended", reply: await ask(message.request) });
  } catch (error) {
    // A module that has trapped is of no use any more.
    send({ type: "failed", why: String(error) });
  }
}

/** @param {ToEngine & { type: "init" }} init */
async function open({ module, base, data, flag, threads }) {
  const memory = threads ? new WebAssembly.Memory({ ...threads.pages, shared: true }) : undefined;
  const engine = await instantiate(module, {
    onUpdate: (update) => send({ type: "update", update }),
    shouldStop: () => flag !== null && Atomics.load(flag, 0) !== 0,
  }, memory);
  if (threads && memory) {
    await startHelpers(threads.helpers, () => ({ type: "help", module, memory, block: engine.threadBlock() }));
  }
  /** @param {string} request */
  return async (request) => {
    const reply = engine.ask(request);
    const { error } = JSON.parse(reply);
    if (error?.code !== "missing-data") return reply;
    const loaded = engine.ask(JSON.stringify({ type: "load-data", name: error.name }),
      await fetchData(base, data, error.name));
    if (JSON.parse(loaded).type !== "loaded") throw new Error(loaded);
    return engine.ask(request);
  };
}

/**
 * Starts the threads of an engine, and waits until they help.
 * @param {number} count
 * @param {() => ToEngine} message
 */
async function startHelpers(count, message) {
  const started = Array.from({ length: count }, () => new Promise((resolve) => {
    const worker = new Worker(import.meta.url, { type: "module", name: "damier-helper" });
    worker.onmessage = resolve;
    worker.onerror = resolve;
    worker.postMessage(message());
  }));
  await Promise.race([Promise.all(started), new Promise((resolve) => setTimeout(resolve, HELPER_START_TIMEOUT_MS))]);
}
