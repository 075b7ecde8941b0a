"""Writes conformance runs from a model of a game: docs/adding-a-game.md describes the format, template_game.py is an example.

A model is a class. Its constructor deals: `Model(chance, seats, options)`. Its methods:

    legal()     the legal moves, none after the end of the game
    play(move)  plays a move, or raises `Refused` with the id of the rule and changes nothing
    tries()     other moves to try, legal or not
    to_act()    the seats that may act, in ascending order
    points()    the points of each seat
    places()    the final place of each seat
    view(seat)  the table as a seat sees it; seat 0 is an onlooker

A model of a solitaire has `score()`, and `rooms()` if the game has rooms, instead of the last four.

Write a model from the rules page alone, not from the program: both must be able to be wrong in different ways.
"""

import copy
import hashlib
import json
import pathlib
import sys

MASK_64 = (1 << 64) - 1
MASK_128 = (1 << 128) - 1


class Refused(Exception):
    """The refusal of a move by a rule."""


class Chance:
    """The chance of a seed: docs/rules/epic-funhouse.md, section 2."""

    def __init__(self, seed):
        self.seed = seed

    def event(self, name):
        return Draws(hashlib.sha256(f"{self.seed}\n{name}".encode()).digest())


class Draws:
    """The draws of one event: PCG64 (XSL-RR 128/64)."""

    def __init__(self, digest):
        self.increment = (int.from_bytes(digest[16:], "little") << 1 | 1) & MASK_128
        self.state = int.from_bytes(digest[:16], "little") + self.increment
        self._step()

    def _step(self):
        self.state = (self.state * 0x2360ED051FC65DA44385DF649FCCF645 + self.increment) & MASK_128

    def word(self):
        self._step()
        word, turn = (self.state >> 64 ^ self.state) & MASK_64, self.state >> 122
        return (word >> turn | word << (64 - turn)) & MASK_64

    def below(self, n):
        """Returns a number from 0 to n - 1."""
        while True:
            word = self.word()
            if word < (1 << 64) // n * n:
                return word % n

    def die(self):
        """Returns a face, from 1 to 6."""
        return self.below(6) + 1

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def run(model, game, seed, seats=None, options=None, rules=1):
    """Returns a line of conformance runs: a game of random moves, played to its end."""
    pick = Chance(seed).event("model")
    state = model(Chance(seed), seats or 1, options or {})
    line = {"game": game, "rules": rules, "seed": seed, "options": options or {}, "moves": [], "legal": [], "illegal": []}
    if seats:
        line |= {"seats": seats, "points": [], "to_act": [], "views": []}
    else:
        line |= {"scores": []}
    while True:
        count, legal = len(line["moves"]), state.legal()
        line["legal"].append(len(legal))
        if seats:
            line["points"].append(state.points())
            line["to_act"].append(state.to_act())
            viewer = pick.below(seats + 1)
            line["views"].append([count, viewer, copy.deepcopy(state.view(viewer))])
        else:
            line["scores"].append(state.score())
        tries = [move for move in state.tries() if move not in legal]
        pick.shuffle(tries)
        for move in tries[:3]:
            line["illegal"].append([count, move, refusal(state, move)])
        if not legal:
            break
        line["moves"].append(legal[pick.below(len(legal))])
        state.play(line["moves"][-1])
    if seats:
        line["places"] = state.places()
    elif hasattr(state, "rooms"):
        line["rooms"] = state.rooms()
    return line


def refusal(state, move):
    """Returns the id of the rule that refuses a move."""
    try:
        copy.deepcopy(state).play(move)
    except Refused as refused:
        return str(refused)
    raise AssertionError(f"{move} is not legal, but played")


def places(points):
    """Returns the places for points of which more are better: 1, 2, 2, 4."""
    return [1 + sum(other > own for other in points) for own in points]


def write(game, lines):
    """Writes the runs of a game, or prints them with `--print`."""
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    if "--print" in sys.argv:
        sys.stdout.write(text)
    else:
        pathlib.Path(__file__).with_name(f"{game}.jsonl").write_text(text)
