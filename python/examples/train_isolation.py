"""Trains a small player for Isolation in less than a minute, with a network in NumPy.

    pip install damier
    python train_isolation.py

All games are on one board. The network learns, from random games played in batches, how often whoever has made a move
wins after it: its input is the squares that are still free. The player looks one move ahead and makes the best move by
that, which is a step of policy iteration beyond random play.
"""

import sys

import damier
import numpy as np
from numpy.typing import NDArray

BOARD = "1 2 3 4"
GAMES = 1024  # of a generation, played at once
GENERATIONS = 150
SAMPLES = 256  # of a step of training
HIDDEN = 128
LEARNING_RATE = 2e-3
MATCH_GAMES = 400

Floats = NDArray[np.float32]


class Network:
    """One hidden layer, trained by Adam."""

    def __init__(self, draw: np.random.Generator) -> None:
        def layer(inputs: int, outputs: int) -> Floats:
            weights: Floats = draw.standard_normal((inputs, outputs), np.float32) / np.float32(np.sqrt(inputs))
            return weights

        self.weights = [layer(64, HIDDEN), np.zeros(HIDDEN, np.float32), layer(HIDDEN, 1), np.zeros(1, np.float32)]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def values(self, inputs: Floats) -> tuple[Floats, Floats]:
        """The hidden layer, and the values between -1 and 1."""
        first, first_bias, second, second_bias = self.weights
        hidden = np.maximum(inputs @ first + first_bias, 0)
        return hidden, np.tanh(hidden @ second + second_bias)[:, 0]

    def train(self, inputs: Floats, targets: Floats) -> None:
        """One step towards the targets."""
        hidden, values = self.values(inputs)
        error = ((values - targets) * (1 - values**2) / len(inputs))[:, None]
        back = (error @ self.weights[2].T) * (hidden > 0)
        gradients = [inputs.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)]
        self.steps += 1
        rate = LEARNING_RATE * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for weight, mean, square, gradient in zip(self.weights, self.means, self.squares, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)


def free_squares(planes: NDArray[np.uint8]) -> Floats:
    """The input of the network."""
    own, opponent, forbidden = planes[:, 0], planes[:, 1], planes[:, 2]
    return (1 - (own | opponent | forbidden)).reshape(-1, 64).astype(np.float32)


def chosen_actions(network: Network, env: damier.BatchEnv) -> NDArray[np.int64]:
    """The best action of each game; those of games that are over do not matter."""
    games, actions, _, ended, planes = env.successors()
    # Whoever leaves the opponent without a move has won.
    values = np.where(ended, 2, network.values(free_squares(planes))[1])
    order = np.lexsort((values, games))
    best = order[np.append(games[1:] != games[:-1], True)]
    chosen = np.full(len(env), -1)
    chosen[games[best]] = actions[best]
    return chosen


def play_generation(env: damier.BatchEnv) -> tuple[Floats, Floats]:
    """Plays random games to the end; returns the positions after all moves, and the results for those who moved."""
    env.reset()
    inputs, movers, moved = [], [], []
    results = np.zeros(len(env), np.float32)
    while not env.over.all():
        moved.append(np.flatnonzero(~env.over))
        movers.append(np.where(env.turns[moved[-1]] == damier.FIRST, 1, -1))
        rewards, _ = env.step(env.random_actions())
        results += rewards
        inputs.append(free_squares(env.planes()[moved[-1]]))
    targets: Floats = (results[np.concatenate(moved)] * np.concatenate(movers)).astype(np.float32)
    return np.concatenate(inputs), targets


def score_against_random(network: Network, seed: int) -> float:
    """The share of games won against random moves, with each seat in half of them."""
    won = 0.0
    for seat in [damier.FIRST, damier.SECOND]:
        env = damier.BatchEnv("isolation", MATCH_GAMES // 2, board=BOARD, seed=seed + seat, autoreset=False)
        while not env.over.all():
            rewards, _ = env.step(np.where(env.turns == seat, chosen_actions(network, env), env.random_actions()))
            won += float((rewards == (1 if seat == damier.FIRST else -1)).sum())
    return won / MATCH_GAMES


def score_against_level(network: Network, level: str, seed: int) -> float:
    """The share of games won against a level of the engine, with each seat in half of them."""
    won = 0.0
    for number in range(MATCH_GAMES // 10):
        engine = damier.Engine("isolation", level, seed=seed + number)
        line = damier.Line("isolation", damier.game("isolation").start(board=BOARD))
        while line.outcome is None:
            if line.turn == number % 2:
                env = damier.BatchEnv("isolation", 1, start=line.position, autoreset=False)
                line.play(int(chosen_actions(network, env)[0]))
            else:
                line.play(str(engine.search(line).choice))
        won += line.outcome.returns[number % 2] > 0
    return won / (MATCH_GAMES // 10)


def report(when: str, network: Network) -> float:
    """Prints the scores, and returns that against random moves."""
    score = score_against_random(network, 1000)
    levels = [f"{level} {score_against_level(network, level, 0):.0%}" for level in ["very-easy", "easy"]]
    print(f"{when}: {score:.0%} against random moves; {', '.join(levels)}", flush=True)
    return score


def main(generations: int = GENERATIONS) -> tuple[float, float]:
    """Trains a player; returns its scores before and after."""
    draw = np.random.default_rng(1)
    network = Network(draw)
    before = report("before", network)
    env = damier.BatchEnv("isolation", GAMES, board=BOARD, seed=1, autoreset=False)
    for _ in range(generations):
        inputs, targets = play_generation(env)
        for part in np.array_split(draw.permutation(len(inputs)), len(inputs) // SAMPLES):
            network.train(inputs[part], targets[part])
    return before, report("after", network)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GENERATIONS)
