"""Where the grammar and the bundled games are, and where to keep what was made of them.

An installed package carries both inside itself; in a checkout they stand beside the source root. Nothing else in the
package knows of the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parents[1]


def grammar_text(name: str = "hoyle") -> str:
    """The reference grammar of definitions, or of the looks beside them, as text for Lark."""
    return _find(f"grammar/{name}.lark").read_text(encoding="utf-8")


def gamedefs() -> Path:
    """The folder of the bundled games."""
    return _find("gamedefs")


def cache_folder() -> Path | None:
    """Where what takes long to make is kept for the next time; None if there is no place for it."""
    home = Path(os.environ.get("XDG_CACHE_HOME", ""))
    try:
        if not home.is_absolute():  # then it means nothing, as those say who named it
            home = Path.home() / ".cache"
    except RuntimeError:  # nobody who has a home
        return None
    return home / "hoyle"


def _find(name: str) -> Path:
    for home in (_PACKAGE, _CHECKOUT):
        path = home / name
        if path.exists():
            return path
    raise FileNotFoundError(f"{name} is neither in {_PACKAGE} nor in {_CHECKOUT}: the installation is incomplete")
