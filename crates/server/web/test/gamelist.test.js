// @ts-check
// Long lists of games are searched by whatever people remember of one.
/** @import { Found } from "../js/net/types.js" */

import assert from "node:assert/strict";
import test from "node:test";

import { matching, names } from "../js/analysis/gamelist.js";
import { accepted, left, leave } from "../js/app/gamefiles.js";

/**
 * @param {number} index
 * @param {string | null} first
 * @param {string | null} second
 * @param {string} [date]
 * @returns {Found}
 */
const game = (index, first, second, date) => ({
  kind: "record", game: "g", entries: 60, players: { first, second }, date, about: "Open", result: "1-0", board: null,
  path: null, index,
});

const GAMES = [
  game(0, "Élan Zoé", "Bo", "1999"), game(1, "Bo", null, "2001"), game(2, null, null), game(3, "Zoe", "Ana", "2001"),
];

test("every word is found somewhere, accents and capitals aside", () => {
  const found = (/** @type {string} */ question) => matching(GAMES, question).map(({ index }) => index);
  assert.deepEqual(found(""), [0, 1, 2, 3]);
  assert.deepEqual(found("  "), [0, 1, 2, 3]);
  assert.deepEqual(found("zoe"), [0, 3]);
  assert.deepEqual(found("ZOÉ 2001"), [3]);
  assert.deepEqual(found("bo 19"), [0]);
  assert.deepEqual(found("3 open"), [2]);
  assert.deepEqual(found("1-0 ana"), [3]);
  assert.deepEqual(found("zoe .*"), []);
});

test("who is not known is a question mark, and nobody is nothing", () => {
  assert.equal(names({ first: "Bo", second: null }), "Bo – ?");
  assert.equal(names({ first: null, second: null }), "");
});

test("a chooser of files shows those of every game", () => {
  const games = /** @type {any} */ ([{ formats: [{ name: "A", endings: ["a", "b"] }] }, { formats: [] }]);
  assert.equal(accepted({ games, version: "", owner: false }), ".txt,.damier,text/plain,.a,.b");
});

test("files are left to the next screen once", () => {
  const file = new File(["x"], "x.txt");
  leave([file]);
  assert.deepEqual(left(), [file]);
  assert.deepEqual(left(), []);
});
