"""Environments of PettingZoo, one for each game.

>>> from damier import pettingzoo
>>> env = pettingzoo.env("isolation")
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((9, 8, 8), 64)
"""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import Game, Line, game as find_game

_Observation = dict[str, NDArray[Any]]


def env(game: Game | str, **options: Any) -> AECEnv:
    """The environment of a game with PettingZoo's usual wrappers: an illegal action ends the game, and loses it.

    The options are those of `GameEnv`.
    """
    env: AECEnv = GameEnv(game, **options)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game between the agents `player_0`, who moves first, and `player_1`.

    An observation is a dictionary with the planes of the position (`observation`, see `Game.planes`: `own` is whoever is
    to move) and the legal actions (`action_mask`). The reward of the last move is 1, 0 or -1. In a game whose boards
    differ, `reset` draws one from its seed, unless `board` is given.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        board: str | None = None,
        rules: str | None = None,
        render_mode: Literal["ansi", "human"] | None = None,
    ) -> None:
        super().__init__()
        self._game = game if isinstance(game, Game) else find_game(game)
        self._board, self._rules = board, rules
        self.metadata = {
            "name": f"{self._game.id.replace('-', '_')}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self._line = Line(self._game, self._game.start(board=board, rules=rules))
        self._random = np.random.default_rng()
        self.possible_agents = ["player_0", "player_1"]
        self.agents = list(self.possible_agents)
        planes = spaces.Box(low=0, high=1, shape=self._game.shape, dtype=np.uint8)
        mask = spaces.Box(low=0, high=1, shape=(self._game.actions,), dtype=np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._game.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent does."""
        return self.action_spaces[agent]

    @property
    def line(self) -> Line:
        """The game so far."""
        return self._line

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        drawn = int(self._random.integers(2**63)) if self._game.has_boards else 0
        start = self._game.start(board=self._board, rules=self._rules, seed=drawn)
        self._line = Line(self._game, start)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[start.turn]

    def observe(self, agent: str) -> _Observation:
        """The position, with legal actions for the agent who is to move."""
        position = self._line.position
        is_over = self._line.outcome is not None
        is_to_move = agent == self.possible_agents[self._line.turn] and not is_over
        mask = position.legal_mask() if is_to_move else np.zeros(self._game.actions, bool)
        return {"observation": position.planes(), "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        """Plays an action for the agent who is to move."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is to move needs an action"
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._line.play(int(action))
        outcome = self._line.outcome
        if outcome is not None:
            self.rewards = dict(zip(self.possible_agents, outcome.returns, strict=True))
            self.terminations = dict.fromkeys(self.possible_agents, True)
        self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as lines of emoji: returned, or printed in the mode `human`."""
        if self.render_mode is None:
            return None
        picture = self._line.position.emoji()
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        """Nothing is held open."""
