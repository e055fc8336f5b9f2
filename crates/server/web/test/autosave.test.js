import assert from "node:assert/strict";
import { test } from "node:test";

import { Failure } from "../js/net/api.js";
import { Autosave } from "../js/analysis/autosave.js";
import { AnalysisConnection } from "../js/analysis/connection.js";

/** A server with one analysis, and a clock that stands still. */
function world() {
  const here = {
    stored: { id: "a", version: 1, said: null }, works: true, timers: new Map(), count: 0, requests: [],
    async save(id, { version, ...said }) {
      here.requests.push(version);
      if (!here.works) throw new Failure(null, 0);
      if (version !== here.stored.version) throw new Failure({ code: "stale", text: { en: "", fr: "" } }, 409);
      here.stored = { id, version: version + 1, said };
      return { version: version + 1 };
    },
    async create(tree) {
      here.stored = { id: "new", version: 1, said: tree };
      return { id: "new", version: 1 };
    },
    setTimeout(call) {
      here.timers.set(++here.count, call);
      return here.count;
    },
    clearTimeout: (timer) => here.timers.delete(timer),
    async pass() {
      const calls = [...here.timers.values()];
      here.timers.clear();
      for (const call of calls) call();
      await new Promise((done) => setTimeout(done, 0));
    },
  };
  return here;
}

const about = { game: "g", start: "s", swap: false, players: { first: null, second: null } };
const said = (comment) => ({ comment, moves: [] });

function autosave(here, kept = { id: "a", version: 1 }) {
  const told = [];
  const made = new Autosave(about, kept, { created: (id) => told.push(id), changed: (status) => told.push(status) },
    here);
  return { made, told };
}

test("what is said is kept a little later, the last word only", async () => {
  const here = world();
  const { made, told } = autosave(here);
  made.save(said("a"));
  made.save(said("ab"));
  assert.equal(here.requests.length, 0);
  await here.pass();
  assert.deepEqual([here.requests, here.stored.said.comment], [[1], "ab"]);
  assert.deepEqual(told, ["pending", "saved"]);
  made.save(said("abc"));
  await here.pass();
  assert.deepEqual(here.requests, [1, 2]);
});

test("what is said first is made an analysis of its own", async () => {
  const here = world();
  const { made, told } = autosave(here, null);
  made.save(said("a"));
  await here.pass();
  assert.deepEqual(here.stored.said, { ...about, ...said("a") });
  assert.deepEqual(told, ["pending", "new", "saved"]);
});

test("what another tab has kept is not written over", async () => {
  const here = world();
  const [one, two] = [autosave(here).made, autosave(here)];
  one.save(said("one"));
  await here.pass();
  two.made.save(said("two"));
  await here.pass();
  assert.equal(two.made.status, "stale");
  assert.equal(here.stored.said.comment, "one");
  // Whatever is said then waits until the reader decides.
  two.made.save(said("two more"));
  await here.pass();
  assert.equal(here.requests.length, 2);
  await two.made.saveCopy();
  assert.deepEqual([here.stored.id, here.stored.said.comment], ["new", "two more"]);
  assert.equal(two.made.status, "saved");
});

test("what cannot be kept now is kept later", async () => {
  const here = world();
  const { made, told } = autosave(here);
  here.works = false;
  made.save(said("a"));
  await here.pass();
  assert.equal(made.status, "failed");
  here.works = true;
  await here.pass();
  assert.equal(here.stored.said.comment, "a");
  assert.deepEqual(told, ["pending", "failed", "saved"]);
});

/** A line whose other end is this test. */
function line() {
  const here = { sockets: [], timers: new Map(), count: 0 };
  const heard = [];
  const note = (kind) => (...what) => heard.push([kind, ...what]);
  const socket = new AnalysisConnection("ws://test", {
    thought: note("thought"), reviewed: note("reviewed"), over: note("over"), refused: note("refused"),
    status: note("status"),
  }, {
    open() {
      const made = { readyState: 0, sent: [], send: (text) => made.sent.push(JSON.parse(text)), close() {} };
      here.sockets.push(made);
      return made;
    },
    setTimeout: (call) => here.timers.set(++here.count, call) && here.count,
    clearTimeout: (timer) => here.timers.delete(timer),
    random: () => 0.5,
    outdated: () => false,
  });
  const end = () => here.sockets.at(-1);
  const say = (message) => end().onmessage({ data: JSON.stringify(message) });
  const greet = () => {
    end().readyState = 1;
    end().onopen();
    say({ type: "ready" });
  };
  return { here, heard, socket, end, say, greet };
}

const question = { game: "g", record: { start: "s", swap: false, moves: [] } };

test("a question is asked once the line is there, and again when it comes back", () => {
  const { here, socket, end, greet } = line();
  socket.analyse(question);
  greet();
  assert.deepEqual(end().sent, [{ type: "hello", protocol: 2 }, { type: "analyse", question: 1, ...question }]);
  end().onclose({ code: 1006 });
  [...here.timers.values()].at(-1)();
  greet();
  assert.deepEqual(end().sent.at(-1), { type: "analyse", question: 1, ...question });
});

test("answers to what was asked before are not heard", () => {
  const { heard, socket, greet, say } = line();
  greet();
  socket.analyse(question);
  socket.analyse(question);
  say({ type: "thought", question: 1, done: false });
  assert.deepEqual(heard.filter(([kind]) => kind === "thought"), []);
  say({ type: "thought", question: 2, done: true });
  assert.equal(heard.at(-1)[0], "thought");
  socket.review(question);
  say({ type: "reviewed", question: 3, progress: [1, 2], index: 1 });
  assert.deepEqual(heard.at(-1)[2], [1, 2]);
  say({ type: "review-over", question: 3, accuracy: { first: 1, second: null } });
  assert.equal(heard.at(-1)[0], "over");
  socket.analyse(question);
  say({ type: "refused", question: 4, code: "busy", text: { en: "busy", fr: "occupé" } });
  assert.deepEqual(heard.at(-1).slice(0, 3), ["refused", "analyse", "busy"]);
  socket.stop();
});
