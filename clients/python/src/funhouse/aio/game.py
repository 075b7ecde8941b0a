"""The calls of a game, once for the module and for the service. Only the transport differs."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, overload

from ..shapes import (
    LegalMoves,
    Listed,
    Move,
    Options,
    Plan,
    Played,
    PlayedListed,
    Position,
    Run,
    Seats,
    Seen,
    SeenListed,
    Standing,
    State,
    Verdict,
    View,
    flags_set,
    present,
)

if TYPE_CHECKING:
    from .. import schemas

AsyncSend: TypeAlias = Callable[[str, Mapping[str, Any]], Awaitable[bytes]]
"""Sends a call with its request. Returns the body of the answer, or raises a `Problem`."""


class AsyncGame(
    Generic[
        State,
        Move,
        View,
        Options,
        Position,
        Listed,
        Played,
        PlayedListed,
        Seen,
        SeenListed,
        Standing,
        Run,
        Verdict,
        Seats,
    ]
):
    """A game, in this process or of a service. Its calls take states and return positions; nothing is stored.

    `docs/api.md` explains the calls. Each raises a `Problem` if it is refused. The type `Seats` is that of the number
    of seats, or of `None` for a solitaire.
    """

    def __init__(self, id: str, send: AsyncSend) -> None:
        self.id = id
        self.send = send

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    async def info(self, *, rules: int | None = None) -> schemas.GameInfo:
        """Returns title, options, rulings, rule ids and fault codes."""
        info: schemas.GameInfo = await self._json("info", rules=rules)
        return info

    async def rules(self, audience: Literal["players", "programs"] = "players", *, rules: int | None = None) -> str:
        """Returns the rules as Markdown."""
        return await self._text("rules", {"for": audience, "rules": rules})

    @overload
    async def deal(
        self: AnyAsyncSolitaire,
        *,
        seed: str | None = ...,
        options: Options | None = ...,
        rules: int | None = ...,
        with_legal_moves: Literal[True],
        with_picture: bool = ...,
    ) -> Listed: ...

    @overload
    async def deal(
        self: AnyAsyncSolitaire,
        *,
        seed: str | None = ...,
        options: Options | None = ...,
        rules: int | None = ...,
        with_legal_moves: bool = ...,
        with_picture: bool = ...,
    ) -> Position: ...

    @overload
    async def deal(
        self,
        *,
        seed: str | None = ...,
        options: Options | None = ...,
        seats: Seats,
        rules: int | None = ...,
        with_legal_moves: Literal[True],
        with_picture: bool = ...,
    ) -> Listed: ...

    @overload
    async def deal(
        self,
        *,
        seed: str | None = ...,
        options: Options | None = ...,
        seats: Seats,
        rules: int | None = ...,
        with_legal_moves: bool = ...,
        with_picture: bool = ...,
    ) -> Position: ...

    async def deal(
        self,
        *,
        seed: str | None = None,
        options: Options | None = None,
        seats: Seats | None = None,
        rules: int | None = None,
        with_legal_moves: bool = False,
        with_picture: bool = False,
    ) -> Any:
        """Deals. Without a seed, one is drawn. Games for several seats need their number."""
        extras = flags_set(with_legal_moves=with_legal_moves, with_picture=with_picture)
        return await self._json("deal", seed=seed, options=options, seats=seats, rules=rules, **extras)

    async def moves(self, state: State, *, seat: int | None = None) -> LegalMoves[Move]:
        """Lists the legal moves: all, or those of a seat."""
        moves: LegalMoves[Move] = await self._json("moves", state=state, seat=seat)
        return moves

    @overload
    async def play(
        self,
        state: State,
        moves: Move | Sequence[Move],
        *,
        seat: int | None = ...,
        until_illegal: bool = ...,
        with_legal_moves: Literal[True],
        with_picture: bool = ...,
        with_text: bool = ...,
    ) -> PlayedListed: ...

    @overload
    async def play(
        self,
        state: State,
        moves: Move | Sequence[Move],
        *,
        seat: int | None = ...,
        until_illegal: bool = ...,
        with_legal_moves: bool = ...,
        with_picture: bool = ...,
        with_text: bool = ...,
    ) -> Played: ...

    async def play(
        self,
        state: State,
        moves: Move | Sequence[Move],
        *,
        seat: int | None = None,
        until_illegal: bool = False,
        with_legal_moves: bool = False,
        with_picture: bool = False,
        with_text: bool = False,
    ) -> Any:
        """Plays a move, or several in order. With a seat, the position contains only what that seat can see."""
        played = {"move": moves} if isinstance(moves, Mapping) else {"moves": moves}
        extras = flags_set(
            until_illegal=until_illegal,
            with_legal_moves=with_legal_moves,
            with_picture=with_picture,
            with_text=with_text,
        )
        return await self._json("play", state=state, seat=seat, **played, **extras)

    @overload
    async def view(self, state: State, *, seat: int | None = ..., with_legal_moves: Literal[True]) -> SeenListed: ...

    @overload
    async def view(self, state: State, *, seat: int | None = ..., with_legal_moves: bool = ...) -> Seen: ...

    async def view(self, state: State, *, seat: int | None = None, with_legal_moves: bool = False) -> Any:
        """Returns what a seat sees, or an onlooker: without the seed and hidden pieces."""
        return await self._json("view", state=state, seat=seat, **flags_set(with_legal_moves=with_legal_moves))

    async def plan(
        self: AnyAsyncSeatedGame, state: State, *, seat: int | None = None, seed: str | None = None
    ) -> Plan[Move]:
        """Returns the next moves of the built-in player. Only games for several seats have one."""
        plan: Plan[Move] = await self._json("plan", state=state, seat=seat, seed=seed)
        return plan

    async def score(self, state: State) -> Standing:
        """Returns the score card of a solitaire, or the points of each seat."""
        standing: Standing = await self._json("score", state=state)
        return standing

    async def digest(self, state: State) -> str:
        """Returns the SHA-256 of a state as canonical JSON."""
        return str((await self._json("digest", state=state))["digest"])

    async def replay(self, run: Run) -> Verdict:
        """Verifies a run."""
        verdict: Verdict = json.loads(await self.send("replay", dict(run)))  # type: ignore[call-overload]
        return verdict

    async def trace(self, run: Run, trace_from: int = 0) -> Verdict:
        """Verifies a run. The verdict has a page of the trace: a step after the deal and after each move."""
        verdict: Verdict = await self._json("trace", run=run, trace_from=trace_from)
        return verdict

    async def picture(self, state: State | None = None, *, view: View | None = None, seat: int | None = None) -> str:
        """Draws a state or a view as SVG."""
        return await self._text("picture", {"state": state, "view": view, "seat": seat})

    async def text(self, state: State | None = None, *, view: View | None = None, seat: int | None = None) -> str:
        """Draws a state or a view with characters."""
        return await self._text("text", {"state": state, "view": view, "seat": seat})

    async def _json(self, call: str, **request: Any) -> Any:
        return json.loads(await self.send(call, present(request)))

    async def _text(self, call: str, request: Mapping[str, Any]) -> str:
        return (await self.send(call, present(request))).decode()


AnyAsyncGame: TypeAlias = AsyncGame[Any, Any, Any, Any, Any, Any, Any, Any, Any, Any, Any, Any, Any, Any]
"""A game whose types are not known."""

AnyAsyncSolitaire: TypeAlias = AsyncGame[Any, Any, Any, Any, Any, Any, Any, Any, Any, Any, Any, Any, Any, None]
"""A solitaire whose types are not known."""

AnyAsyncSeatedGame: TypeAlias = AsyncGame[Any, Any, Any, Any, Any, Any, Any, Any, Any, Any, Any, Any, Any, int]
"""A game for several seats whose types are not known."""
