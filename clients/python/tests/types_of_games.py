"""Checked by mypy, and not run: each game has its own types, and both kinds of games are interchangeable."""

from typing import assert_type

import funhouse
from funhouse import Client, Games, Local, schemas
from funhouse.typed import SlideJam


def types_of_games() -> None:
    local = funhouse.game("slide-jam")
    remote = Client("http://127.0.0.1:8080").game("slide-jam")
    dealt = local.deal(seed="types", with_legal_moves=True)
    state = dealt["state"]
    assert_type(dealt["score"]["total"], int)
    move: schemas.SlideJamMove = {"type": "pop", "cells": ["b5", "b6", "c6"], "stack": "left", "slide": "down"}
    assert_type(local.play(state, move)["state"], schemas.SlideJamState)
    assert_type(remote.play(state, [move], until_illegal=True)["state"], schemas.SlideJamState)
    assert_type(remote.moves(state)["moves"], list[schemas.SlideJamMove])
    games: list[SlideJam] = [local, remote]
    sources: list[Games] = [Local(), Client("http://127.0.0.1:8080")]
    print(games, sources)

    # A move of another game.
    local.play(state, {"type": "take", "seat": 1})  # type: ignore[arg-type]
    # A state of another game.
    funhouse.game("break-the-bank").moves(state)  # type: ignore[arg-type]
    # A game has no such option.
    local.deal(options={"dexterity": 1})  # type: ignore[dict-item]
    # The id of a table is a text.
    Client("http://127.0.0.1:8080").table(1)  # type: ignore[arg-type]
