"""Sends requests to a service until a file exists, and fails if one of them fails.

    python3 load.py URL STOP_FILE [repeat]

A request fails if its status is not the expected one, or if it gets no whole response. With `repeat`, clients do what browsers do (RFC 9112,
section 9.3.1): they send a request again, once and on a new connection, if the old one was closed before the response began. The counts show
how often that happened. All requests have the same effect if they are sent twice. Whatever was acknowledged must be there at the end.
"""

import http.client
import itertools
import json
import os
import random
import select
import sys
import threading
import time
import urllib.parse

# Seconds after which a client gives up, and after which the load ends by itself.
TIMEOUT, LONGEST = 30, 100
# Seconds between two requests of a client.
PAUSE = 0.01
# Maximum number of failures that are printed.
MAX_LINES = 20
CLOSED = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError)

host = urllib.parse.urlsplit(sys.argv[1]).netloc
stop_file = sys.argv[2]
may_repeat = "repeat" in sys.argv[3:]
deadline = time.monotonic() + LONGEST
lock = threading.Lock()
counts, failures, repeated = {}, [], []


def now():
    return time.strftime("%H:%M:%S")


def count(what):
    with lock:
        counts[what] = counts.get(what, 0) + 1


def fail(what, why):
    with lock:
        failures.append(f"{now()} {what}: {why}")


def is_over():
    return os.path.exists(stop_file) or time.monotonic() > deadline


class Client:
    """A client with one connection, which stays open."""

    def __init__(self, token=None):
        self.connection = http.client.HTTPConnection(host, timeout=TIMEOUT)
        self.token = token

    def is_closed(self):
        """Whether the other side has closed the idle connection, as every client checks before it uses it again."""
        idle = self.connection.sock
        return idle is not None and bool(select.select([idle], [], [], 0)[0])

    def send(self, what, method, path, body=None, expected=(200,), key=None, fresh=False):
        """Returns the JSON of a response; none if the request fails."""
        if fresh:
            self.connection.close()
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        body = None if body is None else json.dumps(body)
        if self.is_closed():
            self.connection.close()
        is_reused = self.connection.sock is not None
        for attempt in itertools.count():
            try:
                self.connection.request(method, path, body, headers)
                response = self.connection.getresponse()
                text = response.read()
            except CLOSED as why:
                self.connection.close()
                if may_repeat and is_reused and attempt == 0:
                    repeated.append(f"{now()} {what}")
                    continue
                return fail(what, repr(why))
            except (OSError, http.client.HTTPException) as why:
                self.connection.close()
                return fail(what, repr(why))
            if response.status not in expected:
                return fail(what, f"status {response.status} {text[:200]!r}")
            count(what)
            return json.loads(text)


def plays(number):
    client = Client()
    while not is_over():
        deal = {"seed": f"load-{number}-{random.random()}", "with_legal_moves": True}
        dealt = client.send("deal", "POST", "/v1/games/slide-jam/deal", deal)
        # A few deals have no legal move.
        if dealt and (moves := dealt["legal_moves"]["moves"]):
            play = {"state": dealt["state"], "moves": moves[:1]}
            client.send("play", "POST", "/v1/games/slide-jam/play", play)
        time.sleep(PAUSE)


def connects(number):
    client = Client()
    while not is_over():
        client.send("new connection", "GET", "/v1/games/slide-jam", fresh=True)
        time.sleep(PAUSE)


def reads(number, table):
    client = Client()
    while not is_over():
        client.send("table read", "GET", f"/v1/tables/{table}")
        time.sleep(PAUSE)


def waits(number, table):
    """Waits for a change that does not come. The response comes early when the instance stops."""
    client = Client()
    while not is_over():
        client.send("long poll", "GET", f"/v1/tables/{table}?wait=2&after=0")
        time.sleep(PAUSE)


def writes(number, made):
    """Each write is acknowledged once, whichever instance gets it."""
    client = Client()
    for n in itertools.count():
        if is_over():
            return
        name = f"Load {number} {n}"
        player = client.send("sign-up", "POST", "/v1/players", {"name": name}, (201,), key=f"load-of-player-{number}-{n}")
        if player:
            with lock:
                made.append((player["player"]["id"], name))
        time.sleep(PAUSE)


def listens(number, table):
    """Reads a stream of events, and opens it again when it ends."""
    while not is_over():
        connection = http.client.HTTPConnection(host, timeout=TIMEOUT)
        try:
            connection.request("GET", f"/v1/tables/{table}/events")
            response = connection.getresponse()
            if response.status != 200:
                fail("stream", f"status {response.status}")
            count("stream opened")
            while not is_over() and (line := response.readline()):
                if line.startswith(b"event: "):
                    count("stream event")
        except (OSError, http.client.HTTPException) as why:
            fail("stream", repr(why))
        connection.close()


def main():
    maker = Client()
    player = maker.send("sign-up", "POST", "/v1/players", {"name": "Load"}, (201,), key="load-player-of-table")
    maker.token = player["token"]
    terms = {"game": "queensland", "seats": ["you", "open"]}
    table = maker.send("table", "POST", "/v1/tables", terms, (201,), key="load-table-of-player")["id"]
    made = []
    work = [(plays, n) for n in range(3)] + [(connects, 0)] + [(reads, n, table) for n in range(2)]
    work += [(waits, 0, table)] + [(writes, n, made) for n in range(2)]
    threads = [threading.Thread(target=each[0], args=each[1:]) for each in work]
    # A stream is silent for up to 4 seconds, until its heartbeat, so the end does not wait for it.
    streams = [threading.Thread(target=listens, args=(n, table), daemon=True) for n in range(5)]
    for thread in threads + streams:
        thread.start()
    for thread in threads:
        thread.join()
    checker = Client()
    for number, name in made:
        shown = checker.send("check", "GET", f"/v1/players/{number}")
        if shown and shown["player"]["name"] != name:
            fail("check", f"player {number} has the name {shown['player']['name']}, not {name}")
    for what in sorted(counts):
        print(f"{counts[what]:7} {what}")
    for what, lines in ("repeated after a closed connection", repeated), ("failed", failures):
        print(f"{len(lines):7} {what}")
        for line in lines[:MAX_LINES]:
            print(f"        {line}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
