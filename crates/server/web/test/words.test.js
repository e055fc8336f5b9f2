import assert from "node:assert/strict";
import { test } from "node:test";

import { cellName, columnName, moveWords } from "../js/board/words.js";
import { speak } from "../js/app/i18n.js";
import { result } from "../js/app/names.js";
import { moveNumber } from "../js/app/numbering.js";
import { choice } from "./boards.js";

const TEXTS = {
  "cell-beside": "{ $name } { $place }", "place-1": "Top left", "place-2": "Top right", "place-3": "Bottom left",
  "place-4": "Bottom right",
  "cell-column": "column { $column }", "move-goes": "{ $from } to { $to }", "move-captures": "{ $from } takes { $to }",
  "result-you-win": "You win: { $reason }", "result-you-score": "You win { $score }: { $reason }",
  "result-wins": "{ $winner } wins: { $reason }",
  "result-score": "{ $winner } wins { $score }: { $reason }", "result-you-resigned": "You resigned: { $winner } wins",
  "result-resigned": "{ $loser } resigned: you win",
  "the-computer": "the computer", "the-opponent": "your opponent", "reason-margin": "{ $reason } (margin: { $margin })",
  "wins-because": "Player { $number } wins: { $reason }", wins: "{ $seat } wins!", victory: "VICTORY!",
  defeat: "DEFEAT", "well-played": "", pity: "",
};
const text = (en) => ({ en, fr: en });

/** A square of two by two cells, with a place beside each corner. */
function board(pieces = {}) {
  const cells = Array.from({ length: 16 }, (_, cell) => {
    const [column, row] = [cell % 4, Math.floor(cell / 4)];
    const inside = column % 3 !== 0 && row % 3 !== 0;
    const corner = column % 3 === 0 && row % 3 === 0;
    return {
      spot: inside || corner ? cell : null, ground: inside ? 0 : corner ? 1 : null, piece: pieces[cell] ?? null,
      label: inside ? `s${cell}` : corner ? "o>l" : "",
    };
  });
  return { columns: 4, cells };
}
const info = (falling = false) => ({
  look: { falling }, files: ["1", "2", "3", "4"], grounds: [{ label: text("red") }, { label: text("camp") }],
  seats: [text("Red"), text("Blue")], levels: [], classics: [], bots: [],
});

test("a place beside the board is called by where it lies", () => {
  speak("en", TEXTS);
  assert.equal(cellName(info(), board(), 5, false), "s5");
  assert.equal(cellName(info(), board(), 0, false), "camp top left");
  assert.equal(cellName(info(), board(), 15, false), "camp bottom right");
  assert.equal(cellName(info(), board(), 0, true), "camp bottom right");
});

test("moves are said in words", () => {
  speak("en", TEXTS);
  assert.equal(moveWords(info(), board({ 5: 0 }), choice("s5>l", [5, 0]), false), "s5 to camp top left");
  assert.equal(moveWords(info(), board({ 5: 0, 6: 1 }), choice("s5s6", [5, 6]), false), "s5 takes s6");
  assert.equal(moveWords(info(), board(), choice("s6", [6]), false), "s6");
  assert.equal(moveWords(info(), board(), choice("--", []), false), null);
  assert.equal(moveWords(info(true), board(), choice("3", [2], [{ cell: 10, from: null, piece: 0 }]), false), null);
  assert.equal(columnName(info(true), board(), 10), "column 3");
});

test("moves have one numbering: pairs, in which a swap is not counted", () => {
  assert.deepEqual(["a", "b", "c", "d"].map((_, i, all) => moveNumber(all, i)), ["1.", "1…", "2.", "2…"]);
  assert.deepEqual(["a", "swap", "c", "d"].map((_, i, all) => moveNumber(all, i)), ["1.", "1…", "1…", "2."]);
});

/** How a match that the first player has won is called. */
function words({ who, you = null, online = null, reason = "line", margin = null, counts = [], winner = "one" }) {
  speak("en", TEXTS);
  const players = ["one", "two"].map((player, i) =>
    ({ player, seat: i === 0 ? "first" : "second", who: who[i], gone: null }));
  const tallies = counts.length ? [{ label: text("discs"), count: { first: counts[0], second: counts[1] } }] : [];
  const end = { winner, reason, text: text("why"), margin };
  return result(info(), { players, you, online, end, rules: null, view: { board: { tallies } } }, end).words;
}
const human = (name = "") => ({ type: "human", name });
const computer = { type: "computer", opponent: "easy", seed: 1 };

test("results say who is who", () => {
  assert.equal(words({ who: [human(), computer] }), "You win: why");
  assert.equal(words({ who: [human(), computer], margin: 38, counts: [51, 13] }), "You win 51–13: why");
  assert.equal(words({ who: [computer, human()], reason: "resigned" }), "You resigned: the computer wins");
  assert.equal(words({ who: [human("Ana"), human("Bo")], you: "two", online: {}, margin: 38, counts: [51, 13] }),
    "Ana wins 51–13: why");
  assert.equal(words({ who: [human("Ana"), human("Bo")], you: "one", online: {}, reason: "resigned" }),
    "Bo resigned: you win");
  assert.equal(words({ who: [human(), human()], you: "two", online: {} }), "your opponent wins: why");
  assert.equal(words({ who: [human(), human()] }), "Player 1 wins: why");
  // Empty squares that count for the winner: the discs do not tell the margin.
  assert.equal(words({ who: [human(), computer], margin: 40, counts: [51, 13] }), "You win: why (margin: 40)");
});
