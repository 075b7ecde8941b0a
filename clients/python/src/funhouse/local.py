"""The rules in this process."""

from __future__ import annotations

import json
import os
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, TypedDict

from .game import AnyGame, Game
from .module import Module
from .problem import Problem
from .typed import Games

if TYPE_CHECKING:
    from . import schemas


class ContestVerdict(TypedDict):
    """The verdict on the export of a contest."""

    holds: bool
    """Whether everything in the export is verified."""
    rounds: int
    """Number of rounds whose seeds were compared with their commitments."""
    runs: int
    """Number of runs that were replayed."""
    places: int
    """Number of places that were recomputed."""
    faults: list[str]
    """What does not hold, one sentence each."""


class Local(Games):
    """All games, in this process. Any number of threads can share it.

    Args:
        source: another module than that of the package: its path or its bytes. It is compiled at the first call.
    """

    def __init__(self, source: str | os.PathLike[str] | bytes | None = None) -> None:
        self._source = source
        self._module: Module | None = None
        self._lock = threading.Lock()

    @property
    def module(self) -> Module:
        """The module, as bytes in and bytes out."""
        if self._module is None:
            with self._lock:
                self._module = self._module or Module(_bytes(self._source))
        return self._module

    def catalogue(self) -> schemas.GameList:
        """Returns the list of games, and the digest of their rules."""
        games: schemas.GameList = json.loads(self.answer("games"))
        return games

    def verify_contest(self, exported: Mapping[str, Any]) -> ContestVerdict:
        """Verifies the export of a contest (`GET /v1/contests/{id}/export`).

        Seeds are compared with their commitments, runs are replayed, and the standings are computed again.

        Raises:
            Problem: it is not the export of a contest, or its game is unknown.
        """
        verdict: ContestVerdict = json.loads(self.answer("contest", exported))
        return verdict

    def _game(self, id: str) -> AnyGame:
        # Refuses an unknown game here, as the service does, rather than at its first call.
        self.answer(f"{id}/info")
        return Game(id, LocalCalls(self, id))

    def __reduce__(self) -> tuple[Any, ...]:
        # Copies with the module of the package share it. Locks and instances of modules have no copies.
        return (shared, ()) if self._source is None else (type(self), (self._source,))

    def answer(self, target: str, request: Mapping[str, Any] | None = None) -> bytes:
        """Returns the body of the answer to a request.

        Raises:
            Problem: the request is refused.
        """
        status, body = self.module.answer(target.encode(), b"" if request is None else json.dumps(request).encode())
        if status != 200:
            raise Problem(json.loads(body))
        return body


@dataclass(frozen=True)
class LocalCalls:
    """The calls of a game in this process."""

    local: Local
    id: str

    def __call__(self, call: str, request: Mapping[str, Any]) -> bytes:
        """Answers a call."""
        return self.local.answer(f"{self.id}/{call}", _prepared(call, request))


_shared = Local()


def shared() -> Local:
    """Returns the games of the package's module, which is loaded once."""
    return _shared


def drawn_seed() -> str:
    """Draws a seed of 128 random bits."""
    return secrets.token_hex(16)


def _prepared(call: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
    """The request as the module takes it: it has no random bytes, so seeds are drawn here."""
    return {**request, "seed": drawn_seed()} if call == "deal" and "seed" not in request else request


def _bytes(source: str | os.PathLike[str] | bytes | None) -> bytes:
    if isinstance(source, bytes):
        return source
    if source is None:
        return resources.files(__package__).joinpath("funhouse.wasm").read_bytes()
    with open(source, "rb") as file:
        return file.read()
