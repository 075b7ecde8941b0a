"""Solitaires as environments for Gymnasium."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, ClassVar, Self, SupportsIndex, SupportsInt, cast

import gymnasium
import numpy as np
from gymnasium import spaces

import funhouse
from funhouse.game import AnyGame
from funhouse.schemas import GameId

from .actions import size_of
from .arrays import Array
from .games import Solitaire, solitaire
from .observations import Encoder, Features, Observation, observation_space
from .resets import integer, not_reset, seed_in, text


class SolitaireEnv(gymnasium.Env[Observation, SupportsInt]):
    """A solitaire.

    - Each move has an action, the same in every position and in every release: see `funhouse.envs.actions`.
    - Moves that are too many to list, such as flicks of coins, are represented by some that are evenly spread.
    - The reward is the improvement of the total: its decrease if the lowest total wins.
    - An action that the mask excludes changes nothing and has the reward 0; `info["illegal"]` is true.
    - Observations and `info` contain neither the seed nor anything else that is hidden.
    - It can be copied and pickled, unless its game is that of a service.

    Args:
        game: the id of a solitaire, or a game, which can be that of a service.
        options: those of the deal.
        actions: the number of actions. The default is that of the game.
        encoder: encodes what the player sees. The default counts its values.
        render_mode: `ansi` for text, `svg` for a picture.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        game: GameId | AnyGame,
        *,
        options: dict[str, str] | None = None,
        actions: int | None = None,
        encoder: Encoder | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game: AnyGame = funhouse.game(game) if isinstance(game, str) else game
        facts = self.game.info()
        if facts["kind"] != "solitaire":
            raise ValueError(f"{self.game.id} is not a solitaire")
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f"render_mode must be ansi or svg (got {render_mode})")
        self.render_mode = render_mode
        self._sign = -1 if facts["wins"] == "low" else 1
        self._options = options or {}
        self._actions = size_of(self.game.id) if actions is None else actions
        self._encoder: Encoder = encoder or Features()
        self._seed: str | None = None
        self._played: list[int] = []
        self._solitaire = self._created()
        #: What the player sees, encoded.
        self._encoded: Array = np.zeros(0)
        self.action_space = spaces.Discrete(self._actions)
        # A space of dictionaries does not know which fields they have.
        self.observation_space = cast("spaces.Space[Observation]", observation_space(self._encoder, self._actions))

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals. `options={"seed": "funhouse-1"}` deals that seed; otherwise the game's seed is drawn from `seed`."""
        chosen = seed_in(options)
        super().reset(seed=integer(seed))
        drawn = f"{int(self.np_random.integers(2**63)):016x}"
        dealt = drawn if chosen is None else text(chosen)
        self._encoded = self._solitaire.deal(dealt, self._options)
        self._seed, self._played = dealt, []
        return self._observed(self._encoded), self._info(illegal=False)

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays a move."""
        self._need_reset()
        number, before = int(action), self._solitaire.total
        encoded = self._solitaire.play(number)
        if encoded is not None:
            self._played.append(number)
            self._encoded = encoded
        reward = float(self._sign * (self._solitaire.total - before))
        info = self._info(illegal=encoded is None)
        return self._observed(self._encoded), reward, self._solitaire.finished, False, info

    def action_masks(self) -> Array:
        """Returns the mask of the actions, as some libraries call for it."""
        return self._solitaire.mask.copy()

    def moves(self) -> dict[int, Any]:
        """Returns the legal moves by their actions."""
        self._need_reset()
        return self._solitaire.moves()

    def seen(self) -> dict[str, Any]:
        """Returns what the player sees: `view`, `score` and `finished`."""
        self._need_reset()
        return self._solitaire.seen()

    def state(self) -> Any:
        """Returns the state with all that is hidden: not for agents."""
        self._need_reset()
        return self._solitaire.state()

    def render(self) -> str | None:
        """Returns the board."""
        if self.render_mode is None:
            return None
        state = self.state()
        return self.game.text(state) if self.render_mode == "ansi" else self.game.picture(state)

    def run(self) -> Any:
        """Returns the moves so far as a run, which any service can verify: `Client.submit(env.run())`."""
        self._need_reset()
        again, moves = self._created(), []
        for number in self._replayed(again):
            moves.append(again.moves()[number])
        state = self.state()
        head = {name: state[name] for name in ("game", "rules", "seed", "options")}
        return {**head, "moves": moves, "score": self._solitaire.total}

    def __copy__(self) -> Self:
        # A shallow copy would share the moves and the random numbers.
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        # The module has no copies of games: a copy plays the same moves.
        return {name: value for name, value in self.__dict__.items() if name != "_solitaire"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._solitaire = self._created()
        for _ in self._replayed(self._solitaire):
            pass

    def _need_reset(self) -> None:
        if self._seed is None:
            raise not_reset()

    def _created(self) -> Solitaire:
        return solitaire(self.game, self._encoder, self._actions)

    def _replayed(self, again: Solitaire) -> Iterator[int]:
        """Plays the moves again, and yields the action of each before it is played."""
        if self._seed is None:
            return
        again.deal(self._seed, self._options)
        for number in self._played:
            yield number
            again.play(number)

    def _observed(self, encoded: Array) -> Observation:
        # Copies, because callers can change what they get.
        return {"observation": encoded.copy(), "action_mask": self.action_masks()}

    def _info(self, illegal: bool) -> dict[str, Any]:
        return {"total": self._solitaire.total, "illegal": illegal}
