"""Apps: front ends that sign in users of their own. `docs/apps.md` explains them."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any, Unpack

from ..event import Event
from ..options import RequestOptions
from ..paths import segment
from ..retries import idempotency
from .events import events
from .transport import AsyncTransport, json_of

if TYPE_CHECKING:
    from .. import schemas


class AsyncApp:
    """An app, whose key the client has as its token. The key acts for all users of the app: keep it on your server.

    `user` is always the app's own id of a person: 1 to 128 bytes of UTF-8.
    """

    def __init__(self, transport: AsyncTransport, id: str) -> None:
        self.id = id
        self._path = f"/v1/apps/{segment(id)}"
        self._transport = transport

    def __repr__(self) -> str:
        return f"<App {self.id}>"

    async def info(self) -> schemas.App:
        """Returns the app's name, home page and status."""
        info: schemas.App = await self._json("GET", "")
        return info

    async def usage(self) -> schemas.AppUsageList:
        """Returns what the app used of its limits, and what was refused, per day."""
        usage: schemas.AppUsageList = await self._json("GET", "/usage")
        return usage

    async def sign_in(
        self, user: str, *, name: str | None = None, unique: bool = False, idempotency_key: str | None = None
    ) -> schemas.UserWithToken:
        """Returns the player of a user, and a token of a day. Give the token to the user's browser.

        Args:
            name: the name of a new user. A known one keeps theirs.
            unique: whether a new user gets a similar name if this one is taken.
            idempotency_key: calls with the same key return the same token. The default is a new one.

        Raises:
            Problem: among others with code `name_taken`, and `taken_over` if the user took the player over.
        """
        body: schemas.UserRequest = {"unique": unique}
        if name is not None:
            body["name"] = name
        signed_in: schemas.UserWithToken = await self._json(
            "PUT", _user(user), body=body, headers=idempotency(idempotency_key)
        )
        return signed_in

    async def users(self, *, cursor: str | None = None, limit: int | None = None) -> schemas.UserList:
        """Returns a page of the users."""
        users: schemas.UserList = await self._json("GET", "/users", query={"cursor": cursor, "limit": limit})
        return users

    async def delete_user(self, user: str) -> None:
        """Deletes a user, with the player for whom the app acts."""
        await self._change("DELETE", _user(user))

    async def export_user(self, user: str) -> schemas.PlayerExport:
        """Returns all stored data of a user."""
        export: schemas.PlayerExport = await self._json("GET", f"{_user(user)}/export")
        return export

    async def link(self, user: str) -> schemas.CreatedLink:
        """Creates a link to a page where the user takes the player over, or later consents to the app.

        It works once, within an hour.
        """
        link: schemas.CreatedLink = await self._json("POST", f"{_user(user)}/link")
        return link

    async def hide_user(self, user: str) -> None:
        """Hides all runs of a user on the app's boards."""
        await self._change("PUT", f"{_user(user)}/hidden")

    async def show_user(self, user: str) -> None:
        """Shows the runs of a hidden user again."""
        await self._change("DELETE", f"{_user(user)}/hidden")

    async def hide_run(self, run: str) -> None:
        """Hides a run on the app's boards."""
        await self._change("PUT", f"/runs/{segment(run)}/hidden")

    async def show_run(self, run: str) -> None:
        """Shows a hidden run again."""
        await self._change("DELETE", f"/runs/{segment(run)}/hidden")

    async def seasons(self) -> list[schemas.Season]:
        """Returns all seasons, the latest first."""
        seasons: schemas.SeasonList = await self._json("GET", "/seasons")
        return seasons["seasons"]

    async def season(self, id: str) -> schemas.Season:
        """Returns a season."""
        season: schemas.Season = await self._json("GET", f"/seasons/{segment(id)}")
        return season

    async def create_season(self, name: str, first_day: str, last_day: str) -> schemas.Season:
        """Creates a season, which begins tomorrow or later. It is not sent again if the response is lost.

        Args:
            first_day: the first day (UTC), such as `2026-12-01`.
            last_day: the last day (UTC).
        """
        body: schemas.SeasonRequest = {"name": name, "first_day": first_day, "last_day": last_day}
        season: schemas.Season = await self._json("POST", "/seasons", body=body)
        return season

    async def delete_season(self, id: str) -> None:
        """Deletes a season that has not begun. It is not sent again if the response is lost."""
        await self._transport.request("DELETE", f"{self._path}/seasons/{segment(id)}")

    def events(self, *, last_id: str | None = None) -> AsyncGenerator[Event, None]:
        """Yields the events of all users for whom the app acts. A lost connection is resumed after the last event.

        The event `reset`, which is the first one without `last_id`, means that events before it are missing: read the
        tables of your users.

        Args:
            last_id: the id of the last event that is known. The service can resume after it for seven days.

        Raises:
            Problem: the stream is refused, other than for overload: with code `unauthorized` if the key has ended.
            httpx.HTTPError: something else than the service answers, such as a proxy that does not know it.
        """
        return events(self._transport, f"{self._path}/events", {}, last_id)

    async def _json(self, method: str, path: str, **options: Unpack[RequestOptions]) -> Any:
        return json_of(await self._transport.request(method, self._path + path, **options))

    async def _change(self, method: str, path: str) -> None:
        """Sends a request that has no further effect if it is sent again."""
        await self._transport.request(method, self._path + path, is_repeatable=True)


def _user(user: str) -> str:
    return f"/users/{segment(user)}"
