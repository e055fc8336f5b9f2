// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { fairOne, percent } from "../js/match/setup/fairness.js";

const board = (/** @type {number} */ seed, /** @type {boolean} */ fair) =>
  ({ seed, fair, score: 0.5, error: 0.1, length: 30, parts: /** @type {[number, number]} */ ([0.5, 0.5]) });

test("a fair board is drawn among the fair ones", () => {
  const boards = [board(1, false), board(2, true), board(3, false), board(4, true)];
  assert.equal(fairOne(boards, 0)?.seed, 2);
  assert.equal(fairOne(boards, 0.49)?.seed, 2);
  assert.equal(fairOne(boards, 0.99)?.seed, 4);
  assert.equal(fairOne([board(1, false)], 0.5), undefined);
});

test("shares are told in percent", () => {
  assert.equal(percent(0.523), "52");
});
