"""Checked by mypy, and not run: each game has its own types, and both kinds of games are interchangeable."""

from typing import assert_type

import funhouse
from funhouse import AnyGame, Client, Games, Local, schemas
from funhouse.aio import AsyncClient
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
    local.play(state, {"type": "take", "seat": 1})  # type: ignore[call-overload]
    # A state of another game.
    funhouse.game("break-the-bank").moves(state)  # type: ignore[arg-type]
    # A game has no such option.
    local.deal(options={"dexterity": 1})  # type: ignore[dict-item]
    # Nothing listed the moves of this position, but this one has its events.
    position = local.deal()
    position = local.play(state, move, with_legal_moves=True)
    listed = local.deal(with_legal_moves=True)
    listed = local.play(state, listed["legal_moves"]["moves"][0], with_legal_moves=True)
    # What a seat sees has legal moves if they were requested.
    assert_type(local.view(state, with_legal_moves=True)["legal_moves"]["moves"], list[schemas.SlideJamMove])
    local.view(state)["legal_moves"]
    # A solitaire has neither seats nor a built-in player.
    local.deal(seats=2)  # type: ignore[call-overload]
    local.plan(state)  # type: ignore[misc]
    # A game for several seats needs their number.
    seated = funhouse.game("queensland")
    board = seated.deal(seats=2, with_legal_moves=True)
    assert_type(seated.plan(board["state"])["moves"], list[schemas.QueenslandMove])
    assert_type(board["legal_moves"]["moves"], list[schemas.QueenslandMove])
    seated.deal()  # type: ignore[call-overload]
    # No game has this id.
    funhouse.game("nope")  # type: ignore[call-overload]
    # A game that is known only at run time has all calls.
    for summary in funhouse.games():
        any_game: AnyGame = funhouse.game(summary["id"])
        any_game.plan(any_game.deal(seats=2)["state"])
    # Every game is one of any types.
    any_game = local
    any_game = seated
    print(position["state"], local.play(state, move)["events"], listed["legal_moves"])


async def types_of_asynchronous_games() -> None:
    async with AsyncClient("http://127.0.0.1:8080") as client:
        game = await client.game("slide-jam")
        dealt = await game.deal(with_legal_moves=True)
        assert_type(dealt["legal_moves"]["moves"], list[schemas.SlideJamMove])
        assert_type((await game.play(dealt["state"], []))["score"]["total"], int)
        async for event in client.table("1").events():
            assert_type(event.id, str)
        # A state of another game.
        await (await client.game("break-the-bank")).moves(dealt["state"])  # type: ignore[arg-type]
    # The id of a table is a text.
    Client("http://127.0.0.1:8080").table(1)  # type: ignore[arg-type]
