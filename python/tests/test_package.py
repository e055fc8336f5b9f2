"""Positions, records, boards and engines, and the errors of the command line."""

import doctest
import pickle
import re
import shlex
import subprocess
import sys
import threading
import time
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

import damier
import damier.arrays
import damier.gymnasium
import damier.pettingzoo

ROOT = Path(__file__).parents[2]


class DocumentationTest(unittest.TestCase):
    def test_examples_of_the_modules(self) -> None:
        for module in [damier, damier.arrays, damier.gymnasium, damier.pettingzoo]:
            failed, attempted = doctest.testmod(module)
            self.assertEqual(failed, 0, module.__name__)
            self.assertGreater(attempted, 0, module.__name__)

    def test_examples_of_the_guide(self) -> None:
        failed, attempted = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False)
        self.assertEqual(failed, 0)
        self.assertGreater(attempted, 30)

    def test_everything_is_documented(self) -> None:
        for name in damier.__all__:
            thing = getattr(damier, name)
            if isinstance(thing, int):
                continue
            self.assertTrue(thing.__doc__, name)
            if isinstance(thing, type):
                members = [member for member in vars(thing) if not member.startswith("_")]
                for member in members if not issubclass(thing, Exception) else []:
                    self.assertTrue(getattr(thing, member).__doc__, f"{name}.{member}")


class ErrorTest(unittest.TestCase):
    """Errors have the texts of the command line, as its transcripts show them."""

    def said(self, words: list[str]) -> str | None:
        """What the package says to the arguments of `damier show`."""
        game, *rest = words
        options: dict[str, str] = {}
        moves = []
        while rest:
            word = rest.pop(0)
            if word.startswith("--") and word != "--":
                if not rest:
                    return None
                options[word[2:]] = rest.pop(0)
            else:
                moves.append(word)
        lang = options.pop("lang", "en")
        if lang not in ("en", "fr"):
            return None
        damier.set_language("fr" if lang == "fr" else "en")
        if set(options) - {"position", "board", "rules"} or "position" in options and len(options) > 1:
            return None  # about options, which only the command line has
        try:
            found = damier.game(game)
            position = options.get("position")
            start = (
                found.position(position)
                if position is not None
                else found.start(board=options.get("board"), rules=options.get("rules"))
            )
            damier.Line(found, start, moves)
        except damier.Error as error:
            return str(error)
        finally:
            damier.set_language("en")
        return ""

    def test_texts_of_the_transcripts(self) -> None:
        text = (ROOT / "crates/cli/tests/transcripts/errors.txt").read_text()
        compared = 0
        for command, message in re.findall(r"^\$ damier (?:show|moves) (.+)\n! err(?:or|eur) ?: (.+)$", text, re.M):
            words = shlex.split(command)
            # The command line also reads moves that are run together.
            if any(len(word) > 2 and word.isdigit() for word in words):
                continue
            # The transcripts have a sixth game, of the tests.
            if words[0] == "tic-tac-toe" or words[0].startswith("--"):
                continue
            message = message.replace(", tic-tac-toe)", ")")
            said = self.said(words)
            if said is not None:
                self.assertEqual(said, message, command)
                compared += 1
        self.assertGreater(compared, 8)

    def test_kinds(self) -> None:
        othello = damier.game("othello").start()
        with self.assertRaises(damier.IllegalMoveError):
            othello.play("a1")
        with self.assertRaises(damier.ParseError):
            othello.play("z9")
        with self.assertRaisesRegex(damier.IllegalMoveError, "no action 65 here, only 0 to 64"):
            othello.play(65)
        with self.assertRaises(damier.IllegalMoveError):
            othello.play(-1)
        with self.assertRaisesRegex(damier.Error, "a move of isolation, not of othello"):
            othello.play(damier.Move("isolation", "a1"))
        with self.assertRaises(damier.SetupError):
            damier.game("othello").start(board="A B C D")
        with self.assertRaises(damier.RecordError):
            damier.read_games("Game: othello\nStart: nonsense\n\n1. f5")
        with self.assertRaises(damier.RecordError):
            damier.read_games(b"\xff\xfe\x00")
        with self.assertRaises(damier.Error):
            damier.set_language("de")  # type: ignore[arg-type]
        with self.assertRaises(TypeError):
            othello.play(1.5)  # type: ignore[arg-type]
        self.assertTrue(issubclass(damier.Error, ValueError))


class GameTest(unittest.TestCase):
    def test_every_game_has_its_line(self) -> None:
        folders = (ROOT / "crates/games/src").glob("*/rules.en.md")
        games = {folder.parent.name.replace("_", "-") for folder in folders}
        missing = games - {game.id for game in damier.games()}
        self.assertFalse(missing, "python/src/encoding.rs: GAMES has no line for these games")


class PositionTest(unittest.TestCase):
    def test_the_package_has_the_numbers_of_perft(self) -> None:
        for game, depth, count in [("connect-four", 5, 16807), ("othello", 5, 1396)]:
            self.assertEqual(damier.game(game).start().perft(depth), count)

    def test_values_are_compared_and_pickled(self) -> None:
        for game in damier.games():
            start = game.start()
            again = damier.Position(game, str(start))
            self.assertEqual(start, again)
            self.assertEqual(hash(start), hash(again))
            self.assertNotEqual(start, start.play(start.legal_moves[0]))
            self.assertEqual(pickle.loads(pickle.dumps(start)), start)
            self.assertEqual(pickle.loads(pickle.dumps(game)), game)
            move = start.legal_moves[0]
            self.assertEqual({move}, {damier.Move(game, str(move)), damier.Move(game, move.action)})

    def test_pictures_are_svg(self) -> None:
        starts = [game.start()._repr_svg_() for game in damier.games()]
        line = damier.Line("othello", moves=["f5"])._repr_svg_()
        for picture in [damier.Board("1 2 3 4")._repr_svg_(), line, *starts]:
            root = xml.fromstring(picture)
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        othello = damier.game("othello").start()
        self.assertNotEqual(othello.svg(theme="dark"), othello.svg())
        with self.assertRaisesRegex(damier.Error, "there is no theme 'pink', only: light, dark"):
            othello.svg(theme="pink")  # type: ignore[arg-type]

    def test_draws_by_history(self) -> None:
        line = damier.Line("congress", damier.game("congress").start(board="1 2 3 4"))
        there, back = [], []
        for _ in range(2):
            move, reverse = to_and_fro(line.position)
            there.append(move)
            back.append(reverse)
            line.play(move)
        line.undo(2)
        for _ in range(2):
            for move in [*there, *back]:
                self.assertIsNone(line.outcome)
                line.play(move)
        outcome = line.outcome
        assert outcome is not None
        self.assertEqual((outcome.winner, outcome.reason, outcome.returns), (None, "repetition", (0.0, 0.0)))


def to_and_fro(position: damier.Position) -> tuple[str, str]:
    """A move that its side could take back with its next one, and the move that does so."""
    for move in map(str, position.legal_moves):
        rows, turn, *rest = str(position.play(move)).split()
        same_side = " ".join([rows, "ox"["xo".index(turn)], *rest])
        reverse = move[2:] + move[:2]
        if reverse in map(str, damier.Position(position.game, same_side).legal_moves):
            return move, reverse
    raise AssertionError("every board has such a move")


class RecordTest(unittest.TestCase):
    def test_games_are_written_and_read(self) -> None:
        lines = [damier.Line("othello", moves=["f5", "d6"]), damier.Line("connect-four", moves=[3, 3, 2])]
        swapped = damier.Line("isolation", damier.game("isolation").start(seed=5), ["d4", "swap"], swap=True)
        self.assertTrue(swapped.swapped)
        games = [line.save(first="Ana", second="Émile") for line in [*lines, swapped]]
        text = damier.write_games(games)
        read = damier.read_games(text)
        self.assertEqual(read, games)
        self.assertEqual([game.line().moves for game in read], [["f5", "d6"], ["4", "4", "3"], ["d4", "swap"]])
        self.assertEqual([(game.first, game.second, game.result) for game in read], [("Ana", "Émile", "*")] * 3)
        self.assertEqual(damier.read_games(text.encode()), games)

    def test_a_finished_game_has_its_result(self) -> None:
        game = damier.Line("connect-four", moves=["1", "2"] * 3 + ["1"]).save()
        self.assertEqual((game.result, game.reason), ("1-0", "column"))

    def test_formats_of_other_programs(self) -> None:
        ggf = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[d3]W[c5];)"
        [game] = damier.read_games(ggf)
        self.assertEqual((game.moves, game.first), (["d3", "c5"], "a"))


class BoardTest(unittest.TestCase):
    def test_quadrants_make_boards(self) -> None:
        named = dict(damier.quadrants())
        board = damier.Board.from_quadrants([named[name] for name in ["A", "B", "C", "D"]])
        self.assertEqual(board.rows, damier.Board("A B C D").rows)
        self.assertTrue(board.is_box)
        quadrant = named["A"]
        self.assertEqual(quadrant.turned(4), quadrant)
        self.assertEqual(quadrant.turned(-1), quadrant.turned(3))
        self.assertEqual(quadrant.flipped().flipped(), quadrant)
        self.assertEqual(len(set(quadrant.variants())), 8)
        self.assertEqual([quadrant.count(colour) for colour in "YGBR"], [4, 4, 4, 4])
        self.assertEqual(damier.Quadrant("YYYY/GGGG/BBBB/BBBB").warnings != [], True)
        with self.assertRaises(damier.Error):
            damier.Board.from_quadrants([quadrant])

    def test_a_seed_is_the_board_of_the_command_line(self) -> None:
        drawn = damier.game("isolation").start(seed=7)
        named = damier.game("isolation").start(board="seed:7")
        self.assertEqual(drawn, named)
        self.assertEqual(named, damier.game("isolation").start(board=damier.Board.random(7)))


class EngineTest(unittest.TestCase):
    def test_every_level_of_every_game_plays(self) -> None:
        for game in damier.games():
            start = game.start(seed=1)
            self.assertEqual(len(game.levels), 6)
            for level in game.levels[:3]:
                engine = damier.Engine(game, level, seed=3)
                move = engine.choose(start)
                assert move is not None
                self.assertTrue(start.is_legal(move))
                self.assertEqual(damier.Engine(game, level, seed=3).choose(start), move)

    def test_reports_are_streamed(self) -> None:
        engine = damier.Engine("katarenga")
        seen: list[damier.Report] = []
        line = damier.Line("katarenga", damier.game("katarenga").start(seed=1))
        last = engine.search(line, depth=5, lines=3, on_report=seen.append)
        self.assertEqual([report.depth for report in seen], sorted(report.depth for report in seen))
        self.assertGreater(len(seen), 3)
        self.assertEqual(len(last.lines), 3)
        self.assertEqual(seen[-1].depth, last.depth)
        self.assertEqual(str(last.move), last.choice)
        iterated = [report.nodes for report in damier.Engine("katarenga").start(line, depth=5, lines=3)]
        self.assertEqual(iterated, [report.nodes for report in seen])

    def test_a_search_can_be_stopped(self) -> None:
        engine = damier.Engine("othello")
        start = damier.game("othello").start()
        search = engine.start(start)
        first = next(search)
        with self.assertRaises(damier.EngineBusyError):
            engine.search(start, depth=1)
        search.stop()
        last = search.result()
        self.assertTrue(search.is_over)
        self.assertGreaterEqual(last.nodes, first.nodes)
        self.assertEqual(engine.search(start, depth=2).depth, 2)

    @unittest.skipUnless(sys.platform == "linux", "limits on memory are those of Linux")
    def test_a_table_larger_than_memory_is_a_memory_error(self) -> None:
        program = """
import resource
import damier
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
for make in [lambda: damier.Engine("othello", table=40000), lambda: damier.ConnectFourSolver(table=40000)]:
    try:
        make()
    except MemoryError as error:
        print(error)
print(damier.Engine("othello", table=1).choose(damier.game("othello").start(), depth=1) is not None)
"""
        answer = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, text=True)
        refused, also, works = answer.stdout.splitlines()
        self.assertRegex(refused, "^this transposition table needs 40000 MiB of memory, ")
        self.assertEqual((also, works), (refused, "True"))

    def test_leaving_the_block_stops_the_search(self) -> None:
        engine = damier.Engine("othello")
        start = damier.game("othello").start()
        with engine.start(start) as search:
            next(search)
        self.assertTrue(search.is_over)
        self.assertIsNotNone(engine.choose(start, nodes=1000))

    def test_an_error_in_the_callback_ends_the_search(self) -> None:
        def fail(_: damier.Report) -> None:
            raise KeyError("enough")

        engine = damier.Engine("othello")
        start = damier.game("othello").start()
        with self.assertRaisesRegex(KeyError, "enough"):
            engine.search(start, on_report=fail)
        # It ends soon, and not at once.
        deadline = time.monotonic() + 60
        while True:
            try:
                self.assertIsNotNone(engine.choose(start, nodes=1000))
                break
            except damier.EngineBusyError:
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.01)

    def test_the_gil_is_released(self) -> None:
        ran = threading.Event()
        search = damier.Engine("othello").start(damier.game("othello").start())

        def stop() -> None:
            ran.set()
            search.stop()

        thread = threading.Thread(target=stop)
        next(search)
        thread.start()
        # Without a limit, this ends only because the other thread runs.
        search.result()
        thread.join()
        self.assertTrue(ran.is_set())

    def test_the_history_counts(self) -> None:
        line = damier.Line("othello", moves=["f5"])
        self.assertEqual(damier.Engine("othello").search(line, depth=3).choice in line.legal_moves, True)
        with self.assertRaisesRegex(damier.Error, "a position of othello, not of congress"):
            damier.Engine("congress").search(line, depth=1)
        with self.assertRaisesRegex(damier.Error, "a time in seconds was expected"):
            damier.Engine("othello").search(line, time=-1)

    def test_the_solver(self) -> None:
        solver = damier.ConnectFourSolver(table=16)
        position = damier.Line("connect-four", moves=list("44444")).position
        exact, weak = solver.solve(position), solver.solve(position, weak=True)
        self.assertTrue(exact.is_exact)
        self.assertEqual((exact.low > 0) - (exact.low < 0), (weak.low > 0) - (weak.low < 0))
        unknown = damier.ConnectFourSolver(table=1, book=False)
        bounds = unknown.solve(damier.game("connect-four").start(), time=0.01)
        self.assertLessEqual(bounds.low, 1)
        self.assertGreaterEqual(bounds.high, 1)


if __name__ == "__main__":
    unittest.main()
