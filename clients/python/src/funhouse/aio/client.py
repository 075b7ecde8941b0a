"""The service over HTTP: the same games, and players, runs and tables."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, Unpack

import httpx

from ..canonical import digest
from ..event import Event
from ..options import RequestOptions
from ..paths import segment
from ..retries import TIMEOUT, idempotency
from .app import AsyncApp
from .events import events
from .game import AnyAsyncGame, AsyncGame
from .table import AsyncTable
from .transport import AsyncTransport, check_media_type, json_of
from .typed import AsyncGames

if TYPE_CHECKING:
    from .. import schemas

GETS = {"info": "", "rules": "/rules"}
"""Calls that are GETs, each with the fields of its request in the query."""

ACCEPT = {"rules": "text/markdown", "picture": "image/svg+xml", "text": "text/plain"}
"""The media types of calls that return no JSON."""

MAX_WAIT = 30
"""How long a response waits for opponents, in seconds."""


class AsyncClient(AsyncGames):
    """A service at an address. With a token, its calls are a player's. Any number of tasks or threads can share it.

    A request whose response is lost, or that a proxy could not pass on, is sent again if that has no double effect. One
    that the service refuses for now is sent again after the time that it names, if that is at most a minute.

    Args:
        base: the address, such as `http://127.0.0.1:8080`.
        token: that of a player, or the key of an app.
        http: an HTTP client with other settings, such as proxies. The caller closes it.
        timeout: the longest time until a response is complete, in seconds. It begins again if a request is repeated.
    """

    def __init__(
        self,
        base: str,
        *,
        token: str | None = None,
        http: httpx.AsyncClient | None = None,
        timeout: float = TIMEOUT,
    ) -> None:
        self._http = http or httpx.AsyncClient()
        self._is_owner = http is None
        self._transport = AsyncTransport(base, token, self._http, timeout)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        if self._is_owner:
            await self._http.aclose()

    @property
    def base(self) -> str:
        """The address of the service."""
        return self._transport.base

    @property
    def token(self) -> str | None:
        """The token of the player, or the key of the app."""
        return self._transport.token

    def with_token(self, token: str) -> AsyncClient:
        """Returns the same service with the token of a player. Both use the same connections."""
        return AsyncClient(self.base, token=token, http=self._http, timeout=self._transport.timeout)

    async def catalogue(self) -> schemas.GameList:
        """Returns the list of games, and the digest of their rules."""
        games: schemas.GameList = await self.request("GET", "/v1/games")
        return games

    async def sign_up(self, name: str, *, idempotency_key: str | None = None) -> schemas.PlayerWithToken:
        """Creates a player. The token is shown only once.

        Args:
            idempotency_key: calls with the same key and name return the same player. The default is a new one.
        """
        headers = idempotency(idempotency_key)
        player: schemas.PlayerWithToken = await self.request(
            "POST", "/v1/players", body={"name": name}, headers=headers
        )
        return player

    def events(self, *, last_id: str | None = None) -> AsyncGenerator[Event, None]:
        """Yields the events of the player, from any table. A lost connection is resumed after the last event.

        The event `reset`, which is the first one without `last_id`, means that events before it are missing: read the
        tables.

        Args:
            last_id: the id of the last event that is known. The service can resume after it for seven days.

        Raises:
            Problem: the stream is refused, other than for overload: with code `unauthorized` if the token has ended.
            httpx.HTTPError: something else than the service answers, such as a proxy that does not know it.
        """
        return events(self._transport, "/v1/players/me/events", {}, last_id)

    async def submit(self, run: schemas.Run) -> schemas.RunReceipt:
        """Submits the run of a solitaire. The service replays it."""
        receipt: schemas.RunReceipt = await self.request("POST", "/v1/runs", body=run, is_repeatable=True)
        return receipt

    async def create_table(self, request: schemas.TableRequest, *, idempotency_key: str | None = None) -> AsyncTable:
        """Creates a table.

        Args:
            idempotency_key: calls with the same key and request return the same table. The default is a new one.
        """
        created = await self.request("POST", "/v1/tables", body=request, headers=idempotency(idempotency_key))
        return self.table(created["id"])

    async def pair(self, request: schemas.PairingRequest, *, idempotency_key: str | None = None) -> AsyncTable:
        """Asks for opponents, and returns the table as soon as it begins.

        Args:
            idempotency_key: calls with the same key return the same request. The default is a new one.

        Raises:
            Problem: with code `unknown_pairing` if the request ends otherwise, such as by another one of the player.
        """
        pairing: schemas.Pairing = await self.request(
            "POST", "/v1/pairings", body=request, headers=idempotency(idempotency_key)
        )
        while "table" not in pairing:
            pairing = await self.request("GET", f"/v1/pairings/{segment(pairing['id'])}", query={"wait": MAX_WAIT})
        return self.table(pairing["table"])

    def app(self, id: str) -> AsyncApp:
        """Returns the app with an id. The token of the client is its key."""
        return AsyncApp(self._transport, id)

    def table(self, id: str) -> AsyncTable:
        """Returns the table with an id."""
        return AsyncTable(self._transport, id)

    async def tables(
        self, *, game: str | None = None, cursor: str | None = None, limit: int | None = None
    ) -> schemas.TableList:
        """Returns a page of the tables that wait for players."""
        query = {"game": game, "cursor": cursor, "limit": limit}
        tables: schemas.TableList = await self.request("GET", "/v1/tables", query=query)
        return tables

    async def request(self, method: str, path: str, **options: Unpack[RequestOptions]) -> Any:
        """Sends any request of the API, and returns the body of its response.

        Raises:
            Problem: the request is refused.
            httpx.HTTPError: there is no response, or that of a proxy.
        """
        response = await self._transport.request(method, path, **options)
        return None if response.status_code == 204 else json_of(response)

    async def _game(self, id: str) -> AnyAsyncGame:
        await self.request("GET", f"/v1/games/{segment(id)}")
        return AsyncGame(id, lambda call, request: self._call(f"/v1/games/{segment(id)}", call, request))

    async def _call(self, game: str, call: str, request: Mapping[str, Any]) -> bytes:
        if call == "digest":
            return json.dumps({"digest": digest(request["state"])}).encode()
        headers = {"Accept": ACCEPT[call]} if call in ACCEPT else {}
        # A text is a picture in another format, and a trace is a part of a replay.
        path = {"text": "picture", "trace": "replay"}.get(call, call)
        send = self._transport.request
        if call in GETS:
            response = await send("GET", game + GETS[call], query=request, headers=headers)
        elif call == "trace":
            query = {"trace": True, "trace_from": request["trace_from"]}
            response = await send("POST", f"{game}/{path}", body=request["run"], query=query, is_repeatable=True)
        else:
            response = await send("POST", f"{game}/{path}", body=request, headers=headers, is_repeatable=True)
        if call in ACCEPT:
            check_media_type(response, ACCEPT[call])
        else:
            json_of(response)
        return response.content
