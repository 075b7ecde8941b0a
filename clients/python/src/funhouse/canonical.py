"""Digests, computed in Python."""

import hashlib
import json


def digest(value: object) -> str:
    """Returns the SHA-256 of a value as canonical JSON (RFC 8785).

    The value consists of texts, integers, lists and objects, whose names are ASCII: states have nothing else.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
