"""The service over HTTP: the same games, and players, runs and tables."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote

import httpx

from .canonical import digest
from .game import AnyGame, Game
from .table import Table
from .transport import Transport
from .typed import Games

if TYPE_CHECKING:
    from . import schemas

GETS = {"info": "", "rules": "/rules"}
"""Calls that are GETs, each with the fields of its request in the query."""

ACCEPT = {"rules": "text/markdown", "picture": "image/svg+xml", "text": "text/plain"}
"""The media types of calls that return no JSON."""


class Client(Games):
    """A service at an address. With a token, its calls are a player's. Any number of threads can share it.

    Args:
        base: the address, such as `http://127.0.0.1:8080`.
        token: that of a player.
        http: an HTTP client with other settings, such as proxies. The caller closes it.
    """

    def __init__(self, base: str, *, token: str | None = None, http: httpx.Client | None = None) -> None:
        self._http = http or httpx.Client()
        self._is_owner = http is None
        self._transport = Transport(base, token, self._http)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        if self._is_owner:
            self._http.close()

    @property
    def base(self) -> str:
        """The address of the service."""
        return self._transport.base

    @property
    def token(self) -> str | None:
        """The token of the player."""
        return self._transport.token

    def with_token(self, token: str) -> Client:
        """Returns the same service with the token of a player. Both use the same connections."""
        return Client(self.base, token=token, http=self._http)

    def catalogue(self) -> schemas.GameList:
        """Returns the list of games, and the digest of their rules."""
        games: schemas.GameList = self.request("GET", "/v1/games")
        return games

    def sign_up(self, name: str) -> schemas.PlayerWithToken:
        """Creates a player. The token is shown only once."""
        player: schemas.PlayerWithToken = self.request("POST", "/v1/players", body={"name": name}, headers=_once())
        return player

    def submit(self, run: schemas.Run) -> schemas.RunReceipt:
        """Submits the run of a solitaire. The service replays it."""
        receipt: schemas.RunReceipt = self.request("POST", "/v1/runs", body=run)
        return receipt

    def create_table(self, request: schemas.TableRequest) -> Table:
        """Creates a table."""
        return self.table(self.request("POST", "/v1/tables", body=request, headers=_once())["id"])

    def table(self, id: str) -> Table:
        """Returns the table with an id."""
        return Table(self._transport, id)

    def tables(
        self, *, game: str | None = None, cursor: str | None = None, limit: int | None = None
    ) -> schemas.TableList:
        """Returns a page of the tables that wait for players."""
        query = {"game": game, "cursor": cursor, "limit": limit}
        tables: schemas.TableList = self.request("GET", "/v1/tables", query=query)
        return tables

    def request(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Sends any request of the API, and returns the body of its response.

        Raises:
            Problem: the request is refused.
        """
        response = self._transport.request(method, path, body=body, query=query, headers=headers)
        return None if response.status_code == 204 else response.json()

    def _game(self, id: str) -> AnyGame:
        self.request("GET", f"/v1/games/{quote(id, safe='')}")
        return Game(id, lambda call, request: self._call(f"/v1/games/{quote(id, safe='')}", call, request))

    def _call(self, game: str, call: str, request: Mapping[str, Any]) -> bytes:
        headers = {"Accept": ACCEPT[call]} if call in ACCEPT else {}
        send = self._transport.request
        if call in GETS:
            return send("GET", game + GETS[call], query=request, headers=headers).content
        if call == "digest":
            return json.dumps({"digest": digest(request["state"])}).encode()
        if call == "trace":
            query = {"trace": True, "trace_from": request["trace_from"]}
            return send("POST", f"{game}/replay", body=request["run"], query=query).content
        # A text is a picture in another format.
        path = f"{game}/{'picture' if call == 'text' else call}"
        return send("POST", path, body=request, headers=headers).content


def _once() -> dict[str, str]:
    """The header with which a request that is sent twice has an effect once."""
    return {"Idempotency-Key": str(uuid.uuid4())}
