"""What is a hand, a round, a turn of a game that nobody has explained: one pass of what its flow repeats.

From `flow` down, through whatever it performs, the first `repeat` in which somebody is asked and that stands in no
other loop; if there is none, the first such `each`. A mark in its body counts the passes and changes nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from hoyle import model
from hoyle.core import nodes as core
from hoyle.core.cover import Cover
from hoyle.core.walk import below, rebuild
from hoyle.read import Reading
from hoyle.run.game import Game, prepare

Repeated = core.Loop[core.Said] | core.Each[core.Said] | core.Ordered


@attrs.frozen
class Stretch:
    """The loop, the procedure it stands in, and what people call a pass of it."""

    loop: Repeated
    inside: str
    title: str


@attrs.define
class Counted:
    """A game that counts its passes. stretch: None if nothing in it repeats."""

    game: Game
    stretch: Stretch | None
    cover: Cover
    number: int

    @property
    def passes(self) -> int:
        """How many have begun since the game was loaded."""
        return self.cover.hits[self.number]


def counted(reading: Reading, players: int | None, options: dict[str, Any]) -> Counted:
    """The game that was read, made to count."""
    cover = Cover()
    number = cover.item("pass", "pass", "never begins", reading.files[0].header.span)
    if reading.failed:
        return Counted(prepare(reading), None, cover, number)  # says what is wrong
    stretch = find_stretch(reading.model)
    made = attrs.evolve(_marked(reading.model, stretch, number), cover=cover)
    game = prepare(reading.with_model(made), players=players, options=options)
    game.reading = reading  # whoever reads the rules of this game wants them without the mark
    return Counted(game, stretch, cover, number)


def find_stretch(game: model.Model) -> Stretch | None:
    """What a game repeats, if anything."""
    found = list(_loops(game, "flow", set()))
    repeats = [(loop, inside) for loop, inside in found if isinstance(loop, core.Loop)]
    for loop, inside in [*repeats, *found]:
        return Stretch(loop, inside, _title(game, loop))
    return None


def _title(game: model.Model, loop: Repeated) -> str:
    match [node for node in loop.body if not isinstance(node, core.Let)]:
        case [core.Do(name)]:
            return game.procedures[name].title or f"one {name.replace('_', ' ')}"
    return f"one pass of line {loop.span.line}" if loop.span is not None else "one pass"


def _loops(game: model.Model, name: str, seen: set[str]) -> Iterator[tuple[Repeated, str]]:
    """The loops that are in no other one and in which somebody is asked, in the order of play."""
    if name in seen or name not in game.procedures:
        return
    seen.add(name)
    stack: list[Any] = list(reversed(game.procedures[name].body))
    while stack:
        node = stack.pop()
        match node:
            case core.Loop() | core.Each() | core.Ordered() if _asks(game, node.body, set()):
                yield node, name
            case core.Do(called):
                yield from _loops(game, called, seen)
            case core.Branch(_, then, otherwise):
                stack += reversed((*then, *otherwise))
            case core.Bracket(body):
                stack += reversed(body)
            case core.Choose(then=then, otherwise=otherwise):
                stack += reversed((*then, *otherwise))


def _asks(game: model.Model, body: Any, seen: set[str]) -> bool:
    """Whether somebody may be asked something there."""
    for node in below(body):
        match node:
            case core.Choose(who=who) if who is not None:
                return True
            case core.Resolve():
                return True
            case core.Do(name) if name not in seen and name in game.procedures:
                seen.add(name)
                procedure = game.procedures[name]
                bodies = [procedure.body, *(hook.body for hook in (*procedure.before, *procedure.after))]
                bodies += [exception.body for exception in procedure.exceptions if exception.body is not None]
                if any(_asks(game, one, seen) for one in bodies):
                    return True
    return False


def _marked(game: model.Model, stretch: Stretch | None, number: int) -> model.Model:
    if stretch is None:
        return game

    def change(node: Any) -> Any:
        if node is stretch.loop:
            return attrs.evolve(node, body=(core.Mark(number), *node.body))
        return rebuild(node, change)

    old = game.procedures[stretch.inside]
    body = tuple(change(statement) for statement in old.body)
    return attrs.evolve(game, procedures={**game.procedures, stretch.inside: attrs.evolve(old, body=body)})
