"""Tables that the service set back, because its database lost moves: with the bytes of the service."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import httpx
import pytest

from funhouse import Client, Event, Problem, Table

Answer = str | dict[str, Any]
"""A stream of events, or a body as JSON, which is a problem if it has a code."""


@pytest.fixture(autouse=True)
def no_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits between connections."""
    monkeypatch.setattr("time.sleep", lambda seconds: None)


@contextmanager
def faked(*answers: Answer) -> Iterator[tuple[Table, list[httpx.Request]]]:
    """A table of a service that gives these answers in order, and the requests that it gets."""
    left = list(answers)
    requests: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        answer = left.pop(0)
        if isinstance(answer, str):
            return httpx.Response(200, text=answer, headers={"Content-Type": "text/event-stream"})
        if "code" in answer:
            problem = {"Content-Type": "application/problem+json"}
            return httpx.Response(answer["status"], json=answer, headers=problem)
        return httpx.Response(200, json=answer)

    with httpx.Client(transport=httpx.MockTransport(handle)) as http:
        yield Client("http://127.0.0.1", token="token", http=http).table("00000000000000ab"), requests
    assert left == [], "every answer is used"


def id_of(moves: int, set_backs: int) -> str:
    """Returns the id of an event, which clients do not interpret."""
    return f"{moves}-{set_backs}" if set_backs else str(moves)


def move(number: int, set_backs: int = 0) -> str:
    """Returns the event of a move."""
    data = {"number": number, "seat": 1, "by": "player", "at": "2026-11-29T12:00:00.000Z", "events": []}
    return f"event: move\nid: {id_of(number, set_backs)}\ndata: {json.dumps(data)}\n\n"


def table(moves: int, set_backs: int = 0, status: str = "playing") -> str:
    """Returns the event of a table."""
    data = {"status": status, "moves": moves} | ({"set_backs": set_backs} if set_backs else {})
    return f"event: table\nid: {id_of(moves, set_backs)}\ndata: {json.dumps(data)}\n\n"


def set_back(moves: int, set_backs: int) -> str:
    """Returns the event of a set-back."""
    return f'event: set_back\nid: 0-{set_backs}\ndata: {{"set_backs":{set_backs},"moves":{moves}}}\n\n'


class Knowledge:
    """The moves that a client knows, which forgets them when it hears that the table was set back."""

    def __init__(self) -> None:
        self.moves: list[int] = []
        self.table: Any = None
        self.set_backs = 0

    def take(self, event: Event) -> None:
        """Takes an event."""
        if event.type == "set_back":
            self.moves, self.set_backs = [], event.data["set_backs"]
        elif event.type == "move":
            self.moves.append(event.data["number"])
        elif event.type == "table":
            self.table = event.data


def heard(streams: Sequence[str]) -> tuple[Knowledge, list[str | None]]:
    """Listens until the game is over. Returns what the client knows, and the ids that it sent."""
    known = Knowledge()
    with faked(*streams) as (fake, requests), closing(fake.events(last_id="0")) as events:
        for event in events:
            known.take(event)
            if event.type == "table" and event.data["status"] == "over":
                break
    return known, [request.headers.get("Last-Event-ID") for request in requests]


def test_set_back_in_the_middle_of_a_stream_is_followed_by_all_moves() -> None:
    stream = [
        "retry: 250\n\n",
        move(1),
        move(2),
        move(3),
        table(3),
        set_back(2, 1),
        move(1, 1),
        move(2, 1),
        table(2, 1),
    ]
    known, _ = heard(["".join([*stream, ": \n\n", move(3, 1), table(3, 1, "over")])])
    assert known.moves == [1, 2, 3], "each move once, in order"
    assert known.table == {"status": "over", "moves": 3, "set_backs": 1}
    assert known.set_backs == 1


def test_stream_resumes_after_a_set_back_with_the_id_that_it_got() -> None:
    streams = [
        # The service loses moves while the connection is lost, and the connection is lost among the moves that follow.
        move(1) + move(2) + table(2),
        set_back(13, 1) + "".join(move(number, 1) for number in range(1, 13)),
        move(13, 1) + table(13, 1),
        # Nothing was lost since.
        table(13, 1),
        set_back(1, 2) + move(1, 2)[:-1],
        move(1, 2) + table(1, 2, "over"),
    ]
    known, last_ids = heard(streams)
    assert last_ids == ["0", "2", "12-1", "13-1", "13-1", "0-2"]
    assert known.moves == [1]
    assert known.set_backs == 2


def test_set_back_has_its_type_and_data() -> None:
    with faked(set_back(4, 1)) as (fake, _), closing(fake.events()) as events:
        assert next(events) == Event("set_back", "0-1", {"set_backs": 1, "moves": 4})


def problem(code: str, status: int, **more: Any) -> dict[str, Any]:
    """Returns a problem."""
    return {"type": f"/v1/problems#{code}", "title": code, "status": status, "detail": code, "code": code, **more}


def shown(moves: int, set_backs: int = 0) -> dict[str, Any]:
    """Returns a table with one legal move."""
    legal = {"moves": [{"type": "place", "cell": f"a{moves}"}]}
    return {"game": "queensland", "moves": moves, "set_backs": set_backs, "position": {"legal_moves": legal}}


TOO_FEW = problem("inconsistent", 422, moves=2, errors=[{"pointer": "/after", "code": "inconsistent", "detail": ""}])


def first_move(table: Any) -> list[Any]:
    """Returns the legal move."""
    moves: list[Any] = table["position"]["legal_moves"]["moves"]
    return moves


def test_move_with_chooses_again_if_the_table_was_set_back() -> None:
    with faked(shown(5), TOO_FEW, shown(2, 1), shown(3, 1)) as (fake, requests):
        assert fake.move_with(first_move)["moves"] == 3
    sent = [json.loads(request.content) for request in requests if request.method == "POST"]
    assert [(body["after"], body["moves"][0]["cell"]) for body in sent] == [(5, "a5"), (2, "a2")]


def test_move_with_gives_up_if_the_table_stays_behind() -> None:
    with faked(*[shown(5), TOO_FEW] * 16) as (fake, _), pytest.raises(Problem) as raised:
        fake.move_with(first_move)
    assert raised.value.body["moves"] == 2


def test_move_with_reports_moves_that_contradict_each_other() -> None:
    with faked(shown(5), problem("inconsistent", 422)) as (fake, _), pytest.raises(Problem):
        fake.move_with(first_move)


def test_stream_of_a_lost_table_ends_with_the_problem() -> None:
    with faked(table(3), problem("unknown_table", 404)) as (fake, _), closing(fake.events()) as events:
        assert next(events).type == "table"
        with pytest.raises(Problem) as raised:
            next(events)
    assert raised.value.code == "unknown_table"
