// Where the engine of an analysis thinks.
import assert from "node:assert/strict";
import test from "node:test";

import { Failure } from "../js/net/api.js";
import { LocalAnalysis, thinksHere } from "../js/analysis/thinking.js";

const settled = () => new Promise((resolve) => setTimeout(resolve));

/**
 * A connection to an engine in this browser whose other end is this test, and a server that says what `verdict` says.
 */
async function engine(verdict) {
  const heard = [];
  const checked = [];
  const socket = { readyState: 0, sent: [], send: (text) => socket.sent.push(JSON.parse(text)), close() {} };
  const connection = new LocalAnalysis({
    thought: () => {}, reviewed: () => {}, over: () => {}, status: () => {},
    refused: (kind, code, text) => heard.push([kind, code, text.en]),
  }, (question) => {
    checked.push(question);
    return verdict();
  }, () => socket);
  socket.readyState = 1;
  socket.onopen();
  socket.onmessage({ data: JSON.stringify({ type: "ready" }) });
  return {
    connection, socket, heard, checked,
    asked: () => socket.sent.filter(({ type }) => type === "analyse" || type === "review"),
  };
}

const record = { start: "s", swap: false, moves: ["a"] };

test("the server offers a place, and the player chooses where it offers both", () => {
  for (const [analysis, here, expected] of [
    ["server", true, false], ["browser", false, true], ["either", false, false], ["either", true, true],
  ]) assert.equal(thinksHere({ analysis }, { here }), expected, `${analysis} ${here}`);
});

test("the server is asked whether the player may be helped, and the engine knows nothing of its matches", async () => {
  const { connection, checked, asked } = await engine(() => Promise.resolve());
  connection.analyse({ game: "g", record, lines: 2, match: "m1" });
  assert.deepEqual(asked(), []);
  await settled();
  assert.deepEqual(checked, [{ game: "g", record, lines: 2, match: "m1" }]);
  assert.deepEqual(asked(), [{ type: "analyse", question: 1, game: "g", record, lines: 2 }]);
  connection.close();
});

test("nobody is helped in their own running game", async () => {
  const problem = { code: "refused", text: { en: "not now", fr: "pas maintenant" } };
  const { connection, heard, asked } = await engine(() => Promise.reject(new Failure(problem, 409)));
  connection.review({ game: "g", record });
  await settled();
  assert.deepEqual(heard, [["review", "refused", "not now"]]);
  assert.deepEqual(asked(), []);
  connection.close();
});

test("without an answer of the server nothing is thought", async () => {
  const { connection, heard, asked } = await engine(() => Promise.reject(new Failure(null, 0)));
  connection.analyse({ game: "g", record });
  await settled();
  assert.deepEqual([heard.length, heard[0][1], asked().length], [1, "failed", 0]);
  connection.close();
});

test("a question that was replaced or stopped meanwhile is not asked", async () => {
  const { connection, asked } = await engine(() => Promise.resolve());
  connection.analyse({ game: "g", record });
  connection.analyse({ game: "h", record });
  await settled();
  assert.deepEqual(asked().map(({ game }) => game), ["h"]);
  connection.analyse({ game: "i", record });
  connection.stop();
  await settled();
  assert.equal(asked().length, 1);
  connection.close();
});
