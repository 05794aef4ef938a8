"""The first game in which two sides part, what was played up to there, what differs and why.

Why is read off both games: what each rule forbids that the other allows, and which clauses counted in the last step on
one side only, or are among those that were changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import attrs

from hoyle.compare.alike import Alike
from hoyle.compare.alongside import Pairing, Parting, Pick, first_apart, other_cards
from hoyle.compare.engines import Both
from hoyle.compare.run import Plan
from hoyle.core.cover import Cover, Item
from hoyle.diagnostics import HoyleError
from hoyle.model import table_of
from hoyle.run.events import told
from hoyle.run.game import Game, prepare
from hoyle.source import Span
from hoyle.table.bots import seated
from hoyle.table.chance import seed_bytes
from hoyle.trials.coverage import with_marks
from hoyle.trials.words import Look

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


def search(plan: Plan, one: Game, other: Game, concerned: tuple[Sequence[Span], Sequence[Span]], both: Both) -> Search:
    """The first game in which they part. concerned: declarations that differ or hang on what is set differently."""
    if one.players != other.players:
        return Search(_from_the_start(one, other, other_cards(one, other)), 0)

    def pick(number: int) -> Pick:
        seats = seated(plan.bots, one.players, f"{plan.seed}:{number}")
        return lambda state: seats[state.player](len(state.choices))

    most = min(plan.games, GAMES)
    known = Alike(both, f"{plan.seed}:", most, plan.bots, plan.cap)
    pairing = Pairing(lambda _: (one, other), lambda number: seed_bytes(f"{plan.seed}:{number}"), pick, known)
    found, games = first_apart(pairing, _in_time(most), plan.cap)
    if found is None:
        return Search(None, games)
    if found.parting is None:
        return Search(_from_the_start(one, other, found.cards), 0)
    return Search(_told(found.parting, f"{plan.seed}:{found.number}", concerned), games)


def _in_time(games: int) -> Iterator[int]:
    """The numbers of so many games, as long as they do not take too long; waiting for the compiler does not count."""
    start = time.process_time()
    for number in range(1, games + 1):
        yield number
        if time.process_time() - start > SECONDS:
            return


def _from_the_start(one: Game, other: Game, cards: tuple[list[str], list[str]]) -> Parted:
    lines = []
    if one.players != other.players:
        lines += [f"- {table_of(one.players)}", f"+ {table_of(other.players)}"]
    for sign, names in zip("-+", cards, strict=True):
        if names:
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            lines += [f"{sign} only here {len(names)} of the cards take part: {', '.join(names[:NAMED])}{more}"]
    return Parted(None, 0, (), ((), ()), tuple(lines), ())


def _told(parting: Parting, seed: str, concerned: tuple[Sequence[Span], Sequence[Span]]) -> Parted:
    tables = (parting.one, parting.other)
    words = Look(parting.one.state).words
    happened = [words.said(event.say) for event in told(parting.one.state)]
    then = [[words.said(event.say) for event in told(table.state, since=table.before)] for table in tables]
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
            first[item.name] = first.get(item.name, False) or any(item.span in span for span in spans)
    to_blame = [name for name in places if first[name]] or [name for name in places if len(places[name]) == 1]
    return [
        Cause(f"{name} counts in {' and '.join(places[name])}", tuple(dict.fromkeys(places[name].values())))
        for name in to_blame
    ]


def _last_step(game: Game, made: Sequence[int], seed: str) -> list[Item]:
    """What is exercised by the last of these choices, without what only belongs to something else that is."""
    cover = Cover()
    again = prepare(with_marks(game.reading, cover), players=game.players, options=game.options)
    before = list(cover.hits)
    with suppress(HoyleError):  # where it stops is what is looked at
        state = again.start(seed)
        for place in made:
            before = list(cover.hits)
            state.choose(place)
    before += [0] * (len(cover.hits) - len(before))
    fresh = [item for item in cover.items if cover.hits[item.number] > before[item.number]]
    return [item for item in fresh if item.sort not in ("option", "choice")]
