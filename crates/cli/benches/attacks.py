#!/usr/bin/env python3
"""Measures what one hostile visitor costs another: time from a move to its acknowledgement, p50 and p99,
first without and then under each attack. Python 3.9 or later, and nothing else.

    python3 crates/cli/benches/attacks.py target/release/damier [--attack NAME]
            [--count 100] [--protocol 2]

The times under pictures are those of the victim's new games. What many networks do is counted: the processor time of
their requests, the analyses and the storage that those of one /56 get, and the tables that are listed.

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
            yield url, server.pid
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


def new_games(url, _protocol, count):
    """Times of the victim's new tables; one that is refused counts as a minute."""
    times = []
    for number in range(count):
        began = time.monotonic()
        seat = f"{number:032x}"
        wanted = {"game": "othello", "listing": "unlisted", "seat": seat}
        # Each is another visitor, so that no rate limit counts.
        address = f"198.51.{100 + number // 250}.{number % 250 + 1}"
        try:
            ask(url, "/api/rooms", wanted, {"X-Forwarded-For": address})
            times.append(time.monotonic() - began)
        except (OSError, bot.urllib.error.HTTPError):
            times.append(60)
        time.sleep(0.05)
    return times


@contextlib.contextmanager
def pictures(url, _protocol):
    """Two addresses, each with sixteen large pictures in flight."""
    stop, numbers = threading.Event(), iter(range(10**9))

    def ask_for_pictures(address):
        while not stop.is_set():
            # Another position each time, so that none is in a cache.
            moves = "".join(f"{next(numbers) % 7 + 1} " for _ in range(3)).strip().replace(" ", "%20")
            size = 2048 - next(numbers) % 200
            request = bot.urllib.request.Request(
                f"{url}/api/games/connect-four/picture.png?size={size}&moves={moves}",
                headers={"X-Forwarded-For": address})
            with contextlib.suppress(OSError):
                bot.urllib.request.urlopen(request, timeout=60).read()

    for address in ("192.0.2.66", "192.0.2.67"):
        for _ in range(16):
            threading.Thread(target=ask_for_pictures, args=(address,), daemon=True).start()
    time.sleep(2)
    yield
    stop.set()


def processor_seconds(pid):
    """Time that the processors have worked for a process."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def networks(url, pid):
    """Requests from 20,000 networks, one each."""
    parts = bot.urlsplit(url)

    def ask_from(numbers):
        stream = socket.create_connection((parts.hostname, parts.port), 60)
        for number in numbers:
            address = f"10.0.{number // 256}.{number % 256}"
            head = f"GET /api/pairing HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n\r\n"
            stream.sendall(head.encode())
            answer = b""
            while not answer.endswith(b"[]"):
                answer += stream.recv(65536)

    before, began = processor_seconds(pid), time.monotonic()
    threads = [threading.Thread(target=ask_from, args=(range(first, 20_000, 4),)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken = time.monotonic() - began
    return f"{processor_seconds(pid) - before:.1f} s of processor for 20,000 requests (in {taken:.1f} s)"


def question(url, address):
    """Asks for an analysis."""
    line = bot.Socket(url, "/api/analysis/socket", f"X-Forwarded-For: {address}\r\n")
    line.send({"type": "hello", "protocol": bot.PROTOCOL})
    line.receive()
    record = {"start": "8/8/8/3ox3/3xo3/8/8/8 x", "moves": []}
    line.send({"type": "analyse", "question": 1, "game": "othello", "record": record})
    return line


def taken(lines):
    """How many of the questions are not refused."""
    count = 0
    for line in lines:
        line.stream.settimeout(0.3)
        message = {"type": "thought"}
        with contextlib.suppress(OSError):
            while message and message["type"] != "refused":
                message = line.receive()
        count += bool(message and message["type"] != "refused")
    return count


def prefixes(url, _pid):
    """Analyses of the networks of one /56, and then of others."""
    held = [question(url, f"2001:db8:1:{number % 8:x}::1") for number in range(64)]
    time.sleep(3)
    others = [question(url, f"198.51.100.{number + 1}") for number in range(4)]
    time.sleep(3)
    return f"{taken(held)} of 64 questions of one /56 are taken, {taken(others)} of 4 of others"


def storage(url, _pid):
    """What sixteen networks of one /56 store until each is refused."""
    tree = [{"parent": None, "notation": column, "comment": "x" * 3900} for column in "1234567"]
    wanted = {"from": "tree", "game": "connect-four", "start": "7/7/7/7/7/7 x", "comment": "x" * 3900, "moves": tree}
    stored, began = [], time.monotonic()

    def store(address):
        with contextlib.suppress(OSError):
            while True:
                ask(url, "/api/analyses", wanted, {"X-Forwarded-For": address})
                stored.append(len(json.dumps(wanted)))

    threads = [threading.Thread(target=store, args=(f"2001:db8:1:{number:x}::1",)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.monotonic() - began
    return f"{sum(stored) / 1e6:.1f} MB stored in {took:.1f} s ({len(stored)} analyses)"


def tables(url, _pid):
    """102 public tables of six addresses, and an older one of somebody else."""

    def table(address):
        seat = f"{hash(address) & (1 << 120) - 1:032x}"
        wanted = {"game": "othello", "listing": "public", "seat": seat}
        made, _ = ask(url, "/api/rooms", wanted, {"X-Forwarded-For": address})
        line = bot.Socket(url, f"/api/matches/{made['id']}/socket", f"X-Forwarded-For: {address}\r\n")
        line.send({"type": "hello", "protocol": bot.PROTOCOL, "since": 0, "seat": seat})
        line.receive()
        return made["id"], line

    honest, _line = table("198.51.100.1")
    held = [table(f"192.0.2.{number % 6 + 1}") for number in range(102)]
    with bot.urllib.request.urlopen(url + "/api/rooms", timeout=60) as answer:
        listed = [room["id"] for room in json.load(answer)["rooms"]]
    others = sum(name in listed for name, _ in held)
    return f"the list has {others} of 102 tables of six addresses, and {'that' if honest in listed else 'not that'} of another"


COUNTED = {"networks": networks, "prefixes": prefixes, "storage": storage, "tables": tables}
ATTACKS = {
    "lists": (lists, acknowledgements, fill_with_events, ()),
    "bodies": (bodies, acknowledgements, None, ()),
    "computers": (computers, answers, None, ("--trust-proxy",)),
    "pictures": (pictures, new_games, None, ("--trust-proxy",)),
}


def figures(times):
    times = sorted(times)
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))] * 1000
    return f"p50 {at(0.5):8.1f} ms  p99 {at(0.99):8.1f} ms  ({len(times)} times)"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--attack", choices=[*ATTACKS, *COUNTED], action="append")
    parser.add_argument("--count", type=int, default=100, help="moves of the victim")
    parser.add_argument("--protocol", type=int, default=bot.PROTOCOL)
    arguments = parser.parse_args()
    for name in arguments.attack or [*ATTACKS, *COUNTED]:
        if name in COUNTED:
            with serving(arguments.program, None, ("--trust-proxy",)) as (url, pid):
                print(f"{name:10} {COUNTED[name](url, pid)}", flush=True)
            continue
        attack, victim, fill, flags = ATTACKS[name]
        with serving(arguments.program, fill, flags) as (url, _):
            print(f"{name:10} without  {figures(victim(url, arguments.protocol, arguments.count))}", flush=True)
            with attack(url, arguments.protocol):
                print(f"{name:10} under it {figures(victim(url, arguments.protocol, arguments.count))}", flush=True)


if __name__ == "__main__":
    main()
