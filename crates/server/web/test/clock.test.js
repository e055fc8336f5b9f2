import assert from "node:assert/strict";
import { test } from "node:test";

import { control, left, write } from "../js/match/clock.js";

test("only the running clock runs, and not below nothing", () => {
  const clock = {
    control: { kind: "game", total: 60_000, increment: 0 }, left: { first: 5000, second: 9000 }, running: "first",
    now: 0,
  };
  assert.equal(left(clock, "first", 1500), 3500);
  assert.equal(left(clock, "first", 7000), 0);
  assert.equal(left(clock, "second", 7000), 9000);
});

test("time is written short, with tenths when it runs low", () => {
  assert.deepEqual([0, 950, 9999, 10_000, 65_000, 3_723_000].map(write), [
    "0.0", "1.0", "10.0", "0:10", "1:05", "1:02:03",
  ]);
});

test("time controls in a few signs", () => {
  assert.equal(control({ kind: "none" }), "∞");
  assert.equal(control({ kind: "game", total: 300_000, increment: 0 }), "5");
  assert.equal(control({ kind: "game", total: 90_000, increment: 2000 }), "1.5+2");
  assert.equal(control({ kind: "move", limit: 30_000 }), "30 s");
});
