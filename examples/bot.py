#!/usr/bin/env python3
"""A player for Damier that makes random moves. Python 3.9 or later, and nothing else.

    python3 bot.py http://127.0.0.1:4747 --game othello     opens a table and waits there
    python3 bot.py http://127.0.0.1:4747 --code 5w5fvr      sits down at a table

The protocol is described in docs/protocol.md. What matters: draw a secret for your seat and keep it;
after every (re)connection greet with it; a command has an answer, and until it comes the same command
may be sent again, with the same id.
"""

import argparse
import base64
import json
import os
import random
import secrets
import socket
import struct
import sys
import time
import urllib.request
from urllib.parse import urlsplit

PROTOCOL = 2


def ask(url, path, body=None):
    """Asks by HTTP; with a body it is a POST."""
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url + path, data), timeout=20) as answer:
        return json.load(answer)


class Socket:
    """As much of a WebSocket as a client needs."""

    def __init__(self, url, path, headers=""):
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        self.stream = socket.create_connection((parts.hostname, port), timeout=60)
        if parts.scheme == "https":
            import ssl

            context = ssl.create_default_context()
            self.stream = context.wrap_socket(self.stream, server_hostname=parts.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{headers}\r\n".encode()
        )
        self.reader = self.stream.makefile("rb")
        status = self.reader.readline()
        if b" 101 " not in status:
            raise ConnectionError(status.decode().strip())
        while self.reader.readline().strip():
            pass

    def send(self, message):
        self._frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message; None when the server has closed the socket."""
        while True:
            head = self._read(2)
            kind, length = head[0] & 15, head[1] & 127
            if length == 126:
                (length,) = struct.unpack(">H", self._read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self._read(8))
            payload = self._read(length)
            if kind == 1:
                return json.loads(payload)
            if kind == 8:
                return None
            if kind == 9:
                self._frame(10, payload)

    def _read(self, length):
        data = self.reader.read(length)
        if len(data) < length:
            raise ConnectionError("the connection ended")
        return data

    def _frame(self, kind, payload):
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else bytes([128 | 126]) + struct.pack(">H", size)
        self.stream.sendall(bytes([128 | kind]) + length + mask + masked)


class Bot:
    def __init__(self, url, match, seat, sits):
        self.url, self.match, self.seat, self.sits = url, match, seat, sits
        self.pending = None
        self.number = 0
        self.version = 0
        self.state = None

    def play(self):
        """Plays the match to its end, through any number of connections."""
        while True:
            try:
                line = Socket(self.url, f"/api/matches/{self.match}/socket")
                line.send({"type": "hello", "protocol": PROTOCOL, "since": self.version, "seat": self.seat})
                if self.pending:
                    line.send(self.pending)
                end = self.listen(line)
                if end:
                    return end
            except OSError as error:
                print(f"connection lost: {error}", file=sys.stderr)
            time.sleep(1)

    def listen(self, line):
        while True:
            message = line.receive()
            if message is None:
                return None
            kind = message["type"]
            if kind in ("applied", "refused") and self.pending and message["id"] == self.pending["id"]:
                if kind == "refused" and message["code"] in ("try-again", "slow-down"):
                    time.sleep(1)
                    line.send(self.pending)
                    continue
                if kind == "refused" and message["code"] != "stale":
                    sys.exit(message["text"]["en"])
                self.pending = None
                # What came too late, or was carried out before the connection was lost, changes nothing any more: no
                # state may follow.
                if kind == "refused" or message["version"] <= self.version:
                    self.act(line, self.state)
            if kind == "state":
                self.state, self.version = message, message["version"]
                if message["end"]:
                    return message
                if not self.pending:
                    self.act(line, message)

    def act(self, line, state):
        """Does what is to be done now, if anything is."""
        if not self.sits and state["you"] is None:
            self.send(line, {"type": "join", "name": "bot.py"})
            self.sits = True
        elif state["you"] and state["to_move"] == state["you"]:
            choice = random.choice(state["view"]["choices"])
            command = {"type": "move", "notation": choice["notation"]}
            message = {"type": "command", "player": state["you"], "command": command}
            self.send(line, {**message, "version": state["version"]})

    def send(self, line, message):
        self.number += 1
        self.pending = {"id": f"{self.number}", **message}
        line.send(self.pending)


def main():
    parser = argparse.ArgumentParser(description="A player for Damier that makes random moves.")
    parser.add_argument("url", help="where the server is, such as http://127.0.0.1:4747")
    parser.add_argument("--code", help="the code of a table to sit down at")
    parser.add_argument("--game", default="connect-four", help="what to play at a table of its own")
    arguments = parser.parse_args()
    url = arguments.url.rstrip("/")
    seat = secrets.token_hex(16)
    if arguments.code:
        match = ask(url, f"/api/codes/{arguments.code}")["id"]
    else:
        room = {"game": arguments.game, "listing": "public", "name": "bot.py", "seat": seat}
        made = ask(url, "/api/rooms", room)
        match = made["id"]
        print(f"code {made['code']}", flush=True)
    state = Bot(url, match, seat, sits=not arguments.code).play()
    winner = state["end"]["winner"]
    result = "nobody wins" if winner is None else "won" if winner == state["you"] else "lost"
    print(f"{result}: {state['end']['text']['en']}, after {len(state['record']['moves'])} moves")


if __name__ == "__main__":
    main()
