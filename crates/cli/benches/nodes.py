#!/usr/bin/env python3
"""Time from a move on one node to the screen on another, and what a killed node costs its player.

Start `cargo xtask cluster`, then: nodes.py BALANCER NODE NODE PROCESS
with the addresses and the process of the first node as it prints them. Needs the package websocket-client.
The first node is killed at the end.
"""

import itertools
import json
import os
import signal
import sys
import time
import urllib.request

import websocket

ANA, BO = "9f86d081884c7d659a2feaa0c55ad015", "60303ae22b998861bce3b28f33eec1be"
GAMES, PLIES = 8, 40
command_ids = itertools.count()


def open_table(node):
    wanted = {"game": "othello", "listing": "public", "side": "first", "name": "Ana", "seat": ANA}
    request = urllib.request.Request(
        f"http://{node}/api/rooms", data=json.dumps(wanted).encode(), headers={"content-type": "application/json"})
    return json.load(urllib.request.urlopen(request, timeout=20))["id"]


def connect(node, match, seat):
    socket = websocket.create_connection(f"ws://{node}/api/matches/{match}/socket", timeout=20, origin=f"http://{node}")
    send(socket, {"type": "hello", "protocol": 2, "since": 0, "seat": seat})
    return socket


def send(socket, message):
    socket.send(json.dumps(message))


def wait(socket, is_wanted):
    while True:
        message = json.loads(socket.recv())
        if is_wanted(message):
            return message


def is_state(message, moves=0):
    return message["type"] == "state" and message["record"] is not None and len(message["record"]["moves"]) >= moves


def move(socket, player, state):
    notation = state["view"]["choices"][0]["notation"]
    command = {"type": "move", "notation": notation}
    send(socket, {"type": "command", "id": f"n{os.getpid()}-{next(command_ids)}", "player": player, "command": command})


def begin(first, second):
    match = open_table(first)
    ana, bo = connect(first, match, ANA), connect(second, match, BO)
    send(bo, {"type": "join", "id": f"j{os.getpid()}-{next(command_ids)}", "player": None, "name": "Bo"})
    begun = lambda message: message["type"] == "state" and message.get("to_move")
    return match, {"one": ana, "two": bo}, {"one": wait(ana, begun), "two": wait(bo, begun)}


def main():
    balancer, first, second, process = sys.argv[1:]
    times = []
    for _ in range(GAMES):
        _, sockets, states = begin(first, second)
        for ply in range(PLIES):
            player = states["one"]["to_move"]
            if not player:
                break
            other = "two" if player == "one" else "one"
            began = time.monotonic()
            move(sockets[player], player, states[player])
            states[other] = wait(sockets[other], lambda message: is_state(message, ply + 1))
            times.append(1000 * (time.monotonic() - began))
            states[player] = wait(sockets[player], lambda message: is_state(message, ply + 1))
        for socket in sockets.values():
            socket.close()
    times.sort()
    print(f"{len(times)} moves from node to node: median {times[len(times) // 2]:.1f} ms, "
          f"99 % within {times[len(times) * 99 // 100]:.1f} ms, longest {times[-1]:.1f} ms")

    match, sockets, _ = begin(first, second)
    os.kill(int(process), signal.SIGKILL)
    began = time.monotonic()
    while True:
        try:
            ana = connect(balancer, match, ANA)
            state = wait(ana, is_state)
            break
        except (OSError, websocket.WebSocketException):
            time.sleep(0.05)
    move(ana, "one", state)
    wait(ana, lambda message: message["type"] == "applied")
    print(f"after the end of a node its player's next move was stored after {time.monotonic() - began:.2f} s")


main()
