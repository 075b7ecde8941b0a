"""Which requests are sent again, and when. `docs/errors.md` says what a second request does."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx

from .problem import Problem

TIMEOUT = 30.0
"""The default of the longest time until a response is complete, in seconds."""

MAX_ATTEMPTS = 4
"""How often a request is sent."""

MAX_WAIT = 60.0
"""A request that the service wants to get after a longer wait is not sent again, in seconds."""

MAX_TIMEOUT = 86400.0
"""The longest time until a response is complete that can be set, in seconds: a day."""

MAX_STREAM_WAIT = 3600.0
"""The longest wait before a stream is opened again, whatever longer one the service names, in seconds."""

MAX_DELAY = 10.0
"""The longest delay before a stream is opened again, unless the service names a longer one, in seconds."""

OVERLOADED = 429
"""The status of a request that was refused because there were too many. It had no effect."""

BUSY = 503
"""The status of a request that the service cannot carry out now."""

UNKNOWN = "outcome_unknown"
"""The code of a response of the service, although it does not know whether it has carried out the request."""

UNAVAILABLE = (502, 503, 504)
"""The status of a request that a proxy could not pass on, or that the service could not answer now."""

PASSING = (408, 425, 429)
"""Refusals of a stream that can be over after a while: the request was too slow, or one of too many."""


def wait_before_repeat(error: Exception, attempt: int, *, is_repeatable: bool) -> float | None:
    """Returns the seconds after which a request is sent again; none if it is not.

    Args:
        attempt: how often it was sent, from 1.
        is_repeatable: whether it has no double effect.
    """
    # A caller that has waited until a time-out does not want to wait as long again.
    if attempt >= MAX_ATTEMPTS or isinstance(error, httpx.TimeoutException):
        return None
    if not (_had_no_effect(error) or (is_repeatable and _is_temporary(error))):
        return None
    wait = max(retry_after(error) or 0.0, 0.25 * 2.0 ** (attempt - 1))
    return wait if wait <= MAX_WAIT else None


def wait_before_reconnect(error: Exception | None, failures: int) -> float | None:
    """Returns the seconds after which a stream is opened again; none if that is useless.

    Args:
        error: why it ended, if the service did not close it.
        failures: how often it ended since the last event.
    """
    if error is not None and _is_lasting(error):
        return None
    # Bounded, because the power of an outage that lasts hours is no float.
    delay = min(0.25 * 2.0 ** min(failures, 10), MAX_DELAY)
    return max(delay, 0.0 if error is None else min(retry_after(error) or 0.0, MAX_STREAM_WAIT))


def retry_after(error: Exception) -> float | None:
    """Returns the seconds that an error names."""
    if isinstance(error, Problem):
        return error.retry_after
    if isinstance(error, httpx.HTTPStatusError):
        return seconds(error.response.headers.get("Retry-After"))
    return None


def seconds(text: str | None) -> float | None:
    """Returns the value of `Retry-After`, which is a number of seconds or a date."""
    if text is None:
        return None
    if text.strip().isdecimal():
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    aware = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max((aware - datetime.now(UTC)).total_seconds(), 0.0)


def _had_no_effect(error: Exception) -> bool:
    """Returns whether the service refused the request for now, or never got it."""
    if isinstance(error, Problem) and error.status == BUSY:
        return error.code != UNKNOWN and error.retry_after is not None
    return _status(error) == OVERLOADED or isinstance(error, httpx.ConnectError)


def _is_lasting(error: Exception) -> bool:
    """Returns whether the same stream will be refused again, such as for a table that does not exist."""
    status = _status(error)
    return not _is_temporary(error) if status is None else status < 500 and status not in PASSING


def _is_temporary(error: Exception) -> bool:
    """Returns whether the response is lost, or the service cannot answer now."""
    if isinstance(error, httpx.TransportError):
        # An address or a token that is wrong remains so.
        return not isinstance(error, (httpx.UnsupportedProtocol, httpx.LocalProtocolError))
    return _status(error) in UNAVAILABLE


def _status(error: Exception) -> int | None:
    if isinstance(error, Problem):
        return error.status
    return error.response.status_code if isinstance(error, httpx.HTTPStatusError) else None


def idempotency(key: str | None) -> dict[str, str]:
    """Returns the header with which a request that is sent twice has an effect once. The default is a new key."""
    return {"Idempotency-Key": str(uuid.uuid4()) if key is None else key}
