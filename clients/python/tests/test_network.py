"""A network and a service that misbehave, with both clients: a server on this machine gives scripted answers."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import anyio
import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from funhouse import Client, Event, ForeignResponse, Problem, retries
from funhouse.aio import AsyncClient

Answer = Callable[["Handler"], None]
"""Answers a request, or does not."""


class Handler(BaseHTTPRequestHandler):
    """Gives the next answer."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        """Answers a request of any method."""
        length = int(self.headers.get("Content-Length", 0))
        self.server.requests.append((self.command, self.path, dict(self.headers), self.rfile.read(length)))
        answer = self.server.answers.pop(0) if self.server.answers else status(500)
        answer(self)

    do_POST = do_DELETE = do_GET  # noqa: N815

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing."""


class Server(ThreadingHTTPServer):
    """A server with scripted answers."""

    daemon_threads = True

    def __init__(self, *answers: Answer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = list(answers)
        self.requests: list[tuple[str, str, dict[str, str], bytes]] = []
        self.stopped = threading.Event()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Reports nothing: clients that give up are part of the tests."""

    @property
    def address(self) -> str:
        """The address."""
        return f"http://127.0.0.1:{self.server_port}"


def body(code: int, content: bytes, **headers: str) -> Answer:
    """Answers with a body."""

    def answer(handler: Handler) -> None:
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def ok(value: object) -> Answer:
    """Answers with JSON."""
    return body(200, json.dumps(value).encode(), Content_Type="application/json")


def status(code: int, **headers: str) -> Answer:
    """Answers as a proxy does."""
    return body(code, b"<h1>Bad Gateway</h1>", Content_Type="text/html", **headers)


def problem(code: int, name: str, **headers: str) -> Answer:
    """Answers as the service refuses."""
    content = {"type": "", "title": name, "status": code, "detail": name, "code": name}
    return body(code, json.dumps(content).encode(), Content_Type="application/problem+json", **headers)


def stream(*events: str) -> Answer:
    """Sends events, then closes."""
    return body(200, "".join(events).encode(), Content_Type="text/event-stream")


def silence(handler: Handler) -> None:
    """Accepts the request, and never answers."""
    handler.close_connection = True
    handler.server.stopped.wait(60)


def cut(handler: Handler) -> None:
    """Cuts the connection in place of an answer."""
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def half(handler: Handler) -> None:
    """Cuts the connection in the middle of the answer."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"games"')
    handler.wfile.flush()
    cut(handler)


class Blocking:
    """Something asynchronous, whose calls wait for their result."""

    def __init__(self, portal: BlockingPortal, asynchronous: Any) -> None:
        self._portal = portal
        self._asynchronous = asynchronous

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._asynchronous, name)

        def call(*arguments: Any, **named: Any) -> Any:
            async def called() -> Any:
                result = method(*arguments, **named)
                return await result if hasattr(result, "__await__") else result

            result = self._portal.call(called)
            if hasattr(result, "__anext__"):
                return self._iterated(result)
            return result if isinstance(result, (dict, list, str, type(None))) else Blocking(self._portal, result)

        return call

    def _iterated(self, events: Any) -> Iterator[Event]:
        try:
            while True:
                try:
                    yield self._portal.call(events.__anext__)
                except StopAsyncIteration:
                    return
        finally:
            self._portal.call(events.aclose)


@pytest.fixture(params=["synchronous", "asynchronous"])
def served(request: pytest.FixtureRequest) -> Iterator[Callable[..., tuple[Any, Server]]]:
    """Starts servers with answers, each with a client."""
    with ExitStack() as stack:
        is_asynchronous = request.param == "asynchronous"
        portal = stack.enter_context(start_blocking_portal("asyncio")) if is_asynchronous else None

        def start(*answers: Answer, **settings: Any) -> tuple[Any, Server]:
            server = stack.enter_context(running(Server(*answers)))
            settings = {"token": "token", "timeout": 0.5, **settings}
            if portal is None:
                return stack.enter_context(Client(server.address, **settings)), server
            client = AsyncClient(server.address, **settings)
            stack.callback(portal.call, client.aclose)
            return Blocking(portal, client), server

        yield start


@contextmanager
def running(server: Server) -> Iterator[Server]:
    """Runs a server."""
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.stopped.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The delays before requests are sent again, none of which passes."""
    waits: list[float] = []

    async def passed(seconds: float) -> None:
        waits.append(seconds)

    # Only those of the clients: the server and the event loop have their own.
    monkeypatch.setattr("funhouse.transport.time", Clock(waits.append))
    monkeypatch.setattr("funhouse.events.time", Clock(waits.append))
    monkeypatch.setattr("funhouse.aio.transport.anyio", Clock(passed))
    monkeypatch.setattr("funhouse.aio.events.anyio", Clock(passed))
    return waits


class Clock:
    """A module that sleeps."""

    def __init__(self, sleep: Callable[[float], Any]) -> None:
        self.sleep = sleep


Served = Callable[..., tuple[Any, Server]]
GAMES = {"games": [], "rules_digest": "00"}


@pytest.mark.parametrize("lost", [status(502), status(503), status(504), cut, half, problem(503, "busy")])
def test_lost_response_is_requested_again(served: Served, waits: list[float], lost: Answer) -> None:
    client, server = served(lost, lost, ok(GAMES))
    assert client.games() == []
    assert waits == [0.25, 0.5]
    assert len(server.requests) == 3


def test_request_is_given_up_after_four_times(served: Served, waits: list[float]) -> None:
    client, server = served(*[status(502)] * 9)
    with pytest.raises(httpx.HTTPStatusError, match="502"):
        client.games()
    assert len(server.requests) == 4
    assert waits == [0.25, 0.5, 1.0]


def test_server_that_never_answers_times_out(served: Served, waits: list[float]) -> None:
    client, _ = served(silence, timeout=0.5)
    begun = time.monotonic()
    with pytest.raises(httpx.ReadTimeout):
        client.games()
    assert time.monotonic() - begun < 20
    assert waits == [], "a request that timed out is not sent again"


def dripping(handler: Handler) -> None:
    """Sends a part of the answer again and again for half a minute, and never the last one."""
    handler.close_connection = True
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000000")
    handler.end_headers()
    with suppress(OSError):
        for _ in range(600):
            if handler.server.stopped.wait(0.05):
                return
            handler.wfile.write(b" ")
            handler.wfile.flush()


def test_response_that_never_ends_times_out(served: Served, waits: list[float]) -> None:
    client, server = served(dripping, ok(GAMES), timeout=1)
    begun = time.monotonic()
    with pytest.raises(httpx.ReadTimeout, match="longer than 1 seconds"):
        client.games()
    assert time.monotonic() - begun < 20
    assert len(server.requests) == 1


PORTAL = body(200, b"<h1>Sign in to the network</h1>", Content_Type="text/html")
DAMAGED = body(200, b'{"games": [', Content_Type="application/json")


@pytest.mark.parametrize(
    "answer", [PORTAL, DAMAGED, body(200, b""), body(200, b"\xff", Content_Type="application/json")]
)
def test_successful_response_of_something_else_is_a_clear_error(
    served: Served, waits: list[float], answer: Answer
) -> None:
    calls: list[Callable[[Any], object]] = [
        lambda client: client.catalogue(),
        lambda client: client.sign_up("Ann"),
        lambda client: client.table("1").show(),
        lambda client: client.table("1").picture(),
    ]
    for call in calls:
        client, server = served(answer)
        with pytest.raises(ForeignResponse, match="something else than the service answered"):
            call(client)
        assert len(server.requests) == 1


@pytest.mark.parametrize("call", ["deal", "rules", "info"])
def test_call_of_a_game_that_something_else_answers_is_a_clear_error(served: Served, call: str) -> None:
    client, _ = served(ok({}), PORTAL)
    game = client.game("slide-jam")
    with pytest.raises(ForeignResponse, match="something else"):
        getattr(game, call)()


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(served: Served, waits: list[float], code: int) -> None:
    moved = status(code, Location="https://elsewhere.example/v1/players")
    client, server = served(moved)
    with pytest.raises(httpx.HTTPStatusError, match=r"elsewhere\.example"):
        client.sign_up("Ann")
    assert len(server.requests) == 1


def test_settings_of_the_callers_client_follow_no_redirects() -> None:
    with running(Server(status(302, Location="/v1/players"), ok({"token": "t"}))) as server:
        with httpx.Client(follow_redirects=True) as http, pytest.raises(httpx.HTTPStatusError):
            Client(server.address, http=http).sign_up("Ann")
        assert len(server.requests) == 1


def test_limit_of_a_proxy_is_waited_for(served: Served, waits: list[float]) -> None:
    client, _ = served(status(429, Retry_After="7"), status(429), ok({"token": "t"}))
    assert client.sign_up("Ann") == {"token": "t"}
    assert waits == [7, 0.5]


def test_server_that_is_down_is_a_connection_error(served: Served, waits: list[float]) -> None:
    client, server = served()
    server.shutdown()
    server.server_close()
    with pytest.raises(httpx.ConnectError):
        client.table("1").say("good_luck")
    assert len(waits) == 3, "nothing was sent, so it is tried again"


@pytest.mark.parametrize("lost", [cut, status(502), silence, problem(503, "busy")])
def test_request_with_a_double_effect_is_sent_once(served: Served, waits: list[float], lost: Answer) -> None:
    client, server = served(lost, ok({}))
    with pytest.raises((httpx.HTTPError, Problem)):
        client.table("1").say("good_luck")
    assert len(server.requests) == 1
    client, server = served(lost, ok({}))
    with pytest.raises((httpx.HTTPError, Problem)):
        client.table("1").leave(1)
    assert len(server.requests) == 1
    assert waits == []


def test_requests_wait_for_retry_after(served: Served, waits: list[float]) -> None:
    client, server = served(
        problem(429, "too_many_requests", Retry_After="7"),
        problem(503, "busy", Retry_After="3"),
        status(503, Retry_After="Wed, 21 Oct 2015 07:28:00 GMT"),
        ok(GAMES),
    )
    assert client.games() == []
    assert waits == [7, 3, 1], "a date in the past is no delay"
    client, server = served(problem(429, "too_many_requests", Retry_After="7"), body(204, b""))
    client.table("1").say("good_luck")
    assert len(server.requests) == 2, "a refused phrase was not said"
    client, server = served(problem(503, "busy", Retry_After="3"), body(204, b""))
    client.table("1").say("good_luck")
    assert len(server.requests) == 2, "neither was this one"
    client, server = served(problem(503, "outcome_unknown", Retry_After="3"), body(204, b""))
    with pytest.raises(Problem):
        client.table("1").say("good_luck")
    assert len(server.requests) == 1, "this one can have been said"


def test_long_wait_is_left_to_the_caller(served: Served, waits: list[float]) -> None:
    client, server = served(problem(429, "too_many_requests", Retry_After="3600"))
    with pytest.raises(Problem) as raised:
        client.sign_up("Ann")
    assert raised.value.retry_after == 3600
    assert waits == []
    assert len(server.requests) == 1


@pytest.mark.parametrize("text", ["soon", "", "-5", "1e9", "nan", "²"])
def test_retry_after_that_makes_no_sense_is_ignored(served: Served, waits: list[float], text: str) -> None:
    client, _ = served(problem(503, "busy", Retry_After=text.encode().decode("latin-1")), ok(GAMES))
    assert client.games() == []
    assert waits == [0.25]


def test_date_of_retry_after_is_waited_for() -> None:
    assert (retries.seconds("Fri, 31 Dec 9999 23:59:59 GMT") or 0) > 10**9
    assert retries.seconds("Fri, 31 Dec 2010 23:59:59") == 0


def test_repeated_requests_have_the_same_idempotency_key(served: Served, waits: list[float]) -> None:
    client, server = served(cut, ok({"token": "t"}), ok({"token": "t"}), ok({"token": "t"}))
    for key in (None, None, "mine"):
        client.sign_up("Ann", idempotency_key=key)
    keys = [headers["Idempotency-Key"] for _, _, headers, _ in server.requests]
    assert keys[0] == keys[1] != keys[2]
    assert keys[3] == "mine"
    client, server = served(ok({"id": "1"}), ok({"id": "1"}))
    for _ in range(2):
        client.create_table({"game": "queensland", "options": {}, "seats": ["you", "open"]}, idempotency_key="mine")
    assert [headers["Idempotency-Key"] for _, _, headers, _ in server.requests] == ["mine", "mine"]


TABLE = {"game": "queensland", "moves": 3, "position": {"legal_moves": {"moves": [{"type": "place", "cell": "a1"}]}}}


def first_move(table: Any) -> list[Any]:
    """Returns the legal move."""
    moves: list[Any] = table["position"]["legal_moves"]["moves"]
    return moves


def test_move_with_survives_lost_responses_and_limits(served: Served, waits: list[float]) -> None:
    client, server = served(
        cut, ok(TABLE), problem(429, "too_many_requests", Retry_After="2"), cut, status(502), ok({**TABLE, "moves": 4})
    )
    assert client.table("1").move_with(first_move)["moves"] == 4
    assert [method for method, *_ in server.requests] == ["GET", "GET", "POST", "POST", "POST", "POST"]
    assert len({content for method, _, _, content in server.requests if method == "POST"}) == 1
    assert 2.0 in waits


def test_table_that_was_set_back_shows_the_new_state(served: Served, waits: list[float]) -> None:
    behind = {"type": "", "title": "", "status": 422, "detail": "", "code": "inconsistent", "moves": 1}
    refused = body(422, json.dumps(behind).encode(), Content_Type="application/problem+json")
    client, server = served(
        ok(TABLE), cut, refused, ok({**TABLE, "moves": 1}), ok({**TABLE, "moves": 2, "set_backs": 1})
    )
    shown = client.table("1").move_with(first_move)
    assert (shown["moves"], shown["set_backs"]) == (2, 1)
    sent = [json.loads(content)["after"] for method, _, _, content in server.requests if method == "POST"]
    assert sent == [3, 3, 1]


def event(number: int, kind: str = "move") -> str:
    """Returns an event."""
    return f'event: {kind}\nid: {number}\ndata: {{"number": {number}}}\n\n'


@pytest.mark.parametrize(
    "end",
    [
        problem(404, "unknown_table"),
        problem(401, "unauthorized"),
        problem(403, "banned"),
        problem(410, "moves_removed"),
    ],
)
def test_stream_ends_with_a_permanent_refusal(served: Served, waits: list[float], end: Answer) -> None:
    client, server = served(stream(event(1)), end)
    with closing(client.table("1").events()) as events:
        assert next(events).id == "1"
        with pytest.raises(Problem):
            next(events)
    assert len(server.requests) == 2


@pytest.mark.parametrize("end", [status(404), status(401), status(301), ok({})])
def test_stream_ends_if_something_else_than_the_service_answers(
    served: Served, waits: list[float], end: Answer
) -> None:
    client, server = served(end, stream(event(1)))
    with closing(client.table("1").events()) as events, pytest.raises(httpx.HTTPError):
        next(events)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "lost",
    [
        cut,
        *[status(code) for code in (408, 425, 500, 502, 503, 504, 522)],
        problem(500, "internal"),
        problem(503, "busy"),
        problem(429, "too_many_requests"),
    ],
)
def test_stream_goes_on_after_a_temporary_failure(served: Served, waits: list[float], lost: Answer) -> None:
    client, server = served(stream(event(1)), lost, lost, stream(event(2)))
    with closing(client.table("1").events()) as events:
        assert [next(events).id, next(events).id] == ["1", "2"]
    assert [headers.get("Last-Event-ID") for _, _, headers, _ in server.requests] == [None, "1", "1", "1"]
    assert waits == [0.25, 0.5, 1.0]


def test_events_of_the_player_resume_after_the_last_one(served: Served, waits: list[float]) -> None:
    reset = 'event: reset\nid: 3-0000000a\ndata: {"id": "3-0000000a", "type": "reset"}\n\n'
    turn = reset.replace("reset", "your_turn").replace("3-0000000a", "4-0000000b")
    client, server = served(stream(reset), cut, stream(turn), problem(401, "unauthorized"))
    with closing(client.events()) as events:
        assert [next(events).type, next(events).type] == ["reset", "your_turn"]
        with pytest.raises(Problem):
            next(events)
    assert [path for _, path, _, _ in server.requests] == ["/v1/players/me/events"] * 4
    sent = [headers.get("Last-Event-ID") for _, _, headers, _ in server.requests]
    assert sent == [None, "3-0000000a", "3-0000000a", "4-0000000b"]


def test_stream_waits_at_most_an_hour(served: Served, waits: list[float]) -> None:
    client, _ = served(problem(429, "too_many_requests", Retry_After="99999999999"), stream(event(1)))
    with closing(client.table("1").events()) as events:
        assert next(events).id == "1"
    assert waits == [3600]


@pytest.mark.parametrize(
    "address", ["", "127.0.0.1:8080", "ftp://host", "http://", "http://host/?a=1", "http://host/#a"]
)
def test_address_that_no_request_can_have_is_refused_at_once(address: str) -> None:
    for client in (Client, AsyncClient):
        with pytest.raises(ValueError, match="must begin with https"):
            client(address)


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), 1e9])
def test_timeout_that_no_request_can_have_is_refused_at_once(timeout: float) -> None:
    for client in (Client, AsyncClient):
        with pytest.raises(ValueError, match="timeout must be more than 0 and at most 86400 seconds"):
            client("http://127.0.0.1", timeout=timeout)


def test_id_of_a_table_leads_to_no_other_path(served: Served) -> None:
    client, server = served(ok({}), stream(event(1)))
    client.table("../games/slide-jam?a").show()
    with closing(client.table("../players/me").events()) as events:
        next(events)
    paths = [path.split("?")[0] for _, path, _, _ in server.requests]
    assert paths == ["/v1/tables/..%2Fgames%2Fslide-jam%3Fa", "/v1/tables/..%2Fplayers%2Fme/events"]


def test_empty_idempotency_key_is_not_replaced(served: Served) -> None:
    client, server = served(ok({"token": "t"}))
    client.sign_up("Ann", idempotency_key="")
    assert server.requests[0][2]["Idempotency-Key"] == ""


def test_stream_with_a_token_that_no_request_can_have_fails(served: Served) -> None:
    client, _ = served(stream(event(1)))
    with closing(client.with_token("a\nb").table("1").events()) as events, pytest.raises(httpx.LocalProtocolError):
        next(events)


def test_stream_waits_for_retry_after(served: Served, waits: list[float]) -> None:
    client, _ = served(problem(429, "too_many_requests", Retry_After="90"), stream(event(1)))
    with closing(client.table("1").events()) as events:
        assert next(events).id == "1"
    assert waits == [90]


def test_silent_stream_is_opened_again(served: Served, waits: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("funhouse.events", "funhouse.aio.events"):
        monkeypatch.setattr(f"{module}.SILENCE", 2.0)

    def silent_after_an_event(handler: Handler) -> None:
        handler.close_connection = True
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        handler.wfile.write(event(1).encode())
        handler.wfile.flush()
        handler.server.stopped.wait(60)

    client, _ = served(silent_after_an_event, silence, stream(event(2)))
    with closing(client.table("1").events()) as events:
        assert [next(events).id, next(events).id] == ["1", "2"]


def test_calls_of_games_are_sent_again(served: Served, waits: list[float]) -> None:
    client, server = served(ok({}), cut, ok({"state": {}}))
    assert client.game("slide-jam").deal(seed="x") == {"state": {}}
    assert [path for _, path, _, _ in server.requests] == ["/v1/games/slide-jam", *["/v1/games/slide-jam/deal"] * 2]


def test_problem_that_is_none_is_an_error_of_http(served: Served, waits: list[float]) -> None:
    for content in (b"", b"[]", b'{"code": "x"}', b"\xff"):
        client, _ = served(body(404, content, Content_Type="application/problem+json"))
        with pytest.raises(httpx.HTTPStatusError, match="404"):
            client.games()


def test_both_clients_do_the_same_with_the_service(address: str) -> None:
    async def asynchronous() -> list[Any]:
        async with AsyncClient(address) as client:
            game = await client.game("slide-jam")
            dealt = await game.deal(seed="both", with_legal_moves=True)
            played = await game.play(dealt["state"], dealt["legal_moves"]["moves"][0], with_text=True)
            run = {"game": "slide-jam", "rules": 1, "seed": "both", "options": {}, "moves": [], "score": 60}
            return [
                dealt,
                played,
                await game.text(played["state"]),
                await game.digest(played["state"]),
                await game.trace(run),  # type: ignore[arg-type]
                await client.games(),
            ]

    with Client(address) as client:
        game = client.game("slide-jam")
        dealt = game.deal(seed="both", with_legal_moves=True)
        played = game.play(dealt["state"], dealt["legal_moves"]["moves"][0], with_text=True)
        run: Any = {"game": "slide-jam", "rules": 1, "seed": "both", "options": {}, "moves": [], "score": 60}
        results = [dealt, played, game.text(played["state"]), game.digest(played["state"]), game.trace(run)]
        assert anyio.run(asynchronous) == [*results, client.games()]
