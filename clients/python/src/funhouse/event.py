"""Events of tables, players and apps."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Event:
    """An event of a table, of a player, or of an app."""

    type: str
    """Of a table: `table` after a change, `move`, `set_back`, `phrase` or `spectators`.

    With `set_back`, the service has lost moves: forget all of them. They follow from the first one, then the table.

    Of a player: `your_turn`, `table_started`, `table_over`, `table_set_back`, `rematch_offered`, `par_known`,
    `invited`, `invitation_declined`, `contest_round_opened`, `contest_round_closed`, or `reset` if events before it are
    missing.
    """
    id: str
    """An opaque text, to resume after the event. Of phrases and spectators it is that of the event before."""
    data: Any
    """The table, the move, what a player says, or the number of spectators.

    Of `set_back`, it is how often the table was set back, and its number of moves: `{"set_backs": 1, "moves": 4}`.
    Of an event of a player, it is a `schemas.PlayersEvent`.
    Of an event of an app, it is a `schemas.AppEvent`, with that of the player in `event`.
    """
