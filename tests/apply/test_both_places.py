"""Whatever a variant gets wrong about something of its game is shown with the place in the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.read import read_path

GAME = """\
game "Little" for 2 players

kind Suit : coins | cups

cards Tile
    suit  : Suit key
    value : 1..9 key
    worth : 0..5 = 1
    | suit | value |
    | Suit | 1..8  |

zone deck : pile, face up

table fee(size : 1..4) : number
    | size | fee |
    | 1..4 | 2   |

define limit = fee(3)
define score(p) = limit

rule low "low first" for play(card)
    must card.value < 3 if able

action play(card in deck)
    move card to box

flow
    move Tile to deck
    each p in Player
        p must play if able

ending done after flow
    winners Player
"""


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ("set Tile(cupps, 3).worth = 2", "cards Tile"),
        ("set Tile(cups, 12).worth = 2", "cards Tile"),
        ("set Tile(cups, 9).worth = 2", "cards Tile"),
        ("set Tile(cups, 3).worth = 7", "cards Tile"),
        ("set Tile(cups, 3).worth = many", "cards Tile"),
        ("set Tile(cups, 3).price = 1", "cards Tile"),
        ("set Tile(cups, 3).copies = few", "cards Tile"),
        ("remove card Tile(clubs, 3)", "cards Tile"),
        ("set fee(9) = 1", "table fee"),
        ("set fees(3) = 1", "table fee"),
        ("remove rule lwo", "rule low"),
        ("add define limit = 4", "define limit"),
        ("add table limit(n : 1..2) : number\n    | n    | limit |\n    | 1..2 | 3     |", "define limit"),
    ],
)
def test_both_places_are_shown(tmp_path: Path, change: str, word: str) -> None:
    (tmp_path / "little.hoyle").write_text(GAME, encoding="utf-8")
    path = tmp_path / "mine.hoyle"
    path.write_text(f'variant "Mine" of little\n\n{change}\n', encoding="utf-8")
    found = read_path(path).diagnostics
    assert found
    for diagnostic in found:
        assert diagnostic.span is not None and diagnostic.span.source.path == path
        lines = [label.span.source.line_text(label.span.line) for label in diagnostic.labels]
        assert any(line.startswith(word) for line in lines), diagnostic


def test_what_a_message_says_by_itself_is_no_name(tmp_path: Path) -> None:
    base = 'game "Base" for 2 players\n\ncards Song\n    worth : 1..2 key\n    | worth |\n    | 1..2  |\n\n'
    base += "define unknown = 2\ndefine other = 1\ndefine score(p : Player) = unknown + other\n\n"
    base += "flow\n    seat(1) chooses one x in 1..2\n"
    (tmp_path / "base.hoyle").write_text(base, encoding="utf-8")
    variant = tmp_path / "v.hoyle"
    variant.write_text('variant "V" of base\n\nset unknown = 4\nremove define other\n', encoding="utf-8")
    (found,) = [d for d in read_path(variant).diagnostics if d.code == "HYL101"]
    assert [label.text for label in found.labels] == ["removed here"]
