"""Tables: games that the service holds. `docs/tables.md` explains them."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import httpx

from .events import Event, events
from .problem import Problem
from .transport import Transport

if TYPE_CHECKING:
    from . import schemas

MAX_ATTEMPTS = 4
"""How often a request is sent whose response was lost."""

MAX_CHOICES = 16
"""How often moves are chosen again because others moved first, or because the service lost moves."""


class Table:
    """A table, as the player of the client's token sees it."""

    def __init__(self, transport: Transport, id: str) -> None:
        self.id = id
        self._transport = transport

    def __repr__(self) -> str:
        return f"<Table {self.id}>"

    def show(self, *, with_legal_moves: bool = False, with_text: bool = False) -> schemas.Table:
        """Returns the table."""
        table: schemas.Table = self._json("GET", "", query=_flags(with_legal_moves, with_text))
        return table

    def join(self, seat: int) -> schemas.Table:
        """Takes an open seat."""
        table: schemas.Table = self._json("POST", f"/seats/{seat}")
        return table

    def leave(self, seat: int) -> None:
        """Leaves a seat before the game begins."""
        self._request("DELETE", f"/seats/{seat}")

    def resign(self) -> schemas.Table:
        """Resigns."""
        table: schemas.Table = self._json("POST", "/resignation")
        return table

    def rematch(self) -> Table:
        """Requests another game of the same players, and returns its table."""
        return Table(self._transport, self._json("POST", "/rematch")["id"])

    def run(self) -> schemas.TableRun:
        """Returns the run with its seed, once the game is over."""
        run: schemas.TableRun = self._json("GET", "/run")
        return run

    def say(self, phrase: schemas.Phrase) -> None:
        """Says a phrase to everyone who listens to the table. It is not sent again if the response is lost."""
        self._request("POST", "/phrases", body={"phrase": phrase})

    def picture(self, *, moves: int | None = None) -> str:
        """Draws the table as SVG: the current position, or that after a number of moves."""
        headers = {"Accept": "image/svg+xml"}
        return self._request("GET", "/picture", query={"moves": moves}, headers=headers).text

    def move(
        self,
        game: str,
        after: int,
        moves: Sequence[Mapping[str, Any]],
        *,
        with_legal_moves: bool = False,
        with_text: bool = False,
    ) -> schemas.Table:
        """Makes moves. If the response is lost, the same request is sent again: the service makes the moves once.

        Args:
            game: the id of the game.
            after: the number of moves before it.

        Raises:
            Problem: among others with code `stale`, if others moved first, and `inconsistent`, if the table was set
                back to fewer moves.
        """
        body = {"game": game, "after": after, "moves": moves, **_flags(with_legal_moves, with_text)}
        for attempt in range(1, MAX_ATTEMPTS + 1):
            wait = attempt / 4
            try:
                table: schemas.Table = self._json("POST", "/moves", body=body)
                return table
            except httpx.TransportError:
                if attempt == MAX_ATTEMPTS:
                    raise
            except Problem as problem:
                if problem.status != 503 or attempt == MAX_ATTEMPTS:
                    raise
                wait = problem.retry_after or wait
            time.sleep(wait)
        raise AssertionError("the last attempt returns or raises")

    def move_with(self, choose: Callable[[Any], Sequence[Mapping[str, Any]] | None]) -> schemas.Table:
        """Makes the moves that a function chooses for the current table.

        If others move first, or the table is set back, it chooses again. Returns the table after the moves, or the
        current one if the function chooses none.
        """
        for choice in range(1, MAX_CHOICES + 1):
            table: Any = self.show(with_legal_moves=True)
            moves = choose(table)
            if not moves:
                break
            try:
                return self.move(table["game"], table["moves"], moves)
            except Problem as problem:
                if not _is_outdated(problem) or choice == MAX_CHOICES:
                    raise
        shown: schemas.Table = table
        return shown

    def events(
        self, *, last_id: str | None = None, with_legal_moves: bool = False, with_text: bool = False
    ) -> Generator[Event, None, None]:
        """Yields the events of the table. A lost connection is resumed after the last event, so no move is missed.

        After the event `set_back`, the moves come again from the first one.

        Args:
            last_id: the id of the last event that is known. By default, the stream begins with the current table.

        Raises:
            Problem: the stream is refused, other than for overload: with code `unknown_table` if the table is gone.
        """
        path = f"/v1/tables/{self.id}/events"
        return events(self._transport, path, _flags(with_legal_moves, with_text), last_id)

    def _json(self, method: str, path: str, **options: Any) -> Any:
        return self._request(method, path, **options).json()

    def _request(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self._transport.request(method, f"/v1/tables/{self.id}{path}", **options)


def _is_outdated(problem: Problem) -> bool:
    # No other refusal of moves as inconsistent has their number.
    return problem.code == "stale" or (problem.code == "inconsistent" and "moves" in problem.body)


def _flags(with_legal_moves: bool, with_text: bool) -> dict[str, bool]:
    return {"with_legal_moves": with_legal_moves, "with_text": with_text}
