import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { closedByBack, recoverEntry, takeEntry, windowOpened } from "../js/app/windowhistory.js";

/** Entries of the browser's history, and screens that were shown anew. */
let entries;
let shown;

beforeEach(() => {
  takeEntry();
  [entries, shown] = [[{ state: null, href: "#/play" }], 0];
  globalThis.location = {
    get href() {
      return entries.at(-1).href;
    },
  };
  globalThis.history = {
    get state() {
      return entries.at(-1).state;
    },
    pushState: (state) => entries.push({ state, href: location.href }),
    back() {
      if (entries.length < 2) return;
      entries.pop();
      if (!closedByBack()) shown++;
    },
  };
});

/** A window that is open until it is closed. */
function open() {
  const one = { open: true };
  const closed = windowOpened(() => one.close());
  one.close = () => {
    one.open = false;
    closed();
  };
  return one;
}

test("Back closes the window above and leaves the screen", () => {
  const one = open();
  history.back();
  assert.equal(one.open, false);
  assert.deepEqual([entries.length, shown], [1, 0]);
});

test("of two windows Back closes the upper one first", () => {
  const [one, two] = [open(), open()];
  history.back();
  assert.deepEqual([one.open, two.open], [true, false]);
  history.back();
  assert.deepEqual([one.open, shown, entries.length], [false, 0, 1]);
});

test("after a window was closed Back leaves the screen at once", () => {
  entries.unshift({ state: null, href: "#/" });
  open().close();
  history.back();
  assert.deepEqual([shown, entries.length], [1, 1]);
});

test("windows one after another have one entry", () => {
  open().close();
  const two = open();
  assert.equal(entries.length, 2);
  history.back();
  assert.deepEqual([two.open, shown], [false, 0]);
});

test("a window that takes the place of another is closed by one Back", () => {
  // The other is closed a moment later.
  const one = open();
  const two = open();
  one.close();
  history.back();
  assert.deepEqual([two.open, shown, entries.length], [false, 0, 1]);
});

test("another route takes the entry of the window that led there", () => {
  assert.equal(takeEntry(), false);
  const one = open();
  assert.equal(takeEntry(), true);
  one.close();
  entries.unshift({ state: null, href: "#/" });
  history.back();
  assert.equal(shown, 1, "Back leads to the screen below");
});

test("a page that was loaded again below a window knows its entry", () => {
  entries.push({ state: { window: true }, href: "#/play" });
  entries.unshift({ state: null, href: "#/" });
  recoverEntry();
  history.back();
  assert.deepEqual([shown, entries.length], [1, 1]);
});

test("an address that is typed is gone to, above a window and after one", () => {
  for (const [href, leave] of [["#/games", () => {}], ["#/learn", (one) => one.close()]]) {
    const one = open();
    leave(one);
    entries.push({ state: null, href });
    assert.equal(closedByBack(), false);
    assert.deepEqual([one.open, location.href], [false, href]);
  }
});
