"""The parser tables, built from `grammar/hoyle.lark` once and kept in the user's cache between processes."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import lark

from hoyle.opening import read_bytes
from hoyle.resources import grammar_text
from hoyle.syntax.layout import Layout

LARGEST = 20_000_000
NUMBERED = ""  # no table has a word like that for a key


def _cache_file(grammar: str) -> Path | None:
    """Where the tables are kept; None if there is no place for them."""
    key = hashlib.sha256(f"{lark.__version__} {grammar}".encode()).hexdigest()[:20]
    home = Path(os.environ.get("XDG_CACHE_HOME", ""))
    try:
        if not home.is_absolute():  # then it means nothing, as those say who named it
            home = Path.home() / ".cache"
    except RuntimeError:  # nobody who has a home
        return None
    return home / "hoyle" / f"grammar-{key}.json"


def _load(path: Path, layout: Layout) -> lark.Lark | None:
    """The parser from its tables. They are numbers and words: whoever wrote them, nothing in them is performed."""
    try:
        digest, _, text = read_bytes(path, LARGEST, own=True).partition(b"\n")
        if hashlib.sha256(text).hexdigest().encode() != digest:
            return None
        data, memo = json.loads(text, object_hook=_numbered)
        instance = lark.Lark.__new__(lark.Lark)
        return instance._load({"data": data, "memo": memo}, postlex=layout)
    except Exception:  # a missing, foreign or damaged cache is only a slower start
        return None


def _save(parser: lark.Lark, path: Path) -> None:
    data, memo = parser.memo_serialize([lark.lexer.TerminalDef, lark.grammar.Rule])
    data["options"].pop("postlex")
    text = json.dumps([_plain(data), _plain(memo)], separators=(",", ":")).encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(hashlib.sha256(text).hexdigest().encode() + b"\n" + text)
        os.replace(file.name, path)
    except OSError:  # nowhere to write: build again next time
        return


def _plain(value: Any) -> Any:
    """Tables as JSON has them: a mapping from numbers becomes a row of keys and values."""
    match value:
        case dict() if any(isinstance(key, int) for key in value):
            return {NUMBERED: [part for key, inner in value.items() for part in (key, _plain(inner))]}
        case dict():
            return {key: _plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
    return value


def _numbered(found: dict[str, Any]) -> dict[Any, Any]:
    """The reverse, of one mapping."""
    row = found.get(NUMBERED)
    return found if row is None else dict(zip(row[::2], row[1::2], strict=True))


@cache
def parser() -> tuple[lark.Lark, Layout]:
    """The one parser, with the layout whose `text` has to be set before each parse."""
    grammar = grammar_text()
    layout = Layout()
    path = _cache_file(grammar)
    found = _load(path, layout) if path is not None else None
    if found is None:
        found = lark.Lark(
            grammar,
            parser="lalr",
            lexer="contextual",
            postlex=layout,
            start=["start", "header", "decl", "stmt"],
            propagate_positions=True,
            maybe_placeholders=False,
        )
        if path is not None:
            _save(found, path)
    return found, layout
