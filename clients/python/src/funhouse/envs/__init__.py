"""Environments for agents. Each module needs the extra of its library.

- `funhouse.envs.solitaire`: `SolitaireEnv` for Gymnasium.
- `funhouse.envs.vector`: `SolitaireVectorEnv` for Gymnasium, many games at once.
- `funhouse.envs.seats`: `SeatsEnv` for PettingZoo.
- `funhouse.envs.parallel`: `parallel_env` for PettingZoo, for games with simultaneous moves.

With Gymnasium, importing this package registers the solitaires: `gymnasium.make("funhouse/trampo-land-v0")`.
"""

from importlib.util import find_spec

SOLITAIRES = (
    "epic-funhouse",
    "slide-jam",
    "magic-mirror",
    "catwalk",
    "roll-out-the-barrels",
    "whack-a-dummy",
    "trampo-land",
    "easy-slider",
    "magic-bag",
)
"""The games that are registered. A list of its own, because the module takes seconds to compile."""

VERSION = 0
"""The version of registered environments. It changes with the rules, the actions and the default observations."""


def _register() -> None:
    from gymnasium.envs.registration import register

    for game in SOLITAIRES:
        register(
            f"funhouse/{game}-v{VERSION}",
            entry_point="funhouse.envs.solitaire:SolitaireEnv",
            vector_entry_point="funhouse.envs.vector:SolitaireVectorEnv",
            kwargs={"game": game},
        )


if find_spec("gymnasium"):
    _register()
