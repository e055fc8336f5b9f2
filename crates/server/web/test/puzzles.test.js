import assert from "node:assert/strict";
import { test } from "node:test";

import {
  advice, again, answered, begin, failed, hinted, isOver, isPlayable, nextHint, sent, shownNext, solutionShown,
} from "../js/learn/puzzles/state.js";

const info = { look: { lower: null, falling: false } };
const view = (name, turn = "first") =>
  ({
    name, turn,
    choices: [{ notation: "a", steps: [1], changes: [{ cell: 4 }] }, { notation: "b", steps: [2], changes: [] }],
  });
const start = () => begin(info, { id: "p", moves: 2, state: "new", view: view("start"), goal: { type: "win" } });

test("a right move is answered, and the solver is asked again after the reply", () => {
  const waiting = sent(start(), "a");
  assert.equal(isPlayable(waiting), false);
  const right = answered(waiting, { verdict: "right", views: [view("after"), view("reply")] });
  assert.deepEqual([right.stage, right.view.name, right.moves], ["reply", "after", ["a"]]);
  const asked = shownNext(right);
  assert.deepEqual([asked.stage, asked.view.name, asked.position.name], ["asked", "reply", "reply"]);
  const summary = { state: "won" };
  const solved = answered(sent(asked, "b"), { verdict: "solved", views: [view("end")], summary });
  assert.deepEqual([solved.stage, solved.moves, solved.summary, isOver(solved)], ["solved", ["a", "b"], summary, true]);
});

test("a wrong move is refuted move by move, and can be taken back", () => {
  const wrong = answered(sent(start(), "b"), {
    verdict: "wrong", views: [view("wrong"), view("one"), view("two")], refutation: { moves: ["x", "y"], reasons: [] },
  });
  assert.deepEqual([wrong.stage, wrong.moves, wrong.tried, wrong.puzzle.state], ["refuted", [], "b", "failed"]);
  const shown = shownNext(shownNext(wrong));
  assert.deepEqual([shown.stage, shown.view.name, shown.coming.length], ["refuted", "two", 0]);
  assert.equal(shownNext(shown), shown);
  const back = again(shown);
  assert.deepEqual([back.stage, back.view.name, back.refutation, isPlayable(back)], ["asked", "start", null, true]);
  assert.equal(failed(sent(start(), "b")).view.name, "start");
});

test("hints come in steps, and end with the move", () => {
  let state = start();
  const told = [];
  for (let step = nextHint(state); step !== null; step = nextHint(state)) {
    told.push(step);
    assert.equal(state.puzzle.state, step === "move" ? "failed" : "new", "the theme costs nothing");
    state = hinted(state, step, {
      themes: [], spots: step === "theme" ? [] : [1, 2], choice: step === "move" ? view("").choices[0] : null,
    });
  }
  assert.deepEqual(told, ["theme", "square", "move"]);
  assert.equal(advice(state)?.notation, "a");
  const squares = hinted(start(), "square", { themes: [], spots: [1, 2] });
  assert.deepEqual(advice(squares), { notation: "", steps: [1, 2], changes: [] });
  // Where pieces fall, the cells in which they would lie are shown.
  const falling = { ...squares, info: { look: { lower: null, falling: true } } };
  assert.deepEqual(advice(falling)?.changes, [{ cell: 4 }]);
  assert.equal(advice(start()), null);
});

test("the solution is played from the beginning", () => {
  const shown = solutionShown(sent(start(), "b"), { views: [view("one"), view("two")], summary: { state: "failed" } });
  assert.deepEqual([shown.stage, shown.view.name, shown.coming.length, isOver(shown)], ["shown", "start", 2, true]);
});
