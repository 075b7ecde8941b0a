"""What agents observe."""

from __future__ import annotations

from typing import Any, Protocol, TypedDict

import numpy as np
from gymnasium import spaces

from funhouse.game import AnyGame

from .arrays import Array


class Observation(TypedDict):
    """What an agent observes, in the form that PettingZoo's agents expect."""

    observation: Array
    """What the agent sees, encoded."""
    action_mask: Array
    """1 for each action that is legal, 0 for the others."""


class Encoder(Protocol):
    """Encodes what a seat sees as numbers. Write one with the features of a game."""

    @property
    def space(self) -> spaces.Space[Any]:
        """The space of the encoded observations."""

    def __call__(self, game: AnyGame, seen: dict[str, Any], seat: int | None) -> Array:
        """Returns an observation.

        Args:
            seen: the result of `view` for the seat: `view`, and `score` or `points`.
            seat: the seat, or none in a solitaire.
        """


class Screen:
    """The board as characters, as a terminal shows it: their Unicode code points. Works with every game."""

    def __init__(self, rows: int = 64, columns: int = 80) -> None:
        self._shape = (rows, columns)

    @property
    def space(self) -> spaces.Box:
        """Rows of characters. Longer lines are continued in the next row; what has no place is cut off."""
        return spaces.Box(0, 0x10FFFF, self._shape, np.int32)

    def __call__(self, game: AnyGame, seen: dict[str, Any], seat: int | None) -> Array:
        """Returns the screen."""
        rows, columns = self._shape
        screen = np.full(self._shape, ord(" "), np.int32)
        lines = game.text(view=seen["view"], seat=seat).splitlines()
        wrapped = [line[at : at + columns] for line in lines for at in range(0, max(len(line), 1), columns)]
        for row, line in zip(screen, wrapped[:rows], strict=False):
            row[: len(line)] = np.frombuffer(line.encode("utf-32-le"), "<u4")
        return screen


def observation_space(encoder: Encoder, actions: int) -> spaces.Dict:
    """Returns the space of observations."""
    return spaces.Dict({"observation": encoder.space, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
