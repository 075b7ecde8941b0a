"""The verification of an exported contest, by the module and not by the service that exported it."""

import copy
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

import funhouse
from funhouse import Client, Local, Problem

OPEN = timedelta(seconds=4)
"""How long the round is open."""


@pytest.fixture(scope="module")
def exported(address: str) -> dict[str, Any]:
    """The export of a contest in which Ann has finished, and Ben has given up."""
    with Client(address) as client:
        signed_up = [client.sign_up(f"{name} of the contest") for name in ("Ann", "Ben")]
        ann, ben = (client.with_token(player["token"]) for player in signed_up)
        closes_at = datetime.fromisoformat(signed_up[1]["player"]["created_at"]) + OPEN
        body = {"name": "Play me at this", "game": "slide-jam", "closes_at": closes_at.isoformat()}
        path = f"/v1/contests/{ann.request('POST', '/v1/contests', body=body)['id']}"
        for player in (ann, ben):
            player.request("POST", f"{path}/entrants")
        wait(client, path, "open")
        own, other = (player.request("POST", f"{path}/rounds/1/table") for player in (ann, ben))
        ben.table(other["id"]).resign()
        status = own["status"]
        while status == "playing":
            status = ann.table(own["id"]).move_with(first_move)["status"]
        wait(client, path, "closed")
        found: dict[str, Any] = client.request("GET", f"{path}/export")
        return found


def first_move(table: Any) -> list[Any]:
    """Returns the first legal move."""
    moves: list[Any] = table["position"]["legal_moves"]["moves"]
    return moves[:1]


def wait(client: Client, path: str, status: str) -> None:
    """Waits until the round has a status."""
    while client.request("GET", path)["rounds"][0]["status"] != status:
        time.sleep(0.05)


def test_export_of_a_contest_verifies(exported: dict[str, Any]) -> None:
    verdict = {"holds": True, "rounds": 1, "runs": 1, "places": 2, "faults": []}
    assert funhouse.verify_contest(exported) == verdict
    assert Local().verify_contest(exported) == verdict


def another_seed(exported: Any) -> None:
    exported["contest"]["rounds"][0]["seed"] = "another"


def shorter_run(exported: Any) -> None:
    next(entry["run"] for entry in exported["entries"] if "run" in entry)["moves"].pop()


def other_places(exported: Any) -> None:
    exported["standings"].reverse()


@pytest.mark.parametrize("change", [another_seed, shorter_run, other_places])
def test_changed_export_of_a_contest_does_not_verify(exported: dict[str, Any], change: Callable[[Any], None]) -> None:
    changed = copy.deepcopy(exported)
    change(changed)
    verdict = funhouse.verify_contest(changed)
    assert not verdict["holds"]
    assert verdict["faults"]


def test_other_json_than_the_export_of_a_contest_is_refused(exported: dict[str, Any]) -> None:
    for other in ({}, exported | {"contest": exported["contest"] | {"game": "no-game"}}):
        with pytest.raises(Problem) as raised:
            funhouse.verify_contest(other)
        assert raised.value.code == "invalid_body"
