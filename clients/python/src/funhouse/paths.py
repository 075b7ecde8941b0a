"""Paths of the API."""

from urllib.parse import quote


def segment(id: str) -> str:
    """Returns an id as a part of a path.

    Raises:
        ValueError: it is `.` or `..`, which would lead to another path. No id is one of them.
    """
    if id in (".", ".."):
        raise ValueError(f"no id is {id!r}")
    return quote(id, safe="")
