"""A whole definition, written at random from a seed: a game with its libraries, variants and trials, as files."""

from __future__ import annotations

import attrs
from whole.changes import Changes
from whole.course import Course
from whole.facts import Facts
from whole.laws import Laws
from whole.names import Draw, Named, World
from whole.steps import Lines, Steps
from whole.trials import Trials
from whole.values import Values

MAIN = "game.hoyle"


@attrs.frozen
class Written:
    """A definition. files: their texts, by name; main: the one that is played."""

    files: dict[str, str]
    main: str = MAIN


class Writer:
    """Writes one definition. pieces: its declarations, in their order."""

    def __init__(self, seed: int | str) -> None:
        self.draw, self.world = Draw(seed), World()
        self.values = Values(self.draw, self.world)
        self.facts = Facts(self.draw, self.world, self.values)
        self.steps = Steps(self.draw, self.world, self.values)
        self.laws = Laws(self.draw, self.world, self.values, self.facts, self.steps)
        self.course = Course(self.draw, self.world, self.values, self.facts, self.laws, self.steps)
        self.trials = Trials(self.draw, self.world, self.values, self.facts, self.laws)
        self.pieces: list[Lines] = []

    def add(self, *pieces: Lines) -> None:
        self.pieces += [piece for piece in pieces if piece]

    def often(self, low: int, high: int) -> range:
        return range(self.draw.number(low, high))

    def write(self) -> Written:
        draw, world, facts, laws, course = self.draw, self.world, self.facts, self.laws, self.course
        low = draw.one([2, 2, 2, 1])
        world.seats = (low, low + draw.number(0, 2))
        world.turned = draw.maybe(0.25)
        files: dict[str, str] = {}
        gaps: list[Named] = []
        for _ in self.often(0, 2):
            self.add(facts.option())
        for _ in self.often(1, 2):
            self.add(facts.kind())
        for _ in range(draw.one([1, 1, 1, 2])):
            self.add(facts.cards())
        if draw.maybe(0.2):
            gaps = self._library(files)
        self.add(facts.zone(deck := facts.name(), plain=True))
        for _ in self.often(1, 4):
            self.add(facts.zone())
        for _ in self.often(2, 5):
            self.add(facts.var())
        if draw.maybe(0.3):
            self.add(facts.table())
        for gap in gaps:
            self.add(laws.define(gap=gap))
        if world.teams:
            self._teams()
        for _ in self.often(0, 3):
            self.add(laws.define())
        self.add(laws.define("score"))
        if draw.maybe(0.4):
            self.add(laws.timing())
        for rank in range(2, 2 + draw.number(0, 2)):
            self.add(course.effect(rank))
        for rank in range(10, 10 + draw.number(0, 2)):
            self.add(course.action(rank))
        self.add(course.action(13, sure=True))
        for rank in range(20, 20 + draw.number(0, 2)):
            self.add(course.effect(rank))
        if draw.maybe(0.2):
            self.add(course.phase(30))
        self.add(course.phase(40, turn=True))
        turn = next(n for n in world.does.values() if n.rank == 40)
        self._clauses()
        for _ in range(draw.one([0, 1, 2])):
            self.add(laws.ability())
        self.add(course.flow(deck, turn))
        if draw.maybe(0.2):
            declared = [piece for piece in self.pieces if piece[0].startswith(("kind", "teams", "cards"))]
            self.pieces = declared + draw.shuffled([piece for piece in self.pieces if piece not in declared])
        if draw.maybe(0.3):
            for way in draw.some(
                draw.shuffled(
                    [self.trials.property] * 2 + [self.trials.miniature, self.trials.waived, self.trials.assume]
                ),
                1,
                3,
            ):
                self.add(way())
            self.add(self.trials.scenario(turn) if draw.maybe(0.5) else [])
        seats = f"{low}..{world.seats[1]}" if world.seats[1] > low else str(low)
        files[MAIN] = self._text(
            f'game "{draw.one(["Whole", "A game of 100 %", "Größer"])}" for {seats} players', self.pieces
        )
        main = self._variants(files) if draw.maybe(0.35) else MAIN
        if draw.maybe(0.04):
            main = "game_trials.hoyle"
            pieces = [self.trials.property(), self.trials.scenario(turn)]
            files[main] = "\n" + self._text("trials of game", pieces)
        return Written(files | facts.files, main)

    def _teams(self) -> None:
        """Who is on which side, and what comes with sides."""
        world, sides = self.world, self.world.teams
        side = Named(sides.lower(), "define", [("p", "Player")], sides, len(world.defines) + 2)
        self.add(self.laws.define(gap=side))
        for name, of in (("members", sides), ("partners", "Player"), ("rivals", "Player")):
            brought = Named(name, "teams", [("it", of)], "list of Player", len(world.defines) + 2, open=side.open)
            world.defines[name] = brought

    def _clauses(self) -> None:
        laws, draw = self.laws, self.draw
        for _ in self.often(0, 2):
            self.add(laws.rule())
        more = [
            laws.except_value,
            laws.except_value,
            laws.adjust,
            laws.except_rule,
            laws.except_done,
            laws.hook,
            laws.hook,
        ]
        more += [laws.check, laws.ending, laws.ending, laws.except_ending, laws.except_used]
        for way in draw.some(draw.shuffled(more), 0, 5):
            self.add(way())

    def _variants(self, files: dict[str, str]) -> str:
        """Variants of the game: one, one of that, or two and both together. Gives the file that is played."""
        made = (self.draw, self.world, self.values, self.facts, self.laws, self.course, self.trials, self.pieces)
        changes = Changes(*made)
        files["one.hoyle"] = self._text('variant "One" of game', changes.some())
        way = self.draw.maybe(0.3)
        if way and self.draw.maybe():
            files["two.hoyle"] = self._text('variant "Two" of one', changes.some())
            return "two.hoyle"
        if way:
            files["two.hoyle"] = self._text('variant "Two" of game', changes.some())
            files["three.hoyle"] = self._text('variant "Three" of game', changes.some())
            joined = self.draw.one(
                [
                    "one, two",
                    "one, two over one",
                    "one, two, three",
                    "one, two, three over one and two",
                    "one, two, three over one and two and one",
                ]
            )
            files["both.hoyle"] = self._text(f'variant "Both" of game with {joined}', changes.some())
            return "both.hoyle"
        return "one.hoyle"

    def _library(self, files: dict[str, str]) -> list[Named]:
        """What is declared from here on stands in a library. It may leave gaps."""
        kept, self.pieces = self.pieces, []
        shared: list[Lines] = []
        if self.draw.maybe(0.5):
            shared, kept = kept, []
        gaps = []
        for _ in self.often(0, 2):
            self.add(self.facts.zone())
        self.add(self.facts.var())
        for _ in self.often(0, 1):
            lines, gap = self.laws.gap()
            gaps.append(gap)
            self.add(lines)
        self.add(self.laws.define())
        if self.draw.maybe():
            self.add(self.course.effect(1))
        files["shared.hoyle"] = self._text("library shared", shared + self.pieces)
        self.pieces = [["use shared"], *kept]
        return gaps

    def _text(self, head: str, pieces: list[Lines]) -> str:
        return "\n".join([head, *(f"\n{chr(10).join(piece)}" for piece in pieces), ""])


def write(seed: int | str) -> Written:
    return Writer(seed).write()
