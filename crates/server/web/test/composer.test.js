import assert from "node:assert/strict";
import { test } from "node:test";

import { compose, START } from "../js/app/sound/composer.js";

/** Numbers by lot, the same every time. */
function lot(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

function bars(count, seed) {
  const random = lot(seed);
  const all = [];
  let moment = START;
  for (let i = 0; i < count; i++) {
    const { notes, next } = compose(moment, random);
    all.push({ ...moment, notes });
    moment = next;
  }
  return all;
}

test("it goes on for ever, quietly and in one key", () => {
  const key = new Set([2, 4, 6, 7, 9, 11, 1]);
  for (const { notes } of bars(500, 7)) {
    for (const { at, pitch, last, loud } of notes) {
      assert.ok(key.has(pitch % 12), String(pitch));
      assert.ok(pitch >= 40 && pitch <= 84 && at >= 0 && at < 1 && last > 0 && last < 2);
      assert.ok(loud > 0 && loud <= 0.2);
    }
    assert.ok(notes.length <= 12);
  }
});

test("it varies: chords change every two bars, all of them come, melodies differ", () => {
  const all = bars(200, 3);
  for (let i = 0; i < all.length; i += 2) assert.equal(all[i].chord, all[i + 1].chord);
  assert.equal(new Set(all.map(({ chord }) => chord)).size, 5);
  assert.ok(new Set(all.map(({ notes }) => JSON.stringify(notes.filter(({ voice }) => voice === "bell")))).size > 100);
});
