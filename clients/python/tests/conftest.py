"""The fixtures of the tests."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from support import Both, served

from funhouse import Local
from funhouse.module import Module


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service."""
    with served(tmp_path_factory.mktemp("service"), "--apps", "open") as address:
        yield address


@pytest.fixture(scope="session")
def module() -> Module:
    """The module of the package."""
    return Local().module


@pytest.fixture(scope="session")
def both(module: Module, address: str) -> Iterator[Both]:
    """The module and the service."""
    with closing(Both(module, address)) as both:
        yield both


@pytest.fixture(scope="session")
def infos(module: Module) -> list[Any]:
    """Everything about each game."""
    games = json.loads(module.answer(b"games")[1])["games"]
    return [json.loads(module.answer(f"{game['id']}/info".encode())[1]) for game in games]
