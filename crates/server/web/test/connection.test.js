import assert from "node:assert/strict";
import { test } from "node:test";

import { backoff } from "../js/net/connection.js";
import { outboxOf } from "../js/match/outbox.js";
import { MatchConnection } from "../js/match/connection.js";
import { storage } from "./storage.js";

/** A world in which time passes and connections break when the test says so. */
function world() {
  const made = { sockets: [], timers: new Map(), next: 1, sharingEnded: 0 };
  class Fake {
    readyState = 0;
    sent = [];
    constructor() {
      made.sockets.push(this);
    }

    send(data) {
      this.sent.push(JSON.parse(data));
    }

    close() {
      this.readyState = 3;
    }

    accept() {
      this.readyState = 1;
      this.onopen();
    }

    say(message) {
      this.onmessage({ data: JSON.stringify(message) });
    }

    break(code = 1006) {
      this.readyState = 3;
      this.onclose({ code });
    }
  }
  return {
    made,
    open: () => new Fake(),
    setTimeout(call, wait) {
      made.timers.set(made.next, { call, wait });
      return made.next++;
    },
    clearTimeout: (timer) => made.timers.delete(timer),
    random: () => 0.5,
    outdated: () => made.outdated,
    sharingEnded: () => made.sharingEnded++,
    /** Lets the timer that ends first end. */
    pass() {
      const [id, { call, wait }] = [...made.timers].sort((a, b) => a[1].wait - b[1].wait)[0];
      made.timers.delete(id);
      call();
      return wait;
    },
    get socket() {
      return made.sockets.at(-1);
    },
  };
}

function match(own) {
  const here = world();
  const heard = { states: [], refused: [], applied: [], status: [], thinking: [], greeted: [] };
  const connection = new MatchConnection("ws://test", {
    state: (state) => heard.states.push(state.version),
    thinking: (thinking) => heard.thinking.push(thinking.depth),
    applied: (id) => heard.applied.push(id),
    refused: (id, code) => heard.refused.push([id, code]),
    status: (status) => heard.status.push(status),
    greeted: (player, greeting) => heard.greeted.push([player, greeting]),
  }, here, own);
  return { here, heard, connection };
}

const state = (version) => ({ type: "state", version });

test("it greets with the version that it knows", () => {
  const { here, heard } = match();
  here.socket.accept();
  assert.deepEqual(here.socket.sent, [{ type: "hello", protocol: 2, since: 0 }]);
  here.socket.say(state(4));
  assert.deepEqual(heard.states, [4]);
  assert.deepEqual(heard.status, ["open"]);
  here.socket.break();
  assert.deepEqual(heard.status, ["open", "lost"]);
  here.pass();
  here.socket.accept();
  assert.equal(here.socket.sent[0].since, 4);
});

test("the end of sharing is told, and the connection is tried again", () => {
  const { here, heard } = match();
  here.socket.accept();
  here.socket.say(state(1));
  here.socket.break(4001);
  assert.equal(here.made.sharingEnded, 1);
  assert.deepEqual(heard.status, ["open", "lost"]);
  here.pass();
  here.socket.break();
  assert.equal(here.made.sharingEnded, 1);
});

test("a server that ends sends the page to another one, and nothing is said or lost", () => {
  const { here, heard, connection } = match();
  here.socket.accept();
  here.socket.say(state(1));
  const id = connection.command("one", { type: "move", notation: "4" }, 1);
  const [first, sent] = [here.socket, here.socket.sent.at(-1)];
  here.socket.break(1012);
  assert.notEqual(here.socket, first, "at once");
  const later = connection.command("one", { type: "resign" });
  // The balancer still knows the old server.
  here.socket.break();
  here.pass();
  here.socket.break(1012);
  assert.equal(here.made.sockets.length, 3, "not twice at once");
  here.pass();
  here.socket.accept();
  assert.deepEqual(here.socket.sent.map((message) => message.type), ["hello", "command", "command"]);
  assert.deepEqual(here.socket.sent[1], sent);
  here.socket.say(state(1));
  here.socket.say({ type: "applied", id, version: 2 });
  here.socket.say({ type: "applied", id: later, version: 3 });
  assert.deepEqual(heard.applied, [id, later]);
  assert.deepEqual(heard.status, ["open"], "no word of a lost connection");
  // The next one is told at once again, and silence has an end.
  here.socket.break(1012);
  for (let failed = 0; failed < 4; failed++) {
    here.socket.break();
    here.pass();
  }
  assert.deepEqual(heard.status, ["open"]);
  here.socket.break();
  assert.deepEqual(heard.status, ["open", "lost"]);
});

test("a command without an answer is sent again, under the same name", () => {
  const { here, heard, connection } = match();
  here.socket.accept();
  here.socket.say(state(1));
  const id = connection.command("one", { type: "move", notation: "4" }, 1);
  const sent = here.socket.sent.at(-1);
  assert.deepEqual(sent, { type: "command", id, player: "one", command: { type: "move", notation: "4" }, version: 1 });
  here.socket.break();
  here.pass();
  here.socket.accept();
  assert.deepEqual(here.socket.sent.slice(1), [sent]);
  here.socket.say({ type: "applied", id, version: 2 });
  assert.deepEqual(heard.applied, [id]);
  here.socket.break();
  here.pass();
  here.socket.accept();
  assert.equal(here.socket.sent.length, 1);
});

test("a command given while the connection is lost goes out when it is back", () => {
  const { here, connection } = match();
  here.socket.break();
  connection.command("two", { type: "resign" });
  here.pass();
  here.socket.accept();
  assert.deepEqual(here.socket.sent.map(({ type }) => type), ["hello", "command"]);
});

test("commands have different names", () => {
  const { connection } = match();
  assert.notEqual(connection.command("one", { type: "undo" }), connection.command("one", { type: "undo" }));
});

test("a refusal is told and the command forgotten; a busy server is asked again", () => {
  const { here, heard, connection } = match();
  here.socket.accept();
  here.socket.say(state(1));
  const id = connection.command("one", { type: "undo" });
  here.socket.say({ type: "refused", id, code: "try-again", text: { en: "", fr: "" } });
  assert.equal(here.pass(), 1000);
  assert.equal(here.socket.sent.filter((message) => message.id === id).length, 2);
  here.socket.say({ type: "refused", id, code: "no-such-move", text: { en: "", fr: "" } });
  assert.deepEqual(heard.refused, [[id, "no-such-move"]]);
  assert.equal(connection.pending.size, 0);
});

test("attempts come slower and slower, up to a limit, and fast again after success", () => {
  const { here } = match();
  const waits = [];
  for (let i = 0; i < 8; i++) {
    here.socket.break();
    waits.push(here.pass());
  }
  assert.deepEqual(waits.slice(0, 4), [250, 500, 1000, 2000]);
  assert.equal(waits.at(-1), 8000);
  here.socket.accept();
  here.socket.say(state(1));
  here.socket.break();
  assert.equal(here.pass(), 250);
  assert.ok(backoff(20, 1) <= 10_000);
});

test("it comes back at once when the network does", () => {
  const { here, connection } = match();
  here.socket.break();
  connection.wake();
  assert.equal(here.made.sockets.length, 2);
});

test("a connection that does not answer a ping is given up", () => {
  const { here, heard } = match();
  here.socket.accept();
  here.socket.say(state(1));
  assert.equal(here.pass(), 15_000);
  assert.deepEqual(here.socket.sent.at(-1), { type: "ping", n: 1 });
  here.pass();
  assert.equal(heard.status.at(-1), "lost");
});

test("a ping that is answered keeps the connection", () => {
  const { here, heard } = match();
  here.socket.accept();
  here.socket.say(state(1));
  here.pass();
  here.socket.say({ type: "pong", n: 1, now: 0 });
  assert.equal(here.pass(), 15_000);
  assert.equal(heard.status.at(-1), "open");
});

test("garbage is ignored, and a closed connection stays closed", () => {
  const { here, heard, connection } = match();
  here.socket.accept();
  here.socket.onmessage({ data: "{nonsense" });
  here.socket.say({ type: "something-new" });
  assert.deepEqual(heard.states, []);
  connection.close();
  connection.wake();
  assert.equal(here.made.timers.size, 0);
  assert.equal(here.made.sockets.length, 1);
});

test("a seat is named in every greeting, and a seat asked for until there is an answer", () => {
  const { here, heard, connection } = match({ seat: "5e" });
  here.socket.accept();
  assert.equal(here.socket.sent[0].seat, "5e");
  const id = connection.join("Bo");
  here.socket.break();
  here.pass();
  here.socket.accept();
  assert.deepEqual(here.socket.sent.slice(1), [{ type: "join", id, name: "Bo" }]);
  here.socket.say({ type: "applied", id, version: 2 });
  here.socket.say({ type: "greeted", player: "two", greeting: "hello" });
  connection.greet("thanks");
  assert.deepEqual(heard.greeted, [["two", "hello"]]);
  assert.deepEqual(here.socket.sent.at(-1), { type: "greet", greeting: "thanks" });
});

test("what waits for its answer outlives a reload, under the same name", () => {
  const kept = () => ({ outbox: outboxOf("m", () => 5) });
  globalThis.localStorage = storage();
  const before = match(kept());
  before.here.socket.accept();
  const id = before.connection.command("one", { type: "move", notation: "4" }, 1);
  before.connection.close();

  const { here, connection } = match(kept());
  assert.deepEqual([...connection.pending.keys()], [id]);
  here.socket.accept();
  assert.deepEqual(here.socket.sent.slice(1), [{
    type: "command", id, player: "one", command: { type: "move", notation: "4" }, version: 1,
  }]);
  here.socket.say({ type: "applied", id, version: 2 });
  assert.equal(match(kept()).connection.pending.size, 0);
  assert.equal(match({ outbox: outboxOf("another", () => 5) }).connection.pending.size, 0);
});

test("what nobody has asked about for an hour is forgotten, and what cannot be read too", () => {
  globalThis.localStorage = storage();
  outboxOf("m", () => 0).add("old", { type: "move-now" });
  localStorage.setItem("damier-pending:m:odd", "[1]");
  assert.deepEqual(outboxOf("m", () => 3_600_000).read(), []);
  assert.equal(localStorage.length, 0);
  localStorage.setItem("damier-pending:m:worse", "{");
  assert.deepEqual(outboxOf("m").read(), []);
});

test("commands keep their order when the clock is set back", () => {
  globalThis.localStorage = storage();
  const times = [5000, 1000, 6000];
  const outbox = outboxOf("m", () => times.shift() ?? 6000);
  for (const id of ["a", "b", "c"]) outbox.add(id, { type: "move-now" });
  assert.deepEqual(outbox.read().map(([id]) => id), ["a", "b", "c"]);
});

test("whoever asks too fast asks again later, and nobody is let in where it is full", () => {
  const { here, heard, connection } = match();
  here.socket.accept();
  here.socket.say(state(1));
  const id = connection.command("one", { type: "undo" });
  here.socket.say({ type: "refused", id, code: "slow-down", text: { en: "", fr: "" } });
  assert.equal(here.pass(), 2500);
  assert.equal(here.socket.sent.at(-1).id, id);
  here.socket.say({ type: "refused", id: null, code: "full", text: { en: "", fr: "" } });
  assert.equal(heard.status.at(-1), "closed");
});

test("a connection that does not answer when the player comes back is given up soon", () => {
  const { here, heard, connection } = match();
  here.socket.accept();
  here.socket.say(state(1));
  connection.wake();
  assert.equal(here.pass(), 2500);
  assert.equal(heard.status.at(-1), "lost");
});

test("a page that is refused for its version is loaded again, or says why not", () => {
  const refusal = { type: "refused", id: null, code: "protocol", text: { en: "old", fr: "vieux" } };
  const { here, heard } = match();
  here.socket.accept();
  here.made.outdated = true;
  here.socket.say(refusal);
  assert.deepEqual(heard.refused, []);
  assert.equal(heard.status.at(-1), "closed");

  const again = match();
  again.here.socket.accept();
  again.here.made.outdated = false;
  again.here.socket.say(refusal);
  assert.deepEqual(again.heard.refused, [[null, "protocol"]]);
});

test("whoever waits for an answer gets it, or nothing in time", async () => {
  const { here, connection } = match();
  here.socket.accept();
  here.socket.say(state(1));
  const applied = connection.command("one", { type: "leave" });
  const answer = connection.answer(applied, 1500);
  here.socket.say({ type: "applied", id: applied, version: 2 });
  assert.equal(await answer, true);
  const refused = connection.command("one", { type: "leave" });
  const refusal = connection.answer(refused, 1500);
  here.socket.say({ type: "refused", id: refused, code: "over", text: { en: "", fr: "" } });
  assert.equal(await refusal, false);
  const late = connection.answer(connection.command("one", { type: "leave" }), 1500);
  assert.equal(here.pass(), 1500);
  assert.equal(await late, null);
  assert.equal(await connection.answer("unknown", 1500), null);
});
