"""The first game in which two sides part, what was played up to there, what differs and why.

Why is read off both games: what each rule forbids that the other allows, and which clauses counted in the last step on
one side only, or are among those that were changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import attrs

from hoyle.compare.alongside import Parting, other_cards, play_alongside
from hoyle.compare.run import Plan
from hoyle.core.cover import Cover, Item
from hoyle.lower.mark import marked
from hoyle.model import table_of
from hoyle.players.bots import seat_bots
from hoyle.read import Reading
from hoyle.run.game import Game, prepare
from hoyle.run.state import State
from hoyle.source import Span
from hoyle.table.chance import seed_bytes
from hoyle.trials.tell import look_at

GAMES = 100
SECONDS = 5.0
TOLD = 12
MOST = 5
NAMED = 12


@attrs.frozen
class Cause:
    """What is to blame, and the places where it stands."""

    sentence: str
    places: tuple[str, ...]

    def told(self, called: Callable[[str], str] = str) -> str:
        """With its places. called: what a place is called."""
        return f"{self.sentence} ({', '.join(map(called, self.places))})" if self.places else self.sentence


@attrs.frozen
class Parted:
    """seed: of the game; None if they part before any. choices: how many they have in common.

    events: what happened last in both; then: what came of the last choice, on each side; apart: what is not the same;
    why: what is to blame.
    """

    seed: str | None
    choices: int
    events: tuple[str, ...]
    then: tuple[tuple[str, ...], tuple[str, ...]]
    apart: tuple[str, ...]
    why: tuple[Cause, ...]


@attrs.frozen
class Search:
    """What came of looking for it: the place, or in how many games there was none."""

    parted: Parted | None
    games: int


def search(plan: Plan, one: Game, other: Game, concerned: tuple[Sequence[Span], Sequence[Span]]) -> Search:
    """The first game in which they part. concerned: declarations that differ or hang on what is set differently."""
    cards = other_cards(one, other)
    if one.players != other.players or any(cards):
        return Search(Parted(None, 0, (), ((), ()), tuple(_from_the_start(one, other, cards)), ()), 0)
    start = time.monotonic()
    number = 0
    for number in range(1, min(plan.games, GAMES) + 1):
        seed = f"{plan.seed}:{number}"
        found = _alongside(plan, one, other, seed)
        if found is not None:
            return Search(_told(found, seed, concerned), number)
        if time.monotonic() - start > SECONDS:
            break
    return Search(None, number)


def _from_the_start(one: Game, other: Game, cards: tuple[list[str], list[str]]) -> Iterator[str]:
    if one.players != other.players:
        yield f"- {table_of(one.players)}"
        yield f"+ {table_of(other.players)}"
    for sign, names in zip("-+", cards, strict=True):
        if names:
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            yield f"{sign} only here {len(names)} of the cards take part: {', '.join(names[:NAMED])}{more}"


def _alongside(plan: Plan, one: Game, other: Game, seed: str) -> Parting | None:
    seated = seat_bots(plan.bots, one.players, seed)

    def pick(state: State) -> int:
        return state.choices.index(seated[state.player](state.choices))

    chance = seed_bytes(seed)
    return play_alongside(one, other, (chance, chance), pick, plan.cap)


def _told(parting: Parting, seed: str, concerned: tuple[Sequence[Span], Sequence[Span]]) -> Parted:
    tables = (parting.one, parting.other)
    words = look_at(parting.one.state).words
    happened = [words.named(text) for text in parting.one.state.events()]
    then = [[words.named(text) for text in table.state.events(since=table.before)] for table in tables]
    common = happened[: len(happened) - len(then[0])]
    while all(then) and then[0][0] == then[1][0]:
        common.append(then[0].pop(0))
        then[1].pop(0)
    why = [*_forbidden(parting), *_counted(parting, seed, concerned)]
    return Parted(
        seed,
        len(parting.made),
        tuple(common[-TOLD:]),
        (tuple(then[0][:TOLD]), tuple(then[1][:TOLD])),
        tuple(parting.apart()),
        tuple(dict.fromkeys(why))[:MOST],
    )


# ---------------------------------------------------------------------------------------------- why


def _forbidden(parting: Parting) -> Iterator[Cause]:
    """What only one side offers, and the rule of the other that forbids it."""
    one, other = parting.one.state, parting.other.state
    if parting.one.error or parting.other.error or one.over or other.over or one.player != other.player:
        return
    for name, here, there in (("A", one, other), ("B", other, one)):
        offered = {choice.text for choice in here.choices}
        rules: dict[str, Cause] = {}
        for choice in there.choices:
            why = here.why_not(choice.text) if choice.text not in offered else None
            if why is not None and why.rule is not None:
                rules.setdefault(why.rule, Cause(f"in {name} {why.sentence}", (why.place,) if why.place else ()))
        yield from rules.values()


def _counted(parting: Parting, seed: str, concerned: tuple[Sequence[Span], Sequence[Span]]) -> list[Cause]:
    """The clauses of the last step that differ, or hang on what is set differently; else those of one side only."""
    sides = [_last_step(table.game, parting.made, seed) for table in (parting.one, parting.other)]
    places: dict[str, dict[str, str]] = {}
    first: dict[str, bool] = {}
    for side, items, spans in zip("AB", sides, concerned, strict=True):
        for item in items:
            places.setdefault(item.name, {})[side] = item.place
            first[item.name] = first.get(item.name, False) or any(_within(item.span, span) for span in spans)
    to_blame = [name for name in places if first[name]] or [name for name in places if len(places[name]) == 1]
    return [_who(name, places[name]) for name in to_blame]


def _who(name: str, places: dict[str, str]) -> Cause:
    return Cause(f"{name} counts in {' and '.join(places)}", tuple(dict.fromkeys(places.values())))


def _last_step(game: Game, made: Sequence[int], seed: str) -> list[Item]:
    """What is exercised by the last of these choices, without what only belongs to something else that is."""
    cover = Cover()
    reading = _with_marks(game.reading, cover)
    again = prepare(reading, players=game.players, options=game.options)
    table = _Replay(again, cover)
    table.play(seed, made)
    return [item for item in cover.items if table.fresh(item.number) and item.sort not in ("option", "choice")]


def _with_marks(reading: Reading, cover: Cover) -> Reading:
    assert reading.world is not None
    return attrs.evolve(reading, world=attrs.evolve(reading.world, model=marked(reading.world.model, cover)))


class _Replay:
    def __init__(self, game: Game, cover: Cover) -> None:
        self.game, self.cover = game, cover
        self.before: list[int] = []

    def play(self, seed: str, made: Sequence[int]) -> None:
        from hoyle.diagnostics import HoyleError

        self.before = list(self.cover.hits)
        try:
            state = self.game.start(seed)
            for place in made:
                self.before = list(self.cover.hits)
                state.choose(place)
        except HoyleError:
            return  # where it stops is what is looked at

    def fresh(self, number: int) -> bool:
        return self.cover.hits[number] > (self.before[number] if number < len(self.before) else 0)


def _within(inner: Span, outer: Span) -> bool:
    return inner.source.name == outer.source.name and outer.start <= inner.start < outer.end
