import assert from "node:assert/strict";
import { test } from "node:test";

import { fromView } from "../js/board/state.js";
import {
  applied, ask, canDrag, click, difference, digitSpot, made, nextSpots, pointedAt, targets, wouldPlay,
} from "../js/board/transitions.js";
import { choice, place, slide, view } from "./boards.js";

const board = (options, how = {}) =>
  fromView(view(options), { falling: options?.falling ?? false, playable: true, flipped: false, ...how }, null);
const moving = () =>
  board({
    pieces: [0, null, null, 0, null, 1, null, null, null],
    choices: [slide(0, 1), slide(0, 4), slide(3, 4), slide(3, 5)],
  });

test("a move of one step is made with one click", () => {
  const state = board({ choices: [place(2), place(4)] });
  assert.equal(click(state, 4).chosen?.notation, "p4");
});

test("a move of two steps is made with two clicks, and the next spots light up between", () => {
  const first = click(moving(), 0);
  assert.equal(first.chosen, null);
  assert.deepEqual([...nextSpots(first.state)], [1, 4]);
  assert.deepEqual(targets(first.state).cells, [1, 4]);
  assert.equal(click(first.state, 4).chosen?.notation, "0-4");
});

test("a click that continues nothing but begins a move starts again", () => {
  const { state, chosen } = click(click(moving(), 0).state, 3);
  assert.equal(chosen, null);
  assert.deepEqual(state.clicks, [3]);
});

test("any other click clears", () => {
  assert.deepEqual(click(click(moving(), 0).state, 8).state.clicks, []);
  assert.deepEqual(click(click(moving(), 0).state, null).state.clicks, []);
});

test("a spot that ends one move and begins another ends the one that is begun", () => {
  const state = board({ pieces: [0, 0, null], columns: 3, choices: [slide(0, 1), slide(1, 2)] });
  assert.equal(click(click(state, 0).state, 1).chosen?.notation, "0-1");
});

test("moves that are buttons are never made by a click", () => {
  const state = board({ choices: [choice("--", [])] });
  assert.equal(click(state, 0).chosen, null);
  assert.deepEqual(targets(state).cells, []);
});

test("three steps are three clicks", () => {
  const state = board({ choices: [choice("abc", [0, 1, 2]), choice("abd", [0, 1, 3])] });
  const two = click(click(state, 0).state, 1).state;
  assert.deepEqual(two.clicks, [0, 1]);
  assert.equal(click(two, 3).chosen?.notation, "abd");
});

test("nothing can be played on a board that is not ours to move on", () => {
  const state = board({ choices: [place(2)] }, { playable: false });
  assert.equal(click(state, 2).chosen, null);
});

test("a move that waits is confirmed by the same spot and forgotten by another", () => {
  const waiting = ask(moving(), slide(0, 4));
  assert.equal(click(waiting, 4).chosen?.notation, "0-4");
  const other = click(waiting, 3);
  assert.equal(other.chosen, null);
  assert.equal(other.state.asked, null);
  assert.deepEqual(other.state.clicks, [3]);
});

test("a move is shown before the server agrees, and nothing more is played on it", () => {
  const state = made(moving(), slide(0, 4));
  assert.deepEqual(state.pieces, [null, null, null, 0, 0, 1, null, null, null]);
  assert.deepEqual(state.choices, []);
});

test("the difference of two boards leads from one to the other", () => {
  const before = [0, null, 1, 1, null];
  for (const after of [
    [null, 0, 1, 1, null], [0, 0, 0, 1, null], [null, null, 1, 1, null], [null, null, 0, 1, null], before,
  ]) {
    assert.deepEqual(applied(before, difference(before, after)), after);
  }
  assert.deepEqual(difference(before, [null, 0, 1, 1, null]), [{ cell: 1, from: 0, piece: 0 }]);
});

test("digits mean spots only where cells share them", () => {
  assert.equal(digitSpot(board({ falling: true }), "2"), 1);
  assert.equal(digitSpot(board({ falling: true }), "7"), null);
  assert.equal(digitSpot(board({}), "2"), null);
});

test("what a click would do is known before", () => {
  assert.equal(wouldPlay(board({ choices: [place(2)] }), 2)?.notation, "p2");
  assert.equal(wouldPlay(moving(), 0), null);
  assert.equal(wouldPlay(click(moving(), 0).state, 1)?.notation, "0-1");
});

test("pointing at a piece shows faintly where it can go", () => {
  const state = { ...moving(), hover: 3 };
  assert.deepEqual(targets(state), { cells: [4, 5], faint: true });
  assert.deepEqual(targets(moving()).cells, []);
});

test("a move where pieces fall points at the cell it changes", () => {
  const drop = choice("2", [1], [{ cell: 7, from: null, piece: 0 }]);
  assert.deepEqual(pointedAt(board({ falling: true }), drop), [7]);
  assert.deepEqual(pointedAt(moving(), slide(0, 4)), [0, 4]);
});

test("only pieces that begin a longer move are dragged", () => {
  assert.equal(canDrag(moving(), 0), true);
  assert.equal(canDrag(moving(), 1), false);
  assert.equal(canDrag(board({ choices: [place(2)] }), 2), false);
});
