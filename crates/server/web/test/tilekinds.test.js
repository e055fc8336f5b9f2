import assert from "node:assert/strict";
import { test } from "node:test";

import { freeName, playPath, roundBoard, tileKinds } from "../js/tiles/kinds.js";

const ground = (letter) => ({ letter, glyph: letter, label: { en: letter, fr: letter }, colour: "#000000" });
const game = (id, tiles, grounds = "abc") =>
  ({ id, tiles, grounds: [...grounds].map(ground), rule_sets: [{ id: "usual" }] });
const set = (...rows) => [{ id: "s", title: {}, tiles: rows.map((text, i) => ({ name: `${i}`, rows: text })) }];

test("games with the same tiles share them, and others have their own", () => {
  const kinds = tileKinds([
    game("none", []), game("one", set("ab/ba")), game("two", set("ab/ba")), game("three", set("ccc/ccc/ccc")),
  ]);
  assert.deepEqual(kinds.map(({ games }) => games.map(({ id }) => id)), [["one", "two"], ["three"]]);
  assert.deepEqual(kinds.map(({ size, letters, usual }) => [size, letters, usual]), [
    [2, ["a", "b"], [2, 2]], [3, ["c"], [9]],
  ]);
});

test("a tile alone makes a board that is the same from both sides", () => {
  assert.equal(roundBoard("ab/ba"), "ab/ba ab/ba+90 ab/ba+270 ab/ba+180");
  const path = playPath(game("one", set("ab/ba")), "ab/ba");
  const { pathname, searchParams } = new URL(path, "http://x");
  assert.deepEqual([pathname, searchParams.get("board"), searchParams.get("rules")], [
    "/play/one", roundBoard("ab/ba"), "usual",
  ]);
});

test("a name that is taken gets a number", () => {
  const tiles = ["Mine", "mine 2", "x"].map((name) => ({ name, rows: "" }));
  assert.equal(freeName("yours", tiles), "yours");
  assert.equal(freeName("mine", tiles), "mine 3");
  assert.equal(freeName("Mine 2", tiles), "Mine 3");
});
