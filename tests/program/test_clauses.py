"""Clauses at random, against a few lines that say which of them counts: exceptions, adjustments, bounds, hooks.

The rules are those of the manual ("How values and steps combine"), and they are tried in every state of four flags, by
the engine and by the reference.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st
from often import often

from hoyle.diagnostics import for_people
from hoyle.read import read_source
from hoyle.reference.perform import Performer
from hoyle.run.game import Game, prepare
from hoyle.source import Source

FLAGS = 4
GAME = """
game "Clauses" for 2 players

cards Tile
    name : name
    | name |
    | ant  |

zone deck : pile, face down

var f0 : yes_no
var f1 : yes_no
var f2 : yes_no
var f3 : yes_no
var trace : list of number
var worth_was : number = 0

define score(p) = worth_was + count(trace)

action go(n in 0..15)
    f0 = n mod 2 is 1
    f1 = n / 2 mod 2 is 1
    f2 = n / 4 mod 2 is 1
    f3 = n / 8 mod 2 is 1
    trace = []
    deed
    worth_was = worth

action lay(n in 1..6)
    text "lay {n}"

action pass
    text "pass"

flow
    move Tile to deck
    repeat 3 times
        turn

to turn
    seat(1) must go
    seat(2) must lay or pass
"""
OTHERS = {
    "define worth": "define worth : number = 1\n",
    "to deed": "to deed\n    trace += 0\n",
    "ending": "ending done after flow\n    winners [seat(1)]\n",
}
Flags = tuple[bool, ...]
STATES: list[Flags] = [tuple(bool(n >> flag & 1) for flag in range(FLAGS)) for n in range(2**FLAGS)]


# ---------------------------------------------------------------------------------------------- clauses


@attrs.frozen
class Clause:
    """An exception. when: flags and what they must be; says: what it gives, does or wants, None if it waives."""

    label: str
    parent: str | None
    when: tuple[tuple[int, bool], ...]
    says: Any

    def holds(self, flags: Flags) -> bool:
        return all(flags[flag] is value for flag, value in self.when)

    def written(self, target: str, verdict: str, over: str = "") -> str:
        name = target if self.parent is None else f"{target}.{self.parent}"
        return f"except {name} as {self.label}{over}{condition(self.when)}{verdict}\n"


def condition(when: Sequence[tuple[int, bool]]) -> str:
    said = [f"f{flag}" if value else f"not f{flag}" for flag, value in when]
    return f" when {' and '.join(said)}" if said else ""


conditions = st.lists(st.tuples(st.integers(0, FLAGS - 1), st.booleans()), max_size=2, unique_by=lambda one: one[0])


@st.composite
def trees(draw: st.DrawFn, says: st.SearchStrategy[Any], waived: bool, below_waivers: bool = False) -> list[Clause]:
    """Exceptions, those on one branch in the order in which they are over each other.

    waived: whether what they are about can itself be waived; below_waivers: whether what a waiver lifts can be more
    than waived.
    """
    made: list[Clause] = []
    for number in range(draw(st.integers(3, 8))):
        parent = draw(st.sampled_from([None, *made[:3]]))
        only = parent is not None and parent.says is None and not below_waivers
        waives = only or ((waived or parent is not None) and draw(st.integers(0, 2)) == 0)
        own = None if waives else draw(says)
        label = parent.label if parent is not None else None
        made.append(Clause(f"e{number}", label, tuple(draw(conditions)), own))
    return made


def on(clauses: Sequence[Clause], label: str | None) -> list[Clause]:
    return [clause for clause in clauses if clause.parent == label]


def in_order(clauses: list[Clause], target: str, verdict: Any, swap: random.Random) -> str:
    """The text of all of them, each over the next one on its branch, in any order."""
    lines = []
    for clause in clauses:
        after = [other.label for other in on(clauses, clause.parent)]
        after = after[after.index(clause.label) + 1 :][:1]
        lines.append(clause.written(target, verdict(clause.says), f" over {after[0]}" if after else ""))
    swap.shuffle(lines)
    return "\n".join(lines)


# ---------------------------------------------------------------------------------------------- which one counts


def counts(clauses: list[Clause], clause: Clause, flags: Flags) -> bool:
    """It holds, and none of its own exceptions waives it."""
    return clause.holds(flags) and not any(
        child.says is None and first(clauses, clause.label, flags) is child for child in on(clauses, clause.label)
    )


def first(clauses: list[Clause], label: str | None, flags: Flags) -> Clause | None:
    """The exception on a branch that goes before all others that count."""
    return next((clause for clause in on(clauses, label) if counts(clauses, clause, flags)), None)


def chosen(clauses: list[Clause], flags: Flags) -> list[Clause]:
    """The exceptions that count, each an exception to the one before."""
    found: list[Clause] = []
    while True:
        clause = first(clauses, found[-1].label if found else None, flags)
        if clause is None:
            return found
        found.append(clause)


# ---------------------------------------------------------------------------------------------- playing it


def prepared(text: str) -> Game:
    """A game with these clauses, and with whatever they say nothing of as it usually is."""
    missing = "".join(usual for what, usual in OTHERS.items() if f"\n{what}" not in f"\n{text}")
    reading = read_source(Source("clauses.hoyle", f"{GAME}{missing}\n{text}"))
    assert not reading.failed, for_people(reading.diagnostics, False, 110) + text
    return prepare(reading, players=2)


def tables(game: Game, flags: Flags) -> list[Any]:
    """The table once the flags are so, as the engine has it and as the reference has it."""
    number = STATES.index(flags)
    state, performer = game.start(0), Performer(game.program, 0)
    state.choose(number)
    play = performer.play()
    next(play)
    try:
        play.send(number)
    except StopIteration:
        assert performer.board.over
    return [state, performer.board]


def kept(game: Game, name: str, table: Any) -> Any:
    return table.v[game.program.var_families[name].base]


# ---------------------------------------------------------------------------------------------- values

shuffles = st.randoms(use_true_random=False)
given_values = st.tuples(st.integers(-20, 20), st.booleans())  # a number, or so much more than is usual
adjustments = st.lists(st.tuples(st.integers(-9, 9), conditions), max_size=4)
bounds = st.tuples(st.none() | st.integers(-10, 5), st.none() | st.integers(6, 20))


def gives(says: tuple[int, bool] | None) -> str:
    if says is None:
        return " waive"
    return f" gives usual + {says[0]}" if says[1] else f" gives {says[0]}"


@given(trees(given_values, waived=False), adjustments, bounds, shuffles)
@often(25)
def test_a_value_is_that_of_its_exception_with_what_is_added_and_bounded(
    clauses: list[Clause], added: Any, bound: Any, shuffle: random.Random
) -> None:
    least, most = bound
    text = "define worth : number = 3" + (f", at least {least}" if least is not None else "")
    text += (f", at most {most}" if most is not None else "") + "\n"
    text += in_order(clauses, "worth", gives, shuffle)
    text += "".join(f"adjust worth as a{n} by {by}{condition(when)}\n" for n, (by, when) in enumerate(added))
    game = prepared(text)
    for flags in STATES:
        value = 3
        for clause in chosen(clauses, flags):
            value = clause.says[0] + (value if clause.says[1] else 0)
        value += sum(by for by, when in added if all(flags[flag] is wanted for flag, wanted in when))
        value = value if least is None else max(value, least)
        value = value if most is None else min(value, most)
        for table in tables(game, flags):
            assert kept(game, "worth_was", table) == value, (text, flags)


def test_of_very_many_exceptions_and_adjustments_the_right_ones_count() -> None:
    draw = random.Random(1)
    whens = [tuple((flag, draw.random() < 0.5) for flag in draw.sample(range(FLAGS), 3)) for _ in range(50)]
    clauses = [Clause(f"e{n}", None, when, (n, n % 3 == 0)) for n, when in enumerate(whens)]
    text = "define worth : number = 3\n" + in_order(clauses, "worth", gives, draw)
    text += "".join(f"adjust worth as a{n} by {n}{condition(when)}\n" for n, when in enumerate(whens))
    game = prepared(text)
    for flags in STATES:
        found = next((c for c in clauses if c.holds(flags)), None)
        value = 3 if found is None else found.says[0] + (3 if found.says[1] else 0)
        value += sum(c.says[0] for c in clauses if c.holds(flags))
        for table in tables(game, flags):
            assert kept(game, "worth_was", table) == value


# ---------------------------------------------------------------------------------------------- steps

bodies = st.lists(
    st.one_of(st.none(), st.integers(1, 9)), min_size=1, max_size=3
)  # numbers that are noted; None: usual
hooks = st.lists(
    st.tuples(st.sampled_from(["before", "after"]), st.integers(10, 19), conditions, st.booleans()), max_size=4
)


def does(says: list[int | None] | None) -> str:
    if says is None:
        return " waive"
    return "".join("\n    usual" if step is None else f"\n    trace += {step}" for step in says)


def done(says: list[int | None], usual: list[int]) -> list[int]:
    return [number for step in says for number in (usual if step is None else [step])]


@given(trees(bodies, waived=True), hooks, conditions, shuffles)
@often(25)
def test_steps_are_those_of_their_exception_with_what_comes_before_and_after(
    clauses: list[Clause], around: Any, when: Any, shuffle: random.Random
) -> None:
    text = f"to deed{condition(when)}\n    trace += 0\n" + in_order(clauses, "deed", does, shuffle)
    for point, number, limit, leaves in around:
        early = "    return\n" if leaves else ""
        text += f"{point} deed{condition(limit)}\n    trace += {number}\n{early}\n"
    game = prepared(text)
    for flags in STATES:
        steps = [0]
        for clause in chosen(clauses, flags):
            steps = [] if clause.says is None else done(clause.says, steps)
        held = [(p, n) for p, n, limit, _ in around if all(flags[flag] is value for flag, value in limit)]
        steps = [n for p, n in held if p == "before"] + steps + [n for p, n in held if p == "after"]
        if not all(flags[flag] is value for flag, value in when):
            steps = []
        for table in tables(game, flags):
            assert list(kept(game, "trace", table)) == steps, (text, flags)


def test_a_body_that_is_left_early_still_passes_what_comes_after_it() -> None:
    text = "to deed\n    trace += 0\n    if f0\n        return\n    trace += 1\n\n"
    game = prepared(text + "after deed as second\n    trace += 3\n\nafter deed as first over second\n    trace += 2\n")
    for flags in STATES:
        for table in tables(game, flags):
            assert list(kept(game, "trace", table)) == ([0, 2, 3] if flags[0] else [0, 1, 2, 3])


# ---------------------------------------------------------------------------------------------- endings


def wins(says: list[int] | None) -> str:
    if says is None:
        return " waive"
    return f" gives [{', '.join(f'seat({seat + 1})' for seat in says)}]"


winners = st.sampled_from([[0], [1], [0, 1], [1, 0]])


@given(trees(winners, waived=True), conditions, shuffles)
@often(25)
def test_an_ending_is_lifted_or_won_by_others(clauses: list[Clause], when: Any, shuffle: random.Random) -> None:
    text = f"ending early after go{condition(when)}\n    winners [seat(1)]\n{OTHERS['ending']}"
    text += in_order(clauses, "early", wins, shuffle)
    wanted: dict[Flags, Any] = dict.fromkeys(STATES, (False, ()))
    for flags in STATES:
        found = chosen(clauses, flags)
        if all(flags[flag] is value for flag, value in when) and not (found and found[-1].says is None):
            wanted[flags] = True, tuple(found[-1].says if found else [0])
    assume(any(over for over, _ in wanted.values()))  # an ending that never comes is refused
    game = prepared(text)
    for flags in STATES:
        for table in tables(game, flags):
            assert (table.over, table.winners) == wanted[flags], (text, flags)


# ---------------------------------------------------------------------------------------------- rules


def must(says: int | None) -> str:
    return " waive" if says is None else f" must n mod {says} is 0"


def lifted(clauses: list[Clause], clause: Clause, flags: Flags) -> bool:
    """Whether an exception to a rule does not count: all do that hold, and that none of their own takes back."""
    waivers = [child for child in on(clauses, clause.label) if child.says is None]
    return not clause.holds(flags) or any(not lifted(clauses, child, flags) for child in waivers)


def binding(clauses: list[Clause], flags: Flags) -> list[int]:
    """What has to be kept to: the rule itself unless an exception counts, and whatever those say that count."""
    by_label = {clause.label: clause for clause in clauses}
    found = [] if any(not lifted(clauses, clause, flags) for clause in on(clauses, None)) else [2]
    for clause in clauses:
        line = [clause]
        while line[-1].parent is not None:
            line.append(by_label[line[-1].parent])
        instead = [child for child in on(clauses, clause.label) if child.says is not None]
        stands = not any(lifted(clauses, one, flags) for one in line)
        if stands and clause.says is not None and all(lifted(clauses, child, flags) for child in instead):
            found.append(clause.says)
    return found


@given(trees(st.sampled_from([1, 2, 3, 4, 7]), waived=True, below_waivers=True), shuffles)
@often(25)
def test_a_rule_binds_unless_it_is_waived_and_its_exceptions_all_count(
    clauses: list[Clause], shuffle: random.Random
) -> None:
    lines = [clause.written("even", must(clause.says)) for clause in clauses]
    shuffle.shuffle(lines)
    game = prepared('rule even "even numbers" for lay(n)\n    must n mod 2 is 0\n' + "".join(lines))
    for flags in STATES:
        state = game.start(0)
        state.choose(STATES.index(flags))
        wanted = [n for n in range(1, 7) if all(n % divisor == 0 for divisor in binding(clauses, flags))]
        assert [c.text for c in state.choices] == [*(f"lay {n}" for n in wanted), "pass"], (lines, flags)
