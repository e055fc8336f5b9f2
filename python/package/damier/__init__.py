"""Five board games with strong engines, solvers and arrays for learning.

>>> import damier
>>> line = damier.Line("othello")
>>> line.play("f5")
>>> engine = damier.Engine("othello", "normal", seed=1)
>>> line.play(engine.search(line).choice)
>>> len(line)
2

The guide is docs/python.md of the project. `damier.pettingzoo` has environments for PettingZoo, `damier.gymnasium` for
Gymnasium.
"""

from ._damier import (
    BatchEnv,
    Board,
    ConnectFourSolver,
    Engine,
    EngineBusyError,
    Error,
    Game,
    IllegalMoveError,
    Line,
    Move,
    Outcome,
    ParseError,
    Position,
    Quadrant,
    RecordError,
    Report,
    ReportLine,
    SavedGame,
    ScoreBounds,
    Search,
    SetupError,
    game,
    games,
    quadrants,
    read_games,
    set_language,
    write_games,
)
from .arrays import transform_actions, transform_planes

FIRST = 0
"""The seat that moves first."""
SECOND = 1
"""The seat that answers."""

__all__ = [
    "FIRST",
    "SECOND",
    "BatchEnv",
    "Board",
    "ConnectFourSolver",
    "Engine",
    "EngineBusyError",
    "Error",
    "Game",
    "IllegalMoveError",
    "Line",
    "Move",
    "Outcome",
    "ParseError",
    "Position",
    "Quadrant",
    "RecordError",
    "Report",
    "ReportLine",
    "SavedGame",
    "ScoreBounds",
    "Search",
    "SetupError",
    "game",
    "games",
    "quadrants",
    "read_games",
    "set_language",
    "transform_actions",
    "transform_planes",
    "write_games",
]
