"""What must be true after a failover."""

import time

from load import Caller

# Instances may take this long to agree, and a single table may take the second.
SETTLE, SETTLE_ONE = 20.0, 2.0


class Check:
    def __init__(self, instances, acknowledged, faults):
        self._instances, self._known, self._faults = instances, acknowledged, faults
        self._call = Caller(faults)
        self.lost = {"sign-ups": 0, "tables": 0, "moves": 0, "runs": 0}
        self.set_back = 0
        self._end = time.monotonic() + SETTLE

    def everything(self, may_lose):
        """Checks all that was acknowledged. With `may_lose`, it counts losses and checks the law of a database that went back in time."""
        self._players()
        self._runs()
        for table, known in list(self._known.tables.items()):
            self._table(table, known, may_lose)
        if not may_lose:
            for what, count in self.lost.items():
                if count:
                    self._faults.add(f"{count} acknowledged {what} are lost")

    def _get(self, path, token=None):
        """The same response from all instances, for which it waits. None, and a fault, if they do not agree."""
        end = max(self._end, time.monotonic() + SETTLE_ONE)
        while True:
            answers = [self._call(instance, "GET", path, token=token) for instance in self._instances]
            shown = [(answer.status, answer.json if answer.is_good() else answer.code) for answer in answers]
            if answers[0].status < 500 and all(other == shown[0] for other in shown):
                return answers[0]
            if (
                any(answer.status not in (200, 503) and answer.status >= 500 for answer in answers)
                or time.monotonic() > end
            ):
                seen = [f"{answer.status} {self._summary(answer)}" for answer in answers]
                self._faults.add(f"instances disagree or fail about {path.split('?')[0]}: {', '.join(seen)}")
                return None
            time.sleep(0.2)

    def _summary(self, answer):
        return answer.code or f"{answer.json.get('status')} after {answer.json.get('moves')} moves"

    def _players(self):
        for token, name in self._known.players.items():
            answer = self._get("/v1/players/me", token)
            if answer and (not answer.is_good() or answer.json["player"]["name"] != name):
                self.lost["sign-ups"] += 1

    def _runs(self):
        for run, seed in self._known.runs.items():
            answer = self._get(f"/v1/runs/{run}")
            if answer and (not answer.is_good() or answer.json["run"]["seed"] != seed):
                self.lost["runs"] += 1

    def _table(self, table, known, may_lose):
        answer = self._get(f"/v1/tables/{table}?after=0")
        if not answer:
            return
        if not answer.is_good():
            self.lost["tables"] += 1
            return
        shown = answer.json
        lost = self._lost_moves(table, known, shown, may_lose)
        self.lost["moves"] += lost
        self.set_back += shown.get("set_backs", 0) > 0
        if may_lose and lost and shown.get("class") and shown.get("ending") != "set_back":
            self._faults.add(
                f"a ranked table lost moves that were seen, and did not end as set_back: it is {self._summary(answer)}"
            )
        if shown["status"] == "playing":
            self._plays_on(table, known)
        elif shown["status"] != "over":
            self._faults.add(f"a table that was played is {shown['status']}")

    def _lost_moves(self, table, known, shown, may_lose):
        """The number of acknowledged moves that a table does not have, and of moves in event streams that it shows differently."""
        moves = {move["number"]: move for move in shown.get("news", [])}
        lost = max(0, known.moves - shown["moves"])
        lost += sum(
            not self._is_move(moves.get(number), move) for number, move in known.own if number <= shown["moves"]
        )
        streamed = self._known.streamed.get(table, {})
        if not may_lose:
            lost += sum(moves.get(number, {}).get("events") != move["events"] for number, move in streamed.items())
        return lost

    def _is_move(self, shown, move):
        """Whether a shown move is the one that was sent: it is the player's and, in Slide Jam, pops the same tiles."""
        if not shown or shown["by"] != "player":
            return False
        popped = [event["from"] for event in shown["events"] if event["type"] == "tile_popped"]
        return move["type"] != "pop" or popped == move["cells"]

    def _plays_on(self, table, known):
        """Makes a move at each instance in turn, if it is the player's turn."""
        for instance in self._instances * 2:
            answer = self._call(instance, "GET", f"/v1/tables/{table}?with_legal_moves=true", token=known.token)
            legal = answer.json.get("position", {}).get("legal_moves", {}).get("moves") if answer.is_good() else None
            if answer.status == 401:
                return
            if legal:
                body = {"game": known.game, "after": answer.json["moves"], "moves": legal[:1]}
                answer = self._repeated(instance, f"/v1/tables/{table}/moves", body, known.token)
            # A robot can have moved meanwhile.
            if not answer.is_good() and answer.status != 412:
                self._faults.add(f"a table cannot be played at {instance.name}: {answer.status} {answer.code}")
                return

    def _repeated(self, instance, path, body, token):
        end = max(self._end, time.monotonic() + SETTLE_ONE)
        while True:
            answer = self._call(instance, "POST", path, body, token)
            if answer.status != 503 or time.monotonic() > end:
                return answer
            time.sleep(0.2)
