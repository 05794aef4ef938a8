"""The rulebooks of whole definitions that are written at random: no word of theirs reads well, but the English does."""

from __future__ import annotations

from pathlib import Path

import pytest
from prose import slips, unexplained, unfinished
from whole.game import write

from hoyle.english import cap, plain, safe
from hoyle.read import read_path
from hoyle.rulebook.book import rulebook
from hoyle.rulebook.walk import below
from hoyle.syntax import tree

BOOKS = 40


def own(decls: list[tree.Decl]) -> set[str]:
    """The names and texts of authors, which may be anything: `of`, `none`, a bracket."""
    found: set[str] = set()
    for node in (node for decl in decls for node in (decl, *below(decl))):
        title = getattr(node, "title", None) or getattr(node, "text", None)
        if isinstance(node, (tree.Word, tree.Name)):
            found.add(plain(node.text))
        elif isinstance(title, str):
            found.add(cap(safe(title)))
            found.add(safe(title))
    return found


@pytest.mark.parametrize("seed", range(BOOKS))
def test_a_book_of_anything_reads_as_english(seed: int, tmp_path: Path) -> None:
    written = write(seed)
    for name, text in written.files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    reading = read_path(tmp_path / written.main)
    if reading.failed or reading.files[0].header.kind != "game":
        return
    decls = [decl for file in reading.files for decl in file.decls]
    told = rulebook(reading, [decl for decl in decls if isinstance(decl, tree.Scenario)])
    names = own(decls)
    words = {word.lower() for name in names for word in name.split()}
    wrong = [
        each
        for each in (*slips(told), *unfinished(told))
        if not words & set(each.partition(": ")[0].strip("'\"").lower().replace("*", "").split())
        and not any(len(name) > 1 and not name[:1].isalnum() and name in each for name in names)
    ]
    assert wrong + unexplained(told) == []
