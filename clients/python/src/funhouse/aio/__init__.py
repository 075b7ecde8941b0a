"""The client for asynchronous code: `AsyncClient`. It has the calls of `funhouse.Client`.

The modules `app`, `client`, `events`, `game`, `table` and `transport` of `funhouse` are generated from those of this
package, by build.py.
"""

from .app import AsyncApp
from .client import AsyncClient
from .game import AnyAsyncGame, AsyncGame
from .table import AsyncTable
from .typed import AsyncGames

__all__ = ["AnyAsyncGame", "AsyncApp", "AsyncClient", "AsyncGame", "AsyncGames", "AsyncTable"]
