"""An environment of Gymnasium: one seat of a game, against a computer player.

>>> from damier.gymnasium import PlayerEnv
>>> env = PlayerEnv("isolation", "very-easy", seat=1)
>>> observation, info = env.reset(seed=3)
>>> observation["observation"].shape, len(env.line)
((9, 8, 8), 1)
"""

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from . import Engine, Game, Line, game as find_game

_Observation = dict[str, NDArray[Any]]
_SEED_BOUND = 2**63


class PlayerEnv(gymnasium.Env[_Observation, np.int64]):
    """One seat of a game, against any player of `Game.players`.

    An observation is a dictionary with the planes of the position (`observation`) and the legal actions
    (`action_mask`). The reward is 1, 0 or -1 at the end of the game, else 0. An illegal action loses at once, and
    `info["illegal"]` says why. `seat` is 0, 1 or `None` for one that is drawn for each game; boards are drawn, too,
    unless `board` is given. All draws, and those of the opponent, come from the seed of `reset`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 2}

    def __init__(
        self,
        game: Game | str,
        opponent: str = "normal",
        *,
        seat: Literal[0, 1] | None = 0,
        board: str | None = None,
        rules: str | None = None,
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        self._game = game if isinstance(game, Game) else find_game(game)
        self._opponent, self._chosen_seat = opponent, seat
        self._board, self._rules = board, rules
        self._seat: int = seat or 0
        self._engine = Engine(self._game, opponent)
        self._line = Line(self._game, self._game.start(board=board, rules=rules))
        self._has_ended = False
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self._game.actions)
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(low=0, high=1, shape=self._game.shape, dtype=np.uint8),
                "action_mask": spaces.Box(low=0, high=1, shape=(self._game.actions,), dtype=np.int8),
            }
        )

    @property
    def line(self) -> Line:
        """The game so far."""
        return self._line

    @property
    def seat(self) -> int:
        """The seat of the agent in this game."""
        return self._seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observation, dict[str, Any]]:
        """Begins a new game; the opponent has moved if it has the first seat."""
        super().reset(seed=seed)
        draws = self.np_random.integers(_SEED_BOUND, size=3)
        self._seat = int(draws[0] % 2) if self._chosen_seat is None else self._chosen_seat
        self._engine = Engine(self._game, self._opponent, seed=int(draws[1]))
        board_seed = int(draws[2]) if self._game.has_boards else 0
        start = self._game.start(board=self._board, rules=self._rules, seed=board_seed)
        self._line = Line(self._game, start)
        self._has_ended = False
        self._answer()
        return self._observe(), {}

    def step(self, action: np.int64 | int) -> tuple[_Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action, and the answers of the opponent up to the agent's next turn."""
        assert not self._has_ended, "the game is over: reset() begins a new one"
        position = self._line.position
        if not position.is_legal(int(action)):
            self._has_ended = True
            return self._observe(), -1.0, True, False, {"illegal": int(action)}
        self._line.play(int(action))
        self._answer()
        outcome = self._line.outcome
        self._has_ended = outcome is not None
        reward = outcome.returns[self._seat] if outcome is not None else 0.0
        return self._observe(), reward, self._has_ended, False, {}

    def render(self) -> str | None:
        """The board as lines of emoji."""
        return self._line.position.emoji() if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        """Lets the opponent move until it is the agent's turn."""
        while self._line.outcome is None and self._line.turn != self._seat:
            choice = self._engine.search(self._line).choice
            assert choice is not None, "the game goes on"
            self._line.play(choice)

    def _observe(self) -> _Observation:
        position = self._line.position
        is_over = self._has_ended or self._line.outcome is not None
        mask = np.zeros(self._game.actions, bool) if is_over else position.legal_mask()
        return {"observation": position.planes(), "action_mask": mask.astype(np.int8)}
