"""Plays an Epic Funhouse without a table, and Caribbean Star at a table against a robot, with clients of openapi-python-client."""

import os
import sys
import time

from caribbean_star import AuthenticatedClient
from caribbean_star import Client as StarClient
from caribbean_star.api.players import create_player
from caribbean_star.api.tables import create_table, get_table, get_table_run, make_moves
from caribbean_star.models import (
    CaribbeanStarHeldTable,
    CaribbeanStarHeldTableStatus,
    CaribbeanStarMovesRequest,
    CaribbeanStarTableRequest,
    CaribbeanStarTableRun,
    PlayerRequest,
    PlayerWithToken,
    YouOpenOrRobot,
)
from caribbean_star.types import UNSET
from epic_funhouse import Client
from epic_funhouse.api.epic_funhouse import deal_epic_funhouse, play_epic_funhouse, replay_epic_funhouse
from epic_funhouse.models import (
    Dexterity,
    EpicFunhouseDealRequest,
    EpicFunhouseOptions,
    EpicFunhousePlayMove,
    EpicFunhousePosition,
    EpicFunhouseRun,
    EpicFunhouseVerdict,
)


def play_funhouse(service: str) -> None:
    client = Client(base_url=service)
    options = EpicFunhouseOptions(dexterity=Dexterity.REPORTED)
    deal = EpicFunhouseDealRequest(seed="clients", options=options, with_legal_moves=True)
    position = deal_epic_funhouse.sync(client=client, body=deal)
    assert isinstance(position, EpicFunhousePosition), position
    moves = []
    while not position.finished:
        legal = position.legal_moves.moves
        turn = len(moves)
        move = legal[(turn * turn + turn // 7) % len(legal)]
        moves.append(move)
        play = EpicFunhousePlayMove(move=move, state=position.state, with_legal_moves=True)
        position = play_epic_funhouse.sync(client=client, body=play)
        assert isinstance(position, EpicFunhousePosition), position
    state, score = position.state, position.score.total
    run = EpicFunhouseRun(
        game="epic-funhouse", rules=1, seed=state.seed, options=state.options, moves=moves, score=score
    )
    verdict = replay_epic_funhouse.sync(client=client, body=run)
    assert isinstance(verdict, EpicFunhouseVerdict), verdict
    assert verdict.legal and verdict.complete and verdict.claim_holds, verdict
    print(f"Epic Funhouse: {len(moves)} moves, score {score}")


def play_table(service: str) -> None:
    player = create_player.sync(client=StarClient(base_url=service), body=PlayerRequest(name=f"Python {os.getpid()}"))
    assert isinstance(player, PlayerWithToken), player
    client = AuthenticatedClient(base_url=service, token=player.token)

    request = CaribbeanStarTableRequest(game="caribbean-star", seats=[YouOpenOrRobot.YOU, YouOpenOrRobot.ROBOT])
    table = create_table.sync(client=client, body=request)
    assert isinstance(table, CaribbeanStarHeldTable), table
    own = 0
    while table.status != CaribbeanStarHeldTableStatus.OVER:
        table = get_table.sync(client=client, id=table.id, with_legal_moves=True)
        assert isinstance(table, CaribbeanStarHeldTable), table
        legal = table.position.legal_moves if table.position else UNSET
        if not legal or not legal.moves:
            time.sleep(0.02)
            continue
        request = CaribbeanStarMovesRequest(
            game="caribbean-star", after=table.moves, moves=[legal.moves[own % len(legal.moves)]]
        )
        table = make_moves.sync(client=client, id=table.id, body=request)
        assert isinstance(table, CaribbeanStarHeldTable), table
        own += 1
    published = get_table_run.sync(client=client, id=table.id)
    assert isinstance(published, CaribbeanStarTableRun), published
    run = published.run
    assert run and 0 < own < len(run.moves), "both seats moved"
    print(f"Caribbean Star: {own} own moves of {len(run.moves)}")


play_funhouse(sys.argv[1])
play_table(sys.argv[1])
