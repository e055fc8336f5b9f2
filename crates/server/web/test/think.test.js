import assert from "node:assert/strict";
import { test } from "node:test";

import { speak } from "../js/app/i18n.js";
import { items, lead, CHILDREN_SHOWN, place } from "../js/learn/think/layout.js";
import { read, write } from "../js/learn/think/link.js";
import { Replay } from "../js/learn/think/replay.js";
import { nodeName, short, stepWords } from "../js/learn/think/words.js";
import { small, wide } from "./trees.js";

const wishes = (chosen = 0) => ({ opened: new Map(), whole: new Set(), chosen });
const at = (tree, steps) => {
  const replay = new Replay(tree);
  replay.go(steps);
  return replay;
};

test("every step forward and back leads to the same moment", () => {
  const tree = small();
  for (let step = 0; step <= tree.steps.length; step++) {
    const there = at(tree, step);
    const back = at(tree, tree.steps.length);
    back.go(step);
    assert.deepEqual(back.seen, there.seen, `step ${step}`);
    assert.deepEqual([back.at, back.visited, back.last], [there.at, there.visited, there.last]);
  }
});

test("values, windows and counts are those of the server when all is done", () => {
  const tree = small();
  const replay = at(tree, Infinity);
  assert.ok(replay.ended);
  tree.nodes.forEach(({ value, bound }, node) => {
    const seen = replay.need(node);
    assert.deepEqual([seen.status, seen.value, seen.bound], ["done", value, bound]);
  });
  assert.equal(replay.visited, tree.pruned.positions);
  assert.deepEqual(replay.bestLine(), [0, 6, 7]);
});

test("on entering, a node knows what the players are sure of, and where", () => {
  const tree = small();
  tree.steps.forEach(([node, what], index) => {
    if (!["enter", "judge"].includes(what)) return;
    const seen = at(tree, index + 1).need(node);
    const { alpha = null, beta = null } = tree.nodes[node];
    assert.deepEqual([seen.alpha, seen.beta], [alpha, beta], `node ${node}`);
  });
  const cut = at(tree, 12).need(4);
  assert.deepEqual([cut.alpha, cut.alphaAt, cut.beta, cut.betaAt, cut.cut], [3, 1, 2, 5, true]);
});

test("the next cut is found, or the end", () => {
  const tree = small();
  assert.equal(at(tree, 0).nextCut(), 12);
  assert.equal(at(tree, 12).nextCut(), tree.steps.length);
});

test("a step outside the search goes as far as there is one", () => {
  const replay = at(small(), -5);
  assert.deepEqual([replay.at, replay.current, replay.last], [0, 0, null]);
});

const kinds = (item) => item.below.map(({ kind }) => kind).join(" ");

test("moves to come are marked, and turn into cuts", () => {
  const tree = small();
  const below = (steps, node) => items(at(tree, steps), wishes()).below.find((item) => item.node === node);
  assert.equal(kinds(items(at(tree, 1), wishes())), "todo todo todo");
  assert.equal(kinds(below(11, 4)), "node todo todo");
  const cut = below(12, 4);
  assert.equal(kinds(cut), "node cut cut");
  assert.deepEqual(cut.below.slice(1).map(({ label }) => label), ["b", "c"]);
  assert.equal(kinds(below(99, 6)), "node node");
});

test("of many moves some are shown: those looked at, the best, and the first", () => {
  const replay = at(wide(30), Infinity);
  const root = items(replay, wishes(20));
  const shown = root.below.filter(({ kind }) => kind === "node").map(({ node }) => node);
  assert.equal(shown.length, CHILDREN_SHOWN);
  assert.deepEqual(shown, [1, 2, 3, 4, 5, 6, 20, 30]);
  assert.deepEqual(root.below.at(-1), { ...root.below.at(-1), kind: "more", count: 30 - CHILDREN_SHOWN });
  const whole = items(replay, { ...wishes(), whole: new Set([0]) });
  assert.equal(whole.below.length, 30);
  const halfway = items(at(wide(30), 21), wishes());
  assert.deepEqual(halfway.below.at(-1), { ...halfway.below.at(-1), kind: "todo", count: 20 });
});

test("nothing stands on anything else, and a node stands above its moves", () => {
  for (const steps of [1, 8, 12, 99]) {
    const { all, width } = place(items(at(small(), steps), wishes()));
    for (const level of [0, 1, 2]) {
      const places = all.filter((item) => item.level === level).map(({ x }) => x);
      places.slice(1).forEach((x, index) => assert.ok(x - places[index] >= 16, `${places}`));
      assert.ok(places.every((x) => x > 0 && x < width));
    }
    for (const { x, below } of all) {
      if (below.length > 0) assert.ok(x >= below[0].x && x <= below.at(-1).x);
    }
  }
});

test("a node is closed and opened by hand", () => {
  const replay = at(small(), Infinity);
  const closed = items(replay, { ...wishes(), opened: new Map([[6, false]]) });
  assert.equal(closed.below[2].below.length, 0);
});

test("arrows lead through the tree as it is drawn", () => {
  const { all } = place(items(at(small(), Infinity), wishes()));
  const go = (id, key) => lead(all, id, key);
  assert.deepEqual(go("n0", "ArrowDown"), { to: "n1" });
  assert.deepEqual(go("n1", "ArrowRight"), { to: "n4" });
  assert.deepEqual(go("n5", "ArrowUp"), { to: "n4" });
  // Along a level, over the moves left out.
  assert.deepEqual(go("n5", "ArrowRight"), { to: "n7" });
  assert.deepEqual(go("n0", "ArrowLeft"), { to: "n0" });
  assert.deepEqual(go("n4", "End"), { to: "n8" });
  assert.deepEqual(go("n4", "Home"), { to: "n0" });
  assert.deepEqual(go("n2", "ArrowDown"), { open: true });
  assert.equal(go("n0", "x"), null);
  assert.equal(go("gone", "ArrowUp"), null);
});

const example = {
  id: "e", title: { en: "", fr: "" }, about: { en: "", fr: "" }, start: "start", depth: 3, alpha_beta: false,
  order: "worst", deeper: 4,
};
const demo = { game: "a game", examples: [example], deepest: 8 };

test("an address says what is shown, and nothing more", () => {
  for (const [path, query] of [
    ["", ""],
    ["4,4", "depth=3&prune=0"],
    ["", "example=e"],
    ["b8>l", "example=e&depth=5&step=12"],
    ["", "start=x+o&order=best"],
  ]) {
    const wanted = read(demo, path, new URLSearchParams(query));
    const url = new URL(write(wanted), "http://x");
    const again = read(demo, decodeURIComponent(url.pathname.split("/")[3] ?? ""), url.searchParams);
    assert.deepEqual(again, wanted);
    assert.equal(url.searchParams.size, new URLSearchParams(query).size, url.href);
  }
});

test("an address with nonsense in it is read as far as it goes", () => {
  const wanted = read(demo, "", new URLSearchParams("depth=99&step=-3&order=x&prune=maybe&example=none"));
  assert.deepEqual(wanted, {
    game: "a game", start: null, moves: "", depth: 8, alpha_beta: false, order: "listed", step: 0, example: null,
  });
  assert.equal(read(demo, "", new URLSearchParams("depth=no")).depth, 2);
});

test("every step has words, with nothing left to fill in", () => {
  // Without texts, t() answers with ids: the ones that are asked for.
  speak("en", {});
  const info = { seats: [{ en: "Red", fr: "Rouge" }, { en: "Blue", fr: "Bleu" }] };
  const said = (steps) => stepWords(at(small(), steps), info);
  assert.deepEqual(said(0), ["think-begin"]);
  assert.deepEqual(said(1), ["think-enter-root-other"]);
  assert.deepEqual(said(3), ["think-judge"]);
  assert.deepEqual(said(4), ["Think-better-first-min", "Think-beta-falls"]);
  assert.deepEqual(said(6), ["Think-worse-min"]);
  assert.deepEqual(said(8), ["Think-better-first-max", "Think-alpha-rises"]);
  assert.deepEqual(said(12), ["think-cut-min", "think-cut-rest-other"]);
  assert.deepEqual(said(13), ["think-leave-at-most"]);
  assert.deepEqual(said(14), ["Think-worse-max"]);
  assert.deepEqual(said(21), ["Think-better-max", "Think-alpha-rises"]);
  assert.deepEqual(said(22), ["think-leave-root", "think-leave-line"]);
  assert.equal(nodeName(at(small(), 12), 4),
    "think-node-move, think-node-min, think-node-value, think-node-open, think-node-cut-other");
});

test("values are short enough for a node", () => {
  assert.equal(short(null), "?");
  assert.equal(short(-20, "at-most"), "≤−20");
  assert.equal(short(10000, "at-least"), "≥10000");
});
