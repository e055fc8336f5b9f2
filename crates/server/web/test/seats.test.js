import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  forgetSeat, heldSeat, keepSeat, newSecret, openSeats, readMark, seatMark, timedSeats,
} from "../js/match/online/seats.js";
import { storage } from "./storage.js";

beforeEach(() => (globalThis.localStorage = storage()));

test("a seat is kept, changed and given up", () => {
  keepSeat("a", { seat: "1" });
  keepSeat("a", { seat: "1", player: "two" });
  assert.deepEqual(heldSeat("a"), { seat: "1", player: "two" });
  forgetSeat("a");
  assert.equal(heldSeat("a"), undefined);
});

test("the newest seats come first, without those of games that are over", () => {
  keepSeat("a", { seat: "1" });
  keepSeat("b", { seat: "2" });
  keepSeat("c", { seat: "3", over: true });
  assert.deepEqual(openSeats(), ["b", "a"]);
  keepSeat("a", { seat: "1", over: false });
  assert.deepEqual(openSeats(), ["a", "b"]);
});

test("old seats make room for new ones", () => {
  for (let i = 0; i < 100; i++) keepSeat(`m${i}`, { seat: String(i) });
  assert.equal(openSeats().length, 60);
  assert.equal(heldSeat("m39"), undefined);
  assert.equal(heldSeat("m99")?.seat, "99");
});

test("where the browser keeps nothing, seats last as long as the page", () => {
  const refuse = () => {
    throw new Error("no");
  };
  globalThis.localStorage = { getItem: refuse, setItem: refuse };
  keepSeat("x", { seat: "9" });
  assert.equal(heldSeat("x")?.seat, "9");
  forgetSeat("x");
});

test("what cannot be read is no seat", () => {
  for (const text of ["{", "7", "null", "\"a\""]) {
    localStorage.setItem("damier-seats", text);
    assert.equal(heldSeat("a"), undefined);
    assert.deepEqual(openSeats(), []);
  }
});

test("secrets are long, different, and read back from addresses", () => {
  const [one, two] = [newSecret(), newSecret()];
  assert.match(one, /^[0-9a-f]{32}$/);
  assert.notEqual(one, two);
  assert.equal(readMark(seatMark(one)), one);
  for (const other of ["", "#seat=", `#seat=${one}0`, `#${one}`, "#seat=zz"]) assert.equal(readMark(other), null);
});

test("games with clocks that go on are known", () => {
  keepSeat("a", { seat: "1", timed: true });
  keepSeat("b", { seat: "2", timed: false });
  keepSeat("c", { seat: "3", timed: true, over: true });
  assert.deepEqual(timedSeats(), ["a"]);
});
