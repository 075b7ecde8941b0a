"""Plays an Epic Funhouse without a table, and Caribbean Star at a table against a robot, with clients of openapi-generator."""

import os
import sys
import time

import caribbean_star as star
import epic_funhouse as funhouse


def play_funhouse(service: str) -> None:
    client = funhouse.ApiClient(funhouse.Configuration(host=service))
    api = funhouse.EpicFunhouseApi(client)
    options = funhouse.EpicFunhouseOptions(dexterity=funhouse.Dexterity.REPORTED)
    position = api.deal_epic_funhouse(
        funhouse.EpicFunhouseDealRequest(seed="clients", options=options, with_legal_moves=True)
    )
    moves = []
    while not position.finished:
        legal = position.legal_moves.moves
        turn = len(moves)
        move = legal[(turn * turn + turn // 7) % len(legal)]
        moves.append(move)
        play = funhouse.EpicFunhousePlayMove(move=move, state=position.state, with_legal_moves=True)
        position = api.play_epic_funhouse(funhouse.EpicFunhousePlayRequest(play))
    state, score = position.state, position.score.total
    run = funhouse.EpicFunhouseRun(
        game="epic-funhouse", rules=1, seed=state.seed, options=state.options, moves=moves, score=score
    )
    verdict = api.replay_epic_funhouse(run)
    assert verdict.legal and verdict.complete and verdict.claim_holds, verdict
    print(f"Epic Funhouse: {len(moves)} moves, score {score}")


def play_table(service: str) -> None:
    configuration = star.Configuration(host=service)
    players = star.PlayersApi(star.ApiClient(configuration))
    configuration.access_token = players.create_player(star.PlayerRequest(name=f"Python {os.getpid()}b")).token
    tables = star.TablesApi(star.ApiClient(configuration))
    table = tables.create_table(star.CaribbeanStarTableRequest(game="caribbean-star", seats=["you", "robot"]))
    own = 0
    while table.status != "over":
        table = tables.get_table(table.id, with_legal_moves=True)
        legal = table.position.legal_moves if table.position else None
        if not legal or not legal.moves:
            time.sleep(0.02)
            continue
        move = legal.moves[own % len(legal.moves)]
        request = star.CaribbeanStarMovesRequest(game="caribbean-star", after=table.moves, moves=[move])
        table = tables.make_moves(table.id, request)
        own += 1
    run = tables.get_table_run(table.id).run
    assert run and 0 < own < len(run.moves), "both seats move"
    print(f"Caribbean Star: {own} own moves of {len(run.moves)}")


play_funhouse(sys.argv[1])
play_table(sys.argv[1])
