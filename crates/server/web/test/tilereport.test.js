import assert from "node:assert/strict";
import { test } from "node:test";

import { speak } from "../js/app/i18n.js";
import { charsBefore, summary } from "../js/tiles/report.js";

const tile = (name, kept, fresh) => ({ name, rows: "", kept, new: fresh });

test("a report says what is new under which name, what was there and what found no room", () => {
  speak("en", {
    "import-added-one": "{ $count } new:", "import-added-other": "{ $count } new:", "import-same-one": "{ $count } old",
    "import-same-other": "{ $count } old", "import-full-one": "{ $count } out", "import-full-other": "{ $count } out",
    "import-none": "none",
  });
  const tiles = [tile("a", "a", true), tile("b", "b 2", true), tile("c", "c", false), tile("d", null, false)];
  assert.deepEqual(summary({ tiles, problems: [] }), ["2 new: a, b → b 2.", "1 old", "1 out"]);
  assert.deepEqual(summary({ tiles: [], problems: [] }), ["none"]);
});

test("places in bytes become places in a string", () => {
  const text = "é🏰:x";
  assert.deepEqual([0, 2, 6, 7].map((bytes) => charsBefore(text, bytes)), [0, 1, 3, 4]);
});
