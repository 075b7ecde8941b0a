"""The options of a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict


class RequestOptions(TypedDict, total=False):
    """The options of a request, all of which can be left out."""

    body: object
    """A value that is sent as JSON."""
    query: Mapping[str, Any] | None
    """The parameters of the query. Those that are `None` are left out."""
    headers: Mapping[str, str] | None
    """Further headers."""
    is_repeatable: bool | None
    """Whether a second request has no double effect. The default is that of a GET, and of requests with an
    `Idempotency-Key`."""
