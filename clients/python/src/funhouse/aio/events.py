"""Streams of server-sent events."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import anyio
import httpx
import httpx_sse

from ..event import Event
from ..problem import Problem
from ..retries import wait_before_reconnect
from .transport import AsyncTransport

SILENCE = 45.0
"""A connection without even a comment for so long is lost, in seconds. The service sends one every 4 seconds."""


async def events(
    transport: AsyncTransport, path: str, query: Mapping[str, Any], last_id: str | None
) -> AsyncGenerator[Event, None]:
    """Yields the events of a path, until the caller stops. A lost connection is resumed after the last event.

    Raises:
        Problem: the stream is refused, other than for overload.
        httpx.HTTPError: something else than the service answers, such as a proxy that does not know it.
    """
    failures = 0
    while True:
        lost: Exception | None = None
        headers = {} if last_id is None else {"Last-Event-ID": last_id}
        try:
            async with transport.stream(path, query=query, headers=headers, silence=SILENCE) as response:
                async for event in httpx_sse.EventSource(response).aiter_sse():
                    failures = 0
                    last_id = event.id or last_id
                    # The service begins with the delay before a retry, without data.
                    if event.data:
                        yield Event(event.event, event.id, json.loads(event.data))
        except (httpx.HTTPError, Problem) as error:
            lost = error
        wait = wait_before_reconnect(lost, failures)
        if wait is None and lost is not None:
            raise lost
        await anyio.sleep(wait or 0.0)
        failures += 1
