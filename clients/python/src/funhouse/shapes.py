"""The types that games in this process and games of a service share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, NotRequired, TypedDict, TypeVar

if TYPE_CHECKING:
    from . import schemas

State = TypeVar("State")
Move = TypeVar("Move")
View = TypeVar("View")
Options = TypeVar("Options")
Position = TypeVar("Position")
Listed = TypeVar("Listed")
Played = TypeVar("Played")
PlayedListed = TypeVar("PlayedListed")
Seen = TypeVar("Seen")
SeenListed = TypeVar("SeenListed")
Standing = TypeVar("Standing")
Run = TypeVar("Run")
Verdict = TypeVar("Verdict")
Seats = TypeVar("Seats")


class LegalMoves(TypedDict, Generic[Move]):
    """The legal moves in a state."""

    moves: list[Move]
    """Every listed legal move, in a fixed order. Each is complete: send it as it is."""
    bounds: NotRequired[list[schemas.MoveBounds]]
    """The legal moves that are too many to list; absent if all are listed."""


class Plan(TypedDict, Generic[Move]):
    """The next moves of the built-in player."""

    moves: list[Move]
    """At least one move, all legal in sequence. Empty for a seat that cannot act."""


def present(request: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a request that are not absent."""
    return {name: value for name, value in request.items() if value is not None}


def flags_set(**flags: bool) -> dict[str, bool]:
    """The flags that are set. Their default is false, and not every game has all."""
    return {name: True for name, value in flags.items() if value}
