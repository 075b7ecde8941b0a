"""Games in this process and over HTTP: the same calls, the same results, and the same errors."""

from collections.abc import Iterator
from typing import Any

import pytest

import funhouse
from funhouse import AnyGame, Client, Games, Local, Problem, schemas


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[Client]:
    """A client of the service."""
    with Client(address) as client:
        yield client


def test_local_game_has_all_calls() -> None:
    slide_jam = funhouse.game("slide-jam")
    dealt = slide_jam.deal(seed="package")
    state = dealt["state"]
    assert dealt["score"]["total"] == 60
    moves = slide_jam.moves(state)["moves"]
    played = slide_jam.play(state, moves[0], with_text=True, with_picture=True)
    assert played["events"][0][0]["text"]
    assert played["picture"].startswith("<svg")
    assert slide_jam.score(played["state"]) == played["score"]
    assert slide_jam.picture(state).startswith("<svg")
    assert slide_jam.text(state).startswith("Slide Jam: ")
    assert slide_jam.rules().startswith("# Rules of Slide Jam\n")
    assert slide_jam.info()["title"] == "Slide Jam"
    assert repr(slide_jam) == "<Game slide-jam>"


def test_moves_are_played_up_to_the_first_illegal_one() -> None:
    slide_jam = funhouse.game("slide-jam")
    state = slide_jam.deal(seed="package")["state"]
    first = slide_jam.moves(state)["moves"][0]
    illegal: schemas.SlideJamMove = {"type": "pop", "cells": ["a1", "b1", "d6"], "stack": "left", "slide": "down"}
    played = slide_jam.play(state, [first, illegal], until_illegal=True)
    assert played["bad_move"]["index"] == 1
    assert played["state"] == slide_jam.play(state, first)["state"]


def results(games: Games) -> dict[str, Any]:
    """Returns the results of all calls."""
    game = games.game("break-the-bank")
    dealt = game.deal(seed="same", seats=4, options={}, rules=1, with_legal_moves=True, with_picture=True)
    moves = game.plan(dealt["state"])["moves"]
    played = game.play(dealt["state"], moves, with_text=True, seat=1)
    state = played["state"]
    run = schemas.BreakTheBankRun(
        game="break-the-bank", rules=1, seed="same", seats=4, options={}, moves=moves, points=played["points"]
    )
    seen = game.view(state, seat=2, with_legal_moves=True)
    return {
        "dealt": dealt,
        "moves": moves,
        "played": played,
        "listed": game.moves(state, seat=2),
        "seen": seen,
        "plan": game.plan(state, seat=state["seats"], seed="plan"),
        "standing": game.score(state),
        "digest": game.digest(state),
        "verdict": game.replay(run),
        "trace": game.trace(run, 1),
        "picture": game.picture(state),
        "picture of a view": game.picture(view=seen["view"], seat=2),
        "text": game.text(state),
        "info": game.info(rules=1),
        "rules": game.rules("programs", rules=1),
        "catalogue": games.catalogue(),
        "games": games.games(),
    }


def test_local_and_remote_games_give_the_same_results(client: Client) -> None:
    local, remote = results(Local()), results(client)
    assert local == remote
    assert local["verdict"]["digest"] == local["digest"]
    assert local["trace"]["trace"][0]["digest"] == local["digest"]


def refusal(games: Games) -> Problem:
    """Returns the problem of an illegal move."""
    game = games.game("slide-jam")
    state = game.deal(seed="same")["state"]
    with pytest.raises(Problem) as raised:
        game.play(state, {"type": "pop", "cells": ["a1", "b1", "d6"], "stack": "left", "slide": "down"})
    return raised.value


def test_local_and_remote_games_refuse_with_the_same_problem(client: Client) -> None:
    local, remote = refusal(Local()), refusal(client)
    assert local.body == remote.body
    assert (local.code, local.status, local.body["rule"]) == ("illegal_move", 422, "slide-jam.family")
    assert str(local) == local.detail == remote.detail
    for games in (Local(), client):
        with pytest.raises(Problem, match="no-game") as raised:
            games.game("no-game")  # type: ignore[call-overload]
        assert raised.value.code == "unknown_game"


def test_game_without_a_built_in_player_refuses_a_plan(client: Client) -> None:
    for games in (Local(), client):
        game: AnyGame = games.game("slide-jam")
        with pytest.raises(Problem) as raised:
            game.plan(game.deal(seed="plan")["state"])
        assert raised.value.status == 404


def test_local_game_draws_a_seed_for_each_deal() -> None:
    game = funhouse.game("magic-mirror")
    seeds = {game.deal()["state"]["seed"] for _ in range(10)}
    assert len(seeds) == 10
    assert {len(seed) for seed in seeds} == {32}


def test_digest_is_that_of_the_rules(client: Client) -> None:
    for info in funhouse.games():
        game = funhouse.game(info["id"])
        seats = None if info["kind"] == "solitaire" else info["seats"]["least"]
        state = game.deal(seed="digest", seats=seats)["state"]
        assert funhouse.digest(state) == game.digest(state), info["id"]


def test_run_of_a_solitaire_is_submitted(client: Client) -> None:
    player = client.sign_up("Ann of the games")
    game = funhouse.game("slide-jam")
    position = game.deal(with_legal_moves=True)
    moves = []
    while not position["finished"]:
        moves.append(position["legal_moves"]["moves"][0])
        position = game.play(position["state"], moves[-1], with_legal_moves=True)
    run = schemas.SlideJamRun(
        game="slide-jam",
        rules=1,
        seed=position["state"]["seed"],
        options={},
        moves=moves,
        score=position["score"]["total"],
    )
    receipt: Any = client.with_token(player["token"]).submit(run)
    assert receipt["run"]["score"]["total"] == position["score"]["total"]
    with pytest.raises(Problem) as raised:
        client.submit(run)
    assert raised.value.code == "unauthorized"
