"""Games for several seats as environments for PettingZoo."""

from __future__ import annotations

import copy
from typing import Any, ClassVar, Self, SupportsIndex, SupportsInt

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import funhouse
from funhouse.game import AnyGame
from funhouse.schemas import GameId

from .actions import actions as numbered
from .actions import mask, size_of
from .observations import Encoder, Features, Observation, observation_space
from .resets import integer, not_reset, seed_in, text


class SeatsEnv(AECEnv[str, Observation, SupportsInt]):  # type: ignore[misc]
    """A game for several seats, whose agents are `seat_1`, `seat_2` and so on.

    - Each agent observes what its seat sees, and nothing else.
    - Each move has an action, the same in every position, in every seat and in every release: see
      `funhouse.envs.actions`. `infos[agent]["moves"]` has the legal moves by their actions in the agent's turn.
      Moves that are too many to list are represented by some that are evenly spread.
    - If several seats can act, they act one after the other, from the one after the last.
    - Rewards are given at the end, from 1 for the best place to -1 for the last. Ties share theirs.
    - It can be copied and pickled, unless its game is that of a service.
    - An action that the mask excludes raises a `ValueError`. PettingZoo's `TerminateIllegalWrapper` handles it before.

    Args:
        game: the id of a game for several seats, or a game, which can be that of a service.
        seats: the number of seats. The default is the lowest.
        options: those of the deal.
        actions: the number of actions. The default is that of the game.
        encoder: encodes what a seat sees. The default counts its values.
        render_mode: `ansi` for text, `svg` for a picture. Both show all that is hidden.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "funhouse_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: GameId | AnyGame,
        *,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        actions: int | None = None,
        encoder: Encoder | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game: AnyGame = funhouse.game(game) if isinstance(game, str) else game
        facts = self.game.info()
        if facts["kind"] == "referee":
            raise ValueError(f"{self.game.id} is played at a real table: its moves only report what happened there")
        if facts["kind"] not in ("seated", "race"):
            raise ValueError(f"{self.game.id} is not a game for several seats")
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f"render_mode must be ansi or svg (got {render_mode})")
        self.render_mode = render_mode
        self._seats = facts["seats"]["least"] if seats is None else seats
        self._options = options or {}
        self._actions = size_of(self.game.id) if actions is None else actions
        self._encoder: Encoder = encoder or Features()
        self._random = np.random.default_rng()
        self._moves: list[Any] = []
        #: The position with all that is hidden: not for agents.
        self.position: dict[str, Any] = {}
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self._seats + 1)]
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}
        self._observation_spaces = {
            agent: observation_space(self._encoder, self._actions) for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals. `options={"seed": "funhouse-1"}` deals that seed; otherwise the game's seed is drawn from `seed`."""
        chosen, number = seed_in(options), integer(seed)
        if number is not None:
            self._random = np.random.default_rng(number)
        drawn = f"{int(self._random.integers(2**63)):016x}"
        dealt = drawn if chosen is None else text(chosen)
        self.position = self.game.deal(seed=dealt, seats=self._seats, options=self._options)
        self._moves = []
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._enter(last=self._seats)

    def step(self, action: SupportsInt | None) -> None:
        """Plays a move of the selected agent."""
        if not self.position:
            raise not_reset()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self.infos[agent]["moves"]
        if action is None or int(action) not in legal:
            raise ValueError(f"action must be one that the mask allows (got {action})")
        self.play(legal[int(action)])
        self._cumulative_rewards[agent] = 0.0
        self._enter(last=_seat(agent))
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Returns what an agent observes."""
        seen = self._seen(agent)
        legal = numbered(seen["legal_moves"], self._actions)
        return {
            "observation": self._encoder(self.game, seen, _seat(agent)),
            "action_mask": mask(legal, self._actions),
        }

    def render(self) -> str | None:
        """Returns the board with all that is hidden."""
        if self.render_mode is None:
            return None
        state = self.position["state"]
        return self.game.text(state) if self.render_mode == "ansi" else self.game.picture(state)

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def run(self) -> Any:
        """Returns the moves so far as a run, which any service can verify with `replay`."""
        state = self.position["state"]
        head = {name: state[name] for name in ("game", "rules", "seed", "seats", "options")}
        return {**head, "moves": list(self._moves), "points": self.position["points"]}

    def __copy__(self) -> Self:
        # A shallow copy would share the moves and the random numbers.
        return copy.deepcopy(self)

    def _enter(self, last: int) -> None:
        """Selects the next agent, or ends the game."""
        self.infos = {agent: {"moves": []} for agent in self.agents}
        if self.position["finished"]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, rewards_of(self.position["places"]), strict=True))
            return
        to_act = self.position["to_act"]
        # From the seat after the last, so that none waits forever in a game without turns.
        self.agent_selection = f"seat_{min(to_act, key=lambda seat: (seat - last - 1) % self._seats)}"
        self.infos[self.agent_selection] = {"moves": self.legal(self.agent_selection)}

    def play(self, move: Any) -> None:
        """Plays a move, which is legal."""
        self.position = self.game.play(self.position["state"], move)
        self._moves.append(move)

    def legal(self, agent: str) -> dict[int, Any]:
        """Returns the legal moves of an agent by their actions."""
        legal = self.game.moves(self.position["state"], seat=_seat(agent))
        return numbered(legal, self._actions)

    def _seen(self, agent: str) -> dict[str, Any]:
        seen: dict[str, Any] = self.game.view(self.position["state"], seat=_seat(agent), with_legal_moves=True)
        return seen


def _seat(agent: str) -> int:
    return int(agent.removeprefix("seat_"))


def rewards_of(places: list[int]) -> list[float]:
    """Returns 1 for the best place to -1 for the last. Tied seats share the mean of their places, so the sum is 0.

    The best place is 2 if a robot without a seat has won, as in King of the Beach. Then all seats are tied.
    """
    best = min(places)
    means = [place - best + 1 + (places.count(place) - 1) / 2 for place in places]
    return [1 - 2 * (mean - 1) / (len(places) - 1) for mean in means]
