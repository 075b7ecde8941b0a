"""The module plays the golden playthroughs of `tests/playthroughs`: it writes each file again, with the same bytes."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support import ROOT

import funhouse

FILES = sorted((ROOT / "tests/playthroughs").glob("*.txt"))

MOVE = re.compile(r" *\d+\. (.*?) +(\d+|\[[\d,-]+\]) +[0-9a-f]{16}")
"""The line of a move: the move in short, the total or the points, and the beginning of the digest."""


def test_every_game_has_a_playthrough() -> None:
    assert {file.stem for file in FILES} >= {game["id"] for game in funhouse.games()}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_module_repeats_playthrough(file: Path) -> None:
    golden = file.read_text()
    assert Playthrough(golden).written() == golden


class Playthrough:
    """A game, played as a file says and written in the form of the file."""

    def __init__(self, golden: str) -> None:
        self.lines = golden.splitlines()
        self.title, id, rules = re.findall(r"^(.*) \((.*)\), rules (\d+)$", self.lines[0])[0]
        self.head = dict(line.split(": ", 1) for line in self.lines[1:5])
        self.game = funhouse.game(id)
        options = dict(pair.split("=") for pair in self.head.get("options", "none").split() if pair != "none")
        seats = int(self.head["seats"]) if "seats" in self.head else None
        self.position = self.game.deal(seed=self.head["seed"], options=options, seats=seats, rules=int(rules))

    def written(self) -> str:
        """Returns the file, of the game as the module plays it."""
        state = self.position["state"]
        options = short(state["options"]) or "none"
        text = f"{self.title} ({self.game.id}), rules {state['rules']}\nseed: {state['seed']}\n"
        text += f"seats: {state['seats']}\n" if "seats" in state else f"options: {options}\n"
        text += f"player: {self.head['player']}\ndigest of the deal: {self.game.digest(state)}\n"
        text += self.board()
        moves = [at for at, line in enumerate(self.lines) if MOVE.fullmatch(line)]
        for number, at in enumerate(moves, start=1):
            text += self.move(number, self.lines[at])
            # The file shows the board after some moves.
            text += self.board() if self.lines[at + 1] == "" else ""
        assert self.position["finished"]
        places = json.dumps(self.position.get("places"), separators=(",", ":"))
        end = short(dict(sorted(self.position["score"].items()))) if "score" in self.position else f"places {places}"
        return f"{text}ended after {len(moves)} moves: {end}\n"

    def board(self) -> str:
        """Returns the board, between empty lines."""
        return f"\n{self.game.text(self.position['state'])}\n"

    def move(self, number: int, line: str) -> str:
        """Plays the move of a line, and returns the line."""
        name = MOVE.findall(line)[0][0]
        listed = self.game.moves(self.position["state"])["moves"]
        move = next((move for move in listed if short(move) == name), None) or flick(name)
        self.position = self.game.play(self.position["state"], move)
        digest = self.game.digest(self.position["state"])[:16]
        if "score" in self.position:
            return f"{number:>4}. {name:<56} {self.position['score']['total']:>3}  {digest}\n"
        return f"{number:>4}. {name:<56} {json.dumps(self.position['points'], separators=(',', ':'))}  {digest}\n"


def flick(name: str) -> dict[str, Any]:
    """Returns the only move that is not always listed: the flick of a coin, `flick coin=0 dx=-1000 dy=0`."""
    kind, *fields = name.split(" ")
    assert kind == "flick", f"{name} is not listed"
    return {"type": kind} | {field: int(value) for field, value in (each.split("=") for each in fields)}


def short(value: dict[str, Any]) -> str:
    """Returns an object in short: `pop cells=d3,d4,c4 stack=right slide=left`."""
    return " ".join(plain(field) if name == "type" else f"{name}={plain(field)}" for name, field in value.items())


def plain(value: Any) -> str:
    """Returns a value in short."""
    if isinstance(value, list):
        return ",".join(each if isinstance(each, str) else json.dumps(each, separators=(",", ":")) for each in value)
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
