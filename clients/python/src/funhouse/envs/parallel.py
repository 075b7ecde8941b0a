"""Games with simultaneous moves as environments for PettingZoo."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, ClassVar, Self, SupportsIndex, SupportsInt

from gymnasium import spaces
from pettingzoo import ParallelEnv

from funhouse.game import AnyGame
from funhouse.schemas import GameId

from .observations import Observation
from .resets import not_reset
from .seats import SeatsEnv, rewards_of


class ParallelSeatsEnv(ParallelEnv[str, Observation, SupportsInt]):  # type: ignore[misc]
    """A game for several seats in which all seats that can act do so in the same step.

    It suits games with simultaneous moves. In each step, the seats that can act play in the order of seats, and each
    agent chooses from what it observed before. A move that is no longer legal then is not played: its seat can act
    again in the next step, and `infos[agent]["late"]` is true. The actions of agents whose mask is empty are ignored.
    Everything else is as in `SeatsEnv`, whose arguments it takes.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "funhouse_parallel_v0", "render_modes": ["ansi", "svg"]}

    def __init__(self, game: GameId | AnyGame, **settings: Any) -> None:
        #: The game, which the steps of this environment play.
        self.seats = SeatsEnv(game, **settings)
        self.possible_agents = self.seats.possible_agents
        self.agents: list[str] = []
        self.render_mode = self.seats.render_mode
        self._legal: dict[str, dict[int, Any]] = {}

    def __copy__(self) -> Self:
        # A shallow copy would share the game.
        return copy.deepcopy(self)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's observations."""
        return self.seats.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's actions."""
        return self.seats.action_space(agent)

    def reset(
        self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deals, as `SeatsEnv` does."""
        self.seats.reset(seed=seed, options=options)
        self.agents = list(self.possible_agents)
        return self._observed(), self._infos(late=set())

    def step(
        self, actions: Mapping[str, SupportsInt]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Plays a move of each agent that can act."""
        if not self.seats.position:
            raise not_reset()
        chosen = {agent: self._chosen(agent, actions) for agent, legal in self._legal.items() if legal}
        late = {agent for agent, move in chosen.items() if not self._played(agent, move)}
        finished = bool(self.seats.position["finished"])
        rewards = dict.fromkeys(self.agents, 0.0)
        if finished:
            rewards = dict(zip(self.agents, rewards_of(self.seats.position["places"]), strict=True))
        ended, truncated = dict.fromkeys(self.agents, finished), dict.fromkeys(self.agents, False)
        observations, infos = self._observed(), self._infos(late)
        if finished:
            self.agents = []
        return observations, rewards, ended, truncated, infos

    def render(self) -> str | None:
        """Returns the board with all that is hidden."""
        return self.seats.render()

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def run(self) -> Any:
        """Returns the moves so far as a run, which any service can verify with `replay`."""
        return self.seats.run()

    def _chosen(self, agent: str, actions: Mapping[str, SupportsInt]) -> Any:
        action, legal = actions.get(agent), self._legal[agent]
        if action is None or int(action) not in legal:
            raise ValueError(f"the action of {agent} must be one that its mask allows (got {action})")
        return legal[int(action)]

    def _played(self, agent: str, move: Any) -> bool:
        """Plays a move, unless those before it made it illegal."""
        seats = self.seats
        is_first = seats.position is self._before
        if not is_first and (seats.position["finished"] or move not in seats.legal(agent).values()):
            return False
        seats.play(move)
        return True

    def _observed(self) -> dict[str, Observation]:
        self._before = self.seats.position
        to_act = {f"seat_{seat}" for seat in self._before.get("to_act", [])}
        self._legal = {agent: self.seats.legal(agent) if agent in to_act else {} for agent in self.agents}
        return {agent: self.seats.observe(agent) for agent in self.agents}

    def _infos(self, late: set[str]) -> dict[str, dict[str, Any]]:
        return {agent: {"moves": self._legal[agent], "late": agent in late} for agent in self.agents}


def parallel_env(game: GameId | AnyGame, **settings: Any) -> ParallelSeatsEnv:
    """Returns a game in which the seats act in the same step, under the name that PettingZoo's libraries expect."""
    return ParallelSeatsEnv(game, **settings)
