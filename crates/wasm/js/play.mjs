// Plays matches with the program in node: `node play.mjs FOLDER`, where the folder is that of `cargo xtask web`. The
// standard input is a list of matches to create, as JSON; the output lists for each the events that are stored. Engines
// run in the same thread, and every commit of the store is made twice as slow as the next message.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { instantiate } from "../../server/web/js/net/local/core.js";
import { Local } from "../../server/web/js/net/local/index.js";
import { startProgram } from "../../server/web/js/net/local/program.js";

/** Moves of a match at most. */
const MAX_MOVES = 500;
const TAB = "tab";

const folder = process.argv[2];
const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
const compile = (name) => WebAssembly.compile(readFileSync(join(folder, name)));
const [module, engineModule] = await Promise.all([compile(manifest.module), compile(manifest.engine)]);
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** The database. */
const rows = new Map();
const storage = {
  rows: async () => [...rows],
  isPersistent: async () => true,
  commit: async (put, remove) => {
    await settled();
    await settled();
    for (const [key, row] of put) rows.set(key, row);
    for (const key of remove) rows.delete(key);
  },
};

/** Engines in this thread. */
async function engines() {
  let current = null;
  const engine = await instantiate(engineModule, { onUpdate: (update) => current(update) });
  const ask = (request, data) => {
    const reply = engine.ask(request, data);
    const { error } = JSON.parse(reply);
    if (error?.code !== "missing-data") return reply;
    ask(JSON.stringify({ type: "load-data", name: error.name }), readFileSync(join(folder, manifest.data[error.name])));
    return ask(request);
  };
  return (listener) => ({
    count: 2,
    start: (work, request) => setImmediate(() => {
      const updates = [];
      current = (update) => updates.push(update);
      const reply = ask(new TextDecoder().decode(request));
      for (const update of updates) listener.updated(work, new TextEncoder().encode(update));
      listener.ended(work, new TextEncoder().encode(reply));
    }),
    stop: () => {},
  });
}

const makeEngines = await engines();

/** The page of a tab, with a program of its own on the same database. */
async function openPage() {
  let program = null;
  const local = new Local((message) => queueMicrotask(() => program.receive(TAB, message)));
  program = await startProgram({
    module,
    storage,
    engines: makeEngines,
    send: (_, message) => local.receive(structuredClone(message)),
    announce: () => {},
    failed: (error) => {
      throw error;
    },
  });
  return local;
}

async function json(local, method, path, body) {
  const response = await local.request(method, path, { body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Plays a match to its end; the page is reloaded before the second move. */
async function play(wanted) {
  let local = await openPage();
  const { id } = await json(local, "POST", "/api/matches", wanted);
  let count = 0;
  let last = await follow(local, id, () => count++ === 1);
  if (last.end === null) {
    local = await openPage();
    last = await follow(local, id, () => ++count > MAX_MOVES);
  }
  if (last.end === null) throw new Error(`${wanted.game} does not end`);
  return JSON.parse(rows.get(`match/${JSON.stringify(id)}`)).events;
}

/** Plays until the match ends or `isEnough` says so before a move; the last state. */
function follow(local, id, isEnough) {
  return new Promise((resolve, reject) => {
    const socket = new local.Socket(`/api/matches/${id}/socket`);
    const end = (state) => {
      socket.onclose = null;
      socket.close();
      resolve(state);
    };
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", protocol: 2 }));
    socket.onclose = ({ code }) => reject(new Error(`closed: ${code}`));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "refused") reject(new Error(data));
      if (message.type !== "state") return;
      if (message.end !== null) return end(message);
      const { choices } = message.view;
      if (message.to_move !== "one") return;
      if (isEnough()) return end(message);
      const command = { type: "move", notation: choices[Math.floor(choices.length / 2)].notation };
      socket.send(JSON.stringify({ type: "command", id: `c${message.version}`, player: "one", version: message.version, command }));
    };
  });
}

for (const wanted of JSON.parse(readFileSync(0, "utf8"))) console.log(JSON.stringify(await play(wanted)));
process.exit(0);
