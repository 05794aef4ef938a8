"""Where the grammar and the bundled games are.

An installed package carries both inside itself; in a checkout they stand beside the source root. Nothing else in the
package knows of the difference.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parents[1]


def grammar_text() -> str:
    """The reference grammar, as text for Lark."""
    return _find("grammar/hoyle.lark").read_text(encoding="utf-8")


def gamedefs() -> Path:
    """The folder of the bundled games."""
    return _find("gamedefs")


def _find(name: str) -> Path:
    for home in (_PACKAGE, _CHECKOUT):
        path = home / name
        if path.exists():
            return path
    raise FileNotFoundError(f"{name} is neither in {_PACKAGE} nor in {_CHECKOUT}: the installation is incomplete")
