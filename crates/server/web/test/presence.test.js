import assert from "node:assert/strict";
import { test } from "node:test";

import { minutes, missed, remaining } from "../js/match/presence.js";

const gone = { since: 10_000, until: 55_000 };

test("whoever is back at once is not missed", () => {
  assert.equal(missed(null, { now: 99_000 }, 0), false);
  assert.equal(missed(gone, { now: 10_000 }, 1499), false);
  assert.equal(missed(gone, { now: 10_000 }, 1500), true);
  assert.equal(missed(gone, { now: 30_000 }, 0), true);
  assert.equal(missed({ since: 10_000, until: 11_000 }, { now: 10_000 }, 1000), true);
  assert.equal(missed(gone, null, 9000), false);
});

test("the countdown goes by the server's clock, to nothing and no further", () => {
  assert.equal(remaining(gone, { now: 12_000 }, 3000), 40_000);
  assert.equal(remaining(gone, { now: 12_000 }, 60_000), 0);
  assert.deepEqual([0, 1, 999, 1000, 45_000, 180_000].map(minutes), ["0:00", "0:01", "0:01", "0:01", "0:45", "3:00"]);
});
