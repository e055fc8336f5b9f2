import assert from "node:assert/strict";
import { test } from "node:test";

import { marked, characterAt } from "../js/analysis/caret.js";
import { across, area, entriesAt, isBlame, points, sign, strokes, WIDTH } from "../js/analysis/graph.js";
import { played } from "../js/analysis/overlay.js";
import { answer, ask, hides, judge, mistakes, show } from "../js/analysis/puzzle.js";
import { forFirst, labels, short, standing, words } from "../js/analysis/values.js";
import { fromView } from "../js/board/state.js";
import { click } from "../js/board/transitions.js";
import { speak } from "../js/app/i18n.js";
import { place, slide, view } from "./boards.js";

speak("en", {
  "analysis-short-win": "W{ $moves }", "analysis-short-loss": "L{ $moves }", "analysis-wins-one": "wins at once",
  "analysis-wins-other": "wins in { $count } moves",
  "analysis-loses-now": "loses at once", "analysis-loses-one": "loses to the next move",
  "analysis-loses-other": "loses in { $count } moves", "analysis-draws": "draws",
  "analysis-ahead-one": "by { $count }", "analysis-ahead-other": "by { $count }",
  "analysis-behind-one": "by { $count }", "analysis-behind-other": "by { $count }",
  "analysis-chance": "{ $percent } %", "analysis-side-wins-other": "{ $seat } wins in { $count }",
  "analysis-side-wins-one": "{ $seat } wins now", "analysis-side-won": "{ $seat } has won",
  "analysis-side-draw": "a draw", "analysis-side-ahead-other": "{ $seat } by { $count }", "analysis-even": "even",
  "analysis-better": "{ $seat } a little", "analysis-much-better": "{ $seat }", "analysis-winning": "{ $seat } far",
});

const win = { kind: "win", moves: 3, plies: 5 };
const loss = { kind: "loss", moves: 2, plies: 4 };
const draw = { kind: "margin", margin: 0 };
const estimate = { kind: "estimate", points: 12 };
const value = (notation, worth, chance, grade = "good") => ({ notation, worth, chance, grade });
const board = (options) =>
  fromView(view(options), { falling: options?.falling ?? false, playable: true, flipped: false }, null);

test("what a move is worth takes a few signs", () => {
  assert.equal(short(win, 1), "W3");
  assert.equal(short(loss, 0), "L2");
  assert.equal(short(draw, 0.5), "=");
  assert.equal(short({ kind: "margin", margin: -6 }, 0), "−6");
  assert.equal(short(estimate, 0.534), "53");
  assert.equal(words(win, 1), "wins in 3 moves");
  assert.equal(words({ kind: "loss", moves: 0, plies: 1 }, 0), "loses at once");
});

test("a position stands well for somebody", () => {
  const info = { seats: [{ en: "Red", fr: "Rouge" }, { en: "Blue", fr: "Bleu" }] };
  const say = (worth, chance, turn) => standing(info, { worth, chance, moves: [] }, turn);
  assert.equal(say(win, 1, "second"), "Blue wins in 3");
  assert.equal(say(loss, 0, "second"), "Red wins in 2");
  assert.equal(say({ kind: "margin", margin: -4 }, 0, "first"), "Blue by 4");
  assert.equal(say(draw, 0.5, "first"), "a draw");
  assert.equal(say(estimate, 0.52, "first"), "even");
  assert.equal(say(estimate, 0.2, "second"), "Red");
  assert.equal(forFirst(0.3, "second"), 0.7);
});

test("every square that can be pointed at has the value of the best move there", () => {
  const state = board({ choices: [place(1), place(4), place(7)] });
  const found = labels(state, [value("p4", win, 1, "best"), value("p1", estimate, 0.4), value("nothing", draw, 0.5)]);
  assert.deepEqual(found.map(({ cell, text, exact, best }) => [cell, text, exact, best]), [
    [4, "W3", true, true], [1, "40", false, false],
  ]);
});

test("a move of two steps shows at its beginning, then at its end", () => {
  const state = board({
    pieces: [0, null, null, 0, null, null, null, null, null], choices: [slide(0, 1), slide(0, 4), slide(3, 4)],
  });
  const values = [value("0-4", estimate, 0.6, "best"), value("3-4", estimate, 0.5), value("0-1", loss, 0)];
  assert.deepEqual(labels(state, values).map(({ cell, text }) => [cell, text]), [[0, "60"], [3, "50"]]);
  const chosen = click(state, 0).state;
  assert.deepEqual(labels(chosen, values).map(({ cell, text, best }) => [cell, text, best]), [
    [4, "60", true], [1, "L2", false],
  ]);
});

test("where pieces fall the label is where they land", () => {
  const falls = { notation: "2", steps: [1], changes: [{ cell: 4, from: null, piece: 0 }] };
  const state = board({ falling: true, choices: [falls], pieces: [null, null, null, null, null, null, null, 1, null] });
  assert.deepEqual(labels(state, [value("2", draw, 0.5)]).map(({ cell }) => cell), [4]);
});

const reviewed = (index, before, after, grade = "good", exact = false) => ({
  index, before, after, grade, seat: index % 2 === 0 ? "first" : "second",
  played: { worth: exact ? win : estimate, chance: 0, moves: [{ notation: `m${index}`, changes: [] }] },
  best: { worth: exact ? win : estimate, chance: 0, moves: [{ notation: `b${index}`, changes: [] }] },
});

test("the graph has a point for every position that is known", () => {
  const moves = [undefined, reviewed(1, 0.6, 0.4), reviewed(2, 0.4, 1, "blunder", true)];
  const line = points(moves);
  assert.deepEqual(line.map(({ entries, chance, exact }) => [entries, chance, exact]), [
    [1, 0.6, false], [2, 0.4, false], [3, 1, true],
  ]);
  assert.ok(line[0].x < line[1].x && line[2].y < line[1].y, "later is to the right, better is higher");
  assert.deepEqual(strokes(line).map(({ exact }) => exact), [false, true]);
  assert.match(area(line), /^M.*Z$/);
  assert.deepEqual(points([undefined]), []);
  assert.equal(area([]), "");
});

test("a place in the graph is a position of the game", () => {
  for (const all of [1, 7, 60]) {
    for (let entries = 0; entries <= all; entries++) {
      assert.equal(entriesAt(across(entries, all) / WIDTH, all), entries);
    }
    assert.equal(entriesAt(-1, all), 0);
    assert.equal(entriesAt(2, all), all);
  }
});

test("each kind of mistake has a shape of its own", () => {
  const shapes = ["inaccuracy", "mistake", "blunder"].map((grade) => sign(grade, 0, 0));
  assert.equal(new Set(shapes).size, 3);
  assert.ok(!isBlame("best") && !isBlame("forced") && isBlame("mistake"));
});

test("a question is answered by what is better, and by nothing else", () => {
  const mistake = reviewed(3, 0.6, 0.1, "blunder");
  const values = [
    value("b3", win, 1, "best"), value("x", estimate, 0.58, "good"), value("y", estimate, 0.2, "mistake"),
  ];
  const asked = ask(mistake);
  assert.ok(hides(asked));
  assert.equal(answer(asked, "b3", []).stage, "right", "the best move needs no proof");
  assert.equal(answer(asked, "x", values).stage, "right");
  assert.equal(answer(asked, "m3", []).stage, "wrong", "what was played is wrong");
  const wrong = answer(asked, "y", values);
  assert.deepEqual([wrong.stage, wrong.tried, hides(wrong)], ["wrong", ["y"], true]);
  const waiting = answer(asked, "x", []);
  assert.equal(waiting.stage, "judging");
  assert.equal(judge(waiting, []), waiting);
  assert.equal(judge(waiting, values).stage, "right");
  assert.ok(!hides(show(asked)) && !hides(null));
  assert.deepEqual(mistakes([undefined, mistake, reviewed(4, 0.5, 0.5)]), [mistake]);
});

test("a line on the board shows where each of its moves goes", () => {
  const flips = { notation: "p", changes: [{ cell: 2, from: null, piece: 0 }, { cell: 1, from: null, piece: 0 }] };
  const moves = { notation: "s", changes: [{ cell: 4, from: 0, piece: 0 }] };
  const swap = { notation: "swap", changes: [] };
  const { pieces, steps } = played([0, 1, null, null, null], [flips, moves, swap]);
  assert.deepEqual(pieces, [null, 0, 0, null, 0]);
  assert.deepEqual(steps, [
    { cell: 2, from: null, number: 1 }, { cell: 4, from: 0, number: 2 }, { cell: null, from: null, number: 3 },
  ]);
});

test("the place of an error is counted in bytes, and shown in characters", () => {
  assert.equal(characterAt("é5x", 3), 2);
  assert.equal(characterAt("🙂x", 4), 2);
  const second = { before: "2. ", wrong: "zz", after: " d6", start: 9, end: 11 };
  assert.deepEqual(marked("1. é5\n2. zz d6", [10, 12]), second);
  assert.deepEqual(marked("ab", [2, 2]), { before: "ab", wrong: "", after: "", start: 2, end: 2 });
});
