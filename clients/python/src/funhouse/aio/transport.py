"""Requests to a service."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import anyio
import httpx

from ..problem import Problem
from ..retries import TIMEOUT, seconds, wait_before_repeat


class AsyncTransport:
    """Sends requests to a service, with the token of a player if it has one."""

    def __init__(self, base: str, token: str | None, http: httpx.AsyncClient, timeout: float = TIMEOUT) -> None:
        self.base = base.rstrip("/")
        self.token = token
        self.http = http
        self.timeout = timeout

    async def request(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        is_repeatable: bool | None = None,
    ) -> httpx.Response:
        """Returns the successful response to a request, which is sent again if that can help.

        Args:
            is_repeatable: whether a second request has no double effect. The default is that of a GET, and of requests
                with an `Idempotency-Key`.

        Raises:
            Problem: the request is refused.
            httpx.HTTPError: there is no response, or that of a proxy.
        """
        if is_repeatable is None:
            is_repeatable = method == "GET" or "idempotency-key" in map(str.lower, headers or {})
        attempt = 0
        while True:
            attempt += 1
            try:
                response = await self.http.send(self._built(method, path, body, query, headers, self.timeout))
                check(response)
                return response
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
        request = self._built("GET", path, None, query, headers, silence)
        response = await self.http.send(request, stream=True)
        try:
            if not response.is_success:
                await response.aread()
            check(response)
            yield response
        finally:
            await response.aclose()

    def _built(
        self,
        method: str,
        path: str,
        body: object,
        query: Mapping[str, Any] | None,
        headers: Mapping[str, str] | None,
        read: float,
    ) -> httpx.Request:
        sent = dict(headers or {})
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        params = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        timeout = httpx.Timeout(self.timeout, read=read)
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
