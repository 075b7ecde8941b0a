"""What agents observe."""

from __future__ import annotations

import json
import zlib
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


class Features:
    """Counts of the values in the view, each together with its path. Works with every game.

    The number of a feature is the CRC-32 of path and value, such as `table/trampolines/5=kid`, modulo the number of
    features. Like that of an action, it is the same in every release. Two features can have the same number.
    """

    def __init__(self, size: int = 1024) -> None:
        self.size = size

    @property
    def space(self) -> spaces.Box:
        """A count for each number. Most are 0 or 1."""
        return spaces.Box(0, 255, (self.size,), np.uint8)

    def __call__(self, game: AnyGame, seen: dict[str, Any], seat: int | None) -> Array:
        """Returns the counts. The seat is a feature too."""
        values = _values(seen["view"] if seat is None else seen["view"] | {"seat": seat}, "")
        numbers = [zlib.crc32(value.encode()) % self.size for value in values]
        return np.minimum(np.bincount(numbers, minlength=self.size), 255).astype(np.uint8)


def _values(value: Any, path: str) -> list[str]:
    """Returns the values within a value, each with its path, as they are in JSON."""
    if isinstance(value, (dict, list)):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        return [each for name, item in items for each in _values(item, f"{path}/{name}" if path else str(name))]
    text = value if isinstance(value, str) else json.dumps(value)
    return [f"{path}={text}"]


class Screen:
    """The board as characters, as a terminal shows it: their Unicode code points. Works with every game."""

    def __init__(self, rows: int = 64, columns: int = 80) -> None:
        self.rows = rows
        self.columns = columns

    @property
    def space(self) -> spaces.Box:
        """Rows of characters. Longer lines are continued in the next row; what has no place is cut off."""
        return spaces.Box(0, 0x10FFFF, (self.rows, self.columns), np.int32)

    def __call__(self, game: AnyGame, seen: dict[str, Any], seat: int | None) -> Array:
        """Returns the screen."""
        screen = np.full((self.rows, self.columns), ord(" "), np.int32)
        lines = game.text(view=seen["view"], seat=seat).splitlines()
        wrapped = [line[at : at + self.columns] for line in lines for at in range(0, max(len(line), 1), self.columns)]
        for row, line in zip(screen, wrapped[: self.rows], strict=False):
            row[: len(line)] = np.frombuffer(line.encode("utf-32-le"), "<u4")
        return screen


def observation_space(encoder: Encoder, actions: int) -> spaces.Dict:
    """Returns the space of observations."""
    return spaces.Dict({"observation": encoder.space, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
