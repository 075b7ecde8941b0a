"""Actions: a number for each legal move of a position.

The number of a move is the CRC-32 of its JSON without the seat, modulo the number of actions of its game. It depends on
nothing but the move, so an agent that was trained with one release plays with the next, and in any seat. If two legal
moves of a position have the same number, the later one gets the next free one. The module has the same numbers for the
solitaires that it holds.
"""

from __future__ import annotations

import itertools
import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from .arrays import Array

SIZES = {
    "magic-mirror": 941,
    "roll-out-the-barrels": 64,
    "whack-a-dummy": 17,
    "trampo-land": 1041,
    "easy-slider": 105,
    "break-the-bank": 3,
    "caribbean-star": 450,
    "darwinian-poker": 339,
    "penniless-and-insane": 512,
    "putwoodys-castle": 572,
    "nickies-castle": 718,
    "hermans-castle": 1111,
    "ten-die-poker": 130,
    "pontifuse": 28,
    "board-game-project-55": 459,
    "headless-in-seattle": 104,
    "hotel-transylvania": 387,
}
"""The number of actions of games with few moves: the lowest with which all of them have different numbers."""

SIZE = 4096
"""The number of actions of all other games. More than any position has legal moves."""

POINTS = 5
"""The number of values that represent a range."""


def size_of(game: str) -> int:
    """Returns the number of actions of a game."""
    return SIZES.get(game, SIZE)


def actions(legal: Mapping[str, Any], size: int) -> dict[int, Any]:
    """Returns the legal moves by their numbers, in the order of the list.

    Moves that are too many to list, such as flicks of coins in any direction, are represented by some that are evenly
    spread between their bounds.

    Args:
        legal: `legal_moves` of a position.
        size: the number of actions. Moves after as many are left out.
    """
    spread = (move for bounds in legal.get("bounds", []) for move in _spread(bounds))
    numbered: dict[int, Any] = {}
    for move in itertools.islice(itertools.chain(legal["moves"], spread), size):
        number = _crc(move) % size
        while number in numbered:
            number = (number + 1) % size
        numbered[number] = move
    return numbered


def mask(numbers: Mapping[int, Any], size: int) -> Array:
    """Returns the mask of legal actions: 1 for each, 0 for the others."""
    legal = np.zeros(size, np.int8)
    legal[list(numbers)] = 1
    return legal


def _crc(move: Mapping[str, Any]) -> int:
    anyones = {name: value for name, value in move.items() if name != "seat"}
    return zlib.crc32(json.dumps(anyones, ensure_ascii=False, separators=(",", ":")).encode())


def _spread(bounds: Mapping[str, Any]) -> list[Any]:
    head = {name: bounds[name] for name in ("type", "seat") if name in bounds}
    fields = bounds["fields"]
    return [
        head | dict(zip(fields, values, strict=True))
        for values in itertools.product(*(_values(field) for field in fields.values()))
    ]


def _values(field: Mapping[str, Any]) -> list[Any]:
    if "one_of" in field:
        return list(field["one_of"])
    if "subset_of" in field:
        values = field["subset_of"]
        # Lists of neighboring values, of evenly spread lengths and starts.
        return [
            values[start : start + length]
            for length in _evenly(field["min_items"], field["max_items"])
            for start in _evenly(0, len(values) - length)
        ]
    return _evenly(field["min"], field["max"])


def _evenly(least: int, most: int) -> list[int]:
    """Returns evenly spread integers from one to another, each once."""
    return list(dict.fromkeys(least + (most - least) * point // (POINTS - 1) for point in range(POINTS)))
