"""Requests to a service."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx

from .problem import Problem

TIMEOUT = httpx.Timeout(30.0)
"""The longest wait for a part of a response, in seconds."""


class Transport:
    """Sends requests to a service, with the token of a player if it has one."""

    def __init__(self, base: str, token: str | None, http: httpx.Client) -> None:
        self.base = base.rstrip("/")
        self.token = token
        self.http = http

    def request(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Returns the successful response to a request.

        Raises:
            Problem: the request is refused.
        """
        response = self.http.send(self._built(method, path, body, query, headers, TIMEOUT))
        _check(response)
        return response

    @contextmanager
    def stream(
        self, path: str, *, query: Mapping[str, Any], headers: Mapping[str, str], silence: float
    ) -> Iterator[httpx.Response]:
        """Returns a successful response whose body is read as it comes.

        Raises:
            Problem: the request is refused.
        """
        timeout = httpx.Timeout(TIMEOUT.connect, read=silence)
        response = self.http.send(self._built("GET", path, None, query, headers, timeout), stream=True)
        try:
            if not response.is_success:
                response.read()
            _check(response)
            yield response
        finally:
            response.close()

    def _built(
        self,
        method: str,
        path: str,
        body: object,
        query: Mapping[str, Any] | None,
        headers: Mapping[str, str] | None,
        timeout: httpx.Timeout,
    ) -> httpx.Request:
        sent = dict(headers or {})
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        params = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        return self.http.build_request(
            method, self.base + path, params=params, headers=sent, timeout=timeout, json=body
        )


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check(response: httpx.Response) -> None:
    if response.is_success:
        return
    if not response.headers.get("Content-Type", "").startswith("application/problem+json"):
        # Not the service, but something between: a proxy.
        response.raise_for_status()
        raise httpx.HTTPError(f"the response has status {response.status_code}")
    wait = response.headers.get("Retry-After")
    raise Problem(response.json(), None if wait is None else float(wait))
