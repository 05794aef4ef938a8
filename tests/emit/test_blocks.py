"""Random steps with decisions in them: the emitted blocks and the reference performer go the same way.

Both are played side by side; at every decision the emitted game goes on as a copy or as a save that was restored, and
the state that was left must stay as it was.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from outcome import outcome

import hoyle
from hoyle.diagnostics import HoyleError, Severity
from hoyle.read import read_source
from hoyle.reference.perform import Performer
from hoyle.run.events import raw
from hoyle.run.game import prepare
from hoyle.source import Source
from hoyle.table.moves import CHOSEN

CAP = 40
GAME = (Path(__file__).parent / "steps.txt").read_text(encoding="utf-8")
# What may stand for a value; a name of that type that is in scope may stand for it too.
WORDS = {
    "number": ["1", "2", "total", "points[p]", "count(hand[p])", "count(shown)", "low"],
    "truth": [
        "calm",
        "empty(shown)",
        "points[p] > total",
        "count(hand[p]) mod 2 is 0",
        "held is none",
        "{number} < 4",
        "any(c in shown where c.suit is trump)",
        "{tile}.value > 2",
        "{tile} in shown",
        "any(kept)",
        "not empty(hand)",
        "caller is not none and points[caller] > {number}",
        "any(c in Tile where c in side and owner(c) is not none and caller is not none and caller is owner(c))",
        "any(c in Tile where owner(c) is not none and points[owner(c)] > 0 and c in side and owner(c) is p)",
        "any(c in side where owner(c) is not none and owner(c) is {player})",
    ],
    "tile": ["Tile(ant)", "Tile(fox)"],
    "tile?": ["first(shown)", "last(deck)", "the hand[p]", "the highest(c in shown by worth(c))"],
    "tiles": [
        *["hand[p]", "shown", "side[p]", "heap", "top(deck, 2)", "side", "[{tile}]", "kept", "hand", "Tile"],
        *["nook", "nook[{player}]"],
    ],
    "open": ["shown", "side[p]", "side", "hand[p]", "all(c in shown where c.value > 1)", "hand[p] + shown + hand[p]"],
    "place": [
        *["shown", "side[p]", "heap", "hand[p]", "deck", "hand[{player}]", "deck bottom", "heap face up"],
        *["shown face down", "side[{player}] face up", "deck face down", "hand[p] face up", "nook[{player}, 1]"],
    ],
    "player": ["p", "left(p)", "seat(1)"],
    "players": ["Player", "others(p)", "clockwise(p)", "all(o in Player where points[o] < 5)"],
    "suit": ["coins", "cups", "{tile}.suit"],
}
# Steps, with a bar between lines: dots are a block, `>` a line below. `x:tile` is a new name that is known in the
# block, `x!tiles` one that is known after the step.
STEPS = """
total += 1
points[p] += {number}
move {tiles} to {place}
move {tile?} to {place}
move {tile} to {place}
low = {number}
held = {number}
held = none
trump = {suit}
calm = not calm
caller = {player}
caller = none
kept = {tiles}
kept += {tile}
kept -= {tile}
face {tiles} down
face {tiles} up
shuffle heap
deal 1 from deck to hand
let x!number = {number}
{local} += 1
{local} = {number}
let x!tiles = {tiles}
if {truth}|...
if {truth}|...|otherwise|...
let x = {tile?}|if x:tile is not none|...
each x:tile in {tiles}|...
each x:tile in {tiles} where {truth}|...
each x:player in {players}|...
each x:tile in {open} ordered by {player}|...
repeat {number} times|...
repeat 2 times|...
p must play or pass
p must play or swap or pass|...
p may play|...
p may swap or play|...|otherwise|...
p must play if able
p must swap if able|...|otherwise|...
p chooses one x:tile in {open}|...
p chooses one x:tile in {open} where {truth} as L "take {x}"|...|otherwise|...
p may choose one x:tile in hand[p] as L "show {x}"|...
p may choose one x:player in others(p)|...|otherwise|...
p chooses one x:number in 1..3|...
p chooses 2 x!tiles in {open}
p chooses 2 x!tiles in hand[p] as L "give {x}"
p chooses up to 2 x!tiles in {open}
p may choose {number} x:tiles in hand[p]|...|otherwise|...
p may choose up to 2 x:tiles in {open} as L "pick {x}"|...
chance chooses one x:tile in {tiles}|...
chance chooses 2 x!tiles in {tiles}
chance chooses one x:player in {players} where {truth}|...|otherwise|...
together each x:player in Player|>x chooses 1 y in hand[x]|then|>move y to side[left(x)]|...
p chooses 2 x!tiles in {tiles} + {tiles}
as one|>total += 1|>total -= 1
as one|>inner({player}, {number})|>move {tiles} to {place}
as one|>let y = gain({player})|>total += y
as one|>resolve on_play of {tile}|>shuffle heap
bonus({player})
if {truth}|>bonus({player})
inner({player}, {number})
let x!number = gain({player})
{local} = gain({player})
resolve on_play of {tile}
return
"""
Scope = tuple[tuple[str, str], ...]


GAP = re.compile(r"\{([a-z?]+)\}")
NEW = re.compile(r"\bx([:!])([a-z]+)")


@attrs.define
class Writer:
    """Writes the steps of one procedure. without: what may not be done in it, so that nothing performs itself."""

    draw: st.DrawFn
    names: Iterator[int]
    without: tuple[str, ...]

    def block(self, scope: Scope, depth: int, indent: int) -> str:
        steps = [s for s in STEPS.strip().split("\n") if not any(word in s for word in self.without)]
        lines = ""
        for _ in range(self.draw(st.integers(1, 3))):
            fits = [s for s in steps if (depth or "..." not in s) and ("{local}" not in s or self._locals(scope))]
            text, scope = self.step(self.draw(st.sampled_from(fits)), scope, depth, indent)
            lines += text
            if text.strip() == "return":
                break
        return lines

    def step(self, way: str, scope: Scope, depth: int, indent: int) -> tuple[str, Scope]:
        """The lines of one step, and what is known after it."""
        number = next(self.names)
        name = f"n{number}"
        new = NEW.search(way)
        inner = (*scope, (name, new[2])) if new else scope
        way = re.sub(r"\by\b", f"m{number}", NEW.sub("x", way))
        lines = ""
        for part in way.split("|"):
            if part == "...":
                lines += self.block(inner if "otherwise" not in lines else scope, depth - 1, indent + 4)
                continue
            text = re.sub(r"\bx\b", name, self.line(part, scope, inner)).replace(" as L", f" as l{number}")
            lines += " " * (indent + 4 * text.startswith(">")) + text.removeprefix(">") + "\n"
        return lines, inner if new and new[1] == "!" else scope

    def line(self, part: str, scope: Scope, inner: Scope) -> str:
        """A line with its gaps filled: the new name is known in its `where`, and the text of a label is left alone."""
        said, as_, label = part.partition(" as L")
        source, where, test = said.partition(" where ")
        words = [GAP.sub(lambda gap: self.word(gap[1], scope), source), where]
        words += [GAP.sub(lambda gap: self.word(gap[1], inner), test), as_, label]
        return "".join(words)

    def word(self, type_: str, scope: Scope) -> str:
        if type_ == "local":
            return self.draw(st.sampled_from(self._locals(scope)))
        known = [name for name, of in reversed(scope) if of == type_]
        found = self.draw(st.sampled_from(known + WORDS[type_]))
        return GAP.sub(lambda gap: self.word(gap[1], scope), found)

    @staticmethod
    def _locals(scope: Scope) -> list[str]:
        return [name for name, of in scope if of == "number"]


@st.composite
def games(draw: st.DrawFn) -> str:
    names = itertools.count()

    def steps(*without: str, scope: Scope = ()) -> str:
        return Writer(draw, names, without).block(scope, 3, 4)

    hook = draw(st.sampled_from(["before inner(p, n)", "after gain(p)", "after play(card)", "after turn(p)"]))
    mine = steps("inner(", "gain(", "resolve", "play")
    return GAME.format(
        facing=draw(st.sampled_from(["", ", face down", ", face up"])),
        clause=draw(st.sampled_from(["you is you", "caller is you", "you is seat(2)", "owner(card) is you"])),
        action=draw(st.sampled_from(["", "    points[you] += 1\n", "    you must play if able\n"])),
        turn=steps("return"),
        inner=steps("inner(", scope=(("n", "number"),)),
        gain=steps("inner(", "gain(", "return"),
        hook=f"{hook}\n{'    let p = you' if 'play' in hook else ''}\n{mine}",
        bee="    let p = you\n" + steps("inner(", "gain(", "resolve"),
    )


# ---------------------------------------------------------------------------------------------- side by side


def play(text: str, players: int, seed: int) -> None:
    # who may see what is no matter of the engines, and steps at random ask for cards that lie face down
    with mock.patch("hoyle.check.passes.check_leaks"):
        reading = read_source(Source("steps.hoyle", text))
    game = prepare(reading, players=players)
    performer = Performer(game.program, seed)
    reference = performer.play()
    rng = random.Random(seed)
    left: list[tuple[hoyle.State, Any]] = []
    blank = game.blank(seed)
    found, question = outcome(game.perform, blank, "flow", ()), outcome(next, reference)
    state = blank
    for number in range(CAP):
        assert (found if isinstance(found, str) else None) == (question if isinstance(question, str) else None)
        if isinstance(question, str):
            break
        compare(state, performer)
        if question is None:
            assert (state.winners, state.ending) == (performer.board.winners, performer.board.ending)
            break
        assert question.seat == state.player
        assert question.answers == [(c.offer, c.values) for c in state.choices]
        left.append((state, frozen(state)))
        state = again(state) if number % 2 else state.copy()
        assert state == left[-1][0]
        answer = rng.randrange(len(state.choices))
        told, before = (CHOSEN, state.player, state.choices[answer]), state.log
        found = outcome(state.choose, answer)
        assert raw(state, before)[0] == told
        question = outcome(reference.send, answer)
    for old, was in left:
        assert frozen(old) == was


def again(state: hoyle.State) -> hoyle.State:
    """The state, saved and restored; the definition is not read again."""
    return hoyle.restore(state.save(), state.game)


def frozen(state: hoyle.State) -> Any:
    return repr((state.z, state.v, state.up, state.loc, state.frames, state.draws, state.player, state.choices))


def compare(state: hoyle.State, performer: Performer) -> None:
    board = performer.board
    assert state.over == board.over
    assert (state.z, state.v, state.loc, state.draws) == (board.z, board.v, board.loc, board.draws)
    assert state.up == board.up
    assert [event for event in raw(state) if event[0] != CHOSEN] == raw(board)  # type: ignore[arg-type]


def turn(steps: str) -> str:
    """A game with these steps in a turn, and little else."""
    body = "".join(f"    {line}\n" for line in steps.strip().split("\n"))
    plain = "    total += 1\n"
    return GAME.format(
        facing="", clause="you is seat(1)", action="", turn=body, inner=plain, gain=plain, hook="", bee=plain
    )


@given(games(), st.sampled_from([2, 3]), st.integers(0, 3))
@often(50)
def test_blocks(text: str, players: int, seed: int) -> None:
    try:
        play(text, players, seed)
    except Exception as error:
        refused = error.diagnostics if isinstance(error, HoyleError) else []
        codes = {d.code for d in refused if d.severity is Severity.ERROR}
        if codes and codes <= {"HYL203", "HYL401"}:
            return  # a number that may leave the range of what it is handed to; cards put face down that are asked for
        raise AssertionError(text) from error


# Steps that were refused, or performed wrongly, once.
ONCE = {
    "none for a number": """
held = count(shown)
p must play if able
held = none
""",
    "a variable out of the range of another": """
low = total
p must play if able
""",
    "somebody is asked because of what chance decided": """
chance chooses one q in others(p) where points[q] < total
    q must play if able
    points[q] += 2
otherwise
    p must pass
chance chooses 2 c in shown
    p must pass
    move c to side[p]
""",
    "the top of a pile onto itself": """
move hand[p] to heap
move top(heap, 3) to heap
p must pass
""",
    "a zone onto itself": """
face shown down
move shown to shown
p must play or pass
""",
    "an effect that the options leave empty": """
if calm
    bonus(p)
otherwise
    bonus(left(p))
each q in Player where points[q] < 3
    bonus(q)
chance chooses one q in others(p)
    bonus(q)
p must pass
""",
    "a player that may be none, and an owner": """
if any(c in Tile where c in side and owner(c) is not none and caller is not none and caller is owner(c))
    points[p] += 1
move hand[p] to side[p]
p must pass
caller = left(p)
if any(c in Tile where owner(c) is not none and points[owner(c)] > 0 and c in side and owner(c) is caller)
    points[p] += 1
p must pass
caller = none
""",
    "the side that is usual, said": """
move Tile to deck face down
deal 2 from deck to hand
move hand to shown face up
face shown down
move shown to shown face up
move top(deck, 1) to side[p] face up
move deck to side[p] face down
move side to side[p] face up
move side to side[p]
p must pass
""",
    "a family of zones into one of them": """
move hand[p] to nook[p, 2]
move side to nook[p, 1]
move nook[p] to nook[p, 1]
move nook[seat(1)] to nook[seat(1), 2]
move nook[left(p)] to side[p]
move shown to nook[p, 1]
move nook to nook[p, 2] face up
p must pass
""",
    "what is in a list twice": """
p chooses 2 mine in hand[p] + hand[p]
p chooses 2 theirs in hand[left(p)] + hand[left(p)]
p chooses up to 3 unseen in deck + deck
p chooses 2 numbers in [1, 2, 1]
p chooses one c in hand[p] + hand[p]
    move c to shown
p chooses one n in [1, 2, 1]
chance chooses 2 lost in hand[p] + hand[p]
chance chooses one m in [1, 1, 2]
points[p] += m + n
move mine + lost to heap
""",
    "known in a loop": """
let c = first(shown)
if c is not none
    repeat 2 times
        points[p] += c.value
        p must play if able
""",
    "a condition that is kept": """
calm = not empty(shown)
p must play if able
calm = any(shown)
p must pass
calm = not empty(shown) or any(hand[p])
p must play if able
calm = empty(deck) and not empty(hand)
p must pass
""",
}
CHANGED = """
let c = first(shown)
if c is not none
    repeat 2 times
        points[p] += c.value
        c = last(deck)
"""


@pytest.mark.parametrize("name", ONCE)
def test_once_wrong(name: str) -> None:
    for players in (2, 3):
        play(turn(ONCE[name]), players, 1)


# Places of a frame that are filled more than once, in one frame and in two.
CHANGING = """
p must play if able
let n = 1
if calm
    n += 5
each q in Player
    n += points[q] mod 2
points[p] += n
calm = not calm
p must pass
twice(p, n)
twice(left(p), 2)
"""
TWO = """
to twice(p : Player, n : number)
    n += 3
    once_more(left(p), n + 1)
    points[p] += n
    once_more(p, n)

to once_more(p : Player, n : number)
    points[p] += n
    p must play or pass
    points[p] += n
"""


def test_places_of_a_frame() -> None:
    for seed in range(3):
        play(f"{turn(CHANGING)}\n{TWO}", 2, seed)


@pytest.mark.parametrize(
    "first", ["", "    points[you] += 1\n", "    shuffle heap\n", "    if calm\n        total += 1\n"]
)
def test_a_choice_and_what_it_moves_are_told_in_order(first: str) -> None:
    text = turn("p must play if able\ncalm = not calm\nmove hand[p] to heap").replace(": pile\n", ": pile, face down\n")
    text = text.replace("    move card to shown\n", f"{first}    move card to shown\n")
    assert not prepare(read_source(Source("steps.hoyle", text)), players=2).sides
    play(text, 2, 1)


@pytest.mark.parametrize("sides", [": pile\n", ": pile, face down\n"])
@pytest.mark.parametrize("cards", ["top(deck)", "top(deck, 2)", "hand", "hand[p]", "first(shown)", "deck", "shown"])
def test_where_cards_go_is_settled_before_they_are_taken(cards: str, sides: str) -> None:
    where = "count(deck) + count(hand) + count(hand[p]) + count(shown)"
    steps = f"move {cards} to side[if ({where}) mod 4 < 2 then p otherwise left(p)]\np must pass"
    for players in (2, 3):
        play(turn(steps).replace(": pile\n", sides), players, 1)


def test_as_one_performs_what_returns_and_has_an_after() -> None:
    text = turn("as one\n    let n = gain(p)\n    total += n\np must pass")
    for hook in ("", "    when calm\n"):
        text += f"\nafter gain(p)\n{hook}    if total > 3\n        return\n    points[p] += 1\n"
        play(text, 2, 1)


def test_checks_wait_for_the_end_of_as_one_whatever_is_done_in_it() -> None:
    check = "\nafter any change as noticed when points[seat(1)] > 0\n    points[seat(1)] = 0\n    low += 1\n"
    inside = {
        "a step": "points[seat(1)] += 1",
        "an effect": "gift",
        "an ability": "resolve on_play of Tile(ant)",
        "an effect with a return": "early",
    }
    effects = "\nto gift\n    points[seat(1)] += 1\n\nafter early\n    low += 0\n"
    effects += "\nto early\n    points[seat(1)] += 1\n    return\n\nability ant on_play\n    points[seat(1)] += 1\n"
    for step in inside.values():
        for before, indent, noticed in (("", "", 1), ("as one\n", "    ", 0)):
            steps = f"move Tile(ant) to side[p]\n{before}{indent}{step}\n{indent}points[seat(1)] -= 1\np must pass"
            game = prepare(read_source(Source("steps.hoyle", turn(steps) + check + effects)), players=2)
            assert game.start(1).v[game.program.var_families["low"].base] == noticed, step


@pytest.mark.parametrize("who", ["others(owner)", "left(owner)", "[owner]", "clockwise(owner)", "everyone", "nobody"])
def test_whoever_decides_is_shown_what_the_zone_says(who: str) -> None:
    text = turn("p must play or swap or pass\np chooses one c in hand[p]\n    move c to shown")
    text = re.sub(r"rule .*\n    must .*\n", "", text.replace(" where other.value >= mine.value", ""))
    for players in (2, 3):
        play(text.replace("seen by owner", f"seen by {who}"), players, 1)


@pytest.mark.filterwarnings("error::SyntaxWarning")
def test_what_is_known_not_to_be_none_is_not_asked() -> None:
    text = turn("let n = caller_of(deep) else 2\nif caller_of(deep) is not none\n    points[p] += n\np must pass")
    play(f"{text}\noption deep : yes_no\ndefine caller_of(b : yes_no) : number? = if b then none otherwise 3\n", 2, 1)


def test_what_a_loop_changes_is_not_known_in_it() -> None:
    reading = read_source(Source("steps.hoyle", turn(CHANGED)))
    assert [d.code for d in reading.diagnostics if d.severity is Severity.ERROR] == ["HYL202"]


def test_all_cards_in_the_order_that_is_said() -> None:
    named = "fox, ant, elk, bee, dog, cat"
    cards = ", ".join(f"Tile({name})" for name in named.split(", "))
    reading = read_source(Source("steps.hoyle", turn(f"move [{cards}] to heap\np must pass")))
    state = prepare(reading, players=2).start(1)
    assert ", ".join(state.table()["heap"]).lower() == named
    play(turn(f"move [{cards}] to heap\np must pass"), 2, 1)


def test_many_rules_do_not_multiply() -> None:
    text = turn("p must play if able\npoints[p] += 1")
    for number in range(24):
        rule = f'rule r{number} "r{number}" for play(card) when points[you] mod {number + 2} is 0'
        text += f"\n{rule}\n    must card.value > {number % 4}{' if able' if number % 3 else ''}\n"
    assert len(prepare(read_source(Source("steps.hoyle", text)), players=2).code.whole()) < 60_000
    for seed in range(3):
        play(text, 2, seed)
