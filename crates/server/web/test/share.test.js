// @ts-check
import assert from "node:assert/strict";
import test from "node:test";

import { matchPicture, positionPicture } from "../js/app/share/target.js";

const LOOK = { lang: "en", dark: false, distinct: false, coordinates: true, flipped: false };

/** @param {string} address */
const query = (address) => Object.fromEntries(new URL(address, "http://localhost").searchParams);

test("a picture is drawn as the player sees the board", () => {
  const usual = matchPicture({ id: "abc" }, 4, LOOK);
  assert.equal(usual("svg").split("?")[0], "/api/matches/abc/picture.svg");
  assert.deepEqual(query(usual("svg")), { entries: "4", lang: "en", theme: "light" });
  assert.deepEqual(query(usual("png")), { entries: "4", lang: "en", theme: "light", size: "1200" });
  assert.deepEqual(query(usual("txt")), { entries: "4", lang: "en" });
  const other = matchPicture({ id: "abc" }, 0, {
    lang: "fr", dark: true, distinct: true, coordinates: false, flipped: true,
  });
  assert.deepEqual(query(other("svg")), {
    entries: "0", lang: "fr", theme: "dark", palette: "distinct", coordinates: "no", flipped: "yes",
  });
  assert.deepEqual(query(other("txt")), { entries: "0", lang: "fr", flipped: "yes" });
});

test("a position goes with its start and its moves", () => {
  const picture = positionPicture("a-game", { start: "8/8 x & y", swap: true, moves: ["b8>l", "--"] }, LOOK);
  assert.equal(picture("txt").split("?")[0], "/api/games/a-game/picture.txt");
  assert.deepEqual(query(picture("txt")), { start: "8/8 x & y", moves: "b8>l,--", swap: "yes", lang: "en" });
  assert.deepEqual(query(positionPicture("g", { start: "s", swap: false, moves: [] }, LOOK)("txt")), {
    start: "s", moves: "", lang: "en",
  });
});
