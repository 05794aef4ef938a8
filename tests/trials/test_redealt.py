"""What is kept of something hidden is found by play, too, where the definition is not checked for it."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from leaking import CHANNELS, game
from often import often

from hoyle.check import leaks, passes
from hoyle.diagnostics import Severity
from hoyle.read import check_text, read_source
from hoyle.source import Source
from hoyle.trials.checks.secrets import Secrets
from hoyle.trials.hunt import hunt
from hoyle.trials.pool import Pool
from hoyle.trials.settings import settings as some

GAMES = 40


def found(steps: str, games: int = GAMES) -> tuple[str, ...]:
    """What is found by play."""
    reading = read_source(Source("peek.hoyle", game(steps)))
    assert not reading.failed and reading.world is not None, [d.message for d in reading.diagnostics]
    pool = Pool(reading, some(reading.world.model, games, 0), [Secrets])
    failed = hunt(pool, games, 0, lambda: None).found
    return failed["secrets"].wrong.actual if "secrets" in failed else ()


@pytest.mark.parametrize("name", CHANNELS)
def test_a_leak_is_found_by_play(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passes, "check_leaks", lambda *_: None)
    (line,) = found(CHANNELS[name].leak)
    assert line


@pytest.mark.parametrize("name", CHANNELS)
def test_its_twin_gives_nothing_away(name: str) -> None:
    assert found(CHANNELS[name].twin) == ()


# ---------------------------------------------------------------------------------------------- any steps

VALUES = [
    *["top_value", "highest_of(p)", "highest_of(left(p))", "plan[p]", "plan[left(p)]", "count(deck)", "told", "noted"],
    *["sum(c.value for c in shown)", "sum(c.value for c in row)", "sum(c.value for c in row[p])", "peek(p)", "3"],
    *["sum(c.value for c in row where c.up)", "count(c in bench where c.value > 4)", "count(hand[left(p)])"],
]
MORE = """
to peek(p : Player) : number
    if any(c in row[p] where c.value > 5)
        return highest_of(p)
    return 2

to ask(p : Player, limit : number)
    p chooses one x in 1..9 where x <= limit as guess
        rounds += 1
"""


@st.composite
def steps(draw: st.DrawFn) -> str:
    """Steps that look at things, keep them, tell them or not, and ask somebody."""
    lines: list[str] = []
    names: list[str] = []

    def value() -> str:
        one = draw(st.sampled_from([v for v in VALUES if not v.startswith("peek")] + names * 3))
        other = draw(st.sampled_from(["1", "4", *names]))
        return draw(st.sampled_from([one, one, f"{one} + {other}", f"(if {one} > {other} then 5 otherwise {other})"]))

    for number in range(draw(st.integers(1, 5))):
        kind = draw(st.sampled_from(["let", "let", "call", "change", "tell", "note", "show", "way", "ask", "handed"]))
        who = draw(st.sampled_from(["p", "left(p)"]))
        match kind:
            case "let":
                lines.append(f"let v{number} = {value()}")
                names.append(f"v{number}")
            case "call":
                lines.append(f"let v{number} = peek({who})")
                names.append(f"v{number}")
            case "change" if names:
                lines += [f"if {value()} > 4", f"    {draw(st.sampled_from(names))} = {value()}"]
            case "tell":
                lines.append(f"told = {value()}")
            case "note":
                lines.append(f"noted = {value()}")
            case "show":
                lines.append("move top(deck) to shown")
            case "way":
                lines += [f"if {value()} > 4", f"    ask({who}, 3)"]
            case "ask":
                lines += [f"{who} chooses one x{number} in 1..9 where x{number} <= {value()} as g{number}"]
                lines += ["    rounds += 1"]
            case "handed":
                lines.append(f"ask({who}, {value()})")
    lines += [f"ask(p, {value()})", "ask(left(p), 4)"]
    return "\n".join(f"    {line}" for line in lines) + "\n" + MORE


@given(steps())
@often(60)
@example("    let v0 = peek(p)\n    told = v0\n    ask(left(p), told)\n" + MORE)
@example("    told = plan[left(p)]\n    told = top_value\n    ask(p, 4)\n" + MORE)
def test_what_is_not_refused_gives_nothing_away(body: str) -> None:
    codes = {d.code for d in check_text(game(body)) if d.severity is Severity.ERROR}
    assert codes <= {"HYL401"}, (codes, game(body))
    assert codes or found(body, 12) == (), game(body)


# ---------------------------------------------------------------------------------------------- sentences


TWIN = """
    tell "{p} holds {best(p)}"
    left(p) chooses one x in 1..9 as guess
        guessed = x

define best(p : Player) : Tile = first(row[p]) else Tile(red, 1)
"""
MIXED = TWIN.replace("first(row[p])", "first(highest(c in row[p] + shown by c.value))")


def test_a_sentence_that_names_a_card_only_some_times_is_found_by_play() -> None:
    """It is `a card` while it lies unseen; that it is none that lies open tells of those that do not."""
    (line,) = found(MIXED)
    assert "would have been told `player" in line
    assert found(TWIN) == ()


def test_a_sentence_that_is_not_checked_is_found_by_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaks, "_look_at_sentence", lambda *_: None)
    for told in ("{top_value}", "{highest_of(p)}"):
        (line,) = found(TWIN.replace("{best(p)}", told).replace("first(row[p])", "first(shown)"))
        assert "would have been told `" in line
