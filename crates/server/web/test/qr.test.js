import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { squares } from "../js/online/qr.js";

const drawn = (text) => squares(text).map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));

test("a short text is drawn as every reader expects it", () => {
  assert.deepEqual(drawn("damier"), DAMIER);
});

test("longer texts take larger squares, up to the largest", () => {
  const sizes = [14, 15, 62, 63, 122, 180, 181, 213].map((length) => squares("x".repeat(length)).length);
  assert.deepEqual(sizes, [21, 25, 33, 37, 45, 53, 57, 57]);
  assert.equal(squares("x".repeat(214)), null);
});

test("letters beyond ASCII are counted in bytes", () => {
  assert.equal(squares("é".repeat(106)).length, 57);
  assert.equal(squares("é".repeat(107)), null);
});

/** As another program has read all of them back. */
test("every version is drawn as it was found right", () => {
  const all = [...Array(213).keys()].map((n) => drawn("x".repeat(n + 1)).join());
  assert.equal(createHash("sha256").update(all.join()).digest("hex"), "f75013e222138fc0a8cecb2a0a5f1868dda48b43cf3ec3e8068b91448c83edc5");
});

const DAMIER = [
  "#######..##...#######",
  "#.....#...##..#.....#",
  "#.###.#.###...#.###.#",
  "#.###.#.##..#.#.###.#",
  "#.###.#.#.###.#.###.#",
  "#.....#.#...#.#.....#",
  "#######.#.#.#.#######",
  "........#.###........",
  "#.#####...#.#.#####..",
  "#.#.##..#...#..#..#.#",
  "....#.#.####.#..####.",
  "#.#.##..###....####..",
  "##....####.#.#..#..#.",
  "........#..#####.#..#",
  "#######..#..#.##.###.",
  "#.....#.#.#########.#",
  "#.###.#.#...#..#...#.",
  "#.###.#.###.#...#....",
  "#.###.#.#.##.#...##..",
  "#.....#..#.......##..",
  "#######.####.#.....#.",
];
