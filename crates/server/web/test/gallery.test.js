import assert from "node:assert/strict";
import { test } from "node:test";

import { beginSession, draftText, modelTile, startAfresh, tileOf } from "../js/tiles/editor/session.js";
import { paint, thaw } from "../js/tiles/editor/state.js";
import { linkQuery, loaded, ownOf, setRemoved } from "../js/tiles/gallery/state.js";

const kind = (id, tiles = []) =>
  ({ games: [{ id }], sets: [{ tiles }], palette: [], letters: ["a", "b"], size: 2, usual: [2, 2] });
const own = (name, games, rows = "ab/ab") => ({ name, rows, games, warnings: [] });

test("own tiles stand with the games that take them, and those that no game takes with the first", () => {
  const kinds = [kind("one"), kind("two")];
  const state = { kinds, game: undefined, own: [own("x", ["one"]), own("y", ["two"]), own("z", [])], removed: null };
  assert.deepEqual(kinds.map((one) => ownOf(state, one).map(({ name }) => name)), [["x", "z"], ["y"]]);
});

test("links carry the kind and the way back", () => {
  const [first, second] = [kind("one"), kind("two")];
  const state = { kinds: [first, second], game: { id: "two" }, own: [], removed: null };
  assert.equal(linkQuery(state, first, { from: "x" }), "?from=x&game=one&for=two");
  assert.equal(linkQuery({ ...state, kinds: [first], game: undefined }, first), "");
});

test("the same tiles are no news", () => {
  const state = { kinds: [], game: undefined, own: [own("x", ["one"])], removed: null };
  assert.equal(loaded(state, [own("x", ["one"])]), state);
  assert.equal(loaded(state, []).own.length, 0);
  assert.equal(setRemoved(state, own("x", [])).removed.name, "x");
});

test("a new tile begins with its model, under a name that is free", () => {
  const one = kind("one", [{ name: "A", rows: "aa/bb" }]);
  const mine = [own("A 2", ["one"])];
  const model = modelTile([one], mine, "A");
  assert.deepEqual(model.games, ["one"]);
  const session = beginSession({ kind: one, game: undefined, stored: null, model }, mine, null, "New");
  assert.deepEqual(tileOf(session), { name: "A 3", rows: "aa/bb" });
  assert.equal(beginSession({ kind: one, game: undefined, stored: null, model: null }, [], null, "New").name, "New");
});

test("a draft is kept while it says what is not stored, and can be given up", () => {
  const one = kind("one");
  const stored = own("x", ["one"]);
  const about = { kind: one, game: undefined, stored, model: stored };
  const session = beginSession(about, [stored], null, "New");
  assert.equal(draftText(session), null);
  assert.notEqual(draftText({ ...session, name: "y" }), null);
  const changed = { ...session, drawing: paint(session.drawing, 0, "b") };
  const again = beginSession(about, [stored], thaw(draftText(changed), 2, ["a", "b"]), "New");
  assert.deepEqual([tileOf(again).rows, again.restored], ["bb/ab", true]);
  assert.deepEqual([tileOf(startAfresh(again)).rows, startAfresh(again).restored], ["ab/ab", false]);
});
