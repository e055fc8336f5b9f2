import assert from "node:assert/strict";
import { test } from "node:test";

import { become, begin, redo, undo } from "../js/analysis/editing.js";
import {
  beside, branch, entries, find, following, fromList, isMain, isPlain, lineThrough, path, play, promote, remove, ROOT,
  say, toList,
} from "../js/analysis/tree.js";

/** a b c, with d e instead of b, and f instead of e. */
const LIST = [
  { parent: null, notation: "a", mark: "!" },
  { parent: 0, notation: "b", comment: "the game", notes: ["clock 1:00"] },
  { parent: 1, notation: "c" },
  { parent: 0, notation: "d" },
  { parent: 3, notation: "e" },
  { parent: 3, notation: "f" },
];
const tree = () => fromList(LIST, "start");
const at = (notations, of = tree()) => find(of, notations.split(" "));
const line = (of, ids) => ids.map((id) => of.moves[id].notation).join(" ");

test("a tree and its list say the same", () => {
  assert.deepEqual(toList(tree()), { comment: "start", moves: LIST });
  assert.deepEqual(toList(fromList([], "")), { comment: "", moves: [] });
  const long = Array.from({ length: 3000 }, (_, i) => ({ parent: i === 0 ? null : i - 1, notation: String(i) }));
  assert.deepEqual(toList(fromList(long, "")).moves, long);
});

test("lines are followed from anywhere", () => {
  const of = tree();
  assert.equal(line(of, following(of)), "a b c");
  assert.equal(line(of, lineThrough(of, at("a d"))), "a d e");
  assert.deepEqual(entries(of, at("a d f")), ["a", "d", "f"]);
  assert.deepEqual(path(of, ROOT), []);
  assert.ok(isMain(of, at("a b c")) && !isMain(of, at("a d")) && isMain(of, ROOT));
});

test("a move that is there is gone to, another is added", () => {
  const of = tree();
  assert.deepEqual(play(of, at("a"), "d"), { tree: of, at: at("a d") });
  const { tree: more, at: here } = play(of, at("a b c"), "x");
  assert.deepEqual(entries(more, here), ["a", "b", "c", "x"]);
  assert.equal(toList(of).moves.length, LIST.length, "the old tree has changed");
  const aside = play(of, ROOT, "z");
  assert.equal(line(aside.tree, following(aside.tree)), "a b c");
});

test("a variation becomes the main line, with all that follows", () => {
  const of = promote(tree(), at("a d f"));
  assert.equal(line(of, following(of)), "a b c", "only the nearest fork turns");
  assert.equal(line(of, lineThrough(of, find(of, ["a", "d"]))), "a d f");
  const all = promote(of, find(of, ["a", "d", "f"]));
  assert.equal(line(all, following(all)), "a d f");
  assert.equal(promote(all, find(all, ["a"])), all);
  assert.equal(branch(all, find(all, ["a", "b", "c"])), find(all, ["a", "b"]));
});

test("what is deleted is gone with all that follows", () => {
  const { tree: of, at: here } = remove(tree(), at("a d"));
  assert.equal(here, at("a"));
  assert.deepEqual(toList(of).moves, LIST.slice(0, 3));
  assert.equal(remove(of, ROOT).tree, of);
  const { tree: less } = remove(tree(), at("a b"));
  assert.equal(line(less, following(less)), "a d e");
});

test("names are never given twice", () => {
  const { tree: of } = remove(tree(), at("a d f"));
  const { tree: more, at: here } = play(of, ROOT, "new");
  assert.equal(more.moves[here].notation, "new");
  assert.equal(here, LIST.length + 1);
});

test("the arrows go from one variation to the next", () => {
  const of = tree();
  assert.equal(beside(of, at("a b"), 1), at("a d"));
  assert.equal(beside(of, at("a d"), 1), at("a b"));
  assert.equal(beside(of, at("a b c"), -1), at("a d"), "the nearest fork before");
  assert.equal(beside(of, at("a"), 1), at("a"));
});

test("an address holds nothing but moves", () => {
  const plain = fromList([{ parent: null, notation: "a" }, { parent: 0, notation: "b" }], "");
  assert.ok(isPlain(plain));
  for (const other of [
    play(plain, ROOT, "c").tree,
    say(plain, 1, { comment: "!" }),
    say(plain, 2, { mark: "?" }),
    say(plain, ROOT, { comment: "x" }),
  ]) {
    assert.ok(!isPlain(other));
  }
});

test("what is not known is found as far as it goes", () => {
  assert.equal(at("a b x y"), at("a b"));
  assert.equal(at("x"), ROOT);
});

test("changes are undone and made again, and typing is one change", () => {
  const before = begin(tree());
  let now = become(before, say(before.tree, 1, { comment: "H" }), 1);
  now = become(now, say(now.tree, 1, { comment: "Hm" }), 1);
  assert.equal(now.past.length, 1);
  assert.equal(undo(now).tree, before.tree);
  assert.equal(redo(undo(now)).tree, now.tree);
  const other = become(now, say(now.tree, 2, { comment: "x" }), 2);
  assert.equal(other.past.length, 2);
  assert.equal(undo(other).tree, now.tree);
  const turned = become(undo(other), promote(now.tree, at("a d")));
  assert.deepEqual(turned.future, [], "what was undone is forgotten");
  assert.equal(undo(before).tree, before.tree);
  assert.equal(become(before, before.tree), before);
});
