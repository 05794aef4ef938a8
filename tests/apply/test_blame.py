"""The change behind a mistake is found by what the mistake is about, never by how it is put."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from hoyle.apply.things import in_words, keys
from hoyle.read import read_path
from hoyle.syntax import tree

HERE = Path(__file__).parent
FAIR = (HERE / "fair.hoyle").read_text(encoding="utf-8")
# names of the game, and words that messages have
RENAMED = {
    "hand_size": "unknown",
    "worth": "definition",
    "points": "known",
    "moves": "here",
    "fee": "declared",
    "earn": "never",
    "prepare": "should",
    "rest": "takes",
    "target": "stands",
    "fresh": "nothing",
    "over": "reached",
    "deck": "twice",
}
Found = tuple[str, str, int, list[tuple[int, str]]]


def found(folder: Path, game: str, changes: str) -> list[Found]:
    """Each mistake: its code, its message, its line, and the lines that are shown with it."""
    (folder / "fair.hoyle").write_text(game, encoding="utf-8")
    (folder / "stalls.hoyle").write_text((HERE / "stalls.hoyle").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "bad.hoyle").write_text(f'variant "Bad" of fair\n\n{changes}\n', encoding="utf-8")
    made = []
    for each in read_path(folder / "bad.hoyle").diagnostics:
        assert each.span is not None
        labels = [(label.span.line, label.text) for label in each.labels]
        made.append((each.code, each.message, each.span.line, labels))
    return made


def renamed(text: str) -> str:
    return re.sub(r"\b\w+\b", lambda word: RENAMED.get(word[0], word[0]), text)


def quoted(message: str) -> str:
    """A message with other names; its own words stay."""
    return re.sub("`[^`]*`", lambda part: renamed(part[0]), message)


def changes(folder: Path) -> list[str]:
    """Everything that can be taken out of the game, and some of it said anew."""
    (folder / "fair.hoyle").write_text(FAIR, encoding="utf-8")
    (folder / "stalls.hoyle").write_text((HERE / "stalls.hoyle").read_text(encoding="utf-8"), encoding="utf-8")
    made = []
    for decl in read_path(folder / "fair.hoyle").files[0].decls:
        talk = isinstance(decl, (tree.Scenario, tree.Miniature, tree.Assume, tree.Waived, tree.Property))
        made += [f"remove {in_words(key)}" for key in keys(decl)[:1] if not talk]
    made += ["set hand_size = none", "set hand_size = no", "set target = no", "set players = 9"]
    return [*made, "replace define worth(card) = no", "replace to earn(p : Player, n : number)\n    points[p] += 1"]


@pytest.mark.parametrize("seed", range(12))
def test_other_names_change_nothing_but_the_names(tmp_path: Path, seed: int) -> None:
    some = random.Random(seed).sample(changes(tmp_path), 3)
    text = "\n".join(line for line in some if not any(other != line and other.startswith(line) for other in some))
    before = found(tmp_path, FAIR, text)
    after = found(tmp_path, renamed(FAIR), renamed(text))
    assert [(code, quoted(message), *rest) for code, message, *rest in before] == [tuple(each) for each in after]


def test_a_single_change_is_behind_all_that_it_makes_wrong(tmp_path: Path) -> None:
    for change in changes(tmp_path):
        for code, message, line, labels in found(tmp_path, FAIR, change):
            shown = line == 3 or any(at == 3 for at, _ in labels)
            # without its kind nothing says what a parameter `suit` is: by its name alone it was one
            assert shown or change == "remove kind Suit", (change, code, message, labels)


def test_what_is_not_about_a_change_is_not_blamed_on_it(tmp_path: Path) -> None:
    """`score` is left open; nobody who sets some other definition has to do with that."""
    (open_,) = [each for each in found(tmp_path, FAIR, "set hand_size = 2\nremove define score") if each[0] == "HYL107"]
    assert open_[2:] == (4, [(7, "left open here")])
