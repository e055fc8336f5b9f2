import assert from "node:assert/strict";
import { test } from "node:test";

import * as editor from "../js/tiles/editor/state.js";

const LETTERS = ["a", "b"];
const drawn = (rows) => editor.begin(2, "a", rows);
const rows = editor.rowsOf;

test("a new drawing has no colours", () => {
  const blank = editor.begin(2, "a");
  assert.equal(rows(blank), "../..");
  assert.equal(editor.blanks(blank), 4);
});

test("squares are painted, counted and painted over", () => {
  let drawing = editor.paint(editor.begin(2, "a"), 1);
  drawing = editor.paint(drawing, 3, "b");
  assert.equal(rows(drawing), ".a/.b");
  assert.deepEqual(editor.counts(drawing, LETTERS), [1, 1]);
  assert.equal(drawing.cursor, 3);
  drawing = editor.paint(editor.choose(drawing, "b"), 1);
  assert.equal(rows(drawing), ".b/.b");
  assert.equal(rows(editor.paint(drawing, 1, editor.BLANK)), "../.b");
});

test("every step can be undone and done again", () => {
  const steps = [
    (d) => editor.paint(d, 0), (d) => editor.paint(d, 1, "b"), editor.turn, editor.flip,
    (d) => editor.surprise(d, LETTERS, [2, 2], () => 0), editor.clear,
  ];
  const seen = [drawn("ab/..")];
  for (const step of steps) {
    const next = step(seen.at(-1));
    if (rows(next) !== rows(seen.at(-1))) seen.push(next);
  }
  let now = seen.at(-1);
  for (const before of seen.slice(0, -1).reverse()) {
    now = editor.undo(now);
    assert.equal(rows(now), rows(before));
  }
  assert.equal(editor.undo(now), now);
  for (const after of seen.slice(1)) {
    now = editor.redo(now);
    assert.equal(rows(now), rows(after));
  }
  assert.equal(editor.redo(now), now);
});

test("what changes nothing is no step, and a new step forgets what was undone", () => {
  const drawing = editor.paint(drawn("ab/ba"), 1, "a");
  assert.equal(editor.paint(drawing, 1, "a").past.length, 1);
  assert.equal(editor.flip(drawn("aa/bb")).past.length, 0);
  const undone = editor.undo(drawing);
  assert.equal(undone.future.length, 1);
  assert.equal(editor.paint(undone, 3, "b").future.length, 0);
});

test("a stroke over several squares is one step", () => {
  let drawing = editor.press(editor.begin(2, "a"));
  for (const cell of [0, 1, 1, 3]) drawing = editor.paint(drawing, cell);
  drawing = editor.release(drawing);
  assert.equal(rows(drawing), "aa/.a");
  assert.equal(drawing.past.length, 1);
  assert.equal(rows(editor.undo(drawing)), "../..");
  assert.equal(editor.release(editor.press(drawing)).past.length, 1);
});

test("turning is clockwise and flipping left for right", () => {
  assert.equal(rows(editor.turn(drawn("ab/.."))), ".a/.b");
  assert.equal(rows(editor.flip(drawn("ab/.."))), "ba/..");
});

test("a surprise fills what is empty with what is missing, and starts again when nothing is", () => {
  for (let seed = 0; seed < 1; seed += 0.13) {
    const drawing = editor.surprise(drawn("a./.."), LETTERS, [2, 2], () => seed);
    assert.deepEqual(editor.counts(drawing, LETTERS), [2, 2]);
    assert.equal(drawing.cells[0], "a");
    assert.deepEqual(editor.counts(editor.surprise(drawn("aa/aa"), LETTERS, [2, 2], () => seed), LETTERS), [2, 2]);
    assert.equal(editor.blanks(editor.surprise(drawn("aa/a."), LETTERS, [2, 2], () => seed)), 0);
    assert.equal(editor.blanks(editor.surprise(drawn("bb/b."), LETTERS, [0, 0], () => seed)), 0);
  }
});

test("arrows move within the drawing", () => {
  const at = (cursor, key) => editor.move({ ...drawn("ab/ba"), cursor }, key)?.cursor;
  assert.equal(at(0, "ArrowRight"), 1);
  assert.equal(at(1, "ArrowRight"), 1);
  assert.equal(at(1, "ArrowDown"), 3);
  assert.equal(at(3, "Home"), 2);
  assert.equal(at(3, "ArrowUp"), 1);
  assert.equal(at(0, "x"), undefined);
});

test("colours are chosen by number, letter or what their names begin with", () => {
  const colours = [{ letter: "Y", name: "jaune" }, { letter: "G", name: "vert" }];
  const chosen = (key, code = "") => editor.letterOf(colours, { key, code });
  for (const key of ["2", "g", "G", "v"]) assert.equal(chosen(key), "G", key);
  assert.equal(chosen("&", "Digit1"), "Y");
  for (const key of ["0", "3", "x", "", "Enter"]) assert.equal(chosen(key), undefined, key);
});

test("a drawing is kept as text and found again, with its steps", () => {
  const drawing = editor.undo(editor.paint(editor.paint(drawn("ab/.."), 2), 3, "b"));
  const again = editor.thaw(editor.freeze(drawing, "mine"), 2, LETTERS);
  assert.equal(again.name, "mine");
  assert.deepEqual({ ...again.drawing, cursor: 0 }, { ...drawing, cursor: 0 });
});

test("what was kept and cannot be used is left", () => {
  const kept = (rows) => JSON.stringify({ rows, name: "x" });
  for (const text of [null, "", "{", "1", "{}", kept("abc/.."), kept("ab"), kept("ax/.."), kept(7)]) {
    assert.equal(editor.thaw(text, 2, LETTERS), null, text);
  }
  const odd = { rows: "ab/..", name: "x", past: [7, "ab", "aa/.."], future: "no", colour: "z" };
  const { drawing } = editor.thaw(JSON.stringify(odd), 2, LETTERS);
  assert.deepEqual([drawing.past, drawing.future, drawing.colour], [["aa/.."], [], "a"]);
});
