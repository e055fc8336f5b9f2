#!/usr/bin/env python3
"""Checks certificates of `damier prove`. It shares nothing with Damier but the format (docs/certificates.md).

    python3 check_proof.py FILE...

The five games are here in the simplest form: a position is a tuple, and each game has the functions `parse`
(text to position), `turn`, `result` (None while the game goes on, else the winner 'x', 'o' or '' and the margin),
`moves` (notation to next position) and `key` (what two positions of the prover must have in common).
"""
import sys
import zlib

OTHER = {"x": "o", "o": "x"}
SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
EIGHT = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


class Refused(Exception):
    """The certificate proves nothing."""


def cells(rows, width):
    """Cells of rows such as 3xo3/8, as a list of lists, '' for an empty one."""
    board = []
    for row in rows.split("/"):
        board.append([])
        for letter in row:
            board[-1] += [""] * int(letter) if letter.isdigit() else [letter]
        if len(board[-1]) != width:
            raise Refused(f"the row {row} has not {width} cells")
    return board


def check_turn(turn):
    if turn not in OTHER:
        raise Refused(f"{turn} is no side to move")


class ConnectFour:
    """A position: seven columns, from the bottom, as strings."""

    def parse(self, text):
        rows, turn = text.split(" ")
        board = cells(rows, 7)
        if len(board) != 6:
            raise Refused("the board has not six rows")
        columns = tuple("".join(board[row][column] for row in range(5, -1, -1)) for column in range(7))
        if turn != self.turn(columns):
            raise Refused(f"with these discs it is not the turn of {turn}")
        return columns

    def turn(self, columns):
        discs = "".join(columns)
        return "x" if discs.count("x") == discs.count("o") else "o"

    def result(self, columns):
        def disc(column, row):
            return columns[column][row] if 0 <= column < 7 and 0 <= row < len(columns[column]) else ""

        for column in range(7):
            for row in range(len(columns[column])):
                for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                    line = {disc(column + i * dx, row + i * dy) for i in range(4)}
                    if len(line) == 1 and line != {""}:
                        return line.pop(), None
        return ("", None) if all(len(column) == 6 for column in columns) else None

    def moves(self, columns):
        disc = self.turn(columns)
        return {
            str(i + 1): columns[:i] + (columns[i] + disc,) + columns[i + 1 :]
            for i in range(7)
            if len(columns[i]) < 6
        }

    def key(self, columns):
        return columns


class Othello:
    """A position: 64 cells from the top left, and the side to move."""

    def parse(self, text):
        rows, turn = text.split(" ")
        check_turn(turn)
        board = cells(rows, 8)
        return tuple(cell for row in board for cell in row), turn

    def turn(self, position):
        return position[1]

    def flips(self, board, place, side):
        flipped = []
        for dx, dy in EIGHT:
            run, x, y = [], place % 8 + dx, place // 8 + dy
            while 0 <= x < 8 and 0 <= y < 8 and board[8 * y + x] == OTHER[side]:
                run.append(8 * y + x)
                x, y = x + dx, y + dy
            if 0 <= x < 8 and 0 <= y < 8 and board[8 * y + x] == side:
                flipped += run
        return flipped

    def can_move(self, board, side):
        return any(board[i] == "" and self.flips(board, i, side) for i in range(64))

    def result(self, position):
        board, _ = position
        if self.can_move(board, "x") or self.can_move(board, "o"):
            return None
        x, o = board.count("x"), board.count("o")
        # Empty squares count for the winner.
        winner = "" if x == o else "x" if x > o else "o"
        return winner, 0 if x == o else abs(x - o) + 64 - x - o

    def moves(self, position):
        board, side = position
        after = {}
        for i in range(64):
            flipped = self.flips(board, i, side) if board[i] == "" else []
            if flipped:
                new = list(board)
                for j in [i, *flipped]:
                    new[j] = side
                after["abcdefgh"[i % 8] + str(i // 8 + 1)] = (tuple(new), OTHER[side])
        return after or {"--": (board, OTHER[side])}

    def key(self, position):
        return position


class Family:
    """What Katarenga, Congress and Isolation share: pawns as a dictionary by square, and coloured squares."""

    def read_board(self, text):
        rows, turn, colours, *rest = text.split(" ")
        check_turn(turn)
        names = [file + rank for rank in "87654321" for file in "abcdefgh"]
        pawns = [cell for row in cells(rows, 8) for cell in row]
        self.colour = dict(zip(names, colours.replace("/", ""), strict=True))
        return {name: pawn for name, pawn in zip(names, pawns, strict=True) if pawn}, turn, rest

    def reach(self, pawns, start):
        """Squares that a pawn on `start` reaches, the first pawn of each ray included."""
        colour, reached = self.colour[start], []
        steps = {"B": EIGHT, "G": KNIGHT, "R": EIGHT[0::2], "Y": EIGHT[1::2]}[colour]
        for dx, dy in steps:
            x, y = ord(start[0]), ord(start[1])
            while True:
                x, y = x + dx, y + dy
                square = chr(x) + chr(y)
                if square not in self.colour:
                    break
                reached.append(square)
                if colour in "BG" or square in pawns or self.colour[square] == colour:
                    break
        return reached


class Katarenga(Family):
    """A position: pawns, side to move, camps of x left and right and of o left and right."""

    def parse(self, text):
        pawns, turn, rest = self.read_board(text)
        camps, self.rules = rest if len(rest) == 2 else ("--/--", *rest)
        return tuple(sorted(pawns.items())), turn, camps.replace("/", "")

    def turn(self, position):
        return position[1]

    def result(self, position):
        pawns, turn, camps = position
        for side in (OTHER[turn], turn):
            if camps.count(side) == 2:
                return side, None
        for side in (turn, OTHER[turn]):
            if sum(pawn == side for _, pawn in pawns) + camps.count(side) < 2:
                return OTHER[side], None
        return None

    def moves(self, position):
        (pairs, turn, camps), after = position, {}
        pawns = dict(pairs)
        start = sorted([(f + "8", "x") for f in "abcdefgh"] + [(f + "1", "o") for f in "abcdefgh"])
        peaceful = self.rules == "official" and list(pairs) == start and camps == "----"
        for square, pawn in pairs:
            if pawn != turn:
                continue
            for to in self.reach(pawns, square):
                if pawns.get(to) == turn or (to in pawns and peaceful):
                    continue
                new = {name: other for name, other in pairs if name not in (square, to)} | {to: turn}
                after[square + to] = (tuple(sorted(new.items())), OTHER[turn], camps)
            if square[1] == {"x": "1", "o": "8"}[turn]:
                for side in (0, 1):
                    index = {"x": 0, "o": 2}[turn] + side
                    if camps[index] == "-":
                        left = tuple(pair for pair in pairs if pair[0] != square)
                        filled = camps[:index] + turn + camps[index + 1 :]
                        after[square + ">" + "lr"[side]] = (left, OTHER[turn], filled)
        return after

    def key(self, position):
        return position


class Congress(Family):
    """A position: pawns and side to move."""

    def parse(self, text):
        pawns, turn, _ = self.read_board(text)
        return tuple(sorted(pawns.items())), turn

    def turn(self, position):
        return position[1]

    def connected(self, pawns, side):
        own = {square for square, pawn in pawns if pawn == side}
        group = [min(own)]
        for square in group:
            for dx, dy in EIGHT[0::2]:
                near = chr(ord(square[0]) + dx) + chr(ord(square[1]) + dy)
                if near in own and near not in group:
                    group.append(near)
        return len(group) == len(own)

    def result(self, position):
        pawns, turn = position
        for side in (OTHER[turn], turn):
            if self.connected(pawns, side):
                return side, None
        return None if self.moves(position) else (OTHER[turn], None)

    def moves(self, position):
        (pairs, turn), after = position, {}
        pawns = dict(pairs)
        for square, pawn in pairs:
            for to in self.reach(pawns, square) if pawn == turn else []:
                if to not in pawns:
                    new = {name: other for name, other in pairs if name != square} | {to: turn}
                    after[square + to] = (tuple(sorted(new.items())), OTHER[turn])
        return after

    def key(self, position):
        return position


class Isolation(Family):
    """A position: the squares with pawns, whose colours make no difference, and the side to move."""

    def parse(self, text):
        pawns, turn, (self.rules,) = self.read_board(text)
        return frozenset(pawns), turn

    def turn(self, position):
        return position[1]

    def free(self, pawns):
        attacked = {to for square in pawns for to in self.reach(pawns, square)}
        free = [square for square in SQUARES if square not in pawns and square not in attacked]
        if self.rules == "mutual":
            free = [square for square in free if not pawns & set(self.reach(pawns, square))]
        return free

    def result(self, position):
        pawns, turn = position
        return None if self.free(pawns) else (OTHER[turn], None)

    def moves(self, position):
        pawns, turn = position
        return {square: (pawns | {square}, OTHER[turn]) for square in self.free(pawns)}

    def key(self, position):
        pawns, _ = position
        # By the mutual rules two pawns never attack each other, so no pawn stands between two others that could:
        # whether two squares exclude each other never changes, and the free squares say all.
        return frozenset(self.free(pawns)) if self.rules == "mutual" else pawns


GAMES = {
    "connect-four": ConnectFour,
    "othello": Othello,
    "katarenga": Katarenga,
    "congress": Congress,
    "isolation": Isolation,
}
# Plies after which a game may be drawn: no win can be claimed beyond.
LIMITS = {"katarenga": 100, "congress": 200}
LONGEST = 500


def holds(goal, prover, result):
    """Whether a finished game fulfils the claim."""
    winner, margin = result
    if goal == "wins":
        return winner == prover
    if goal == "draws":
        return winner != OTHER[prover]
    return margin is not None and (margin if winner == prover else -margin) >= int(goal)


def walk(game, position, prover, goal, next_move, heights, ply=0):
    """Follows the prover's moves and all replies; the plies of the longest game."""
    result = game.result(position)
    if result is not None:
        if not holds(goal, prover, result):
            raise Refused(f"the game can end otherwise than is claimed: {position}")
        return 0
    if ply == LONGEST:
        raise Refused("a game lasts too long")
    after = game.moves(position)
    if game.turn(position) != prover:
        lengths = [
            walk(game, after[reply], prover, goal, next_move, heights, ply + 1) for reply in sorted(after)
        ]
        return 1 + max(lengths)
    key = game.key(position)
    if key in heights:
        if heights[key] is None and goal != "draws":
            raise Refused(f"a position can come again: {position}")
        return heights[key] or 0
    move = next_move()
    if move not in after:
        raise Refused(f"the move '{move}' is not legal in {position}")
    heights[key] = None
    heights[key] = 1 + walk(game, after[move], prover, goal, next_move, heights, ply + 1)
    return heights[key]


def check(lines):
    """Checks the lines of a certificate; a sentence for each claim, all of them true."""
    number = 0
    checksum = 0

    def line():
        nonlocal number, checksum
        number += 1
        text = next(lines, None)
        if text is None or not text.endswith("\n"):
            raise Refused("the file ends here")
        if not text.startswith("crc32 "):
            checksum = zlib.crc32(text.encode(), checksum)
        return text[:-1]

    def value(name):
        word, _, rest = line().partition(" ")
        if word != name:
            raise Refused(f"here should be '{name} …'")
        return rest

    try:
        if line() != "damier certificate 1":
            raise Refused("this is no certificate of version 1")
        name = value("game")
        game = GAMES[name]()
        start = game.parse(value("position"))
        if game.result(start) is not None:
            raise Refused("the game is over in that position")
        text, claims = line(), []
        while not text.startswith("crc32 "):
            word, prover, goal = text.split(" ")
            if word != "claim" or prover not in OTHER:
                raise Refused("here should be a claim")
            plies, count, words = int(value("plies")), int(value("moves")), []

            def next_move():
                nonlocal count, words
                if count == 0:
                    raise Refused("a move is missing")
                words = words or line().split(" ")
                count -= 1
                return words.pop(0)

            heights = {}
            length = walk(game, start, prover, goal, next_move, heights)
            if count or words:
                raise Refused("no game needs the moves from here on")
            if length != plies:
                raise Refused(f"the longest game has {length} plies, not {plies}")
            if goal != "draws" and length > LIMITS.get(name, LONGEST):
                raise Refused("a game lasts so long that it is drawn")
            claims.append(f"{prover} {goal} ({plies} plies at most, {len(heights)} positions)")
            text = line()
        if text != f"crc32 {checksum:08x}":
            raise Refused("the checksum is wrong")
        if next(lines, None) is not None:
            raise Refused("something follows the end")
        if not claims:
            raise Refused("nothing is claimed")
        return claims
    except (Refused, ValueError, KeyError, TypeError) as error:
        raise Refused(f"line {number}: {error}") from error


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: check_proof.py FILE...")
    sys.setrecursionlimit(4 * LONGEST)
    refused = False
    for path in sys.argv[1:]:
        try:
            with open(path, encoding="utf-8", newline="\n") as file:
                for claim in check(iter(file)):
                    print(f"{path}: proved: {claim}")
        except (Refused, UnicodeDecodeError) as error:
            print(f"{path}: refused: {error}")
            refused = True
    sys.exit(refused)


if __name__ == "__main__":
    main()
