import assert from "node:assert/strict";
import { test } from "node:test";

import { boardMode, chosenSetup, formKey, fromLink, hasCustomClock, isComplete } from "../js/match/setup/state.js";
import { choose, chooseClock, setSeed, typeClock, typeSeed } from "../js/match/setup/transitions.js";

const info = {
  id: "g", levels: [{ id: "easy" }, { id: "hard" }], classics: [{ id: "minimax" }], bots: [],
  tiles: [{ id: "box", tiles: [] }],
  rule_sets: [{ id: "classic" }, { id: "other" }],
};
const choices = {
  mode: "computer", level: "easy", level2: "easy", starts: "me", clock: { kind: "none" }, rules: "classic", swap: false,
  board: "random", places: ["-", "-", "-", "-"], listing: "unlisted",
};
const state = (more = {}) => ({ info, choices: { ...choices, ...more }, seed: 7 });

test("a link chooses beforehand, and what it cannot name stays", () => {
  const from = (query) => fromLink(info, choices, new URLSearchParams(query));
  assert.deepEqual(from("opponent=two&starts=other&swap=1"), { ...choices, mode: "two", starts: "other", swap: true });
  assert.deepEqual(from("opponent=nobody&level=nothing&rules=none"), choices);
  assert.equal(from("level=minimax").level, "minimax");
  assert.deepEqual(from("board=A+B+C+D").places, ["A", "B", "C", "D"]);
  assert.equal(from("board=A+B+C+D").board, "tiles");
  assert.equal(from("board=A+B").board, "random");
});

test("the set-up says what the server draws the board from", () => {
  assert.deepEqual(chosenSetup(state()), { rules: "classic", board: "seed:7" });
  assert.deepEqual(chosenSetup(setSeed(state(), 9)), { rules: "classic", board: "seed:9" });
  assert.deepEqual(chosenSetup(state({ board: "tiles", places: ["A", "-", "B", "C"] })), {
    rules: "classic", board: "A - B C",
  });
});

test("a seed is digits; anything else changes nothing", () => {
  assert.equal(typeSeed(state(), "123").seed, 123);
  for (const text of ["", "12x", "-1", "1234567890123456"]) assert.equal(typeSeed(state(), text).seed, 7, text);
});

test("a clock is one of the presets, or one's own within limits", () => {
  const blitz = chooseClock(state(), '{"kind":"game","total":60000,"increment":0}');
  assert.ok(!hasCustomClock(blitz));
  const custom = chooseClock(state(), "custom");
  assert.ok(hasCustomClock(custom));
  assert.deepEqual(typeClock(custom, 2.5, 4).choices.clock, { kind: "game", total: 150_000, increment: 4000 });
  assert.deepEqual(typeClock(custom, 0, 999).choices.clock, { kind: "game", total: 15_000, increment: 180_000 });
  assert.deepEqual(typeClock(custom, Number.NaN, Number.NaN).choices.clock, {
    kind: "game", total: 15_000, increment: 0,
  });
});

test("every place needs a tile, where tiles are chosen", () => {
  assert.ok(isComplete(state()));
  assert.ok(!isComplete(state({ board: "tiles", places: ["A", "-", "B", "C"] })));
  assert.ok(isComplete(state({ board: "tiles", places: ["A", "D", "B", "C"] })));
});

test("halves are laid only with somebody elsewhere", () => {
  assert.equal(boardMode(state({ board: "halves" })), "random");
  assert.equal(boardMode(state({ board: "halves", mode: "online" })), "halves");
});

test("the form is drawn anew when its fields are others, and only then", () => {
  const key = formKey(state());
  for (const changes of [{ mode: "two" }, { board: "tiles" }, { rules: "other" }, { level: "minimax" }]) {
    assert.notEqual(formKey(choose(state(), changes)), key, JSON.stringify(changes));
  }
  for (const changes of [{ starts: "other" }, { swap: true }, { places: ["A", "-", "-", "-"] }]) {
    assert.equal(formKey(choose(state(), changes)), key, JSON.stringify(changes));
  }
  assert.notEqual(formKey(chooseClock(state(), "custom")), key);
});
