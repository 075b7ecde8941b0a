"""Tables over HTTP: events, resumed connections, conflicts and lost responses."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest

from funhouse import Client, Event, Problem, Table, schemas

Seats = tuple[tuple[Client, Table], tuple[Client, Table]]
"""The client and the table of each seat, from seat 1."""


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    """A client of the service."""
    with Client(address) as client:
        yield client


@pytest.fixture
def begun(client: Client) -> Seats:
    """A game of Queensland that has begun."""
    ann, ben = (
        client.with_token(client.sign_up(f"{name} {uuid.uuid4().hex[:12]}")["token"]) for name in ("Ann", "Ben")
    )
    request: schemas.QueenslandTableRequest = {
        "game": "queensland",
        "options": {"games": "one"},
        "seats": ["you", "open"],
        "listed": True,
    }
    created = ann.create_table(request)
    assert any(table["id"] == created.id for table in client.tables(game="queensland")["tables"])
    joined = ben.table(created.id).join(2)
    seats = ((ann, created), (ben, ben.table(created.id)))
    return seats if joined["you"] == 2 else (seats[1], seats[0])


def test_player_hears_of_turns_at_every_table(client: Client) -> None:
    ann, ben = (
        client.with_token(client.sign_up(f"{name} {uuid.uuid4().hex[:12]}")["token"]) for name in ("Ann", "Ben")
    )
    with closing(ann.events()) as events:
        assert next(events).type == "reset"
        request: schemas.QueenslandTableRequest = {"game": "queensland", "seats": ["you", "open"]}
        table = ann.create_table(request)
        ben.table(table.id).join(2)
        started = next(events)
        assert (started.type, started.data["table"]) == ("table_started", table.id)
        ben.table(table.id).resign()
        types = [next(events).type]
        if types[-1] == "your_turn":
            types.append(next(events).type)
        assert types[-1] == "table_over"


def test_robots_play_with_player_who_is_paired_with_no_one(client: Client) -> None:
    ann = client.with_token(client.sign_up(f"Ann {uuid.uuid4().hex[:12]}")["token"])
    table = ann.pair({"game": "queensland", "robots_after": 0}).show()
    assert (table["status"], table["seats"][0]["kind"] == table["seats"][1]["kind"]) == ("playing", False)


class Losing(httpx.BaseTransport):
    """A transport that loses some responses."""

    def __init__(self, lost: Callable[[httpx.Request, int], bool]) -> None:
        self._inner = httpx.HTTPTransport()
        self._lost = lost
        self.requests: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        response = self._inner.handle_request(request)
        if not self._lost(request, len(self.requests)):
            return response
        response.read()
        response.close()
        raise httpx.ReadError("the connection was lost", request=request)

    def close(self) -> None:
        self._inner.close()


def first_move(table: Any) -> list[Any]:
    """Returns the first legal move."""
    moves: list[Any] = table["position"]["legal_moves"]["moves"]
    return moves[:1]


def test_players_take_turns_and_hear_each_other(begun: Seats) -> None:
    (_, one), (_, two) = begun
    heard: list[Event] = []
    is_open = threading.Event()

    def listen() -> None:
        for event in two.events(with_text=True):
            heard.append(event)
            # The stream is open once the table has arrived.
            is_open.set()
            if event.type == "table" and event.data["status"] == "over":
                break

    listener = threading.Thread(target=listen)
    listener.start()
    assert is_open.wait(30)
    one.move_with(first_move)
    two.move_with(first_move)
    over = two.resign()
    listener.join(30)
    assert over["status"] == "over"
    assert [event.id for event in heard if event.type == "move"] == ["1", "2"]
    assert heard[-1].id == "2"
    assert len(one.run()["run"]["moves"]) == 2
    assert one.picture(moves=1).startswith("<svg")
    assert one.rematch().id != one.id


def test_players_say_phrases(begun: Seats) -> None:
    (_, one), (_, two) = begun
    for event in two.events():
        # The stream is open once the table has arrived.
        if event.type == "table":
            one.say("good_luck")
        if event.type == "phrase":
            assert event.data == {"seat": 1, "phrase": "good_luck"}
            break


def test_events_resume_after_the_last_one_when_the_connection_is_lost(
    begun: Seats, monkeypatch: pytest.MonkeyPatch
) -> None:
    (_, one), (client, two) = begun
    connections: list[httpx.Response] = []
    send = httpx.Client.send

    def sent(http: httpx.Client, request: httpx.Request, **options: Any) -> httpx.Response:
        response = send(http, request, **options)
        if request.url.path.endswith("/events"):
            connections.append(response)
        return response

    monkeypatch.setattr(httpx.Client, "send", sent)
    moves = []
    with closing(client.table(two.id).events()) as events:
        for event in events:
            if event.type == "move":
                moves.append(event.id)
            elif event.id == "0":
                one.move_with(first_move)
            elif event.id == "1":
                lose(connections[0])
                two.move_with(first_move)
            else:
                break
    assert moves == ["1", "2"], "each move once"
    assert [response.request.headers.get("Last-Event-ID") for response in connections] == [None, "1"]


def lose(response: httpx.Response) -> None:
    """Cuts the connection of a response."""
    response.extensions["network_stream"].get_extra_info("socket").shutdown(2)


def test_stale_moves_are_a_problem_and_move_with_chooses_again(begun: Seats) -> None:
    (_, one), (client, two) = begun
    one.move_with(first_move)
    with pytest.raises(Problem) as raised:
        two.move("queensland", 0, [{"type": "place", "seat": 2, "cell": "d4"}])
    assert raised.value.code == "stale"
    assert raised.value.body["moves"] == 1

    choices = []

    def choose(table: Any) -> list[Any] | None:
        choices.append(table["moves"])
        if len(choices) > 1:
            return None
        # While seat 2 thinks, the same player moves on another device.
        client.table(two.id).move_with(first_move)
        # Another move than that one, which would be taken for a repeated request.
        moves: list[Any] = table["position"]["legal_moves"]["moves"]
        return moves[1:2]

    assert two.move_with(choose)["moves"] == 2
    assert choices == [1, 2]


def test_moves_whose_response_is_lost_are_played_once(begun: Seats) -> None:
    (client, one), _ = begun
    posts = []

    def lost(request: httpx.Request, count: int) -> bool:
        posts.extend([request] if request.method == "POST" else [])
        return request.method == "POST" and len(posts) == 1

    with httpx.Client(transport=Losing(lost)) as http:
        table = Client(client.base, token=client.token, http=http).table(one.id)
        assert table.move_with(first_move)["moves"] == 1
    assert len(posts) == 2


def test_moves_are_given_up_if_every_response_is_lost(begun: Seats) -> None:
    (client, one), _ = begun
    transport = Losing(lambda request, count: request.method == "POST")
    with httpx.Client(transport=transport) as http, pytest.raises(httpx.ReadError):
        Client(client.base, token=client.token, http=http).table(one.id).move_with(first_move)
    assert len([request for request in transport.requests if request.method == "POST"]) == 4


def test_listener_without_access_gets_the_problem(client: Client) -> None:
    with pytest.raises(Problem) as raised:
        next(client.table("0000000000000000").events())
    assert raised.value.code == "unknown_table"


def test_response_of_a_proxy_is_an_error_of_http(begun: Seats) -> None:
    def handle(request: httpx.Request) -> httpx.Response:
        return httpx.Response(502, text="Bad Gateway", request=request)

    with httpx.Client(transport=httpx.MockTransport(handle)) as http, pytest.raises(httpx.HTTPStatusError):
        Client("http://127.0.0.1", http=http).games()


def test_overloaded_service_is_asked_again_after_its_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("time.sleep", waits.append)
    problem = {"type": "", "title": "", "status": 503, "detail": "busy", "code": "busy"}
    busy = {"Content-Type": "application/problem+json", "Retry-After": "3"}
    stream = 'event: table\nid: 0\ndata: {"status": "over"}\n\n'
    answers = iter(
        [
            httpx.Response(503, json=problem, headers=busy),
            httpx.Response(200, text=stream, headers={"Content-Type": "text/event-stream"}),
        ]
    )
    with httpx.Client(transport=httpx.MockTransport(lambda request: next(answers))) as http:
        assert next(Client("http://127.0.0.1", http=http).table("1").events()).data == {"status": "over"}
    assert waits == [3.0]


def test_events_go_on_after_a_long_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("time.sleep", waits.append)
    stream = 'event: table\nid: 0\ndata: {"status": "over"}\n\n'

    def handle(request: httpx.Request) -> httpx.Response:
        if len(waits) % 2:
            raise httpx.ConnectError("refused", request=request)
        if len(waits) < 1200:
            return httpx.Response(502, text="Bad Gateway", request=request)
        return httpx.Response(200, text=stream, headers={"Content-Type": "text/event-stream"}, request=request)

    with httpx.Client(transport=httpx.MockTransport(handle)) as http:
        assert next(Client("http://127.0.0.1", http=http).table("1").events()).data == {"status": "over"}
    assert waits[:4] == [0.25, 0.5, 1.0, 2.0]
    assert max(waits) == 10.0
