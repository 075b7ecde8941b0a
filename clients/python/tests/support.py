"""What the tests share: the service, the module, and requests that both answer."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from funhouse.module import Module

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ.get("FUNHOUSE", ROOT / "target/debug/funhouse"))

SPECIAL = {
    "info": ("GET", "", "*/*"),
    "rules": ("GET", "/rules", "text/markdown"),
    "picture": ("POST", "/picture", "image/svg+xml"),
    "text": ("POST", "/picture", "text/plain"),
}
"""Method, path and media type of calls that are not a `POST` of JSON to their name."""


@contextmanager
def served(folder: Path, *more: str) -> Iterator[str]:
    """Starts the service on a free port, with its own database. Yields its address."""
    flags = [
        "--listen",
        "127.0.0.1:0",
        "--log",
        "off",
        "--no-limits",
        "--database",
        f"sqlite://{folder}/funhouse.db",
        *more,
    ]
    with subprocess.Popen([PROGRAM, "serve", *flags], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = next(
                (match[1] for line in server.stdout if (match := re.search(r"listens on (http:\S+)", line))), None
            )
            assert address is not None, "the program ended"
            yield address
        finally:
            server.terminate()


class Both:
    """The module and the service. Sends the same requests to both, and requires equal answers."""

    def __init__(self, module: Module, address: str) -> None:
        self.module = module
        self._connection = http.client.HTTPConnection(urlsplit(address).netloc)

    def compare(self, target: str, request: object = None) -> tuple[int, bytes]:
        """Returns the answer of both: the same status and the same bytes.

        Args:
            request: bytes, or a value that is sent as JSON.
        """
        body = request if isinstance(request, bytes) else b"" if request is None else json.dumps(request).encode()
        ours = self.module.answer(target.encode(), body)
        theirs = self._requested(target, body)
        assert ours == theirs, f"{target} of {body[:2000]!r}"
        return ours

    def json(self, target: str, request: object = None) -> Any:
        """Returns the answer of both, which is successful."""
        status, body = self.compare(target, request)
        assert status == 200, body
        return json.loads(body)

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()

    def _requested(self, target: str, body: bytes) -> tuple[int, bytes]:
        id, _, call = target.partition("/")
        method, path, accept = SPECIAL.get(call, ("POST", f"/{call}", "*/*"))
        path = f"/v1/games/{id}{path}"
        if target == "games":
            method, path = "GET", "/v1/games"
        headers = {"Accept": accept}
        if method == "POST":
            headers["Content-Type"] = "application/json"
        self._connection.request(method, path, body if method == "POST" else None, headers)
        response = self._connection.getresponse()
        return response.status, response.read()


def deal_request(chance: random.Random, info: Any) -> dict[str, Any]:
    """Returns a random request to deal a game."""
    request: dict[str, Any] = {"seed": f"walk-{chance.randrange(10**9)}", "options": {}, "with_legal_moves": True}
    if chance.random() < 0.5:
        request["options"] = {option["name"]: chance.choice(option["values"]) for option in info["options"]}
    if info["kind"] != "solitaire":
        request["seats"] = chance.randint(info["seats"]["least"], info["seats"]["most"])
    return request


def play_request(chance: random.Random, info: Any, position: Any) -> dict[str, Any] | None:
    """Returns a random request to play a listed move; none if none is listed."""
    moves = position.get("legal_moves", {}).get("moves", [])
    if not moves:
        return None
    # Giving up ends most games at once.
    quits = {move["type"] for move in info["moves"] if move["quits"]}
    going = [move for move in moves if move["type"] not in quits]
    request = {"state": position["state"], "move": chance.choice(going if going and chance.random() < 0.98 else moves)}
    flags = {"with_legal_moves": True, "with_picture": chance.random() < 0.2, "with_text": chance.random() < 0.5}
    return request | flags


def run_of(position: Any, moves: list[Any]) -> dict[str, Any]:
    """Returns the run of a game, which claims its result."""
    state = position["state"]
    run = {name: state[name] for name in ("game", "rules", "seed", "options")} | {"moves": moves}
    if "seats" in state:
        return run | {"seats": state["seats"], "points": position["points"]}
    return run | {"score": position["score"]["total"]}
