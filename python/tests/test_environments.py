"""The environments pass the checks of PettingZoo and Gymnasium."""

import contextlib
import io
import unittest
import warnings

import damier
import damier.gymnasium
import damier.pettingzoo
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test


class EnvironmentTest(unittest.TestCase):
    def setUp(self) -> None:
        # A dictionary with an action mask is what PettingZoo's own board games return; its check warns of it.
        self.enterContext(warnings.catch_warnings())
        warnings.filterwarnings("ignore", message="Observation")
        self.enterContext(contextlib.redirect_stdout(io.StringIO()))

    def test_pettingzoo_api(self) -> None:
        for game in damier.games():
            with self.subTest(game=game.id):
                api_test(damier.pettingzoo.env(game), num_cycles=300)

    def test_pettingzoo_seed(self) -> None:
        for game in damier.games():
            with self.subTest(game=game.id):
                seed_test(lambda game=game: damier.pettingzoo.env(game), num_cycles=100)

    def test_a_seed_draws_the_board(self) -> None:
        env = damier.pettingzoo.env("katarenga")
        boards = []
        for seed in [1, 2, 1]:
            env.reset(seed=seed)
            boards.append(env.last()[0]["observation"])
        self.assertTrue((boards[0] == boards[2]).all())
        self.assertFalse((boards[0] == boards[1]).all())

    def test_an_illegal_action_loses(self) -> None:
        env = damier.pettingzoo.env("othello")
        env.reset(seed=0)
        env.step(0)
        self.assertEqual(env.terminations, {"player_0": True, "player_1": True})
        self.assertEqual(env.rewards["player_0"], -1)

    def test_pettingzoo_renders(self) -> None:
        env = damier.pettingzoo.env("connect-four", render_mode="ansi")
        env.reset()
        env.step(3)
        self.assertIn("🔴", env.render())

    def test_gymnasium(self) -> None:
        for game in damier.games():
            with self.subTest(game=game.id):
                check_env(damier.gymnasium.PlayerEnv(game, "very-easy", seat=None))

    def test_games_against_every_kind_of_player_end(self) -> None:
        draw = np.random.default_rng(0)
        for game in damier.games():
            for opponent in ["very-easy", "easy", "random"]:
                with self.subTest(game=game.id, opponent=opponent):
                    env = damier.gymnasium.PlayerEnv(game, opponent, seat=None)
                    observation, _ = env.reset(seed=1)
                    ended, reward = False, 0.0
                    while not ended:
                        legal = np.flatnonzero(observation["action_mask"])
                        observation, reward, ended, _, info = env.step(draw.choice(legal))
                        self.assertEqual(info, {})
                    outcome = env.line.outcome
                    assert outcome is not None
                    self.assertEqual(reward, outcome.returns[env.seat])

    def test_an_illegal_action_ends_the_game_of_gymnasium(self) -> None:
        env = damier.gymnasium.PlayerEnv("othello", "very-easy")
        env.reset(seed=0)
        _, reward, terminated, _, info = env.step(0)
        self.assertEqual((reward, terminated, info), (-1.0, True, {"illegal": 0}))


if __name__ == "__main__":
    unittest.main()
