// The transport: a socket to a core that is still being loaded, and the routes of the page at a server.
import assert from "node:assert/strict";
import test from "node:test";

import { CoreSocket } from "../js/net/coresocket.js";
import { href, targetOf } from "../js/app/routing.js";
import { sizeOf } from "../js/app/share/picture.js";
import { isReady, standalone } from "../js/net/transport.js";

/** A core whose sockets are kept, and what tells that it has come. */
function core() {
  const sockets = [];
  class Socket {
    constructor(path) {
      this.path = path;
      this.readyState = 0;
      this.sent = [];
      sockets.push(this);
    }

    send(data) {
      this.sent.push(data);
    }

    close() {
      this.readyState = 3;
    }
  }
  let [come, fail] = [null, null];
  const opening = new Promise((resolve, reject) => {
    come = () => resolve({ Socket });
    fail = () => reject(new Error("no network"));
  });
  return { sockets, come, fail, open: () => opening };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a socket waits for the core, and passes on what happens", async () => {
  const { sockets, come, open } = core();
  const socket = new CoreSocket("/api/analysis/socket", open);
  const heard = [];
  socket.onopen = () => heard.push("open");
  socket.onmessage = ({ data }) => heard.push(data);
  socket.onclose = ({ code }) => heard.push(code);
  assert.equal(socket.readyState, 0);
  socket.send("too early");
  come();
  await settled();
  assert.equal(sockets[0].path, "/api/analysis/socket");
  sockets[0].readyState = 1;
  sockets[0].onopen();
  socket.send("hello");
  sockets[0].onmessage({ data: "ready" });
  assert.deepEqual(sockets[0].sent, ["hello"]);
  assert.equal(socket.readyState, 1);
  sockets[0].onclose({ code: 1000 });
  assert.deepEqual(heard, ["open", "ready", 1000]);
  assert.equal(socket.readyState, 3);
});

test("a socket that is closed before the core has come opens nothing", async () => {
  const { sockets, come, open } = core();
  const socket = new CoreSocket("/", open);
  socket.close();
  come();
  await settled();
  assert.equal(sockets[0].readyState, 3);
  assert.equal(sockets[0].onopen, undefined);
});

test("a core that cannot be loaded is a connection that was lost", async () => {
  const { fail, open } = core();
  const socket = new CoreSocket("/", open);
  const codes = [];
  socket.onclose = ({ code }) => codes.push(code);
  fail();
  await settled();
  assert.deepEqual(codes, [1006]);
});

test("at a server a route is the path of an address", () => {
  globalThis.location = { origin: "http://here", pathname: "/rules/g" };
  assert.equal(standalone, false);
  assert.ok(isReady());
  assert.equal(href("/play/g?a=b"), "/play/g?a=b");
  const link = (written) => {
    const { origin, pathname, search, hash } = new URL(written, "http://here/rules/g");
    return { origin, pathname, search, hash, getAttribute: () => written };
  };
  assert.equal(targetOf(link("/play/g?a=b")), "/play/g?a=b");
  assert.equal(targetOf(link("#goal")), "#goal");
  assert.equal(targetOf(link("/rules/h#goal")), "/rules/h");
  assert.equal(targetOf(link("http://there/")), null);
});

test("a drawing is as large as it is asked for", () => {
  assert.deepEqual(sizeOf('<svg viewBox="-1 -1 8 4">', 1200), { width: 1200, height: 600 });
  assert.deepEqual(sizeOf('<svg viewBox="0 0 9.5 10">', 1000), { width: 950, height: 1000 });
});
