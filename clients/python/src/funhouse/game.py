"""The calls of a game, once for the module and for the service. Only the transport differs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar

if TYPE_CHECKING:
    from . import schemas

State = TypeVar("State")
Move = TypeVar("Move")
View = TypeVar("View")
Options = TypeVar("Options")
Position = TypeVar("Position")
Seen = TypeVar("Seen")
Standing = TypeVar("Standing")
Run = TypeVar("Run")
Verdict = TypeVar("Verdict")

Send: TypeAlias = Callable[[str, Mapping[str, Any]], bytes]
"""Sends a call with its request. Returns the body of the answer, or raises a `Problem`."""


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


class Game(Generic[State, Move, View, Options, Position, Seen, Standing, Run, Verdict]):
    """A game, in this process or of a service. Its calls take states and return positions; nothing is stored.

    `docs/api.md` explains the calls. Each raises a `Problem` if it is refused.
    """

    def __init__(self, id: str, send: Send) -> None:
        self.id = id
        self.send = send

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def info(self, *, rules: int | None = None) -> schemas.GameInfo:
        """Returns title, options, rulings, rule ids and fault codes."""
        info: schemas.GameInfo = self._json("info", rules=rules)
        return info

    def rules(self, audience: Literal["players", "programs"] = "players", *, rules: int | None = None) -> str:
        """Returns the rules as Markdown."""
        return self._text("rules", {"for": audience, "rules": rules})

    def deal(
        self,
        *,
        seed: str | None = None,
        options: Options | None = None,
        seats: int | None = None,
        rules: int | None = None,
        with_legal_moves: bool = False,
        with_picture: bool = False,
    ) -> Position:
        """Deals. Without a seed, one is drawn. Games for several seats need their number."""
        extras = _set(with_legal_moves=with_legal_moves, with_picture=with_picture)
        position: Position = self._json("deal", seed=seed, options=options, seats=seats, rules=rules, **extras)
        return position

    def moves(self, state: State, *, seat: int | None = None) -> LegalMoves[Move]:
        """Lists the legal moves: all, or those of a seat."""
        moves: LegalMoves[Move] = self._json("moves", state=state, seat=seat)
        return moves

    def play(
        self,
        state: State,
        moves: Move | Sequence[Move],
        *,
        seat: int | None = None,
        until_illegal: bool = False,
        with_legal_moves: bool = False,
        with_picture: bool = False,
        with_text: bool = False,
    ) -> Position:
        """Plays a move, or several in order. With a seat, the position contains only what that seat can see."""
        played = {"move": moves} if isinstance(moves, Mapping) else {"moves": moves}
        extras = _set(
            until_illegal=until_illegal,
            with_legal_moves=with_legal_moves,
            with_picture=with_picture,
            with_text=with_text,
        )
        position: Position = self._json("play", state=state, seat=seat, **played, **extras)
        return position

    def view(self, state: State, *, seat: int | None = None, with_legal_moves: bool = False) -> Seen:
        """Returns what a seat sees, or an onlooker: without the seed and hidden pieces."""
        seen: Seen = self._json("view", state=state, seat=seat, **_set(with_legal_moves=with_legal_moves))
        return seen

    def plan(self, state: State, *, seat: int | None = None, seed: str | None = None) -> Plan[Move]:
        """Returns the next moves of the built-in player. Only games for several seats have one."""
        plan: Plan[Move] = self._json("plan", state=state, seat=seat, seed=seed)
        return plan

    def score(self, state: State) -> Standing:
        """Returns the score card of a solitaire, or the points of each seat."""
        standing: Standing = self._json("score", state=state)
        return standing

    def digest(self, state: State) -> str:
        """Returns the SHA-256 of a state as canonical JSON."""
        return str(self._json("digest", state=state)["digest"])

    def replay(self, run: Run) -> Verdict:
        """Verifies a run."""
        verdict: Verdict = json.loads(self.send("replay", dict(run)))  # type: ignore[call-overload]
        return verdict

    def trace(self, run: Run, trace_from: int = 0) -> Verdict:
        """Verifies a run. The verdict has a page of the trace: a step after the deal and after each move."""
        verdict: Verdict = self._json("trace", run=run, trace_from=trace_from)
        return verdict

    def picture(self, state: State | None = None, *, view: View | None = None, seat: int | None = None) -> str:
        """Draws a state or a view as SVG."""
        return self._text("picture", {"state": state, "view": view, "seat": seat})

    def text(self, state: State | None = None, *, view: View | None = None, seat: int | None = None) -> str:
        """Draws a state or a view with characters."""
        return self._text("text", {"state": state, "view": view, "seat": seat})

    def _json(self, call: str, **request: Any) -> Any:
        return json.loads(self.send(call, _present(request)))

    def _text(self, call: str, request: Mapping[str, Any]) -> str:
        return self.send(call, _present(request)).decode()


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any, Any, Any, Any, Any]
"""A game whose types are not known."""


def _present(request: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a request that are not absent."""
    return {name: value for name, value in request.items() if value is not None}


def _set(**flags: bool) -> dict[str, bool]:
    """The flags that are set. Their default is false, and not every game has all."""
    return {name: True for name, value in flags.items() if value}
