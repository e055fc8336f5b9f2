#!/usr/bin/env node
// A player for Damier that makes random moves. Node 18 or later, and nothing else.
//
//   node bot.mjs http://127.0.0.1:4747 --game othello     opens a table and waits there
//   node bot.mjs http://127.0.0.1:4747 --code 5w5fvr      sits down at a table
//
// The protocol is described in docs/protocol.md. What matters: draw a secret for your seat and keep it;
// after every (re)connection greet with it; a command has an answer, and until it comes the same command
// may be sent again, with the same id.

import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { request as secureRequest } from "node:https";
import { parseArgs } from "node:util";

const PROTOCOL = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { code: { type: "string" }, game: { type: "string", default: "connect-four" } },
});
if (positionals.length !== 1) {
  console.error("usage: node bot.mjs URL [--code CODE | --game GAME]");
  process.exit(2);
}
const url = new URL(positionals[0]);
const seat = randomBytes(16).toString("hex");

/** Asks by HTTP; with a body it is a POST. */
async function ask(path, body) {
  const post = { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(new URL(path, url), body ? post : {});
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.text.en);
  return said;
}

/** As much of a WebSocket as a client needs: calls `hear` with every message, ends when it ends. */
function connect(path, opened, hear) {
  return new Promise((resolve, reject) => {
    const headers = {
      Upgrade: "websocket",
      Connection: "Upgrade",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
    };
    const ask = (url.protocol === "https:" ? secureRequest : request)(new URL(path, url), { headers });
    ask.on("error", reject);
    ask.on("response", (answer) => reject(new Error(`status ${answer.statusCode}`)));
    ask.on("upgrade", (_, stream, head) => {
      const frame = (kind, payload) => {
        const mask = randomBytes(4);
        const masked = Buffer.from(payload.map((byte, at) => byte ^ mask[at % 4]));
        const size = payload.length;
        const length = size < 126 ? [128 | size] : [128 | 126, size >> 8, size & 255];
        stream.write(Buffer.concat([Buffer.from([128 | kind, ...length]), mask, masked]));
      };
      const line = {
        send: (message) => frame(1, Buffer.from(JSON.stringify(message))),
        end: () => stream.end(),
      };
      let buffer = Buffer.alloc(0);
      const receive = (data) => {
        buffer = Buffer.concat([buffer, data]);
        for (;;) {
          if (buffer.length < 2) return;
          let [start, length] = [2, buffer[1] & 127];
          if (length === 126) {
            if (buffer.length < 4) return;
            [start, length] = [4, buffer.readUInt16BE(2)];
          } else if (length === 127) {
            if (buffer.length < 10) return;
            [start, length] = [10, Number(buffer.readBigUInt64BE(2))];
          }
          if (buffer.length < start + length) return;
          const kind = buffer[0] & 15;
          const payload = buffer.subarray(start, start + length);
          buffer = buffer.subarray(start + length);
          if (kind === 1) hear(JSON.parse(payload.toString()), line);
          else if (kind === 9) frame(10, payload);
          else if (kind === 8) stream.end();
        }
      };
      stream.on("data", receive);
      stream.on("error", reject);
      stream.on("close", resolve);
      opened(line);
      receive(head);
    });
    ask.end();
  });
}

/** Plays the match to its end, through any number of connections; gives its last state. */
async function play(match, sits) {
  let [pending, number, version, latest, last] = [null, 0, 0, null, null];
  const send = (line, message) => {
    number += 1;
    pending = { id: `${number}`, ...message };
    line.send(pending);
  };
  const act = (line, state) => {
    if (!sits && state.you === null) {
      sits = true;
      send(line, { type: "join", name: "bot.mjs" });
    } else if (state.you !== null && state.to_move === state.you) {
      const { choices } = state.view;
      const { notation } = choices[Math.floor(Math.random() * choices.length)];
      const command = { type: "move", notation };
      send(line, { type: "command", player: state.you, command, version: state.version });
    }
  };
  const hear = (message, line) => {
    if ((message.type === "applied" || message.type === "refused") && message.id === pending?.id) {
      if (message.code === "try-again" || message.code === "slow-down") {
        setTimeout(() => line.send(pending), 1000);
        return;
      }
      if (message.type === "refused" && message.code !== "stale") {
        console.error(message.text.en);
        process.exit(1);
      }
      pending = null;
      // What came too late, or was carried out before the connection was lost, changes nothing any more: no state may
      // follow.
      if (message.type === "refused" || message.version <= version) act(line, latest);
    }
    if (message.type === "state") {
      [latest, version] = [message, message.version];
      if (message.end) {
        last = message;
        line.end();
      } else if (!pending) {
        act(line, message);
      }
    }
  };
  while (!last) {
    const opened = (line) => {
      line.send({ type: "hello", protocol: PROTOCOL, since: version, seat });
      if (pending) line.send(pending);
    };
    try {
      await connect(`/api/matches/${match}/socket`, opened, hear);
    } catch (error) {
      console.error(`connection lost: ${error.message}`);
    }
    if (!last) await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  return last;
}

let match;
if (values.code) {
  match = (await ask(`/api/codes/${values.code}`)).id;
} else {
  const made = await ask("/api/rooms", { game: values.game, listing: "public", name: "bot.mjs", seat });
  match = made.id;
  console.log(`code ${made.code}`);
}
const { you, end, record } = await play(match, !values.code);
const result = end.winner === null ? "nobody wins" : end.winner === you ? "won" : "lost";
console.log(`${result}: ${end.text.en}, after ${record.moves.length} moves`);
