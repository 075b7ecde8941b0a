"""Streams of server-sent events."""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import httpx_sse

from .problem import Problem
from .transport import Transport

MAX_DELAY = 10.0
"""The longest delay before a connection is tried again, in seconds."""

SILENCE = 45.0
"""A connection without even a comment for so long is lost, in seconds. The service sends one every 15 seconds."""


@dataclass(frozen=True)
class Event:
    """An event of a table."""

    type: str
    """`table` after a change, `move`, `set_back`, `phrase` or `spectators`.

    With `set_back`, the service has lost moves: forget all of them. They follow from the first one, then the table.
    """
    id: str
    """An opaque text, to resume after the event. Of phrases and spectators it is that of the event before."""
    data: Any
    """The table, the move, what a player says, or the number of spectators.

    Of `set_back`, it is how often the table was set back, and its number of moves: `{"set_backs": 1, "moves": 4}`.
    """


def events(
    transport: Transport, path: str, query: Mapping[str, Any], last_id: str | None
) -> Generator[Event, None, None]:
    """Yields the events of a path, until the caller stops. A lost connection is resumed after the last event.

    Raises:
        Problem: the stream is refused, other than for overload.
    """
    failures = 0
    while True:
        wait = 0.0
        headers = {} if last_id is None else {"Last-Event-ID": last_id}
        try:
            with transport.stream(path, query=query, headers=headers, silence=SILENCE) as response:
                for event in httpx_sse.EventSource(response).iter_sse():
                    failures = 0
                    last_id = event.id or last_id
                    # The service begins with the delay before a retry, without data.
                    if event.data:
                        yield Event(event.event, event.id, json.loads(event.data))
        except httpx.HTTPError:
            # The connection is lost, or a proxy reports that the service is.
            pass
        except Problem as problem:
            if problem.retry_after is None:
                raise
            wait = problem.retry_after
        time.sleep(max(wait, min(0.25 * 2**failures, MAX_DELAY)))
        # Bounded, because the power of an outage that lasts hours is no float.
        failures = min(failures + 1, 10)
