"""Random games move by move beside programs that others wrote: OpenSpiel and PettingZoo."""

import os
import random
import unittest
from typing import Any

import damier
import numpy as np

GAMES = int(os.environ.get("DAMIER_COMPARE_GAMES", "300"))
SEED = int(os.environ.get("DAMIER_SOAK_ROUND", "0"))


class OpenSpielTest(unittest.TestCase):
    """The games that OpenSpiel has, too. Its actions have the same numbers."""

    def compare(self, name: str, ours: str) -> None:
        import pyspiel

        theirs: Any = pyspiel.load_game(name)
        game = damier.game(ours)
        self.assertEqual(theirs.num_distinct_actions(), game.actions)
        draw = random.Random(SEED)
        reasons = set()
        for _ in range(GAMES):
            state, line = theirs.new_initial_state(), damier.Line(game)
            while not state.is_terminal():
                position = line.position
                self.assertIsNone(line.outcome)
                self.assertEqual(state.current_player(), line.turn)
                legal = state.legal_actions()
                self.assertEqual(legal, position.legal_actions().tolist(), str(position))
                self.assertEqual(legal, np.flatnonzero(position.legal_mask()).tolist())
                action = draw.choice(legal)
                state.apply_action(action)
                line.play(action)
            outcome = line.outcome
            assert outcome is not None, str(line.position)
            self.assertEqual(state.returns(), list(outcome.returns), str(line.position))
            reasons.add(outcome.reason)
        self.assertGreater(len(reasons), 1)

    def compare_batch(self, name: str, ours: str) -> None:
        import pyspiel

        theirs: Any = pyspiel.load_game(name)
        states = [theirs.new_initial_state() for _ in range(GAMES)]
        batch = damier.BatchEnv(ours, GAMES, seed=SEED, autoreset=False)
        while not batch.over.all():
            masks, turns, over = batch.legal_mask(), batch.turns, batch.over
            for state, mask, turn, is_over in zip(states, masks, turns, over, strict=True):
                self.assertEqual(state.is_terminal(), is_over)
                self.assertEqual(state.legal_actions() if not is_over else [], np.flatnonzero(mask).tolist())
                if not is_over:
                    self.assertEqual(state.current_player(), turn)
            actions = batch.random_actions()
            rewards, ended = batch.step(actions)
            for state, action, reward, has_ended in zip(states, actions, rewards, ended, strict=True):
                if action >= 0:
                    state.apply_action(action)
                    self.assertEqual(state.is_terminal(), has_ended)
                    self.assertEqual(state.returns(), [reward, -reward])

    def test_connect_four(self) -> None:
        self.compare("connect_four", "connect-four")

    def test_connect_four_in_a_batch(self) -> None:
        self.compare_batch("connect_four", "connect-four")

    def test_othello(self) -> None:
        self.compare("othello", "othello")

    def test_othello_in_a_batch(self) -> None:
        self.compare_batch("othello", "othello")


class PettingZooTest(unittest.TestCase):
    """PettingZoo's own Connect Four beside the environment of this package."""

    def test_connect_four(self) -> None:
        from damier.pettingzoo import env as our_env
        from pettingzoo.classic import connect_four_v3

        theirs, ours = connect_four_v3.env(), our_env("connect-four")
        draw = random.Random(SEED)
        for _ in range(max(GAMES // 3, 1)):
            theirs.reset(seed=0)
            ours.reset(seed=0)
            for agent in theirs.agent_iter():
                self.assertEqual(agent, ours.agent_selection)
                their_view, their_reward, their_end, _, _ = theirs.last()
                our_view, our_reward, our_end, _, _ = ours.last()
                self.assertEqual((their_reward, their_end), (our_reward, our_end))
                if their_end:
                    action = None
                else:
                    mask = their_view["action_mask"]
                    np.testing.assert_array_equal(mask, our_view["action_mask"])
                    # Their rows begin at the top, and their planes are the last axis.
                    board = np.moveaxis(their_view["observation"], -1, 0)[:, ::-1]
                    np.testing.assert_array_equal(board, our_view["observation"][:2])
                    action = draw.choice(np.flatnonzero(mask).tolist())
                theirs.step(action)
                ours.step(action)
            self.assertEqual(ours.agents, [])


if __name__ == "__main__":
    unittest.main()
