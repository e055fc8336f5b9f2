#!/usr/bin/env python3
"""Measures what one hostile visitor costs another: time from a move to its acknowledgement, p50 and p99,
first without and then under each attack. Python 3.9 or later, and nothing else.

    python3 crates/cli/benches/attacks.py target/release/damier [--attack lists|bodies|computers]
            [--count 100] [--protocol 2]

An older program is measured with the protocol that it speaks. Servers listen on the loopback address only
and end with this program.
"""

import argparse
import contextlib
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "examples"))
import bot  # noqa: E402  (its WebSocket client)

# 100,000 events in 20 matches.
LARGE_MATCHES = 20
LARGE_EVENTS = 5_000
LISTS_PER_SECOND = 20
UNFINISHED_BODIES = 200
# Another address of this machine.
ATTACKER = "127.0.0.66"
HEAVY_MATCHES = 20
MOVES_PER_SECOND = 20


@contextlib.contextmanager
def serving(program, fill=None, flags=()):
    """A server on a folder of its own, with what `fill` puts there."""
    folder = tempfile.mkdtemp(prefix="damier-attack-")
    try:
        if fill:
            fill(folder)
        command = [program, "serve", "--listen", "127.0.0.1:0", "--data", folder, *flags]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C"})
        try:
            url = server.stdout.readline().split()[1].rstrip("/")
            threading.Thread(target=server.stdout.read, daemon=True).start()
            yield url
        finally:
            server.kill()
            server.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def fill_with_events(folder):
    """A folder of version 0.1.0 with 20 very long matches, which every later version opens."""
    file = os.path.join(folder, "damier.sqlite")
    shutil.copy(ROOT / "crates/cli/tests/fixtures/v0.1.0/damier.sqlite", file)
    person = {"type": "human", "name": "Ana"}
    at = int(time.time() * 1000)
    start = {
        "game": "connect-four", "position": "7/7/7/7/7/7 x", "swap": False, "kind": "local",
        "players": {"first": person, "second": person}, "time": {"kind": "none"},
    }
    events = [{"type": "started", "start": start, "at": at}]
    for number in range(1, LARGE_EVENTS):
        events.append({"type": "moved", "notation": "4", "at": at} if number % 2 else {"type": "undone", "to": 0, "at": at})
    texts = [json.dumps(event) for event in events]
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        for number in range(LARGE_MATCHES):
            name = f"large{number:07}"
            database.execute("insert into matches values (?, 'local', ?)", (name, at))
            rows = [(name, version + 1, None, text) for version, text in enumerate(texts)]
            database.executemany("insert into events values (?, ?, ?, ?)", rows)


class Player:
    """A visitor who plays both sides of a match on one screen, or one side against the computer."""

    def __init__(self, url, protocol, opponent=None, address=None):
        human = {"type": "human"}
        other = {"type": "computer", "opponent": opponent, "seed": 7} if opponent else human
        wanted = {"game": "othello", "players": {"first": human, "second": other}}
        headers = {"X-Forwarded-For": address} if address else {}
        made, cookie = ask(url, "/api/matches", wanted, headers)
        if cookie:
            headers["Cookie"] = cookie.split(";")[0]
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.socket = bot.Socket(url, f"/api/matches/{made['id']}/socket", lines)
        self.socket.send({"type": "hello", "protocol": protocol, "since": 0, "seat": None})
        self.number = 0
        self.state = None
        self.wait(lambda state: True)

    def wait(self, like):
        while self.state is None or not like(self.state):
            self.take(self.socket.receive())
        return self.state

    def take(self, message):
        if message is None:
            raise ConnectionError("the server closed the socket")
        if message["type"] == "state":
            self.state = message
        return message

    def move(self):
        """Makes the first legal move; seconds to its acknowledgement."""
        state = self.state
        self.number += 1
        name = f"c{self.number}"
        command = {"type": "move", "notation": state["view"]["choices"][0]["notation"]}
        began = time.monotonic()
        self.socket.send({"type": "command", "id": name, "player": state["to_move"], "command": command, "version": state["version"]})
        while True:
            message = self.take(self.socket.receive())
            if message["type"] == "applied" and message["id"] == name:
                break
            if message["type"] == "refused" and message["id"] == name:
                raise RuntimeError(message)
        taken = time.monotonic() - began
        self.wait(lambda state: state["version"] >= message["version"])
        return taken


def ask(url, path, body, headers):
    """Posts; the answer, and the cookie that it sets."""
    request = bot.urllib.request.Request(url + path, json.dumps(body).encode(), headers)
    with bot.urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer), answer.headers.get("Set-Cookie")


def acknowledgements(url, protocol, count):
    """Times of the victim's moves, at a steady pace."""
    times, player = [], Player(url, protocol)
    for _ in range(count):
        if player.state["end"]:
            player = Player(url, protocol)
        began = time.monotonic()
        times.append(player.move())
        time.sleep(max(0, 1 / MOVES_PER_SECOND - (time.monotonic() - began)))
    return times


def answers(url, protocol, count):
    """Times in which the computer at level `easy` answers the victim."""
    times, player = [], Player(url, protocol, "easy", "192.0.2.2")
    while len(times) < count:
        if player.state["end"]:
            player = Player(url, protocol, "easy", "192.0.2.2")
        began = time.monotonic()
        player.move()
        player.wait(lambda state: state["end"] or state["to_move"] == "one")
        times.append(time.monotonic() - began)
    return times


@contextlib.contextmanager
def lists(url, _protocol):
    stop = threading.Event()

    def ask_for_list():
        while not stop.is_set():
            began = time.monotonic()
            with contextlib.suppress(OSError):
                bot.urllib.request.urlopen(url + "/api/matches", timeout=60).read()
            stop.wait(max(0, 10 / LISTS_PER_SECOND - (time.monotonic() - began)))

    threads = [threading.Thread(target=ask_for_list, daemon=True) for _ in range(10)]
    for thread in threads:
        thread.start()
    yield
    stop.set()


@contextlib.contextmanager
def bodies(url, _protocol):
    """Bodies of 8 MiB of which the last byte is missing."""
    port = bot.urlsplit(url).port
    streams, stop = [], threading.Event()

    def send():
        with contextlib.suppress(OSError):
            stream = socket.create_connection(("127.0.0.1", port), 5, (ATTACKER, 0))
            streams.append(stream)
            stream.sendall(b"POST /api/files HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8388608\r\n\r\n")
            stream.sendall(b"x" * 8_388_607)
            stop.wait(60)

    for _ in range(UNFINISHED_BODIES):
        threading.Thread(target=send, daemon=True).start()
    yield
    stop.set()
    for stream in streams:
        stream.close()


@contextlib.contextmanager
def computers(url, protocol):
    """Twenty matches against `maximum` in which the computer always has to move."""
    stop = threading.Event()

    def play():
        with contextlib.suppress(OSError, RuntimeError, ConnectionError):
            while not stop.is_set():
                player = Player(url, protocol, "maximum", "192.0.2.66")
                while not stop.is_set() and not player.state["end"]:
                    player.move()
                    player.wait(lambda state: state["end"] or state["to_move"] == "one")

    for _ in range(HEAVY_MATCHES):
        threading.Thread(target=play, daemon=True).start()
    time.sleep(2)
    yield
    stop.set()


ATTACKS = {
    "lists": (lists, acknowledgements, fill_with_events, ()),
    "bodies": (bodies, acknowledgements, None, ()),
    "computers": (computers, answers, None, ("--trust-proxy",)),
}


def figures(times):
    times = sorted(times)
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))] * 1000
    return f"p50 {at(0.5):8.1f} ms  p99 {at(0.99):8.1f} ms  ({len(times)} times)"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--attack", choices=ATTACKS, action="append")
    parser.add_argument("--count", type=int, default=100, help="moves of the victim")
    parser.add_argument("--protocol", type=int, default=bot.PROTOCOL)
    arguments = parser.parse_args()
    for name in arguments.attack or ATTACKS:
        attack, victim, fill, flags = ATTACKS[name]
        with serving(arguments.program, fill, flags) as url:
            print(f"{name:10} without  {figures(victim(url, arguments.protocol, arguments.count))}", flush=True)
            with attack(url, arguments.protocol):
                print(f"{name:10} under it {figures(victim(url, arguments.protocol, arguments.count))}", flush=True)


if __name__ == "__main__":
    main()
