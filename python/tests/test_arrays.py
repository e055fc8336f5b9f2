"""Arrays: actions, planes, symmetries and batches."""

import random
import unittest

import damier
import numpy as np


def positions(game: damier.Game, games: int = 5) -> list[damier.Position]:
    """Positions of random games, on random boards and by each rule set."""
    draw = random.Random(1)
    found = []
    for seed in range(games):
        rules = game.rule_sets[seed % len(game.rule_sets)]
        line = damier.Line(game, game.start(rules=rules, seed=seed))
        while line.outcome is None and len(line) < 120:
            found.append(line.position)
            line.play(draw.choice(line.legal_moves))
    return found


class ActionTest(unittest.TestCase):
    def test_numbers_and_moves_are_the_same(self) -> None:
        for game in damier.games():
            for action in range(game.actions):
                move = damier.Move(game, action)
                self.assertEqual((move.action, int(move)), (action, action))
                self.assertEqual(damier.Move(game, str(move)), move)
            with self.assertRaises(damier.IllegalMoveError):
                damier.Move(game, game.actions)

    def test_numbers_stay_as_documented(self) -> None:
        documented = {
            "connect-four": (7, {0: "1", 6: "7"}),
            "othello": (65, {0: "a1", 1: "b1", 8: "a2", 63: "h8", 64: "--"}),
            "isolation": (64, {0: "a1", 63: "h8"}),
            "congress": (4096, {1: "a1b1", 64: "b1a1"}),
            "katarenga": (4224, {1: "a1b1", 4096: "a1>l", 4097: "a1>r", 4223: "h8>r"}),
        }
        for name, (count, moves) in documented.items():
            self.assertEqual(damier.game(name).actions, count)
            for action, notation in moves.items():
                self.assertEqual(str(damier.Move(name, action)), notation)


class PlaneTest(unittest.TestCase):
    def test_planes_show_the_board(self) -> None:
        position = damier.Line("connect-four", moves=["1", "7", "1"]).position
        own, opponent, first = position.planes()
        self.assertEqual(np.argwhere(own).tolist(), [[0, 6]])
        self.assertEqual(np.argwhere(opponent).tolist(), [[0, 0], [1, 0]])
        self.assertFalse(first.any())
        start = damier.game("othello").start().planes()
        self.assertEqual(np.argwhere(start[0]).tolist(), [[3, 4], [4, 3]])
        board = damier.Board.random(3)
        planes = damier.game("isolation").start(board=board).planes()
        names = damier.game("isolation").planes
        for plane, letter in [("yellow", "Y"), ("green", "G"), ("blue", "B"), ("red", "R")]:
            rows = [[int(cell == letter) for cell in row] for row in reversed(board.rows)]
            np.testing.assert_array_equal(planes[names.index(plane)], rows)

    def test_planes_and_masks_agree_with_the_position(self) -> None:
        for game in damier.games():
            for position in positions(game, 2):
                planes = position.planes()
                self.assertEqual((planes.shape, planes.dtype), (game.shape, np.dtype(np.uint8)))
                self.assertLessEqual(planes.max(), 1)
                legal = [move.action for move in position.legal_moves]
                self.assertEqual(np.flatnonzero(position.legal_mask()).tolist(), sorted(legal))
                self.assertEqual(position.legal_actions().tolist(), legal)
                self.assertEqual(len(game.planes), len(planes))

    def test_symmetries(self) -> None:
        expected = {"connect-four": 2, "katarenga": 2, "othello": 8, "congress": 8, "isolation": 8}
        for game in damier.games():
            self.assertEqual(game.symmetries, expected[game.id])
            with self.assertRaises(damier.Error):
                game.action_images(game.symmetries)
            for position in positions(game, 2)[::7]:
                for symmetry in range(game.symmetries):
                    image = position.transformed(symmetry)
                    planes = damier.transform_planes(game, position.planes(), symmetry)
                    np.testing.assert_array_equal(planes, image.planes())
                    mask = damier.transform_actions(game, position.legal_mask(), symmetry)
                    np.testing.assert_array_equal(mask, image.legal_mask())
                    images = game.action_images(symmetry)
                    for move in position.legal_moves:
                        after = position.play(move).transformed(symmetry)
                        self.assertEqual(image.play(images[move.action]), after)


class BatchTest(unittest.TestCase):
    def test_a_batch_plays_as_single_games_do(self) -> None:
        for game in damier.games():
            with self.subTest(game=game.id):
                count = 20
                batch = damier.BatchEnv(game, count, seed=4, autoreset=False)
                lines = [damier.Line(game, batch.position(index)) for index in range(count)]
                while not batch.over.all():
                    planes, masks = batch.planes(), batch.legal_mask()
                    actions = batch.random_actions()
                    over = batch.over
                    for index, line in enumerate(lines):
                        position = line.position
                        self.assertEqual(batch.position(index), position)
                        np.testing.assert_array_equal(planes[index], position.planes())
                        if over[index]:
                            self.assertFalse(masks[index].any())
                            self.assertEqual(actions[index], -1)
                        else:
                            np.testing.assert_array_equal(masks[index], position.legal_mask())
                            line.play(actions[index])
                    rewards, ended = batch.step(actions)
                    for index, line in enumerate(lines):
                        outcome = line.outcome
                        self.assertEqual(ended[index], outcome is not None and not over[index])
                        if ended[index]:
                            assert outcome is not None
                            self.assertEqual(rewards[index], outcome.returns[0])

    def test_successors_are_what_actions_lead_to(self) -> None:
        for game in damier.games():
            batch = damier.BatchEnv(game, 3, seed=2, autoreset=False)
            lines = [damier.Line(game, batch.position(index)) for index in range(3)]
            while not batch.over.all():
                expected = []
                for index, line in enumerate(lines):
                    for move in line.position.legal_moves if line.outcome is None else []:
                        after = line.copy()
                        after.play(move)
                        outcome = after.outcome
                        reward = outcome.returns[0] if outcome is not None else 0
                        expected.append((index, move.action, reward, outcome is not None))
                games, actions, rewards, ended, planes = batch.successors()
                self.assertEqual(list(zip(games, actions, rewards, ended, strict=True)), expected)
                after_last = lines[games[-1]].position.play(actions[-1])
                np.testing.assert_array_equal(planes[-1], after_last.planes())
                chosen = batch.random_actions()
                batch.step(chosen)
                for line, action in zip(lines, chosen, strict=True):
                    if action >= 0:
                        line.play(action)

    def test_games_begin_anew(self) -> None:
        batch = damier.BatchEnv("connect-four", 50, seed=1)
        start = damier.game("connect-four").start()
        ends = 0
        for _ in range(100):
            _, ended = batch.step(batch.random_actions())
            for index in np.flatnonzero(ended):
                self.assertEqual(batch.position(index), start)
            ends += int(ended.sum())
            self.assertFalse(batch.over.any())
        self.assertGreater(ends, 100)

    def test_a_seed_repeats_everything(self) -> None:
        def played(batch: damier.BatchEnv) -> list[str]:
            for _ in range(60):
                batch.step(batch.random_actions())
            return [str(batch.position(index)) for index in range(len(batch))]

        one, other = damier.BatchEnv("isolation", 8, seed=1), damier.BatchEnv("isolation", 8, seed=2)
        first, different = played(one), played(other)
        self.assertNotEqual(first, different)
        self.assertEqual(played(damier.BatchEnv("isolation", 8, seed=1)), first)
        other.reset(seed=1)
        self.assertEqual(played(other), first)

    def test_boards_and_starts(self) -> None:
        drawn = damier.BatchEnv("katarenga", 10, seed=1)
        self.assertGreater(len({str(drawn.position(index)) for index in range(10)}), 5)
        fixed = damier.BatchEnv("katarenga", 10, board="seed:3", rules="official")
        start = damier.game("katarenga").start(board="seed:3", rules="official")
        self.assertEqual({str(fixed.position(index)) for index in range(10)}, {str(start)})
        middle = damier.Line("othello", moves=["f5", "d6"]).position
        batch = damier.BatchEnv("othello", 3, start=middle)
        self.assertEqual(batch.position(2), middle)
        self.assertEqual(batch.turns.tolist(), [0, 0, 0])

    def test_an_illegal_action_changes_nothing(self) -> None:
        batch = damier.BatchEnv("connect-four", 3)
        for _ in range(6):
            batch.step([0, 1, 2])
        before = [batch.position(index) for index in range(3)]
        with self.assertRaisesRegex(damier.IllegalMoveError, "game 1: column full, try again"):
            batch.step([3, 1, 3])
        self.assertEqual([batch.position(index) for index in range(3)], before)
        with self.assertRaisesRegex(damier.IllegalMoveError, "game 2"):
            batch.step([3, 3, -1])

    def test_arrays_of_other_kinds(self) -> None:
        batch = damier.BatchEnv("othello", 4)
        batch.step(np.full(4, 19, np.int16))
        batch.step(np.array([18, 0] * 4)[::2])
        with self.assertRaises(TypeError):
            batch.step(np.full(4, 1.5))
        with self.assertRaisesRegex(damier.Error, "actions: 3 instead of 4"):
            batch.step([1, 2, 3])
        planes = np.empty((4, 3, 8, 8), np.uint8)
        self.assertIs(batch.planes(planes), planes)
        np.testing.assert_array_equal(planes, batch.planes())
        with self.assertRaisesRegex(damier.Error, "shape"):
            batch.legal_mask(np.empty((3, 65), np.bool_))
        with self.assertRaisesRegex(damier.Error, "contiguous"):
            batch.legal_mask(np.empty((4, 130), np.bool_)[:, ::2])
        for games in [0, 1 << 30]:
            with self.assertRaisesRegex(damier.Error, "a batch has 1 to"):
                damier.BatchEnv("othello", games)
        with self.assertRaisesRegex(damier.Error, "only 0 to 3"):
            batch.position(4)


if __name__ == "__main__":
    unittest.main()
