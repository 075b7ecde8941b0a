"""Requests to a service."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any, Unpack

import anyio
import httpx

from ..options import RequestOptions
from ..problem import ForeignResponse, Problem
from ..retries import MAX_TIMEOUT, TIMEOUT, seconds, wait_before_repeat

ADDRESS = re.compile(r"https?://[^/?#]+(/[^?#]*)?", re.IGNORECASE)
"""An address that paths can be appended to."""


class AsyncTransport:
    """Sends requests to a service, with the token of a player if it has one."""

    def __init__(self, base: str, token: str | None, http: httpx.AsyncClient, timeout: float = TIMEOUT) -> None:
        self.base = base.rstrip("/")
        if not ADDRESS.fullmatch(self.base):
            raise ValueError(
                f"the address of a service must begin with https:// or http://, without ? or # (got {base})"
            )
        if not 0 < timeout <= MAX_TIMEOUT:
            raise ValueError(f"timeout must be more than 0 and at most {MAX_TIMEOUT:.0f} seconds (got {timeout})")
        self.token = token
        self.http = http
        self.timeout = timeout

    async def request(self, method: str, path: str, **options: Unpack[RequestOptions]) -> httpx.Response:
        """Returns the successful response to a request, which is sent again if that can help.

        Raises:
            Problem: the request is refused.
            httpx.HTTPError: there is no response, or that of a proxy.
        """
        is_repeatable = options.get("is_repeatable")
        if is_repeatable is None:
            is_repeatable = method == "GET" or "idempotency-key" in map(str.lower, options.get("headers") or {})
        attempt = 0
        while True:
            attempt += 1
            try:
                return await self._answered(self._built(method, path, options, self.timeout))
            except (httpx.HTTPError, Problem) as error:
                wait = wait_before_repeat(error, attempt, is_repeatable=is_repeatable)
                if wait is None:
                    raise
            await anyio.sleep(wait)

    @asynccontextmanager
    async def stream(
        self, path: str, *, query: Mapping[str, Any], headers: Mapping[str, str], silence: float
    ) -> AsyncIterator[httpx.Response]:
        """Returns a successful response whose body is read as it comes. It is not requested again.

        Args:
            silence: the longest wait for a part of the body, in seconds.

        Raises:
            Problem: the request is refused.
            httpx.HTTPError: there is no response, or that of a proxy.
        """
        request = self._built("GET", path, {"query": query, "headers": headers}, silence)
        response = await self.http.send(request, stream=True, follow_redirects=False)
        try:
            if not response.is_success:
                await response.aread()
            check(response)
            check_media_type(response, "text/event-stream")
            yield response
        finally:
            await response.aclose()

    async def _answered(self, request: httpx.Request) -> httpx.Response:
        """Returns the successful response to a request, which is sent once. All of it has to arrive in time."""
        deadline = monotonic() + self.timeout
        response = await self.http.send(request, stream=True, follow_redirects=False)
        body = bytearray()
        try:
            async for part in response.aiter_bytes():
                if monotonic() > deadline:
                    raise httpx.ReadTimeout(f"the response took longer than {self.timeout} seconds", request=request)
                body += part
        finally:
            await response.aclose()
        # The body is decoded.
        headers = [(name, value) for name, value in response.headers.raw if name.lower() != b"content-encoding"]
        complete = httpx.Response(response.status_code, headers=headers, content=bytes(body), request=request)
        check(complete)
        return complete

    def _built(self, method: str, path: str, options: RequestOptions, read: float) -> httpx.Request:
        sent = dict(options.get("headers") or {})
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        params = {name: _text(value) for name, value in (options.get("query") or {}).items() if value is not None}
        timeout = httpx.Timeout(self.timeout, read=read)
        body = options.get("body")
        return self.http.build_request(
            method, self.base + path, params=params, headers=sent, timeout=timeout, json=body
        )


def check(response: httpx.Response) -> None:
    """Raises the problem of a refusal, or the error of a proxy."""
    if response.is_success:
        return
    body = _problem(response)
    if body is None:
        # Not the service, but something between: a proxy.
        response.raise_for_status()
        raise httpx.HTTPStatusError(
            f"the response has status {response.status_code}", request=response.request, response=response
        )
    raise Problem(body, seconds(response.headers.get("Retry-After")))


def json_of(response: httpx.Response) -> Any:
    """Returns the JSON in a successful response."""
    try:
        return response.json()
    except ValueError:
        raise _foreign(response, "JSON") from None


def check_media_type(response: httpx.Response, expected: str) -> None:
    """Raises an error if a successful response has another media type, because then the service did not send it."""
    if not response.headers.get("Content-Type", "").startswith(expected):
        raise _foreign(response, expected)


def _foreign(response: httpx.Response, expected: str) -> ForeignResponse:
    kind = response.headers.get("Content-Type", "no media type")
    message = (
        f"{response.request.method} {response.request.url} returned {kind} that is not {expected}, with status "
        f"{response.status_code}: something else than the service answered"
    )
    return ForeignResponse(message, request=response.request, response=response)


def _problem(response: httpx.Response) -> dict[str, Any] | None:
    """Returns the problem in a response, if it is one."""
    if not response.headers.get("Content-Type", "").startswith("application/problem+json"):
        return None
    try:
        body = response.json()
    except ValueError:
        return None
    return body if isinstance(body, dict) and {"detail", "code", "status"} <= body.keys() else None


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
