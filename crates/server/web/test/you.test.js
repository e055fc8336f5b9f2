import assert from "node:assert/strict";
import test from "node:test";

import "./storage.js";
import { plotX, plotY, running } from "../js/you/accuracy.js";
import { sum, timeWords } from "../js/you/gamepanel.js";

test("a plot runs from left to right and from 0 to 100 %", () => {
  const xs = [0, 1, 2, 3].map((index) => plotX(index, 4));
  assert.deepEqual(xs, [...xs].sort((a, b) => a - b));
  assert.ok(plotX(0, 1) > xs[0] && plotX(0, 1) < xs[3], "one match alone is in the middle");
  assert.ok(plotY(1) < plotY(0.5) && plotY(0.5) < plotY(0));
  assert.equal(plotY(7), plotY(1));
});

test("the line is the mean of the last five", () => {
  assert.deepEqual(running([1, 0, 0.5]), [1, 0.5, 0.5]);
  assert.equal(running([1, 0, 0, 0, 0, 0])[5], 0);
  assert.deepEqual(running([]), []);
});

test("results add up", () => {
  const one = { wins: 1, draws: 2, losses: 3 };
  assert.deepEqual(sum([one, one]), { wins: 2, draws: 4, losses: 6 });
});

test("time is told in hours and minutes", () => {
  assert.match(timeWords(90 * 60_000), /1.*30/);
  assert.match(timeWords(7 * 60_000), /7/);
  assert.equal(timeWords(1000), "you-under-a-minute");
});
