"""Steady load on instances of funhouse, and what they acknowledged.

Each client repeats what was refused with 503, as any client of the service does. What an instance may not do in a failover is collected in
`faults`: answer 500, close a connection without an answer, refuse a call that needs no database, or answer too late.
"""

import http.client
import json
import random
import threading
import time

from servers import LOOPBACK

SOLITAIRE = "slide-jam"
SEATED = "queensland"
# Twice what --database-timeout allows for one statement, and some time for a busy machine.
SLOW = 15.0


class Ended(Exception):
    """The load ends."""


class Answer:
    def __init__(self, status, body, headers):
        self.status, self.headers = status, headers
        self.json = json.loads(body) if body and headers.get("content-type", "").startswith("application") else {}
        self.code = self.json.get("code")

    def is_good(self):
        return 200 <= self.status < 300


class Caller:
    """Calls instances, one connection to each."""

    def __init__(self, faults):
        self._faults, self._connections = faults, {}

    def __call__(self, instance, method, path, body=None, token=None):
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        text = None if body is None else json.dumps(body)
        begun = time.monotonic()
        for attempt in (1, 2):
            connection = self._connections.setdefault(
                instance.port, http.client.HTTPConnection(LOOPBACK, instance.port, timeout=60)
            )
            is_new = connection.sock is None
            try:
                connection.request(method, path, text, headers)
                response = connection.getresponse()
                answer = Answer(response.status, response.read(), {k.lower(): v for k, v in response.getheaders()})
                break
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                # An idle connection may have been closed just now.
                if is_new or attempt == 2:
                    self._faults.add(f"{method} {path} at {instance.name} got no answer: {error!r}")
                    return Answer(0, "", {})
        seconds = time.monotonic() - begun
        self._faults.slowest = max(self._faults.slowest, seconds)
        if seconds > SLOW:
            self._faults.add(f"{method} {path} at {instance.name} took {seconds:.1f} s")
        if answer.status >= 500 and answer.status != 503:
            self._faults.add(
                f"{method} {path} at {instance.name} returned {answer.status}: {answer.json.get('detail')}"
            )
        return answer


class Faults:
    """What may not happen, each once, with the number of times."""

    def __init__(self):
        self._lock, self.counts, self.slowest = threading.Lock(), {}, 0.0

    def add(self, fault):
        with self._lock:
            self.counts[fault] = self.counts.get(fault, 0) + 1


class Table:
    """A table and what was acknowledged of it: the number of moves, and the player's moves, each with its number."""

    def __init__(self, game, token):
        self.game, self.token, self.moves, self.own, self.is_over = game, token, 0, [], False


class Acknowledged:
    """What instances acknowledged, and when each of them did so last or refused something."""

    def __init__(self):
        self.lock = threading.Lock()
        self.players, self.tables, self.runs, self.streamed = {}, {}, {}, {}
        self.writes, self.refusals, self.answers = [], [], {}

    def note(self, instance, answer, is_write):
        """Notes the time of a response, by instance."""
        key = f"{answer.status} {answer.code}" if answer.code else str(answer.status)
        with self.lock:
            self.answers[key] = self.answers.get(key, 0) + 1
            if is_write and answer.is_good():
                self.writes.append((time.monotonic(), instance.name))
            elif answer.status == 503:
                self.refusals.append((time.monotonic(), instance.name))


class Load:
    """Clients in threads. They run from `start` to `stop`."""

    def __init__(self, instances, acknowledged, faults, name, may_lose):
        self._instances, self.acknowledged, self.faults, self._name = instances, acknowledged, faults, name
        # What the service answers to a client that knows more moves than the database has.
        self.reload_after = {"stale", "inconsistent"} if may_lose else {"stale"}
        self._stop, self._threads, self._number = threading.Event(), [], 0

    def start(self, players=2, boards=2, solitaires=6, seated=4, streams=4):
        for client, count in (
            (SignUps, players),
            (Runs, boards),
            (Solitaires, solitaires),
            (Seated, seated),
            (Streams, streams),
        ):
            for _ in range(count):
                self._number += 1
                one = client(self, f"{self._name}-{self._number}", self._number)
                self._threads.append(threading.Thread(target=one.run, daemon=True))
        for thread in self._threads:
            thread.start()

    def stop(self):
        self._stop.set()
        for thread in self._threads:
            thread.join(60)
            if thread.is_alive():
                self.faults.add("a client still waits for an answer a minute after the end of the load")

    def pause(self, seconds):
        if self._stop.wait(seconds):
            raise Ended

    def instance(self, turn):
        return self._instances[turn % len(self._instances)]


class Client:
    """One client. Each call goes to the next instance."""

    PAUSE = 0.1

    def __init__(self, load, name, turn):
        self.load, self.name, self._turn, self._players = load, name, turn, 0
        self._call = Caller(load.faults)
        self.random = random.Random(name)
        self.known = load.acknowledged

    def run(self):
        try:
            while True:
                self.act()
        except Ended:
            pass
        except Exception as error:
            self.load.faults.add(f"the client {self.name} failed: {error!r}")

    def call(self, method, path, body=None, token=None, is_write=True):
        """Sends a request, again after each 503, until it is answered."""
        while True:
            self._turn += 1
            instance = self.load.instance(self._turn)
            answer = self._call(instance, method, path, body, token)
            self.known.note(instance, answer, is_write)
            self.load.pause(self.PAUSE)
            if answer.status not in (0, 503):
                return answer

    def sign_up(self):
        self._players += 1
        name = f"{self.name} {self._players}"
        answer = self.call("POST", "/v1/players", {"name": name})
        if answer.status != 201:
            # The name is taken if the response to an earlier attempt was lost.
            return None if answer.status == 409 else self.unexpected("a sign-up", answer)
        with self.known.lock:
            self.known.players[answer.json["token"]] = name
        return answer.json["token"]

    def unexpected(self, what, answer):
        self.load.faults.add(f"{what} returned {answer.status} {answer.code}: {answer.json.get('detail')}")


class SignUps(Client):
    def act(self):
        self.sign_up()


class Runs(Client):
    """Plays a solitaire with stateless calls, which need no database, and submits the run."""

    token = None

    def act(self):
        self.token = self.token or self.sign_up()
        run = self.play()
        answer = self.call("POST", "/v1/runs", run, self.token)
        if answer.is_good():
            with self.known.lock:
                self.known.runs[answer.json["run"]["id"]] = run["seed"]
        elif answer.status == 401:
            self.token = None
        else:
            self.unexpected("a run", answer)

    def play(self):
        state, moves = None, []
        seed = f"{self.name}-{self.random.randrange(1 << 60)}".replace(" ", "-")
        answer = self.stateless("deal", {"seed": seed, "with_legal_moves": True})
        while not answer["finished"]:
            moves.append(self.random.choice(answer["legal_moves"]["moves"]))
            state = answer["state"]
            answer = self.stateless("play", {"state": state, "move": moves[-1], "with_legal_moves": True})
        return {
            "game": SOLITAIRE,
            "rules": answer["state"]["rules"],
            "seed": seed,
            "options": {},
            "moves": moves,
            "score": answer["score"]["total"],
        }

    def stateless(self, call, body):
        while True:
            self._turn += 1
            instance = self.load.instance(self._turn)
            answer = self._call(instance, "POST", f"/v1/games/{SOLITAIRE}/{call}", body)
            self.load.pause(0.02)
            if answer.is_good():
                return answer.json
            self.load.faults.add(f"{call}, which needs no database, returned {answer.status} at {instance.name}")


class TableClient(Client):
    """Plays tables move by move."""

    PAUSE, REQUEST = 0.2, {}
    token = table = None

    def act(self):
        self.token = self.token or self.sign_up()
        self.table = self.table or (self.token and self.create())
        if self.table:
            self.move(self.table)

    def create(self):
        answer = self.call("POST", "/v1/tables", self.REQUEST, self.token)
        if answer.status == 409 and answer.code == "table_open":
            # The response to an earlier attempt was lost.
            table = answer.json["table"]
        elif answer.is_good():
            table = answer.json["id"]
        else:
            return self.refused(answer)
        with self.known.lock:
            self.known.tables.setdefault(table, Table(self.REQUEST["game"], self.token))
        return table

    def refused(self, answer):
        """Begins again after the database lost the player or the table. A loss that is a fault is found at the end."""
        self.table = None
        if answer.status == 401:
            self.token = None
        elif answer.status not in (404, 409):
            self.unexpected("a table", answer)

    def move(self, table):
        answer = self.call("GET", f"/v1/tables/{table}?with_legal_moves=true", token=self.token, is_write=False)
        while answer.is_good() and answer.json["status"] != "over":
            if legal := answer.json["position"].get("legal_moves", {}).get("moves"):
                answer = self.post(table, answer.json["moves"], self.random.choice(legal))
            else:
                answer = self.call("GET", f"/v1/tables/{table}?with_legal_moves=true", token=self.token, is_write=False)
            if answer.code in self.load.reload_after:
                return
        if answer.is_good():
            self.known.tables[table].is_over = True
            self.table = None
        else:
            self.refused(answer)

    def post(self, table, after, move):
        body = {"game": self.REQUEST["game"], "after": after, "moves": [move], "with_legal_moves": True}
        answer = self.call("POST", f"/v1/tables/{table}/moves", body, self.token)
        if answer.is_good():
            known = self.known.tables[table]
            known.moves = max(known.moves, answer.json["moves"])
            known.own.append((after + 1, move))
        return answer


class Solitaires(TableClient):
    REQUEST = {"game": SOLITAIRE}


class Seated(TableClient):
    """Plays against a robot."""

    REQUEST = {"game": SEATED, "options": {"games": "one"}, "seats": ["you", "robot"]}


class Streams(Client):
    """Reads the event stream of an open table for some seconds, at the next instance, and goes on with the next table."""

    def act(self):
        with self.known.lock:
            tables = [table for table, known in self.known.tables.items() if not known.is_over][-20:]
        self._turn += 1
        if tables:
            self.read(self.random.choice(tables), self.load.instance(self._turn))
        self.load.pause(0.5)

    def read(self, table, instance):
        connection = http.client.HTTPConnection(LOOPBACK, instance.port, timeout=20)
        end = time.monotonic() + 5
        try:
            connection.request("GET", f"/v1/tables/{table}/events", headers={"Last-Event-ID": "0"})
            response = connection.getresponse()
            if response.status >= 500 and response.status != 503:
                self.load.faults.add(f"the event stream of {table} at {instance.name} returned {response.status}")
            event = None
            while response.status == 200 and time.monotonic() < end and (line := response.readline()):
                name, _, value = line.decode().rstrip().partition(": ")
                event = value if name == "event" else event
                if name == "data" and event == "move":
                    self.note(table, json.loads(value))
                self.load.pause(0)
        except (OSError, http.client.HTTPException):
            pass  # The service may end a stream at any time.
        finally:
            connection.close()

    def note(self, table, move):
        with self.known.lock:
            self.known.streamed.setdefault(table, {})[move["number"]] = move
