"""The interpreter knows no game: no title, card, suit or rank of one stands in it or in the grammar."""

from __future__ import annotations

import re
from pathlib import Path

from every import reading

from hoyle import types as t

ROOT = Path(__file__).parents[1]
FOLDERS = (ROOT / "gamedefs", ROOT / "examples")
GRAMMARS = [ROOT / "grammar" / name for name in ("hoyle.lark", "look.lark")]
DRAWN = ROOT / "interpreter" / "hoyle" / "look" / "words.py"  # what all tables can draw, whatever games call it

# Words that games print on their cards, and that are words of the language or of plain English as well.
GENERAL = {
    *("move", "trick", "special", "number", "power", "after", "body", "head", "digit", "part", "signed", "sheet"),
    *("news", "playing"),
    *(
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "red",
        "blue",
        "green",
        "yellow",
        "black",
    ),
}


def words_of_games() -> set[str]:
    """Titles, types and names of cards, and what can be printed on them, in lower case."""
    found: set[str] = set()
    for path in (path for folder in FOLDERS for path in folder.glob("*.hoyle")):
        world = reading(path).world
        assert world is not None
        if world.files[0].header.kind != "game":
            continue
        found |= {world.model.title.lower(), path.stem}
        for cards in world.model.card_types.values():
            found.add(cards.name.lower())
            kinds = [type_ for type_ in map(t.settled, cards.attributes.values()) if isinstance(type_, t.Kind)]
            found |= {member.lower() for kind in kinds for member in world.model.kinds[kind.name].members}
    return found


def test_no_game_in_the_interpreter() -> None:
    words = words_of_games() - GENERAL
    assert len(words) > 100
    listed = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    pattern = re.compile(rf"(?<![a-z_0-9])({listed})(?![a-z_0-9])", re.IGNORECASE)
    found = []
    assert DRAWN.is_file()
    for path in [*(ROOT / "interpreter").rglob("*.py"), *GRAMMARS]:
        if path == DRAWN:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found += [f"{path.relative_to(ROOT)}:{number}: {match[0]}" for match in pattern.finditer(line)]
    assert not found, "\n".join(found)
