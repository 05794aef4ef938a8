"""What a seat sees as a row of numbers: all of its view, and nothing that it does not see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from every import GAMES, game, moments

import hoyle
from hoyle import types as t
from hoyle.native.library import NONE
from hoyle.run import observed
from hoyle.run.faces import plain
from hoyle.run.game import Game
from hoyle.run.observed import UNSEEN, Layout, layout
from hoyle.run.parts import zone
from hoyle.run.state import State
from hoyle.table.seen import sees
from hoyle.trials.checks import secrets
from hoyle.trials.exchange import Exchange, renamed

BIDS = """\
game "Bids" for 3 players
cards Tile
    value : 1..9 key
    | value |
    | 1..9  |
zone deck : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shown : row, face up
var bid[Player] : 0..9 = 0, seen by owner
var worth[Tile] : 0..9 = 1
var latest : Tile? = none
var below : list of Tile = []
define score(p) = count(hand[p])
action play(card in hand[you])
    worth[card] = 2
    below = all(c in shown)
    latest = card
    move card to shown
    bid[you] = count(hand[you])
flow
    move Tile to deck
    shuffle deck
    deal 2 from deck to hand
    repeat until empty(hand)
        each p in Player
            p must play if able
"""
SOME = 9  # of so many decisions one


@pytest.fixture(params=[*GAMES, BIDS], ids=lambda which: getattr(which, "stem", "bids"))
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    if isinstance(request.param, Path):
        return game(request.param, 4)
    path = tmp_path / "bids.hoyle"
    path.write_text(request.param)
    return hoyle.load(str(path))


def some(played: Game) -> Iterator[State]:
    every = 2 if played.title == "Bids" else SOME
    return (state for state in islice(moments(played, 3), 0, 20 * SOME, every) if not state.over)


# ---------------------------------------------------------------------------------------------- the same as the view


def worded(played: Game, type_: t.Type, cell: int) -> Any:
    """A number of a row as the view has it."""
    if cell in (NONE, UNSEEN):
        return None if cell == NONE else "?"
    inner = t.settled(type_)
    if isinstance(inner, (t.CardOf, t.ListOf)):
        return cell
    return plain(played, type_, cell, lambda card: card)


def shortened(type_: t.Type, value: Any) -> Any:
    """A value of the view, as far as rows tell it."""
    if value is None or value == "?":
        return value
    return len(value) if isinstance(t.settled(type_), t.ListOf) else value["look"] if isinstance(value, dict) else value


def flat(value: Any, depth: int) -> list[Any]:
    return [each for part in value for each in flat(part, depth - 1)] if depth else [value]


def read(columns: Layout, row: list[int]) -> dict[str, Any]:
    """What a row says."""
    played, cells = columns.game, iter(row)
    found: dict[str, Any] = {"seat": next(cells), "zones": {}, "cards": {}, "values": {}}
    for number in range(len(played.zones)):
        found["zones"][zone(played, number).name] = next(cells)
    kept = {cell: name for name, f in played.program.var_families.items() for cell in range(f.base, f.base + f.size)}
    for look in columns.looks:
        for _ in look:
            lies = [next(cells) for _ in range(2 + played.sides)]
            marks = [(cell, next(cells)) for cell in columns.marks[look[0]]]
            told = [worded(played, played.model.vars[kept[cell]].type, mark) for cell, mark in marks if cell >= 0]
            if lies[0] >= 0:
                found["cards"].setdefault(played.faces.looks[look[0]], []).append((lies, told))
    for cell in columns.cells:
        name, value = kept[cell], next(cells)
        if name in played.model.vars:
            found["values"].setdefault(name, []).append(worded(played, played.model.vars[name].type, value))
    assert next(cells, None) is None and len(row) == len(columns.names)
    return found


def viewed(columns: Layout, state: State) -> dict[str, Any]:
    """The same, from the view."""
    played, view = columns.game, state.view(state.player, data=True)
    numbers = {zone(played, number).name: number for number in range(len(played.zones))}
    found: dict[str, Any] = {"seat": view["seat"], "zones": {}, "cards": {}, "values": {}}
    marked = {
        name: var
        for name, var in played.model.vars.items()
        if not var.untold and any(isinstance(type_, t.CardOf) for type_ in var.index)
    }
    first = [
        shortened(var.type, plain(played, var.type, played.first_values[played.program.var_families[name].base], int))
        for name, var in marked.items()
    ]
    for name, shown in view["zones"].items():
        found["zones"][name] = shown["n"]
        loose = played.zones[numbers[name]].loose
        for place, card in enumerate(shown.get("cards", ())):
            if card is None or "look" not in card:
                continue
            lies = [numbers[name], -1 if loose else place, *([int(card["up"])] if played.sides else [])]
            own = {mark["name"]: shortened(marked[mark["name"]].type, mark["value"]) for mark in card.get("marks", ())}
            kept = [
                own.get(mark, usual)
                for (mark, var), usual in zip(marked.items(), first, strict=True)
                if any(type_ == t.CardOf(played.faces.catalogue[card["look"]].cards) for type_ in var.index)
            ]
            found["cards"].setdefault(card["look"], []).append((lies, kept))
    for rows in found["cards"].values():
        rows.sort(key=lambda row: [cell % 2**64 for cell in row[0]])
    for name, value in view["values"].items():
        var = played.model.vars[name]
        if name not in marked:
            found["values"][name] = [shortened(var.type, v) for v in flat(value, len(var.index))]
    return found


def test_a_row_says_what_the_view_says(played: Game) -> None:
    columns, looked = layout(played), 0
    for state in some(played):
        assert read(columns, columns.row(state)) == viewed(columns, state)
        looked += 1
    assert looked > 2


# ---------------------------------------------------------------------------------------------- and nothing else


def exchanged(state: State) -> Iterator[State]:
    """The same moment, for all that the one who is asked can see."""
    seat = state.player
    for swap in secrets._swaps(state, seat, secrets._ever_seen(state, seat)):
        yield renamed(state, Exchange(state.game, swap.cards))
    copies: dict[int, list[int]] = {}
    for card in state.game.cards:
        copies.setdefault(card.same, []).append(card.number)
    for alike in copies.values():
        seen = [card for card in alike if sees(state, seat, card)]
        unseen = [card for card in alike if not sees(state, seat, card)]
        if seen and unseen and state.game.twins(state.v, seen[0], unseen[0]):
            yield renamed(state, Exchange(state.game, {seen[0]: unseen[0], unseen[0]: seen[0]}))
    other = secrets._other_values(state, seat)
    if other is not None:
        yield other


def noticed(played: Game) -> tuple[int, int]:
    """How often a row changes with what its seat cannot see, and how often it does not."""
    columns = layout(played)
    rows = [(columns.row(s), [columns.row(other) for other in exchanged(s)]) for s in some(played)]
    return sum(row != other for row, others in rows for other in others), sum(len(others) for _, others in rows)


def test_what_is_not_seen_changes_nothing(played: Game) -> None:
    wrong, tried = noticed(played)
    assert tried and not wrong


def test_the_comparison_can_fail(played: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """If all cards were told, or the table were another one, it would be noticed."""
    columns = layout(played)
    first, *others = [columns.row(state) for state in some(played)]
    assert all(other != first for other in others)
    monkeypatch.setattr(observed, "sees", lambda s, seat, card: True)
    assert noticed(played)[0]


def test_values_of_others_are_not_told(tmp_path: Path) -> None:
    path = tmp_path / "bids.hoyle"
    path.write_text(BIDS)
    played = hoyle.load(str(path))
    columns, state = layout(played), played.start(1)
    for _ in range(3):
        state.choose(0)
    row = dict(zip(columns.names, columns.row(state), strict=True))
    assert [row[f"bid[{seat}]"] for seat in range(3)] == [1, UNSEEN, UNSEEN]
    assert row["latest"] != NONE and row["below"] == 2


ON_CARDS = BIDS.replace("zone shown", "zone on[Tile] : pile, face up\nzone shown")


def test_what_has_no_rows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "on_cards.hoyle"
    path.write_text(ON_CARDS.replace("    latest = card", "    latest = card\n    move top(deck) to on[card]"))
    with pytest.raises(hoyle.HoyleError) as caught:
        layout(hoyle.load(str(path)))
    assert "`on` belongs to cards" in caught.value.diagnostics[0].message
