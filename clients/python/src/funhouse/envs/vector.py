"""Many games of a solitaire as one environment for Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NoReturn, SupportsIndex, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import funhouse
from funhouse.game import AnyGame
from funhouse.local import LocalCalls
from funhouse.schemas import GameId

from .actions import size_of
from .arrays import Array
from .games import DEAL, FINISHED, ILLEGAL, Form, ModuleGames, Observed
from .observations import Encoder, Features, Observation, Screen, observation_space
from .resets import integer, seed_in, text


class SolitaireVectorEnv(VectorEnv[Observation, Array, Array]):
    """Games of a solitaire that the module plays in one call, far faster than as many `SolitaireEnv`s.

    Actions, observations and rewards are those of `SolitaireEnv`. After the end of a game, the next step deals another
    (`AutoresetMode.NEXT_STEP`), and ignores its action. `infos` has the arrays `total` and `illegal`.

    Args:
        game: the id of a solitaire, or a game in this process.
        num_envs: the number of games.
        options: those of the deals.
        actions: the number of actions. The default is that of the game.
        encoder: `Features` or `Screen`.
        max_episode_steps: the number of steps after which a game is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # type: ignore[misc]

    def __init__(
        self,
        game: GameId | AnyGame,
        num_envs: int = 1,
        *,
        options: dict[str, str] | None = None,
        actions: int | None = None,
        encoder: Features | Screen | None = None,
        max_episode_steps: int | None = None,
        render_mode: None = None,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode must be None (got {render_mode})")
        self.game: AnyGame = funhouse.game(game) if isinstance(game, str) else game
        facts = self.game.info()
        if facts["kind"] != "solitaire":
            raise ValueError(f"{self.game.id} is not a solitaire")
        if not isinstance(self.game.send, LocalCalls):
            raise ValueError("the game must be in this process")
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1 (got {num_envs})")
        self.num_envs = num_envs
        self._sign = -1 if facts["wins"] == "low" else 1
        self._options = options or {}
        self._limit = max_episode_steps
        size = self._actions = size_of(self.game.id) if actions is None else actions
        features: Encoder = encoder or Features()
        if type(features) not in (Features, Screen):
            raise ValueError("encoder must be Features or Screen")
        self._games = ModuleGames(self.game.send, Form.of(features, size))
        self._totals: Array = np.zeros(num_envs, np.int64)
        self._ended: Array = np.zeros(num_envs, bool)
        self._steps: Array = np.zeros(num_envs, np.int64)
        self._randoms: list[np.random.Generator] = [np.random.default_rng() for _ in range(num_envs)]
        self.single_action_space = spaces.Discrete(size)
        self.single_observation_space = cast("spaces.Space[Any]", observation_space(features, size))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self,
        *,
        seed: SupportsIndex | Sequence[SupportsIndex | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals all games. Game `n` is that of a `SolitaireEnv` that is reset with `seed + n`, or with `seed[n]`.

        `options={"seed": ["funhouse-1", "funhouse-2"]}` deals these seeds, one for each game.
        """
        if "reset_mask" in (options or {}):
            raise ValueError("reset_mask needs the autoreset mode DISABLED (this environment has NEXT_STEP)")
        chosen = seed_in(options)
        dealt = None if chosen is None else [text(each) for each in self._one_each(chosen, "the seeds of games")]
        for place, each in enumerate(self._seeds(seed)):
            if each is not None:
                self._randoms[place], _ = gymnasium.utils.seeding.np_random(each)
        drawn = [f"{self._drawn(place):016x}" for place in range(self.num_envs)]
        observed = self._games.deal(dealt or drawn, self._options)
        self._totals = observed.totals
        self._ended = np.zeros(self.num_envs, bool)
        self._steps = np.zeros(self.num_envs, np.int64)
        return self._observation(observed), self._info(observed)

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Plays a move in each game, or deals another if it has ended."""
        dealt = self._ended
        size, actions = self._actions, np.asarray(actions, np.int64)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"there must be {self.num_envs} actions, one for each game (got shape {actions.shape})")
        # Other numbers are illegal, and must not be taken for requests to deal.
        numbers = np.where((actions < 0) | (actions > size), size, actions)
        numbers[dealt] = DEAL
        seeds = np.array([self._drawn(place) for place in np.flatnonzero(dealt).tolist()], np.uint64)
        observed = self._games.play(numbers, seeds)
        rewards = self._sign * (observed.totals - self._totals).astype(np.float64)
        rewards[dealt] = 0
        self._totals = observed.totals
        self._steps = np.where(dealt, 0, self._steps + 1)
        terminations = (observed.flags & FINISHED).astype(bool)
        truncations = ~terminations & (self._steps >= self._limit if self._limit else False)
        self._ended = terminations | truncations
        return self._observation(observed), rewards, terminations, truncations, self._info(observed)

    def action_masks(self) -> Array:
        """Returns the masks of the actions, as some libraries call for them."""
        return self._masks

    def __getstate__(self) -> NoReturn:
        raise TypeError(
            "a SolitaireVectorEnv cannot be copied or pickled, because the module holds its games: "
            "create another, and reset it with the same seed"
        )

    def _seeds(self, seed: SupportsIndex | Sequence[SupportsIndex | None] | None) -> list[int | None]:
        # Arrays have an index, too, if they have one element.
        if not hasattr(seed, "__len__"):
            first = integer(seed)
            return [None if first is None else first + place for place in range(self.num_envs)]
        return [integer(each) for each in self._one_each(seed, "seeds")]

    def _one_each(self, values: Any, name: str) -> list[Any]:
        """Returns the values of a list with one for each game."""
        if isinstance(values, str) or not hasattr(values, "__len__"):
            raise TypeError(f"{name} must be a list (got {values!r})")
        if len(values) != self.num_envs:
            raise ValueError(f"{name} must be {self.num_envs}, one for each game (got {len(values)})")
        return list(values)

    def _drawn(self, place: int) -> int:
        return int(self._randoms[place].integers(2**63))

    def _observation(self, observed: Observed) -> Observation:
        assert observed.encoded is not None, "the module makes the observations of these encoders"
        self._masks = observed.masks
        return {"observation": observed.encoded, "action_mask": observed.masks}

    def _info(self, observed: Observed) -> dict[str, Any]:
        return {"total": observed.totals.copy(), "illegal": (observed.flags & ILLEGAL).astype(bool)}
