"""In which order a file declares things decides nothing about what can be named."""

from __future__ import annotations

from pathlib import Path

import pytest
from every import GAMES

from hoyle.diagnostics import Severity
from hoyle.read import read_source
from hoyle.source import Source
from hoyle.syntax.parse import parse

CLAUSES = """
define worth(card) = card.value
action play(card in hand[you])
    move card to box
rule second "high cards first" for play(card) over first_of_all
    must card.value > 1 if able
rule first_of_all "low cards first" for play(card)
    must card.value < 3 if able
except worth.gold as modest when card.value is 1 gives 3
except worth.modest as no_modesty when players is 2 waive
except worth(card) as gold when card.value < 3 gives usual + 5
except worth(card) as crown over gold when card.value is 2 gives 9
after main as late over early
    move hand to box
after main as early
    move hand to box
"""
GAME = f"""game "Order" for 2 players
cards Tile
    value : 1..3 key
    | value |
    | 1..3  |
zone hand[Player] : set, face down, seen by owner
define score(p) = sum(worth(c) for c in hand[p])
flow
    main
phase main
    move Tile to hand[seat(1)]
    each p in Player
        p must play if able
{CLAUSES}"""


def errors(source: Source) -> list[str]:
    return [f"{d.code} {d.message}" for d in read_source(source).diagnostics if d.severity is Severity.ERROR]


def backwards(source: Source) -> Source:
    """The same declarations, the last one first; cards stand before those that name them in their cells."""
    file, _ = parse(source)
    assert file is not None
    texts = [decl.span.text.rstrip() for decl in file.decls]
    cards = [text for text in texts if text.startswith("cards")]
    rest = [text for text in texts if not text.startswith("cards")]
    lines = [file.header.span.text.rstrip(), *cards, *reversed(rest)]
    return Source(source.name, "\n".join(lines) + "\n", source.path)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_games(path: Path) -> None:
    source = Source(path.name, path.read_text(encoding="utf-8"), path)
    assert errors(source) == []
    assert errors(backwards(source)) == []


def test_clauses_name_what_stands_further_down() -> None:
    assert errors(Source("order.hoyle", GAME)) == []
    assert errors(backwards(Source("order.hoyle", GAME))) == []


def test_exceptions_do_not_hang_on_each_other_in_a_circle() -> None:
    text = GAME.replace("except worth(card) as gold", "except worth.no_modesty(card) as gold")
    found = errors(Source("order.hoyle", text))
    assert {line.split()[0] for line in found} == {"HYL108"}
    assert len(found) == 3
