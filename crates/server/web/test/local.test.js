import assert from "node:assert/strict";
import { test } from "node:test";

import { WorkerEngines } from "../js/net/local/engines.js";
import { Local } from "../js/net/local/index.js";
import { Program } from "../js/net/local/program.js";
import { Relay } from "../js/net/local/relay.js";
import { openStorage, StorageError } from "../js/net/local/storage.js";

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A browser whose tabs share locks and a channel. */
function browser() {
  const queues = new Map();
  const tabs = new Set();
  const grant = async (name) => {
    const queue = queues.get(name);
    const [first] = queue;
    if (!first || first.held) return;
    first.held = true;
    await Promise.race([first.hold(), first.tab.gone]);
    queue.splice(queue.indexOf(first), 1);
    void grant(name);
  };
  const programs = [];
  return {
    programs,
    open(client, broken = false) {
      const tab = { messages: [], bus: { onmessage: null, postMessage: null }, client };
      tab.gone = new Promise((resolve) => (tab.close = () => {
        tabs.delete(tab);
        for (const queue of queues.values()) {
          for (const one of queue.filter((one) => one.tab === tab && !one.held)) queue.splice(queue.indexOf(one), 1);
        }
        resolve();
      }));
      tab.bus.postMessage = (data) => {
        for (const other of tabs) {
          if (other !== tab) {
            queueMicrotask(() => tabs.has(other) && other.bus.onmessage({ data: structuredClone(data) }));
          }
        }
      };
      tabs.add(tab);
      tab.relay = new Relay({
        client,
        bus: tab.bus,
        lock: (name, hold) => {
          if (!queues.has(name)) queues.set(name, []);
          queues.get(name).push({ tab, hold, held: false });
          void grant(name);
        },
        start: async (speaker) => {
          if (broken) throw new Error("no module");
          const program = { received: [], forgotten: [], client, ...speaker };
          program.receive = (from, message) => program.received.push([from, message]);
          program.forget = (from) => program.forgotten.push(from);
          programs.push(program);
          program.announce({ state: "evictable", why: "" });
          return program;
        },
        toTab: (message) => tab.messages.push(message),
      });
      return tab;
    },
  };
}

test("one tab runs the program, and the others reach it", async () => {
  const { open, programs } = browser();
  const [one, two] = [open("one"), open("two")];
  two.relay.fromTab({ type: "open-socket", socket: 3, path: "/x" });
  await settled();
  assert.deepEqual(programs.map(({ client }) => client), ["one"]);
  assert.deepEqual(programs[0].received, [["two", { type: "open-socket", socket: 3, path: "/x" }]]);
  one.relay.fromTab({ type: "close-socket", socket: 1 });
  assert.equal(programs[0].received[1][0], "one");
  programs[0].send("two", { type: "socket-opened", socket: 3 });
  await settled();
  assert.deepEqual(two.messages.filter(({ type }) => type !== "storage"), [
    { type: "ready" }, { type: "socket-opened", socket: 3 },
  ]);
  assert.deepEqual(two.messages.find(({ type }) => type === "storage").storage, { state: "evictable", why: "" });
});

test("a tab that is gone is forgotten", async () => {
  const { open, programs } = browser();
  open("one");
  const two = open("two");
  two.relay.fromTab({ type: "open-socket", socket: 3, path: "/x" });
  await settled();
  two.close();
  await settled();
  assert.deepEqual(programs[0].forgotten, ["two"]);
});

test("when the program is gone the next tab takes its place, and everybody connects again", async () => {
  const { open, programs } = browser();
  const [one, two, three] = [open("one"), open("two"), open("three")];
  await settled();
  one.close();
  await settled();
  assert.deepEqual(programs.map(({ client }) => client), ["one", "two"]);
  for (const tab of [two, three]) assert.equal(tab.messages.filter(({ type }) => type === "moved").length, 1);
  three.relay.fromTab({ type: "close-socket", socket: 1 });
  await settled();
  assert.deepEqual(programs[1].received, [["three", { type: "close-socket", socket: 1 }]]);
});

test("a program that cannot be started leaves its place to the next tab", async () => {
  const { open, programs } = browser();
  const [one] = [open("one", true), open("two")];
  await settled();
  assert.deepEqual(one.messages[0], { type: "failed", why: "no module" });
  assert.deepEqual(programs.map(({ client }) => client), ["two"]);
});

test("requests and sockets are answered, and end when the program moves", async () => {
  const posted = [];
  const local = new Local((message) => posted.push(message));
  const answer = local.request("post", "/api/look", { body: "{}", headers: { "accept-language": "fr" } });
  const lost = local.request("GET", "/api/start");
  await settled();
  assert.equal(posted[0].method, "POST");
  assert.equal(posted[0].acceptLanguage, "fr");
  assert.equal(new TextDecoder().decode(posted[0].body), "{}");
  local.receive({
    type: "response", request: posted[0].request, status: 409, headers: [["content-type", "application/json"]],
    body: new TextEncoder().encode("7"),
  });
  const response = await answer;
  assert.deepEqual([response.status, response.headers.get("content-type"), await response.json()], [
    409, "application/json", 7,
  ]);
  const socket = new local.Socket("/api/analysis/socket");
  const events = [];
  socket.onopen = () => events.push("open");
  socket.onmessage = ({ data }) => events.push(data);
  socket.onclose = ({ code }) => events.push(code);
  const { socket: number } = posted.at(-1);
  socket.send("too early");
  local.receive({ type: "socket-opened", socket: number });
  socket.send("hello");
  assert.deepEqual(posted.at(-1), { type: "socket-message", socket: number, text: "hello" });
  local.receive({ type: "socket-message", socket: number, text: "ready" });
  local.receive({ type: "moved" });
  assert.deepEqual(events, ["open", "ready", 1012]);
  assert.equal(socket.readyState, 3);
  await assert.rejects(lost, TypeError);
  assert.equal((await Promise.race([local.request("GET", "/"), settled()])), undefined);
});

test("a core that is gone for good answers nothing, and says so", async () => {
  const local = new Local(() => {});
  local.ready.catch(() => {});
  const lost = local.request("GET", "/api/start");
  local.receive({ type: "failed", why: "it has panicked" });
  await assert.rejects(lost, /panicked/);
  await assert.rejects(local.ready, /panicked/);
  await assert.rejects(local.request("GET", "/api/start"), /panicked/);
  const socket = new local.Socket("/api/analysis/socket");
  const code = await new Promise((resolve) => (socket.onclose = (event) => resolve(event.code)));
  assert.equal(code, 1006);
});

/** A core that says what it is told to say. */
function program(storage, script = () => []) {
  const outbox = [];
  const told = [];
  const core = {
    start: () => [],
    receive: (message, data) => {
      told.push(message);
      outbox.push(...script(message, data).map((message) => ({ message, data: new Uint8Array([1]) })));
      return null;
    },
  };
  const sent = [];
  const announced = [];
  const engines = { count: 1, start: (work) => sent.push(["start", work]), stop: () => {} };
  const made = new Program(core, {
    storage,
    engines: () => engines,
    data: async (name) => {
      if (name !== "there.txt") throw new Error("status 404");
      return new Uint8Array([7]);
    },
    send: (client, message) => sent.push([client, message]),
    announce: (state) => announced.push(state),
    failed: assert.fail,
  }, outbox);
  made.start([]);
  return { made, told, sent, announced };
}

test("a data file that the core asks for is fetched, or said to be missing", async () => {
  for (const [name, bytes] of [["there.txt", [7]], ["gone.txt", []]]) {
    /** @type {number[][]} */
    const loaded = [];
    const { made } = program(null, (message, data) => {
      if (message.type === "data-loaded") loaded.push([...(data ?? [])]);
      return message.type === "open-socket" ? [{ type: "load-data", name }] : [];
    });
    made.receive("one", { type: "open-socket", socket: 1, path: "/a" });
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(loaded, [bytes]);
  }
});

test("every tab has numbers of its own", () => {
  const { made, told, sent } = program(null, (message) =>
    (message.type === "open-socket" ? [{ type: "socket-opened", socket: message.socket }] : []));
  made.receive("one", { type: "open-socket", socket: 1, path: "/a" });
  made.receive("two", { type: "open-socket", socket: 1, path: "/b" });
  assert.deepEqual(sent, ["one", "two"].map((tab) => [tab, { type: "socket-opened", socket: 1 }]));
  const [first, second] = told.filter(({ type }) => type === "open-socket").map(({ socket }) => socket);
  assert.notEqual(first, second);
  made.forget("one");
  assert.deepEqual(told.at(-1), { type: "close-socket", socket: first });
  made.receive("one", { type: "socket-message", socket: 1, text: "late" });
  assert.equal(told.at(-1).type, "close-socket");
});

test("an aborted transaction is told to the core and to the page, once", async () => {
  const errors = [Object.assign(new Error("no room"), { name: "QuotaExceededError" }), null];
  const storage = {
    isPersistent: async () => true,
    commit: async () => {
      const error = errors.shift();
      if (error) throw error;
    },
  };
  const script = (message) =>
    (message.type === "wake" ? [{ type: "transaction", transaction: 4, put: [["a", "1"]], delete: [] }] : []);
  const { made, told, announced } = program(storage, script);
  await settled();
  assert.deepEqual(told.at(-1), {
    type: "transaction-ended", transaction: 4, failure: { is_full: true, why: "QuotaExceededError: no room" },
  });
  made.tell({ type: "wake" });
  await settled();
  assert.deepEqual(told.at(-1), { type: "transaction-ended", transaction: 4, failure: null });
  assert.deepEqual(announced.map(({ state }) => state).filter((state) => state !== "persistent"), ["full"]);
  assert.equal(announced.at(-1).state, "persistent");
  await assert.rejects(openStorage("x", undefined), StorageError);
});

test("a disk that is full from the beginning is said, and no longer once there is room", async () => {
  const storage = { isFull: true, isPersistent: async () => false, commit: async () => {} };
  const { made, announced } = program(storage);
  await settled();
  assert.deepEqual(announced.map(({ state }) => state), ["full"]);
  await made.commit({ transaction: 1, put: [["a", "1"]], delete: [] });
  await settled();
  assert.deepEqual(announced.map(({ state }) => state), ["full", "evictable"]);
});

/** Engines whose Workers do nothing by themselves. */
function engines(isolated) {
  const workers = [];
  const heard = [];
  const create = () => {
    const worker = {
      posted: [], ended: false, postMessage: (message) => worker.posted.push(message),
      terminate: () => (worker.ended = true),
    };
    workers.push(worker);
    return worker;
  };
  const listener = {
    updated: (work, update) => heard.push(["updated", work, new TextDecoder().decode(update)]),
    ended: (work, reply) => heard.push(["ended", work, new TextDecoder().decode(reply)]),
  };
  const made = new WorkerEngines({ module: async () => null, base: "", data: {}, create, processors: 8, isolated },
    listener);
  return { made, workers, heard };
}

test("a request that nobody waits for any more is cancelled", async () => {
  const posted = [];
  const local = new Local((message) => posted.push(message));
  const asking = new AbortController();
  const answer = local.request("POST", "/api/think", { body: "{}", signal: asking.signal });
  asking.abort(new Error("left"));
  await assert.rejects(answer, /left/);
  assert.deepEqual(posted.slice(1), [{ type: "cancel", request: posted[0].request }]);
  // A late answer harms nobody, and what was answered is not cancelled.
  local.receive({ type: "response", request: posted[0].request, status: 204, headers: [], body: new Uint8Array() });
  const answered = local.request("GET", "/api/matches", { signal: new AbortController().signal });
  local.receive({ type: "response", request: posted[2].request, status: 204, headers: [], body: new Uint8Array() });
  assert.equal((await answered).status, 204);
  assert.equal(posted.length, 3);
  await assert.rejects(local.request("GET", "/", { signal: asking.signal }), /left/);
});

test("a search is stopped by a flag where memory is shared", async () => {
  const { made, workers, heard } = engines(true);
  made.start(1, new TextEncoder().encode("{}"));
  await settled();
  const [{ posted: [start, { flag }], onmessage }] = workers;
  assert.equal(start.request, "{}");
  onmessage({ data: { type: "update", update: "1" } });
  made.stop(1);
  assert.equal(Atomics.load(flag, 0), 1);
  onmessage({ data: { type: "ended", reply: "2" } });
  assert.deepEqual(heard, [["updated", 1, "1"], ["ended", 1, "2"]]);
  made.start(2, new Uint8Array());
  assert.equal(workers.length, 1);
  assert.equal(Atomics.load(flag, 0), 0);
});

test("elsewhere its Worker is ended, and the next search gets another", async () => {
  const { made, workers, heard } = engines(false);
  made.start(1, new Uint8Array());
  made.start(2, new Uint8Array());
  made.stop(1);
  await settled();
  assert.deepEqual(workers.map(({ ended }) => ended), [true, false]);
  assert.deepEqual(heard, [["ended", 1, ""]]);
  workers[0].onmessage({ data: { type: "ended", reply: "late" } });
  assert.equal(heard.length, 1);
  made.start(3, new Uint8Array());
  assert.equal(workers.length, 3);
});
