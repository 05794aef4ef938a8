"""What a game has that declares teams, written in the language: which side a player is on, which the game has to say,
and who is on a side, with a player and against one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from hoyle.diagnostics import Diagnostics
from hoyle.files.paths import parse_file
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.syntax.walk import below

NAME = "library/teams.hoyle"
TEXT = """library teams

define {side}(p : Player) "which side a player is on" : {Side}
define members(one : {Side}) = all(p in Player where {side}(p) is one)
define partners(p : Player) = all(q in others(p) where {side}(q) is {side}(p))
define rivals(p : Player) = all(q in others(p) where {side}(q) is not {side}(p))
"""


def asked(teams: str) -> str:
    """The definition that says which side a player is on, by the name of the sides."""
    return teams.lower()


def teams_of(decls: Iterable[tree.Decl]) -> tree.Kind | None:
    """The sides that are declared, the first if there are several."""
    return next((decl for decl in decls if isinstance(decl, tree.Kind) and decl.teams), None)


def with_teams(files: list[tree.File]) -> list[tree.File]:
    """The files of a game, with what its teams bring along."""
    given = [file for file in files if not written(file.span.source)]
    teams = teams_of(decl for file in given for decl in file.decls)
    if teams is None or asked(teams.name.text) == teams.name.text:
        return given
    library = _library(teams.name.text)
    return given if library is None else [*given, library]


def written(source: Source) -> bool:
    """Whether a text was written here, and is in no file."""
    return source.path is None and source.name == NAME


@lru_cache(maxsize=64)
def _library(name: str) -> tree.File | None:
    """What is the same for all games whose teams have this name; None for one that cannot be a definition's."""
    found = Diagnostics()
    file = parse_file(Source(NAME, TEXT.format(Side=name, side=asked(name))), found)
    if file is None or found.has_errors:
        return None
    # what a value starts with is read as something else
    asks = (node.of for node in below(file) if isinstance(node, tree.Apply))
    return file if any(isinstance(of, tree.Name) and of.text == asked(name) for of in asks) else None
