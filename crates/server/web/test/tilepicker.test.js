import assert from "node:assert/strict";
import { test } from "node:test";

import { pressed } from "../js/tiles/picker/input.js";
import { firstEmpty, initialPicker, placeTexts } from "../js/tiles/picker/state.js";
import { exchange, fill, lay, mirror, put, turn } from "../js/tiles/picker/transitions.js";

const tile = (name) => ({ name, flipped: false, quarters: 0 });
const EMPTY = ["-", "-", "-", "-"];

test("tiles go into the chosen place, and the next empty one is chosen", () => {
  let state = initialPicker(["A", "-", "-", "B"]);
  assert.equal(state.chosen, 1);
  state = fill(state, tile("C"));
  assert.deepEqual([placeTexts(state), state.chosen], [["A", "C", "-", "B"], 2]);
  state = fill(state, tile("D"));
  assert.deepEqual([firstEmpty(state), state.chosen], [undefined, 2]);
});

test("a tile is put, turned, mirrored, exchanged and taken away", () => {
  let state = put(initialPicker(EMPTY), 2, tile("A"));
  state = turn(state, 2);
  assert.deepEqual(placeTexts(state), ["-", "-", "A+90", "-"]);
  state = mirror(state, 2);
  assert.deepEqual(placeTexts(state), ["-", "-", "Af+270", "-"]);
  state = exchange(state, 2, 0);
  assert.deepEqual([placeTexts(state), state.chosen], [["Af+270", "-", "-", "-"], 0]);
  assert.deepEqual(placeTexts(put(state, 0, null)), EMPTY);
  assert.equal(turn(state, 1), state);
});

test("whoever lays a half begins in it", () => {
  const state = initialPicker(EMPTY, [2, 3]);
  assert.equal(state.chosen, 2);
  assert.equal(fill(fill(state, tile("A")), tile("B")).chosen, 3);
});

test("what somebody else lays is taken over", () => {
  const state = initialPicker(EMPTY, [2, 3]);
  assert.deepEqual(placeTexts(lay(state, ["A", "B+90", "-", "-"])), ["A", "B+90", "-", "-"]);
  assert.equal(lay(state, EMPTY), state);
});

test("keys turn, mirror, take away and name a tile", () => {
  const tiles = [{ name: "A", rows: "" }];
  const state = put(initialPicker(EMPTY), 0, tile("B"));
  assert.equal(placeTexts(pressed(state, 0, "R", tiles))[0], "B+90");
  assert.equal(placeTexts(pressed(state, 0, "f", tiles))[0], "Bf");
  assert.equal(placeTexts(pressed(state, 0, "Delete", tiles))[0], "-");
  assert.equal(placeTexts(pressed(state, 3, "a", tiles))[3], "A");
  assert.equal(pressed(state, 0, "x", tiles), null);
});
