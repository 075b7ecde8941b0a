"""Solitaires as environments for Gymnasium."""

from __future__ import annotations

from typing import Any, ClassVar, SupportsInt, cast

import gymnasium
from gymnasium import spaces

import funhouse
from funhouse.game import AnyGame

from .actions import ACTIONS, available, mask
from .arrays import Array
from .observations import Encoder, Observation, Screen, observation_space


class SolitaireEnv(gymnasium.Env[Observation, SupportsInt]):
    """A solitaire. Action `n` is the move at index `n` of the legal moves, which `info["moves"]` lists.

    - Moves that are too many to list, such as flicks of coins, are represented by some that are evenly spread.
    - The reward is the improvement of the total: its decrease if the lowest total wins.
    - An action that the mask excludes changes nothing and has the reward 0; `info["illegal"]` is true.
    - Observations and `info` contain neither the seed nor anything else that is hidden.

    Args:
        game: the id of a solitaire, or a game, which can be that of a service.
        options: those of the deal.
        actions: the number of actions. Moves at higher indexes are not available.
        encoder: encodes what the player sees. The default is the board as characters.
        render_mode: `ansi` for text, `svg` for a picture.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        game: str | AnyGame,
        *,
        options: dict[str, str] | None = None,
        actions: int = ACTIONS,
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
        self._actions = actions
        self._encoder: Encoder = encoder or Screen()
        self._moves: list[Any] = []
        #: The position with all that is hidden: not for agents.
        self.position: dict[str, Any] = {}
        self._legal: list[Any] = []
        self.action_space = spaces.Discrete(actions)
        # A space of dictionaries does not know which fields they have.
        self.observation_space = cast("spaces.Space[Observation]", observation_space(self._encoder, actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals. `options={"seed": "funhouse-1"}` deals that seed; otherwise the game's seed is drawn from `seed`."""
        super().reset(seed=seed)
        drawn = f"{int(self.np_random.integers(2**63)):016x}"
        self._moves = []
        self.position = self.game.deal(seed=(options or {}).get("seed", drawn), options=self._options)
        return self._observed()

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays a move."""
        index = int(action)
        if not 0 <= index < len(self._legal):
            observation, info = self._observed()
            return observation, 0.0, self.position["finished"], False, {**info, "illegal": True}
        move, before = self._legal[index], self.position["score"]["total"]
        self.position = self.game.play(self.position["state"], move)
        self._moves.append(move)
        observation, info = self._observed()
        reward = self._sign * (self.position["score"]["total"] - before)
        return observation, float(reward), self.position["finished"], False, info

    def action_masks(self) -> Array:
        """Returns the mask of the actions, as some libraries call for it."""
        return mask(self._legal, self._actions)

    def render(self) -> str | None:
        """Returns the board."""
        if self.render_mode is None:
            return None
        state = self.position["state"]
        return self.game.text(state) if self.render_mode == "ansi" else self.game.picture(state)

    def run(self) -> Any:
        """Returns the moves so far as a run, which any service can verify: `Client.submit(env.run())`."""
        state = self.position["state"]
        head = {name: state[name] for name in ("game", "rules", "seed", "options")}
        return {**head, "moves": list(self._moves), "score": self.position["score"]["total"]}

    def _observed(self) -> tuple[Observation, dict[str, Any]]:
        # An onlooker, who has no seat, has no moves.
        seen = self.game.view(self.position["state"], seat=1, with_legal_moves=True)
        self._legal = available(seen, self._actions)
        info = {"moves": self._legal, "view": seen["view"], "score": seen["score"], "illegal": False}
        return {"observation": self._encoder(self.game, seen, None), "action_mask": self.action_masks()}, info
