"""Speed of random games beside OpenSpiel and PettingZoo, in one run: `cargo xtask python --measure`.

A step is: find the legal moves of a position, draw one, play it, and see whether the game is over. All ways are run in
turns, in many short samples; the best sample of each is printed, so that whatever else the machine does matters little.
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import damier
import numpy as np

ROUNDS = 30
BATCH = 4096
SAMPLE_SECONDS = 0.002


def measured(step: Callable[[], int]) -> float:
    """Steps in a second, in one sample; `step` returns how many it has made."""
    steps, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < SAMPLE_SECONDS:
        steps += step()
    return steps / elapsed


def single(name: str) -> Callable[[], int]:
    """One game of this package after the other, a Python object for each position."""
    start = damier.game(name).start(seed=1)
    draw = random.Random(1)

    def game() -> int:
        position, steps = start, 0
        while position.outcome is None:
            position = position.play(draw.choice(position.legal_moves))
            steps += 1
        return steps

    return game


def batched(name: str, *, planes: bool = False, masks: bool = False) -> Callable[[], int]:
    """A batch, with its arrays if they are wanted."""
    env = damier.BatchEnv(name, BATCH, seed=1)
    actions = env.random_actions()
    plane_array = env.planes() if planes else None
    mask_array = env.legal_mask() if masks else None

    def step() -> int:
        env.random_actions(actions)
        env.step(actions)
        if planes:
            env.planes(plane_array)
        if masks:
            env.legal_mask(mask_array)
        return BATCH

    return step


def drawn_by_numpy(name: str) -> Callable[[], int]:
    """A batch whose actions NumPy draws from the masks, as a learner does."""
    env = damier.BatchEnv(name, BATCH, seed=1)
    draw = np.random.default_rng(1)
    mask = env.legal_mask()

    def step() -> int:
        env.legal_mask(mask)
        env.step((draw.random(mask.shape, np.float32) * mask).argmax(axis=1))
        return BATCH

    return step


def open_spiel(name: str) -> Callable[[], int]:
    """One game of OpenSpiel after the other, through its Python module."""
    import pyspiel

    loaded: Any = pyspiel.load_game(name)
    draw = random.Random(1)

    def game() -> int:
        state, steps = loaded.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
            steps += 1
        return steps

    return game


def petting_zoo(make: Callable[[], Any]) -> Callable[[], int]:
    """One game after the other in an environment of PettingZoo."""
    env = make()
    draw = random.Random(1)

    def game() -> int:
        env.reset(seed=1)
        steps = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            env.step(draw.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            steps += 1
        return steps

    return game


def ways() -> dict[str, Callable[[], int]]:
    """What is compared."""
    from damier.pettingzoo import env as our_env
    from pettingzoo.classic import connect_four_v3

    found: dict[str, Callable[[], int]] = {}
    for name, theirs in [("connect-four", "connect_four"), ("othello", "othello")]:
        found[f"{name}: OpenSpiel"] = open_spiel(theirs)
        found[f"{name}: single"] = single(name)
        found[f"{name}: batch"] = batched(name)
        found[f"{name}: batch with masks"] = batched(name, masks=True)
        found[f"{name}: batch with masks and planes"] = batched(name, masks=True, planes=True)
        found[f"{name}: batch, drawn by NumPy"] = drawn_by_numpy(name)
    found["connect-four: PettingZoo's connect_four_v3"] = petting_zoo(connect_four_v3.env)
    found["connect-four: our PettingZoo environment"] = petting_zoo(lambda: our_env("connect-four"))
    for name in ["katarenga", "congress", "isolation"]:
        found[f"{name}: single"] = single(name)
        found[f"{name}: batch"] = batched(name)
        found[f"{name}: batch with planes"] = batched(name, planes=True)
    return found


def main() -> None:
    """Prints a table in Markdown."""
    best: dict[str, float] = {}
    all_ways = ways()
    for _ in range(ROUNDS):
        for name, step in all_ways.items():
            best[name] = max(best.get(name, 0.0), measured(step))
    print(f"| random games, {BATCH} in a batch, Python {sys.version.split()[0]} | steps a second | beside OpenSpiel |")
    print("|---|---:|---:|")
    for name, speed in best.items():
        theirs = best.get(f"{name.split(':')[0]}: OpenSpiel")
        ratio = f"{speed / theirs:.1f}" if theirs else ""
        print(f"| {name} | {speed:,.0f} | {ratio} |")


if __name__ == "__main__":
    main()
