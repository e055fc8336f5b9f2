import assert from "node:assert/strict";
import { test } from "node:test";

import { laid, mirrored, readPlaced, turned, writePlaced } from "../js/tiles/placed.js";

test("places are read and written alike", () => {
  for (const word of ["A", "Bf+90", "C+180", "8f", "-"]) assert.equal(writePlaced(readPlaced(word)), word);
  assert.deepEqual(readPlaced("Bf+90"), { name: "B", flipped: true, quarters: 1 });
});

test("a tile is flipped left for right, then turned clockwise", () => {
  const words = (rows, flipped, quarters) => laid(rows, flipped, quarters).map((row) => row.join("")).join("/");
  assert.equal(words("ab/cd", false, 1), "ca/db");
  assert.equal(words("ab/cd", true, 0), "ba/dc");
  assert.equal(words("ab/cd", true, 1), "db/ca");
});

test("turning four times and mirroring twice change nothing", () => {
  const tile = { name: "A", flipped: true, quarters: 3 };
  assert.deepEqual(turned(turned(turned(turned(tile)))), tile);
  assert.deepEqual(mirrored(mirrored(tile)), tile);
});

test("mirroring is left for right as it is seen", () => {
  const tile = { name: "A", flipped: false, quarters: 1 };
  const seen = laid("ab/cd", tile.flipped, tile.quarters);
  const after = mirrored(tile);
  assert.deepEqual(laid("ab/cd", after.flipped, after.quarters), seen.map((row) => [...row].reverse()));
});
