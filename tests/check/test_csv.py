"""Tables in files of their own: what is wrong in one is told by the words that stand there."""

from __future__ import annotations

from pathlib import Path

from hoyle.read import read_path

GAME = """\
library tiles

cards Tile
    value : 1..9 key
    says  : text
    from "rows.csv"
"""


def told(folder: Path, rows: str) -> list[tuple[str, str]]:
    (folder / "tiles.hoyle").write_text(GAME, encoding="utf-8")
    (folder / "rows.csv").write_text(rows, encoding="utf-8")
    return [(d.code, d.message) for d in read_path(folder / "tiles.hoyle").diagnostics]


def test_the_column_is_named(tmp_path: Path) -> None:
    assert told(tmp_path, "value,says\n1,one\n") == []
    assert ("HYL207", "`sais` is no attribute of `Tile`") in told(tmp_path, "value,sais\n1,one\n")


def test_a_column_stands_there_once(tmp_path: Path) -> None:
    assert told(tmp_path, "value,says,value\n1,one,2\n") == [("HYL207", "there are two columns `value`")]


def test_what_a_card_is_called_is_no_story(tmp_path: Path) -> None:
    assert told(tmp_path, f"value,says\n1,{'long ' * 100}\n") == []
    (tmp_path / "tiles.hoyle").write_text(GAME.replace("    from", '    written "{says}"\n    from'), encoding="utf-8")
    found = read_path(tmp_path / "tiles.hoyle").diagnostics
    assert [(d.code, d.span.line if d.span else 0) for d in found] == [("HYL212", 6)]
