"""Proof that the module and the service are the same rules.

Random games of every game, the conformance runs, damaged requests and the inputs of fuzzing get equal answers, byte for
byte.

`FUNHOUSE_MOVES` is the number of random moves over all games. The default is a sample; 100000 takes a few minutes.
"""

import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from support import ROOT, Both, deal_request, play_request, run_of

MOVES = int(os.environ.get("FUNHOUSE_MOVES", "2000"))
DAMAGED = int(os.environ.get("FUNHOUSE_DAMAGED", str(MOVES // 2)))
IN_FULL = MOVES >= 100_000

VALUES: list[Any] = [None, -1, 0, 1, 2, 7, 10**15, 0.5, "", "a1", "??", {}, [], True]
"""What replaces values of damaged requests."""

Place = tuple[Any, Any]
"""The place of a value: an object or a list, and the name or index there."""


def test_catalogue_and_rules_are_equal(both: Both, infos: list[Any]) -> None:
    both.compare("games")
    for info in infos:
        both.compare(f"{info['id']}/info")
        both.compare(f"{info['id']}/rules")
    assert both.compare("no-game/info")[0] == 404


def test_random_moves_of_every_game_are_equal(both: Both, infos: list[Any]) -> None:
    everything = 0
    for number, info in enumerate(infos):
        chance = random.Random(number)
        budget = -(-MOVES // len(infos))
        played = 0
        # A game may end at its deal, or list no moves; but not often.
        for _ in range(budget + 10):
            if played < budget:
                played += play_out(both, info, chance, budget - played)
        assert played > 0, f"{info['id']}: no move is possible"
        everything += played
    print(f"{everything} moves")


def play_out(both: Both, info: Any, chance: random.Random, limit: int) -> int:
    """Plays a random game of a limited number of moves. Returns their number."""
    id = info["id"]
    position = both.json(f"{id}/deal", deal_request(chance, info))
    moves: list[Any] = []
    while len(moves) < limit and not position["finished"]:
        if chance.random() < 0.05:
            compare_others(both, info, position, chance)
        request = play_request(chance, info, position)
        if request is None:
            break
        # A listed move is legal.
        position = both.json(f"{id}/play", request)
        moves.append(request["move"])
    compare_others(both, info, position, chance)
    verdict = both.json(f"{id}/replay", run_of(position, moves))
    assert verdict["legal"]
    assert verdict["claim_holds"]
    _, digest = both.module.answer(f"{id}/digest".encode(), json.dumps({"state": position["state"]}).encode())
    assert json.loads(digest)["digest"] == verdict["digest"]
    both.compare(f"{id}/plan", {"state": position["state"]})
    return len(moves)


def compare_others(both: Both, info: Any, position: Any, chance: random.Random) -> None:
    """Compares the calls that change nothing."""
    id, state = info["id"], position["state"]
    for call in ("moves", "score", "view", "picture", "text"):
        both.compare(f"{id}/{call}", {"state": state})
    if info["kind"] == "solitaire":
        return
    seat = chance.randint(1, state["seats"])
    seen = both.json(f"{id}/view", {"state": state, "seat": seat, "with_legal_moves": True})
    both.compare(f"{id}/picture", {"view": seen["view"], "seat": seat})
    both.compare(f"{id}/moves", {"state": state, "seat": seat})
    both.compare(f"{id}/plan", {"state": state, "seat": seat, "seed": "plan"})


def test_conformance_runs_are_equal_and_agree_with_their_models(both: Both, infos: list[Any]) -> None:
    for info in infos:
        # Some solitaires have their runs in the Funhouse's.
        lines = (ROOT / f"tests/conformance/{info['id']}.jsonl").read_text().splitlines()
        # The shortest: each line costs a request for each of its moves.
        runs = sorted(map(json.loads, lines), key=lambda run: len(run["moves"]))
        for run in runs if IN_FULL else runs[:1]:
            check_conformance(both, info, run)


def check_conformance(both: Both, info: Any, run: Any) -> None:
    """Plays a run that an independent model of the rules made."""
    id, is_solitaire = info["id"], info["kind"] == "solitaire"
    head = {name: run[name] for name in ("seed", "options", "seats") if name in run}
    position = both.json(f"{id}/deal", head)
    for count, legal in enumerate(run["legal"]):
        place = f"{id} after {count} moves"
        if is_solitaire:
            assert position["score"]["total"] == run["scores"][count], place
        else:
            assert position["points"] == run["points"][count], place
        state = position["state"]
        listed = both.json(f"{id}/moves", {"state": state})
        if legal is not None and "bounds" not in listed:
            assert len(listed["moves"]) == legal, place
        for at, move, *rule in run["illegal"]:
            if at == count:
                status, refused = both.compare(f"{id}/play", {"state": state, "move": move})
                assert status == 422, place
                assert not rule or json.loads(refused)["rule"] == rule[0], place
        if count < len(run["moves"]):
            position = both.json(f"{id}/play", {"state": state, "move": run["moves"][count]})
    verdict = both.json(f"{id}/replay", run_of(position, run["moves"]))
    assert verdict["complete"]
    assert verdict["claim_holds"]


def test_damaged_requests_are_refused_equally(both: Both, infos: list[Any]) -> None:
    chance = random.Random(77)
    requests = [request for info in infos for request in real_requests(both, info, chance)]
    codes: Counter[str] = Counter()
    for _ in range(DAMAGED):
        target, request = chance.choice(requests)
        sent = damaged(chance, request)
        # For a deal without a seed, only the service draws one.
        if target.endswith("/deal") and not isinstance(sent, bytes):
            sent.setdefault("seed", "again")
        status, body = both.compare(target, sent)
        codes["ok" if status == 200 else json.loads(body)["code"]] += 1
    print(dict(codes))
    for code in ("invalid_json", "invalid_body", "impossible_state", "unknown_rules"):
        assert codes[code], code


def real_requests(both: Both, info: Any, chance: random.Random) -> list[tuple[str, Any]]:
    """Returns requests of the beginning of a game, with their targets."""
    id = info["id"]
    dealt = deal_request(chance, info)
    requests: list[tuple[str, Any]] = [(f"{id}/deal", dealt)]
    position = both.json(f"{id}/deal", dealt)
    moves = []
    for _ in range(6):
        request = play_request(chance, info, position)
        if request is None:
            break
        requests += [(f"{id}/play", request), (f"{id}/view", {"state": request["state"]})]
        position = both.json(f"{id}/play", request)
        moves.append(request["move"])
    return [*requests, (f"{id}/replay", run_of(position, moves))]


def damaged(chance: random.Random, request: Any) -> Any:
    """Returns a request with damage: to its bytes, or to its values."""
    text = json.dumps(request)
    if chance.random() < 0.03:
        return (text + chance.choice([" x", "}", "{}", " \n"])).encode()
    if chance.random() < 0.3:
        array = bytearray(text.encode())
        for _ in range(chance.randint(1, 3)):
            array[chance.randrange(len(array))] = chance.randrange(256)
        return bytes(array[: chance.randrange(len(array))] if chance.random() < 0.2 else array)
    copy = json.loads(text)
    found = places(copy)
    holder, name = chance.choice(found)
    action = chance.random()
    if action < 0.15:
        del holder[name]
    elif action < 0.5:
        other, field = chance.choice(found)
        holder[name] = json.loads(json.dumps(other[field]))
    else:
        holder[name] = chance.choice(VALUES)
    if chance.random() < 0.05 and isinstance(copy.get("state"), dict):
        copy["state"]["rules"] = chance.randint(2, 6)
    return copy


def places(value: Any) -> list[Place]:
    """Returns the places of all values in a value."""
    names: Any = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for name in names for place in [(value, name), *places(value[name])]]


def test_inputs_of_fuzzing_get_equal_answers(both: Both, infos: list[Any], tmp_path: Path) -> None:
    """Sends each input of the fuzz targets to the calls that its target covers.

    `FUNHOUSE_CORPUS` is a folder with more inputs, such as `fuzz/corpus` after fuzzing.
    """
    subprocess.run([sys.executable, ROOT / "fuzz/seeds.py", tmp_path], check=True)
    corpora = [tmp_path, *map(Path, filter(None, [os.environ.get("FUNHOUSE_CORPUS")]))]
    solitaires = [info["id"] for info in infos if info["kind"] == "solitaire"]
    others = [info["id"] for info in infos if info["kind"] != "solitaire"]
    calls = {
        "play": (solitaires, ("play", "moves")),
        "seats": (others, ("play", "view")),
        "replay": (solitaires, ("replay",)),
    }
    inputs = 0
    for corpus in corpora:
        for target, (ids, names) in calls.items():
            for file in sorted((corpus / target).iterdir()):
                body = file.read_bytes()
                inputs += 1
                # Other games refuse it because of its game. In CI, one of them is enough.
                its = [id for id in ids if f'"{id}"'.encode() in body]
                for id in ids if IN_FULL else {*its[:1], ids[inputs % len(ids)]}:
                    for name in names:
                        both.compare(f"{id}/{name}", body)
    print(f"{inputs} inputs")
    assert inputs > 100
