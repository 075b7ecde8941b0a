"""The rules of board games in your program, and a client of the funhouse service with the same interface.

`game` returns a game in this process, and `Client(...).game` one of a service. Both have the same calls.
`funhouse.aio` has the client for asynchronous code, `funhouse.schemas` the types of the API, and `funhouse.envs`
environments for Gymnasium and PettingZoo.
"""

from .app import App
from .canonical import digest
from .client import Client
from .event import Event
from .game import AnyGame, Game
from .local import ContestVerdict, Local, drawn_seed, shared
from .problem import ForeignResponse, Problem, Trapped
from .schemas import GameId
from .shapes import LegalMoves, Plan
from .table import Table
from .typed import Games

__all__ = [
    "AnyGame",
    "App",
    "Client",
    "ContestVerdict",
    "Event",
    "ForeignResponse",
    "Game",
    "GameId",
    "Games",
    "LegalMoves",
    "Local",
    "Plan",
    "Problem",
    "Table",
    "Trapped",
    "digest",
    "drawn_seed",
    "game",
    "games",
    "verify_contest",
]

#: Returns a game in this process. The module of the package is loaded at the first call.
game = shared().game
#: Returns the games in this process.
games = shared().games
#: Verifies the export of a contest. The module of the package is loaded at the first call.
verify_contest = shared().verify_contest
