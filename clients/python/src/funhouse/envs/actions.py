"""Actions: numbers for the legal moves of a position."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from .arrays import Array

ACTIONS = 2048
"""The default number of actions: no game lists more moves."""

POINTS = 5
"""The number of values between two bounds."""


def available(position: dict[str, Any], actions: int) -> list[Any]:
    """Returns the moves of a position with legal moves: action `n` is the move at index `n`.

    Moves that are too many to list, such as flicks of coins in any direction, are represented by some that are evenly
    spread between their bounds.
    """
    legal = position["legal_moves"]
    spread = (move for bounds in legal.get("bounds", []) for move in _spread(bounds))
    return list(itertools.islice(itertools.chain(legal["moves"], spread), actions))


def mask(moves: list[Any], actions: int) -> Array:
    """Returns the mask of the available moves: 1 for each, 0 for the other actions."""
    legal = np.zeros(actions, np.int8)
    legal[: len(moves)] = 1
    return legal


def _spread(bounds: dict[str, Any]) -> list[Any]:
    head = {name: bounds[name] for name in ("type", "seat") if name in bounds}
    fields = bounds["fields"]
    return [
        head | dict(zip(fields, values, strict=True))
        for values in itertools.product(*(_values(field) for field in fields.values()))
    ]


def _values(field: dict[str, Any]) -> list[Any]:
    if "one_of" in field:
        return list(field["one_of"])
    least, most = field["min"], field["max"]
    return [least + (most - least) * point // (POINTS - 1) for point in range(POINTS)]
