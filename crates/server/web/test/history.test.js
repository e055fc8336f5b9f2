// @ts-check
// The words of the list of games, and the parts of a profile's file.
/** @import { GameInfo, MatchSummary } from "../js/net/types.js" */

import assert from "node:assert/strict";
import test from "node:test";

import { queryOf } from "../js/you/api.js";
import { PROFILE_FORMAT, partsOf, readProfileFile } from "../js/you/profilefile.js";
import { accuracyWords, opponentWords, resultKind, resultWords } from "../js/you/words.js";
import { speak } from "../js/app/i18n.js";

speak("en", {
  "games-winner": "{ $name } won", "games-called-off": "Called off", "games-result-won": "Won",
  "games-result-running": "Running",
  "games-against": "against { $name }", "games-nameless": "somebody", "games-accuracy": "accuracy { $percent }",
  "pairing-computer": "computer, { $level }", "pairing-two": "two here", "pairing-waiting": "waiting", online: "Online",
});

const info = /** @type {GameInfo} */ (/** @type {unknown} */ ({
  seats: [{ en: "red", fr: "rouge" }, { en: "yellow", fr: "jaune" }],
  levels: [{ id: "easy", title: { en: "Easy", fr: "Facile" } }], classics: [], bots: [],
}));

/** @param {Partial<MatchSummary>} more @returns {MatchSummary} */
const match = (more) => ({
  id: "a", game: "g", kind: "local", version: 1, entries: 7, over: true, at: 5, winner: "one", reason: "rules",
  players: { first: { type: "human", name: "" }, second: { type: "computer", opponent: "easy", seed: 1 } }, you: "one",
  ...more,
});

const human = (/** @type {string} */ name) => ({ type: /** @type {const} */ ("human"), name });

test("a result is told from the viewer's side", () => {
  assert.equal(resultKind(match({})), "won");
  assert.equal(resultKind(match({ winner: "two" })), "lost");
  assert.equal(resultKind(match({ winner: null })), "drawn");
  assert.equal(resultKind(match({ winner: null, reason: "aborted" })), "ended");
  assert.equal(resultKind(match({ over: false, winner: null, reason: null })), "running");
  assert.equal(resultKind(match({ damaged: true })), "damaged");
  assert.equal(resultWords(info, match({})), "Won");
  assert.equal(resultWords(info, match({ winner: null, reason: "aborted" })), "Called off");
  // Where the viewer is neither, or both, the winner has a name.
  const two = { first: human("Zoé"), second: human("") };
  assert.equal(resultWords(info, match({ you: null, players: two })), "Zoé won");
  assert.equal(resultWords(info, match({ you: null, players: two, winner: "two" })), "Yellow won");
});

test("an opponent is a level, a name, or somebody", () => {
  assert.equal(opponentWords(info, match({})), "computer, Easy");
  const online = { kind: /** @type {const} */ ("online"), players: { first: human("Ana"), second: human("Bo") } };
  assert.equal(opponentWords(info, match({ ...online, you: "one" })), "against Bo");
  assert.equal(opponentWords(info, match({ ...online, you: "two" })), "against Ana");
  assert.equal(opponentWords(info, match({ ...online, you: "two", players: { ...online.players, first: human("") } })),
    "against somebody");
  assert.equal(opponentWords(info, match({ ...online, you: "one", players: { ...online.players, second: null } })),
    "waiting");
  assert.equal(opponentWords(info, match({ you: null, players: online.players })), "Ana – Bo");
  assert.equal(opponentWords(info, match({ you: null, players: { first: human(""), second: human("") } })), "two here");
});

test("an accuracy is the viewer's, or both", () => {
  assert.equal(accuracyWords(match({})), null);
  const accuracy = { first: 93, second: null };
  assert.equal(accuracyWords(match({ accuracy })), "accuracy 93%");
  assert.equal(accuracyWords(match({ accuracy, you: "two" })), null);
  assert.equal(accuracyWords(match({ accuracy, you: null })), "accuracy 93% – –");
});

test("a large file is cut into parts that lose nothing", () => {
  const matches = Array.from({ length: 250 }, (_, number) => `${number}`);
  const long = "x".repeat(300_000);
  const analyses = [long, long, "short"].map((record, number) => ({ id: `${number}`, record }));
  const file = { format: PROFILE_FORMAT, settings: { a: "b" }, tiles: [{ name: "t", rows: "R" }], analyses, matches };
  const parts = partsOf(file);
  assert.ok(parts.every((part) => part.format === PROFILE_FORMAT));
  assert.deepEqual(parts.map((part) => part.matches ?? []).reverse().flat(), matches);
  assert.deepEqual(parts.flatMap((part) => part.analyses ?? []), analyses);
  assert.deepEqual(parts.flatMap((part) => part.tiles ?? []), file.tiles);
  assert.deepEqual(parts.map((part) => part.matches?.length ?? 0), [50, 100, 100, 0, 0, 0, 0]);
  assert.deepEqual(parts.at(-1)?.settings, file.settings);
  assert.deepEqual(partsOf({ format: PROFILE_FORMAT }), []);
});

test("another file is none", () => {
  assert.equal(readProfileFile("Game: g"), null);
  assert.equal(readProfileFile("null"), null);
  assert.equal(readProfileFile('{"format": "other"}'), null);
  assert.deepEqual(readProfileFile(`{"format": "${PROFILE_FORMAT}"}`), { format: PROFILE_FORMAT });
});

test("empty filters ask for nothing", () => {
  assert.equal(queryOf({ a: "", b: "" }), "");
  assert.equal(queryOf({ a: "", b: "é &" }), "?b=%C3%A9+%26");
});
