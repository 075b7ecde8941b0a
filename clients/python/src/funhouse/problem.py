"""Errors: refusals of the rules or of the service, and failures of the module."""

from collections.abc import Mapping
from typing import Any

import httpx


class Problem(Exception):
    """A refusal, as a problem (RFC 9457). The module and the service refuse with equal problems."""

    def __init__(self, body: Mapping[str, Any], retry_after: float | None = None) -> None:
        super().__init__(body["detail"])
        self.body = body
        """The problem as JSON, with the fields that only some problems have."""
        self.retry_after = retry_after
        """The seconds after which the same request can succeed, if the service named them."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Copies between processes need the arguments.
        return type(self), (self.body, self.retry_after)

    @property
    def code(self) -> str:
        """The stable code."""
        return str(self.body["code"])

    @property
    def status(self) -> int:
        """The HTTP status."""
        return int(self.body["status"])

    @property
    def detail(self) -> str:
        """What is wrong, as text for people."""
        return str(self.body["detail"])


class ForeignResponse(httpx.HTTPStatusError):
    """A successful response of something else than the service, such as the page of a network that wants a login."""


class Trapped(Exception):
    """The module trapped. It is replaced: the next call runs in a new instance."""
