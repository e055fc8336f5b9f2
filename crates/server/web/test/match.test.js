import assert from "node:assert/strict";
import { test } from "node:test";

import { eventWords, keptWords, matchEvents } from "../js/match/events.js";
import * as states from "../js/match/state.js";
import * as transitions from "../js/match/transitions.js";
import { continuationOf } from "../js/match/setup/newmatch.js";
import { choice } from "./boards.js";

const HUMAN = { type: "human", name: "" };
const COMPUTER = { type: "computer", opponent: "easy", seed: 1 };
const info = (lower = null) => ({ look: { surface: "cloth", falling: false, lower } });

/** A match after these moves: each of them by the seat whose turn it was. */
function snapshot(moves = [], { who = [HUMAN, COMPUTER], ...more } = {}) {
  const turn = moves.length % 2 === 0 ? "first" : "second";
  const player = (name, seat, i) => ({ player: name, seat, who: who[i], gone: null });
  return {
    id: "m", version: moves.length + 1, kind: "local", record: { start: "", swap: false, moves },
    view: { turn, choices: [], board: { tallies: [] }, last: null }, position: moves.join(" "),
    players: [player("one", "first", 0), player("two", "second", 1)],
    to_move: turn === "first" ? "one" : "two", end: null, offers: [], undoable: moves.length, redoable: 0,
    may_abort: moves.length < 2, clock: null, you: null, online: null, ...more,
  };
}

const elsewhere = (you, more = {}) =>
  ({ kind: "online", who: [HUMAN, HUMAN], you, online: { code: "c", rematch: null, now: 0, ...more } });
const begin = (now) => states.initialState(info(), now, 0);
const types = (before, after) => matchEvents(before, after).map(({ type }) => type);
const MOVE = { type: "move", notation: "a" };
const END = { winner: "one", reason: "line", text: { en: "", fr: "" }, margin: null };

test("an own move waits for its answer, and nothing can be played meanwhile", () => {
  const before = begin(snapshot());
  assert.ok(states.isPlayable(before));
  const sent = transitions.moveSent(before, "c1", MOVE, choice("a", [0]), 5);
  assert.ok(!states.isPlayable(sent));
  assert.equal(transitions.answerLate(sent).late, true);
  const shown = transitions.receive(sent, snapshot(["a"]), 9);
  assert.deepEqual([shown.sentMove, shown.late, shown.movedAt], [null, false, 9]);
  assert.deepEqual(types(sent, shown), ["moved", "turn"]);
});

test("what waits for the connection is said once for each kind, and an answer ends it", () => {
  const waiting = [["c1", MOVE], ["c2", { type: "offer", offer: "draw" }], ["c3", { type: "offer", offer: "takeback" }],
    ["c4", { type: "resign" }], ["c5", { type: "leave" }], ["c6", null]].reduce(
    (state, [id, command]) => transitions.commandSent(state, id, command), begin(snapshot()));
  assert.deepEqual(keptWords(waiting.pending.values()), [
    "kept-move", "kept-draw", "kept-takeback", "kept-resign", "kept-other",
  ]);
  const lost = transitions.connectionChanged({ ...waiting, connection: "open" }, "lost");
  const [cut] = matchEvents({ ...waiting, connection: "open" }, lost);
  assert.deepEqual(eventWords(lost, cut), ["connection-lost", ...keptWords(waiting.pending.values())]);
  const late = transitions.answerLate(waiting);
  const answered = ["c1", "c2", "c3", "c4", "c5"].reduce((state, id) => transitions.commandApplied(state, id, 9), late);
  assert.deepEqual([keptWords(answered.pending.values()), answered.late], [["kept-other"], true]);
  const refused = transitions.commandRefused(answered, "c6");
  assert.deepEqual([refused.pending.size, refused.late], [0, false]);
});

test("news about the match do not end the wait for a move's answer, but an answer without a move does", () => {
  const sent = transitions.moveSent(begin(snapshot()), "c1", MOVE, null, 5);
  const news = transitions.receive(sent, snapshot(), 6);
  assert.equal(news.sentMove.id, "c1");
  const applied = transitions.commandApplied(news, "c1", news.snapshot.version + 1);
  assert.equal(transitions.receive(applied, snapshot(), 7).sentMove, null);
});

test("a move that was applied before the page was opened is not waited for", () => {
  const opened = begin(snapshot(["a", "b"]));
  const restored = transitions.receive(transitions.moveSent(opened, "c1", MOVE, null, 0), snapshot(["a", "b"]), 1);
  assert.ok(!states.isPlayable(restored));
  assert.ok(states.isPlayable(transitions.commandApplied(restored, "c1", restored.snapshot.version)));
  assert.ok(!states.isPlayable(transitions.commandApplied(restored, "c2", restored.snapshot.version)));
});

test("a refused move gives the turn back; another refusal does not", () => {
  const sent = transitions.moveSent(begin(snapshot()), "c1", MOVE, choice("a", [0]), 5);
  assert.ok(states.isPlayable(transitions.commandRefused(sent, "c1")));
  assert.ok(!states.isPlayable(transitions.commandRefused(sent, "c2")));
  assert.equal(transitions.commandRefused(sent, null), sent);
});

test("moves of the computer are shown one after the other", () => {
  const who = [COMPUTER, COMPUTER];
  let state = begin(snapshot([], { who }));
  state = transitions.receive(state, snapshot(["a"], { who }), 1);
  state = transitions.receive(state, snapshot(["a", "b"], { who }), 2);
  assert.deepEqual([states.entriesOf(state.snapshot), state.queue.length], [0, 2]);
  // A newer picture of the same moves takes the place of the one that waits.
  state = transitions.receive(state, { ...snapshot(["a", "b"], { who }), version: 9 }, 3);
  assert.deepEqual([state.queue.length, state.queue[1].snapshot.version], [2, 9]);
  state = transitions.showNext(state, 10);
  assert.deepEqual([states.entriesOf(state.snapshot), state.movedAt, state.receivedAt], [1, 10, 1]);
  assert.equal(transitions.nextDelay(state, 500, 200), 310);
  assert.equal(transitions.nextDelay(state, 500, 900), 0);
  assert.equal(states.entriesOf(transitions.showNext(state, 20).snapshot), 2);
});

test("moves taken back are shown at once, and what waited is dropped", () => {
  const playing = begin(snapshot(["a"]));
  const queued = transitions.receive(playing, snapshot(["a", "b"]), 1);
  assert.equal(queued.queue.length, 1);
  const undone = transitions.receive(queued, { ...snapshot([]), version: 5 }, 2);
  assert.deepEqual([undone.queue, states.entriesOf(undone.snapshot)], [[], 0]);
  assert.deepEqual(types(queued, undone), ["undone", "turn"]);
});

test("an earlier position is shown if it is still what was asked for", () => {
  const state = begin(snapshot(["a", "b", "c"]));
  const asked = transitions.requestPosition(state, 1);
  assert.equal(asked.requested, 1);
  const found = snapshot(["a"]);
  const looking = transitions.positionFound(asked, found, state.snapshot.version);
  assert.equal(states.displayed(looking), found);
  assert.ok(!states.isPlayable(looking));
  assert.deepEqual(types(asked, looking), ["looking"]);
  assert.equal(transitions.positionFound(transitions.requestPosition(asked, 2), found, state.snapshot.version).earlier,
    null);
  assert.equal(transitions.positionFound(asked, found, 1).earlier, null);
  assert.equal(transitions.positionFailed(asked).requested, null);
  // It is known from now on, until the match changes.
  assert.equal(transitions.requestPosition(transitions.backToGame(looking), 1).earlier, found);
  assert.equal(transitions.receive(looking, { ...snapshot(["a", "b", "c"]), version: 9 }, 1).positions.size, 0);
  assert.equal(transitions.requestPosition(looking, 3).earlier, null);
});

test("whoever looks at an earlier position is brought back by a move", () => {
  const state = { ...begin(snapshot(["a", "b"])), earlier: snapshot(["a"]) };
  assert.equal(transitions.receive(state, { ...snapshot(["a", "b"]), version: 9 }, 1).earlier, state.earlier);
  assert.equal(transitions.receive(state, snapshot(["a", "b", "c"]), 1).earlier, null);
});

test("the page acts for whoever is to move here, and elsewhere for the holder of the seat", () => {
  const two = { who: [HUMAN, HUMAN] };
  assert.equal(states.self(begin(snapshot(["a"], two))), "two");
  assert.equal(states.self(begin(snapshot(["a"]))), "one");
  assert.equal(states.self(begin(snapshot([], { who: [COMPUTER, COMPUTER] }))), null);
  assert.equal(states.self(begin(snapshot(["a"], elsewhere("one")))), "one");
  assert.ok(!states.isOwnTurn(begin(snapshot(["a"], elsewhere("one")))));
  assert.ok(states.isOwnTurn(begin(snapshot(["a"], elsewhere("two")))));
  assert.ok(!states.isOwnTurn(begin(snapshot(["a"], elsewhere(null)))));
});

test("what undo, redo and giving up mean depends on where the players are", () => {
  const here = begin(snapshot(["a"]));
  assert.deepEqual(states.undoCommand(here), { type: "undo" });
  assert.equal(states.undoCommand(begin(snapshot())), null);
  assert.deepEqual(states.redoCommand(begin(snapshot([], { redoable: 1 }))), { type: "redo" });
  assert.deepEqual(states.resignCommand(here.snapshot), { type: "resign" });
  const there = begin(snapshot(["a"], elsewhere("one")));
  assert.deepEqual(states.undoCommand(there), { type: "offer", offer: "takeback" });
  assert.equal(states.undoCommand(begin(snapshot(["a"], {
    ...elsewhere("one"), offers: [{ offer: "takeback", by: "one" }],
  }))), null);
  assert.equal(states.undoCommand(begin(snapshot(["a"], elsewhere(null)))), null);
  assert.equal(states.redoCommand(begin(snapshot([], { ...elsewhere("one"), redoable: 1 }))), null);
  assert.deepEqual(states.resignCommand(there.snapshot), { type: "abort" });
  assert.deepEqual(states.resignCommand({ ...there.snapshot, may_abort: false }), { type: "resign" });
});

test("a player sits at the lower edge, on the side that the game declares", () => {
  const second = snapshot([], { who: [COMPUTER, HUMAN] });
  const facing = states.initialState(info("second"), second, 0);
  assert.deepEqual([facing.flipped, states.nearSeat(facing)], [false, "second"]);
  assert.equal(states.nearSeat(transitions.flip(facing)), "first");
  const first = states.initialState(info("second"), snapshot(), 0);
  assert.deepEqual([first.flipped, states.nearSeat(first)], [true, "first"]);
  assert.equal(states.nearSeat(states.initialState(info(null), second, 0)), "second");
  // A watcher who takes a seat sees the board from there.
  const watching = states.initialState(info("second"), snapshot([], elsewhere(null)), 0);
  assert.equal(transitions.receive(watching, snapshot([], elsewhere("one")), 1).flipped, true);
});

test("offers and their end are events", () => {
  const more = elsewhere("one");
  const plain = begin(snapshot(["a"], more));
  const offered = transitions.receive(plain, snapshot(["a"], { ...more, offers: [{ offer: "draw", by: "two" }] }), 1);
  assert.deepEqual(matchEvents(plain, offered), [{ type: "offered", offer: "draw", by: "two" }]);
  assert.deepEqual(types(offered, transitions.receive(offered, plain.snapshot, 2)), []);
  const own = begin(snapshot(["a"], { ...more, offers: [{ offer: "takeback", by: "one" }] }));
  assert.deepEqual(matchEvents(own, transitions.receive(own, snapshot(["a"], more), 1)), [{
    type: "declined", offer: "takeback",
  }]);
  assert.deepEqual(types(own, transitions.receive(own, snapshot([], more), 1)), ["undone", "turn"]);
  assert.deepEqual(types(own, transitions.receive(own, snapshot(["a"], { ...more, end: END }), 1)), ["ended"]);
});

test("a rematch and the connection are events", () => {
  const ended = begin(snapshot(["a"], { ...elsewhere("one"), end: END }));
  const again = transitions.receive(ended, snapshot(["a"], { ...elsewhere("one", { rematch: "n" }), end: END }), 1);
  assert.deepEqual(matchEvents(ended, again), [{ type: "rematch", id: "n" }]);
  const open = transitions.connectionChanged(ended, "open");
  assert.deepEqual(types(ended, open), []);
  const lost = transitions.connectionChanged(open, "lost");
  assert.deepEqual([types(open, lost), types(lost, open)], [["connection"], ["connection"]]);
});

test("a player who is gone for a while is missed until they are back", () => {
  const more = elsewhere("one");
  const away = snapshot(["a"], more);
  away.players[1].gone = { since: 0, until: 30_000 };
  const state = begin(away);
  assert.equal(transitions.checkPresence(state, 1000), state);
  const missed = transitions.checkPresence(state, 2000);
  assert.deepEqual(matchEvents(state, missed), [{ type: "gone", player: "two" }]);
  const back = transitions.receive(missed, snapshot(["a"], more), 3000);
  assert.deepEqual(matchEvents(missed, back), [{ type: "back", player: "two" }]);
});

test("what a player says is shown for a while, the last words longest", () => {
  const first = transitions.speechBegun(begin(snapshot()), "two", "hello");
  const second = transitions.speechBegun(first, "two", "thanks");
  assert.equal(transitions.speechOver(second, "two", "hello"), second);
  assert.deepEqual(transitions.speechOver(second, "two", "thanks").speech, {});
});

test("the score is kept by opponent, and for whom it is counted", () => {
  assert.deepEqual([states.scoreKey(snapshot()), states.countedPlayer(snapshot())], ["easy", "one"]);
  const two = snapshot([], { who: [HUMAN, HUMAN] });
  assert.deepEqual([states.scoreKey(two), states.countedPlayer(two)], ["two", "one"]);
  const there = snapshot([], elsewhere("two"));
  assert.deepEqual([states.scoreKey(there), states.countedPlayer(there)], ["online", "two"]);
  assert.equal(states.countedPlayer(snapshot([], { who: [COMPUTER, COMPUTER] })), null);
});

test("a hint is for whoever is to move, and never between two people elsewhere", () => {
  assert.ok(states.mayAskHint(begin(snapshot())));
  assert.ok(!states.mayAskHint(transitions.setHinting(begin(snapshot()), true)));
  assert.ok(!states.mayAskHint(begin(snapshot(["a"]))));
  assert.ok(!states.mayAskHint(begin(snapshot([], elsewhere("one")))));
  assert.ok(states.mayAskHint(begin(snapshot([], { ...elsewhere("one"), who: [HUMAN, COMPUTER] }))));
});

test("whoever watches the game of another screen plays for nobody", () => {
  const state = begin(snapshot([], { watching: true, offers: [{ offer: "draw", by: "two" }] }));
  assert.equal(states.self(state), null);
  assert.ok(!states.isPlayable(state) && !states.isOwnTurn(state) && !states.mayAskHint(state));
  assert.equal(states.countedPlayer(state.snapshot), null);
  assert.equal(states.person(state.snapshot), null);
  assert.ok(!states.mayHurry(state.snapshot));
  assert.ok(!states.answersFor(state.snapshot, state.snapshot.players[0]));
});

test("a game is continued from what is looked at, by oneself", () => {
  const { players, ...what } = continuationOf(snapshot(["a", "b"], {
    game: "g", who: [{ ...HUMAN, name: "Ana" }, COMPUTER],
  }));
  assert.deepEqual(what, { game: "g", record: { start: "", swap: false, moves: ["a", "b"] }, time: { kind: "none" } });
  assert.deepEqual(players.first, HUMAN);
  assert.equal(players.second.opponent, "easy");
});
