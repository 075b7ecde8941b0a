"""The arguments of `reset`."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any, SupportsIndex

from gymnasium.error import ResetNeeded


def integer(seed: SupportsIndex | None) -> int | None:
    """Returns a seed of random numbers as an integer, which can be one of NumPy.

    Raises:
        TypeError: it is no integer.
        ValueError: it is negative.
    """
    if seed is None:
        return None
    try:
        number = operator.index(seed)
    except TypeError:
        raise TypeError(f"seed must be an integer (got {seed!r})") from None
    if number < 0:
        raise ValueError(f"seed must be at least 0 (got {number})")
    return number


def seed_in(options: Mapping[str, Any] | None) -> Any:
    """Returns what `options` has as `seed`, or `None`. Libraries may pass others, which are for their wrappers."""
    return (options or {}).get("seed")


def text(seed: object) -> str:
    """Returns the seed of a game.

    Raises:
        ValueError: it is no text, or empty.
    """
    if not isinstance(seed, str) or not seed:
        raise ValueError(f"the seed of a game must be a text of 1 to 64 characters (got {seed!r})")
    return seed


def not_reset() -> ResetNeeded:
    """Returns the error of an environment that is used before its first `reset`."""
    return ResetNeeded("call reset before anything that needs a game")
