"""Solitaires that are being played: in the module, which holds them, or by calls of any game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from funhouse.game import AnyGame
from funhouse.local import LocalCalls
from funhouse.module import Instance
from funhouse.problem import Problem, Trapped

from .actions import actions, mask
from .arrays import Array
from .observations import Encoder, Features, Screen
from .resets import not_reset

FINISHED = 1
"""The flag of a game that has ended."""

ILLEGAL = 2
"""The flag of a game in which the action was not legal."""

DEAL = 2**32 - 2
"""The action that deals another game."""


@dataclass(frozen=True)
class Form:
    """The form of observations in the module: which of them it makes, and their sizes."""

    actions: int
    features: int = 0
    rows: int = 0
    columns: int = 0

    @classmethod
    def of(cls, encoder: Encoder, actions: int) -> Form:
        """Returns the form for an encoder. The module makes no observations for other encoders than its own."""
        if type(encoder) is Features:
            return cls(actions, features=encoder.size)
        if type(encoder) is Screen:
            return cls(actions, rows=encoder.rows, columns=encoder.columns)
        return cls(actions)


@dataclass(frozen=True)
class Observed:
    """Observations of several games, an array of each."""

    totals: Array
    flags: Array
    masks: Array
    encoded: Array | None
    """None if the module does not make the observations of the encoder."""


class ModuleGames:
    """Solitaires in an instance of the module of their own."""

    def __init__(self, calls: LocalCalls, form: Form) -> None:
        self._calls = calls
        self._form = form
        self._targets = {call: f"{calls.id}/{call}".encode() for call in ("deal_many", "play_many", "show_one")}
        self._instance = Instance(*calls.local.module.compiled)
        self._count = 0

    def deal(self, seeds: Sequence[str], options: Mapping[str, str]) -> Observed:
        """Deals a game with each seed, in place of the games before."""
        request = {"seeds": seeds, "options": options, "form": vars(self._form)}
        self._count = len(seeds)
        return self._observed(self._answer("deal_many", json.dumps(request).encode()))

    def play(self, numbers: Array, seeds: Array | None = None) -> Observed:
        """Plays an action in each game, or `DEAL` with the next seed."""
        if self._count == 0:
            raise not_reset()
        body = numbers.astype("<u4").tobytes() + (b"" if seeds is None else seeds.astype("<u8").tobytes())
        return self._observed(self._answer("play_many", body))

    def shown(self, place: int) -> dict[str, Any]:
        """Returns a game: its `state`, what is `seen` of it, and the `moves` of `actions`."""
        shown: dict[str, Any] = json.loads(self._answer("show_one", json.dumps({"place": place}).encode()))
        return shown

    def _answer(self, call: str, body: bytes) -> bytes:
        try:
            status, answer = self._instance.answer(self._targets[call], body)
        except Exception as error:
            # The memory of an instance that trapped can be in any state.
            self._instance = Instance(*self._calls.local.module.compiled)
            self._count = 0
            raise Trapped(f"the module failed at {self._calls.id}/{call}: reset the environment") from error
        if status != 200:
            raise Problem(json.loads(answer))
        return answer

    def _observed(self, answer: bytes) -> Observed:
        form, count = self._form, self._count
        # Arrays of bytes can be written, as libraries expect.
        body = bytearray(answer)
        screens = 4 * count * form.rows * form.columns
        encoded: Array | None = None
        if form.features:
            encoded = np.frombuffer(body, np.uint8, count * form.features, 12 * count).reshape(count, form.features)
        elif screens:
            encoded = np.frombuffer(body, "<i4", screens // 4, 12 * count).reshape(count, form.rows, form.columns)
        masks = np.frombuffer(body, np.int8, count * form.actions, len(body) - count * form.actions)
        return Observed(
            totals=np.frombuffer(body, "<i8", count),
            flags=np.frombuffer(body, "<u4", count, 8 * count),
            masks=masks.reshape(count, form.actions),
            encoded=encoded,
        )


class Solitaire(Protocol):
    """A solitaire that is being played."""

    total: int
    finished: bool
    mask: Array

    def deal(self, seed: str, options: Mapping[str, str]) -> Array:
        """Deals. Returns the observation."""

    def play(self, number: int) -> Array | None:
        """Plays an action. Returns the observation, or none if the action is not legal."""

    def moves(self) -> dict[int, Any]:
        """Returns the legal moves by their actions."""

    def seen(self) -> dict[str, Any]:
        """Returns what the player sees."""

    def state(self) -> Any:
        """Returns the state, with all that is hidden."""


def solitaire(game: AnyGame, encoder: Encoder, actions: int) -> Solitaire:
    """Returns a solitaire, which the module holds if it has the game."""
    if isinstance(game.send, LocalCalls):
        return ModuleSolitaire(game, game.send, encoder, actions)
    return CalledSolitaire(game, encoder, actions)


class ModuleSolitaire:
    """A solitaire that the module holds."""

    def __init__(self, game: AnyGame, calls: LocalCalls, encoder: Encoder, actions: int) -> None:
        self._game = game
        self._encoder = encoder
        self._games = ModuleGames(calls, Form.of(encoder, actions))
        self._shown: dict[str, Any] | None = None
        self.total = 0
        self.finished = False
        self.mask: Array = np.zeros(actions, np.int8)

    def deal(self, seed: str, options: Mapping[str, str]) -> Array:
        """Deals. Returns the observation."""
        return self._entered(self._games.deal([seed], options))

    def play(self, number: int) -> Array | None:
        """Plays an action. Returns the observation, or none if the action is not legal."""
        if not 0 <= number < len(self.mask):
            return None
        observed = self._games.play(np.array([number]))
        return None if observed.flags[0] & ILLEGAL else self._entered(observed)

    def moves(self) -> dict[int, Any]:
        """Returns the legal moves by their actions."""
        shown = self._current()
        return dict(zip(shown["actions"], shown["moves"], strict=True))

    def seen(self) -> dict[str, Any]:
        """Returns what the player sees."""
        seen: dict[str, Any] = self._current()["seen"]
        return seen

    def state(self) -> Any:
        """Returns the state, with all that is hidden."""
        return self._current()["state"]

    def _current(self) -> dict[str, Any]:
        if self._shown is None:
            self._shown = self._games.shown(0)
        return self._shown

    def _entered(self, observed: Observed) -> Array:
        self._shown = None
        self.total = int(observed.totals[0])
        self.finished = bool(observed.flags[0] & FINISHED)
        self.mask = observed.masks[0]
        return self._encoder(self._game, self.seen(), None) if observed.encoded is None else observed.encoded[0]


class CalledSolitaire:
    """A solitaire that is played by calls, such as that of a service."""

    def __init__(self, game: AnyGame, encoder: Encoder, actions: int) -> None:
        self._game = game
        self._encoder = encoder
        self._actions = actions
        self._state: Any = None
        self._seen: dict[str, Any] = {}
        self._moves: dict[int, Any] = {}
        self.total = 0
        self.finished = False
        self.mask: Array = np.zeros(actions, np.int8)

    def deal(self, seed: str, options: Mapping[str, str]) -> Array:
        """Deals. Returns the observation."""
        return self._entered(self._game.deal(seed=seed, options=options)["state"])

    def play(self, number: int) -> Array | None:
        """Plays an action. Returns the observation, or none if the action is not legal."""
        if number not in self._moves:
            return None
        return self._entered(self._game.play(self._state, self._moves[number])["state"])

    def moves(self) -> dict[int, Any]:
        """Returns the legal moves by their actions."""
        return self._moves

    def seen(self) -> dict[str, Any]:
        """Returns what the player sees."""
        return self._seen

    def state(self) -> Any:
        """Returns the state, with all that is hidden."""
        return self._state

    def _entered(self, state: Any) -> Array:
        self._state = state
        # An onlooker, who has no seat, has no moves.
        self._seen = self._game.view(state, seat=1, with_legal_moves=True)
        self._moves = actions(self._seen["legal_moves"], self._actions)
        self.total = self._seen["score"]["total"]
        self.finished = self._seen["finished"]
        self.mask = mask(self._moves, self._actions)
        return self._encoder(self._game, self._seen, None)
