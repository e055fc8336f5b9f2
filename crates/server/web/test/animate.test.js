import assert from "node:assert/strict";
import { test } from "node:test";

import { plan, soundOf } from "../js/board/animate.js";

const square = { columns: 3, falling: false };
const empty = () => Array(9).fill(null);
const kinds = (motions) => motions.map(({ kind, cell }) => `${kind} ${cell}`);

test("a new piece appears, or falls where pieces fall", () => {
  const changes = [{ cell: 4, from: null, piece: 0 }];
  assert.deepEqual(kinds(plan(square, empty(), changes)), ["appear 4"]);
  assert.deepEqual(kinds(plan({ columns: 3, falling: true }, empty(), changes)), ["fall 4"]);
});

test("pieces that turn do so one after the other, away from the new one", () => {
  const before = empty();
  [before[1], before[2]] = [1, 1];
  const motions = plan(square, before, [0, 1, 2].map((cell) => ({ cell, from: null, piece: 0 })));
  assert.deepEqual(kinds(motions), ["appear 0", "flip 1", "flip 2"]);
  assert.ok(motions[1].delay < motions[2].delay);
  assert.equal(motions[1].was, 1);
  assert.equal(soundOf(motions), "flip");
});

test("a piece that is taken vanishes under the one that slides in", () => {
  const before = empty();
  [before[0], before[2]] = [0, 1];
  const motions = plan(square, before, [{ cell: 2, from: 0, piece: 0 }]);
  assert.deepEqual(kinds(motions), ["vanish 2", "slide 2"]);
  assert.equal(soundOf(motions), "capture");
});

test("two pieces that change places take nothing", () => {
  const before = empty();
  [before[0], before[1]] = [0, 1];
  const motions = plan(square, before, [{ cell: 1, from: 0, piece: 0 }, { cell: 0, from: 1, piece: 1 }]);
  assert.deepEqual(kinds(motions), ["slide 1", "slide 0"]);
});

test("a piece taken back vanishes, and no change makes no sound", () => {
  const before = empty();
  before[5] = 1;
  assert.deepEqual(kinds(plan(square, before, [{ cell: 5, from: null, piece: null }])), ["vanish 5"]);
  assert.deepEqual(plan(square, before, [{ cell: 5, from: null, piece: 1 }]), []);
  assert.equal(soundOf([]), null);
});
