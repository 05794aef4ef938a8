"""Read: from a path or a name to a definition with its libraries, variants and trials, applied and checked."""

from __future__ import annotations

from hoyle.files.paths import read_text
from hoyle.read.game import (
    bundled_games,
    check_text,
    find_game,
    find_variants,
    read_game,
    read_like,
    read_path,
    read_source,
)
from hoyle.read.reading import Reading, read_again
from hoyle.read.varied import base_files

__all__ = [
    "Reading",
    "base_files",
    "bundled_games",
    "check_text",
    "find_game",
    "find_variants",
    "read_again",
    "read_game",
    "read_like",
    "read_path",
    "read_source",
    "read_text",
]
