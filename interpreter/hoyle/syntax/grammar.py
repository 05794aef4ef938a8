"""The parser tables, built from `grammar/hoyle.lark` once and kept in the user's cache between processes."""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import tempfile
from functools import cache
from pathlib import Path

import lark

from hoyle.resources import grammar_text
from hoyle.syntax.layout import Layout


def _cache_file(grammar: str) -> Path:
    key = hashlib.sha256(f"{lark.__version__} {grammar}".encode()).hexdigest()[:20]
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "hoyle" / f"grammar-{key}.tables"


def _load(path: Path, layout: Layout) -> lark.Lark | None:
    try:
        with path.open("rb") as file:
            data, memo = pickle.load(file)
        instance = lark.Lark.__new__(lark.Lark)
        return instance._load({"data": data, "memo": memo}, postlex=layout)
    except Exception:  # a missing, foreign or damaged cache is only a slower start
        return None


def _save(parser: lark.Lark, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        data = io.BytesIO()
        pickle.dump(parser.memo_serialize([lark.lexer.TerminalDef, lark.grammar.Rule]), data)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(data.getvalue())
        os.replace(file.name, path)
    except OSError:  # nowhere to write: build again next time
        return


@cache
def parser() -> tuple[lark.Lark, Layout]:
    """The one parser, with the layout whose `text` has to be set before each parse."""
    grammar = grammar_text()
    layout = Layout()
    path = _cache_file(grammar)
    found = _load(path, layout)
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
        _save(found, path)
    return found, layout
