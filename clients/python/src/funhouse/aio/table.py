"""Tables: games that the service holds. `docs/tables.md` explains them."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack

import httpx

from ..event import Event
from ..options import RequestOptions
from ..paths import segment
from ..problem import Problem
from .events import events
from .transport import AsyncTransport, check_media_type, json_of

if TYPE_CHECKING:
    from .. import schemas

MAX_CHOICES = 16
"""How often moves are chosen again because others moved first, or because the service lost moves."""


class AsyncTable:
    """A table, as the player of the client's token sees it."""

    def __init__(self, transport: AsyncTransport, id: str) -> None:
        self.id = id
        # An id from a link must not lead to another path.
        self._path = f"/v1/tables/{segment(id)}"
        self._transport = transport

    def __repr__(self) -> str:
        return f"<Table {self.id}>"

    async def show(self, *, with_legal_moves: bool = False, with_text: bool = False) -> schemas.Table:
        """Returns the table."""
        table: schemas.Table = await self._json("GET", "", query=_flags(with_legal_moves, with_text))
        return table

    async def join(self, seat: int) -> schemas.Table:
        """Takes an open seat."""
        table: schemas.Table = await self._json("POST", f"/seats/{seat}", is_repeatable=True)
        return table

    async def invite(self, player: str) -> None:
        """Invites a player, by their id."""
        await self._request("POST", "/invitations", body={"player": player}, is_repeatable=True)

    async def leave(self, seat: int) -> None:
        """Leaves a seat before the game begins."""
        await self._request("DELETE", f"/seats/{seat}")

    async def resign(self) -> schemas.Table:
        """Resigns."""
        table: schemas.Table = await self._json("POST", "/resignation", is_repeatable=True)
        return table

    async def rematch(self) -> AsyncTable:
        """Requests another game of the same players, and returns its table."""
        return AsyncTable(self._transport, (await self._json("POST", "/rematch", is_repeatable=True))["id"])

    async def run(self) -> schemas.TableRun:
        """Returns the run with its seed, once the game is over."""
        run: schemas.TableRun = await self._json("GET", "/run")
        return run

    async def say(self, phrase: schemas.Phrase) -> None:
        """Says a phrase to everyone who listens to the table. It is not sent again if the response is lost."""
        await self._request("POST", "/phrases", body={"phrase": phrase})

    async def picture(self, *, moves: int | None = None) -> str:
        """Draws the table as SVG: the current position, or that after a number of moves."""
        headers = {"Accept": "image/svg+xml"}
        response = await self._request("GET", "/picture", query={"moves": moves}, headers=headers)
        check_media_type(response, headers["Accept"])
        return response.text

    async def move(
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
        table: schemas.Table = await self._json("POST", "/moves", body=body, is_repeatable=True)
        return table

    async def move_with(self, choose: Callable[[Any], Sequence[Mapping[str, Any]] | None]) -> schemas.Table:
        """Makes the moves that a function chooses for the current table.

        If others move first, or the table is set back, it chooses again. Returns the table after the moves, or the
        current one if the function chooses none.
        """
        for choice in range(1, MAX_CHOICES + 1):
            table: Any = await self.show(with_legal_moves=True)
            moves = choose(table)
            if not moves:
                break
            try:
                return await self.move(table["game"], table["moves"], moves)
            except Problem as problem:
                if not _is_outdated(problem) or choice == MAX_CHOICES:
                    raise
        shown: schemas.Table = table
        return shown

    def events(
        self, *, last_id: str | None = None, with_legal_moves: bool = False, with_text: bool = False
    ) -> AsyncGenerator[Event, None]:
        """Yields the events of the table. A lost connection is resumed after the last event, so no move is missed.

        After the event `set_back`, the moves come again from the first one.

        Args:
            last_id: the id of the last event that is known. By default, the stream begins with the current table.

        Raises:
            Problem: the stream is refused, other than for overload: with code `unknown_table` if the table is gone.
            httpx.HTTPError: something else than the service answers, such as a proxy that does not know it.
        """
        path = f"{self._path}/events"
        return events(self._transport, path, _flags(with_legal_moves, with_text), last_id)

    async def _json(self, method: str, path: str, **options: Unpack[RequestOptions]) -> Any:
        return json_of(await self._request(method, path, **options))

    async def _request(self, method: str, path: str, **options: Unpack[RequestOptions]) -> httpx.Response:
        return await self._transport.request(method, self._path + path, **options)


def _is_outdated(problem: Problem) -> bool:
    # No other refusal of moves as inconsistent has their number.
    return problem.code == "stale" or (problem.code == "inconsistent" and "moves" in problem.body)


def _flags(with_legal_moves: bool, with_text: bool) -> dict[str, bool]:
    return {"with_legal_moves": with_legal_moves, "with_text": with_text}
