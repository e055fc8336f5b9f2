import assert from "node:assert/strict";
import { test } from "node:test";

import { changedLobby, LobbyConnection, queryOf } from "../js/match/online/lobby.js";

const room = (id, at, more = {}) => ({ id, game: "g", stage: "open", entries: 0, watchers: 0, at, ...more });
const ids = ({ rooms }) => rooms.map(({ id }) => id).join(" ");

test("changes turn a list into the next one, in its order", () => {
  const before = { rooms: [room("a", 9), room("b", 5), room("c", 1, { stage: "playing" })], total: 3 };
  const after = changedLobby(before, {
    type: "changes", sequence: 2, total: 7,
    added: [room("d", 7), room("e", 7)],
    changed: [{ id: "b", stage: "playing", entries: 1 }, { id: "gone", entries: 3 }], removed: ["a"],
  });
  assert.equal(ids(after), "d e b c");
  assert.equal(after.total, 7);
  assert.deepEqual(after.rooms[2], room("b", 5, { stage: "playing", entries: 1 }));
  // What was known before stays as it was.
  assert.equal(before.rooms[1].entries, 0);
});

test("the lobby is followed by its changes, and a gap asks for the whole list", () => {
  const sockets = [];
  const environment = {
    open(path) {
      sockets.push({ path, readyState: 1, send() {}, close() {} });
      return sockets.at(-1);
    },
    setTimeout: () => 1, clearTimeout() {}, random: () => 0, outdated: () => false,
  };
  const heard = [];
  new LobbyConnection({ game: "g", stage: "", timed: "" }, (lobby) => heard.push(`${ids(lobby)}/${lobby.total}`),
    () => {}, environment);
  assert.equal(sockets[0].path, "/api/rooms/socket?game=g&changes=true");
  const say = (message) => sockets.at(-1).onmessage({ data: JSON.stringify(message) });
  const changes = (sequence, ...added) =>
    say({ type: "changes", sequence, added, changed: [], removed: [], total: sequence });
  say({ type: "list", sequence: 4, rooms: [room("a", 1)], total: 1 });
  changes(5, room("b", 2));
  say({ type: "pong", n: 1, now: 0 });
  assert.deepEqual(heard, ["a/1", "b a/5"]);
  changes(7, room("c", 3));
  assert.equal(heard.length, 2);
  assert.equal(sockets.length, 2);
  say({ type: "list", sequence: 1, rooms: [room("z", 1)], total: 1 });
  assert.equal(heard.at(-1), "z/1");
});

test("only what is chosen is asked for", () => {
  assert.equal(queryOf({ game: "", stage: "", timed: "" }), "");
  assert.equal(queryOf({ game: "", stage: "open", timed: "true" }), "?stage=open&timed=true");
});
