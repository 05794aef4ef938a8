"""Reading: from a path or a name to checked files.

Guarantees that no file outside the definition's own folder (and what comes with Hoyle) is read, but for the game a
variant is of, which may lie one folder up; and that files which use one another in a circle are reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import attrs

from hoyle.apply.inherited import inherited
from hoyle.diagnostics import Diagnostic, Diagnostics, HoyleError, quote
from hoyle.files.libraries import with_libraries
from hoyle.files.lineage import Over
from hoyle.files.paths import SUFFIX, find_named, is_file, parse_file, source_at
from hoyle.read.beside import TRIALS
from hoyle.read.reading import Reading, checked
from hoyle.read.varied import varied
from hoyle.resources import gamedefs
from hoyle.source import Source
from hoyle.syntax import tree

NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def find_game(name: str) -> Path:
    """The file of a bundled game, or of a path."""
    path = Path(name)
    try:
        if path.is_file():
            return path
        folder = path.is_dir() and bool(name)
    except (OSError, ValueError):
        raise _not_found(f"{quote(name)} is not a file that can be read") from None
    if NAME.fullmatch(name) and (bundled := gamedefs() / f"{name}{SUFFIX}").is_file():
        return bundled
    if folder:
        raise _not_found(f"{quote(name)} is a folder", "give the path of a file in it")
    if path.suffix == SUFFIX:
        raise _not_found(f"there is no file {quote(name)}", "give a path, or the name of a bundled game")
    games = ", ".join(f"`{g}`" for g in bundled_games())
    raise _not_found(f"there is no game {quote(name)}", f"bundled games: {games}; or give a path to a file")


def _not_found(message: str, help: str | None = None) -> HoyleError:
    return HoyleError.plain("HYL909", message, help)


def bundled_games() -> list[str]:
    """The names of the games that come with the package; files of trials, whose names say so, are none."""
    return sorted(p.stem for p in gamedefs().glob(f"*{SUFFIX}") if not p.stem.endswith(TRIALS))


def find_variant(name: str, game: Path) -> Path:
    """The file of a variant: a path, or a name beside the current folder or the game."""
    path = Path(name)
    if path.suffix == SUFFIX or is_file(path):
        return find_game(name)
    found = find_named(name, [Path(), game.parent]) if NAME.fullmatch(name) else None
    if found is None:
        help = f"give a path, or put `{name}{SUFFIX}` into this folder"
        raise _not_found(f"there is no variant {quote(name)}", help)
    return found


def read_game(name: str, variants: Sequence[str] = ()) -> Reading:
    """Read and check a game by its bundled name or by a path, with variants of it: `b`, or `b over a`."""
    path = find_game(name)
    given, over = find_variants(variants, path)
    return read_path(path, given=given, over=over)


def find_variants(variants: Sequence[str], game: Path) -> tuple[list[Path], list[Over]]:
    """The files of variants, and which of them is over which: `b over a and c`."""
    given, over = list[Path](), list[Over]()
    for text in variants:
        ordered = " over " in text and not is_file(Path(text))
        name, *beaten = re.split(r"\s+(?:over|and)\s+", text.strip()) if ordered else [text]
        given.append(find_variant(name, game))
        over += [(given[-1].stem, Path(other).stem) for other in beaten]
    return given, over


def read_path(path: Path, trials: bool = True, given: Sequence[Path] = (), over: Sequence[Over] = ()) -> Reading:
    """Read and check a file. trials: it may be about the game in another file. given: variants that apply to it.

    over: pairs of variants, by the names of their files; where they disagree the first counts.
    """
    try:
        source = source_at(path)
    except HoyleError as error:
        return Reading(Source(str(path), "", path), [], None, list(error.diagnostics), [])
    return read_source(source, trials, given, over)


def read_source(source: Source, trials: bool = True, given: Sequence[Path] = (), over: Sequence[Over] = ()) -> Reading:
    """Check a text, with what it uses."""
    found = Diagnostics()
    file = parse_file(source, found)
    if file is None:
        return Reading(source, [], None, found.all(), [])
    scenarios = [d for d in file.decls if isinstance(d, tree.Scenario)]
    if file.header.kind == "trials" and not trials:
        help = "trials are about a game, not about other trials"
        found.add(Diagnostic("HYL010", f"{quote(source.name)} is not a game", file.header.span, help=help))
        return Reading(source, [file], None, found.all(), scenarios)
    if file.header.kind == "trials":
        return _trials(source, file, found, given, over)
    if file.header.kind == "variant" or given:
        return varied(source, file, given, over, found)
    name = source.path.stem if source.path else "game"
    return checked(source, with_libraries(file, found), name, scenarios, found)


def read_like(reading: Reading, text: str | None = None) -> Reading:
    """The same definition read once more, from its files; text: what its own file says instead."""
    path = reading.source.path
    if text is None and path is not None:
        return read_path(path, given=reading.given, over=reading.over)
    source = reading.source if text is None else Source(reading.source.name, text, path)
    return read_source(source, given=reading.given, over=reading.over)


def _trials(
    source: Source, file: tree.File, found: Diagnostics, given: Sequence[Path], over: Sequence[Over]
) -> Reading:
    """A file of scenarios and properties about a game in another file."""
    assert file.header.name is not None
    word, scenarios = file.header.name, [d for d in file.decls if isinstance(d, tree.Scenario)]
    path = find_named(word.text, [source.path.parent if source.path else Path(), gamedefs()])
    if path is None:
        help = f"put `{word.text}{SUFFIX}` beside this file"
        found.add(Diagnostic("HYL010", f"there is no game {quote(word.text)}", word.span, help=help))
        return Reading(source, [file], None, found.all(), scenarios)
    game = read_path(path, trials=False, given=given, over=over)
    found.add(*game.diagnostics)
    if game.beside is not None and game.beside.span.source.text == source.text:
        # the same file, without what the variants took out
        kept = {(type(decl), decl.span.start) for decl in game.beside.decls}
        file = attrs.evolve(file, decls=tuple(d for d in file.decls if (type(d), d.span.start) in kept))
    if game.variants and not game.failed:
        scenarios = inherited(file, game.files[0], game.variants, game.changes, path)
    for decl in file.decls:
        if not isinstance(decl, (tree.Scenario, tree.Property)):
            found.add(Diagnostic("HYL314", "a trials file has only scenarios and properties", decl.span))
    if game.world is None:
        return Reading(source, [file], game.world, found.all(), scenarios)
    added = [d for d in file.decls if isinstance(d, tree.Property)]
    files = [attrs.evolve(game.files[0], decls=(*game.files[0].decls, *added)), *game.files[1:]]
    made = checked(source, files, game.world.model.name, scenarios, found).of(game)
    made.changes, made.conflicts = game.changes, game.conflicts
    return made


def check_text(text: str, name: str = "<text>") -> list[Diagnostic]:
    """Everything that is wrong with a definition that is in no file: for tests, pages of the manual and editors."""
    return read_source(Source(name, text)).diagnostics
