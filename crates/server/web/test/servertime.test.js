import assert from "node:assert/strict";
import { test } from "node:test";

import { ago, speak } from "../js/app/i18n.js";
import { observe, serverNow } from "../js/net/servertime.js";

test("the clock of the server goes on from its last answer, whatever the clock of the browser shows", () => {
  const own = Date.now;
  const hour = 3_600_000;
  const date = (/** @type {number} */ at) => new Date(at).toUTCString();
  try {
    Date.now = () => 0;
    observe(date(10 * hour), 1000);
    assert.equal(serverNow(1000), 10 * hour);
    assert.equal(serverNow(3000), 10 * hour + 2000);
    // An answer from a cache, and one without a date, change nothing.
    observe(date(9 * hour), 3000);
    observe(null, 3000);
    assert.equal(serverNow(3000), 10 * hour + 2000);
    // A laptop that slept is corrected by the next answer.
    observe(date(12 * hour), 4000);
    assert.equal(serverNow(4000), 12 * hour);
    speak("en", { "just-now": "just now" });
    assert.equal(ago(serverNow()), "just now");
  } finally {
    Date.now = own;
  }
});
