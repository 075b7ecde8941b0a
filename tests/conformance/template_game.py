"""A model of docs/rules/template-game.md. `python3 tests/conformance/template_game.py` writes template-game.jsonl."""

from model import Refused, places, run, write

GAME = "template-game"


class TemplateGame:
    def __init__(self, chance, seats, options):
        self.chance, self.seats, self.target = chance, seats, int(options.get("target", "20"))
        self.scores, self.seat, self.rolls = [0] * seats, 1, 0
        self.roll()

    def roll(self):
        self.rolls += 1
        draws = self.chance.event(f"{GAME}/roll/{self.rolls}")
        self.dice = sorted((draws.die() for _ in range(5)), reverse=True)

    def over(self):
        return max(self.scores) >= self.target

    def legal(self):
        if self.over():
            return []
        return [{"seat": self.seat, "type": "take", "face": face} for face in sorted(set(self.dice), reverse=True)]

    def tries(self):
        return [{"seat": seat + 1, "type": "take", "face": face} for seat in range(self.seats) for face in range(1, 7)]

    def play(self, move):
        if self.over():
            raise Refused(f"{GAME}.ended")
        if move["seat"] != self.seat:
            raise Refused(f"{GAME}.turn")
        if move["face"] not in self.dice:
            raise Refused(f"{GAME}.die")
        self.dice.remove(move["face"])
        self.scores[self.seat - 1] += move["face"]
        self.seat = self.seat % self.seats + 1
        if not self.dice and not self.over():
            self.roll()

    def to_act(self):
        return [] if self.over() else [self.seat]

    def points(self):
        return list(self.scores)

    def places(self):
        return places(self.scores)

    def view(self, _seat):
        return {"points": self.points(), "dice": self.dice, "rolls": self.rolls}


write(GAME, [
    run(TemplateGame, GAME, f"model-{n}", seats, options)
    for n, seats in enumerate([2, 3, 4])
    for options in [{}, {"target": "10"}]
])
