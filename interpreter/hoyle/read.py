"""Reading: from a path or a name to checked files.

Guarantees that no file outside the definition's own folder (and the bundled libraries) is read, and that files which
use one another in a circle are reported.
"""

from __future__ import annotations

import re
from pathlib import Path

import attrs

from hoyle.check import check_files
from hoyle.check.world import World
from hoyle.diagnostics import Diagnostic, Diagnostics, HoyleError, quote
from hoyle.resources import gamedefs
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.syntax.parse import parse_fully

SUFFIX = ".hoyle"
TRIALS = "_trials"
LARGEST = 1_000_000


@attrs.define
class Reading:
    """A definition that was read and checked. world is None if nothing in it could be used.

    trials: the declarations of scenarios, in this file or in the trials file that was read.
    """

    source: Source
    files: list[tree.File]
    world: World | None
    diagnostics: list[Diagnostic]
    trials: list[tree.Scenario]

    @property
    def failed(self) -> bool:
        return self.world is None or self.world.found.has_errors


def find_game(name: str) -> Path:
    """The file of a bundled game, or of a path."""
    path = Path(name)
    try:
        if path.suffix == SUFFIX or path.is_file():
            if path.is_file():
                return path
            if path.is_dir():
                raise HoyleError.plain("HYL909", f"{quote(name)} is a folder", "give the path of a file in it")
            raise HoyleError.plain(
                "HYL909", f"there is no file {quote(name)}", "give a path, or the name of a bundled game"
            )
    except (OSError, ValueError):
        raise HoyleError.plain("HYL909", f"{quote(name)} is not a file that can be read") from None
    if re.fullmatch(r"[A-Za-z_][A-Za-z_0-9]*", name):
        bundled = gamedefs() / f"{name}{SUFFIX}"
        if bundled.is_file():
            return bundled
    if path.is_dir() and name:
        raise HoyleError.plain("HYL909", f"{quote(name)} is a folder", "give the path of a file in it")
    games = ", ".join(f"`{g}`" for g in bundled_games())
    raise HoyleError.plain(
        "HYL909", f"there is no game {quote(name)}", f"bundled games: {games}; or give a path to a file"
    )


def bundled_games() -> list[str]:
    """The names of the games that come with the package; files of trials, whose names say so, are none."""
    return sorted(p.stem for p in gamedefs().glob(f"*{SUFFIX}") if not p.stem.endswith(TRIALS))


def read_path(path: Path, trials: bool = True) -> Reading:
    """Read and check a file. trials: it may be about the game in another file."""
    try:
        text = read_text(path)
    except HoyleError as error:
        source = Source(str(path), "", path)
        return Reading(source, [], None, list(error.diagnostics), [])
    return read_source(Source(str(path), text, path), trials)


def read_text(path: Path) -> str:
    """What a file says. Raises HoyleError if it cannot be read as text."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise HoyleError.plain("HYL001", f"{quote(str(path))} cannot be read: {reason.lower()}") from None
    if len(data) > LARGEST:
        help = f"a definition has at most {LARGEST} bytes; put large tables into a CSV file"
        raise HoyleError.plain("HYL001", f"{quote(str(path))} is too large", help)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HoyleError.plain("HYL001", f"{quote(str(path))} is not text in UTF-8") from None


def read_source(source: Source, trials: bool = True) -> Reading:
    """Check a text, with what it uses."""
    found = Diagnostics()
    file = _parse(source, found)
    if file is None:
        return Reading(source, [], None, found.all(), [])
    scenarios = [d for d in file.decls if isinstance(d, tree.Scenario)]
    if file.header.kind == "trials" and not trials:
        help = "trials are about a game, not about other trials"
        found.add(Diagnostic("HYL010", f"{quote(source.name)} is not a game", file.header.span, help=help))
        return Reading(source, [file], None, found.all(), scenarios)
    if file.header.kind == "trials":
        return _trials(source, file, scenarios, found)
    files = [file]
    _use(file, files, found, [source.name])
    prelude = gamedefs() / "library" / f"prelude{SUFFIX}"
    if source.path is None or source.path.resolve() != prelude.resolve():
        extra = _parse(Source(f"library/{prelude.name}", read_text(prelude), prelude), found)
        files += [extra] if extra is not None else []
    name = source.path.stem if source.path else "game"
    return _checked(source, files, name, scenarios, found)


def read_again(reading: Reading, files: list[tree.File]) -> Reading:
    """The same definition with some of its declarations changed, checked anew; without scenarios."""
    assert reading.world is not None
    return _checked(reading.source, files, reading.world.model.name, [], Diagnostics())


def _checked(
    source: Source, files: list[tree.File], name: str, scenarios: list[tree.Scenario], found: Diagnostics
) -> Reading:
    try:
        world = check_files(files, found, name, _tables(files, found))
        return _finish(source, files, world, scenarios, found)
    except RecursionError:
        span = files[0].header.span
        help = "work something out in one place rather than in many that need each other"
        found.add(Diagnostic("HYL009", "something in this file is nested too deeply", span, help=help))
        return Reading(source, files, None, found.all(), scenarios)


def _finish(
    source: Source, files: list[tree.File], world: World, scenarios: list[tree.Scenario], found: Diagnostics
) -> Reading:
    if files[0].header.kind == "game" and not found.has_errors:
        from hoyle.trials.scenarios import check_scenarios

        check_scenarios(world, scenarios)
    return Reading(source, files, world, found.all(), scenarios)


def _trials(source: Source, file: tree.File, scenarios: list[tree.Scenario], found: Diagnostics) -> Reading:
    """A file of scenarios and properties about a game in another file."""
    assert file.header.name is not None
    word = file.header.name
    folder = source.path.parent if source.path else Path()
    path = next(
        (p for p in (folder / f"{word.text}{SUFFIX}", gamedefs() / f"{word.text}{SUFFIX}") if p.is_file()), None
    )
    if path is None:
        found.add(
            Diagnostic(
                "HYL010",
                f"there is no game {quote(word.text)}",
                word.span,
                help=f"put `{word.text}{SUFFIX}` beside this file",
            )
        )
        return Reading(source, [file], None, found.all(), scenarios)
    game = read_path(path, trials=False)
    for diagnostic in game.diagnostics:
        found.add(diagnostic)
    for decl in file.decls:
        if not isinstance(decl, (tree.Scenario, tree.Property)):
            found.add(Diagnostic("HYL314", "a trials file has only scenarios and properties", decl.span))
    if game.world is None or found.has_errors:
        return Reading(source, [file], game.world, found.all(), scenarios)
    added = [d for d in file.decls if isinstance(d, tree.Property)]
    files = [attrs.evolve(game.files[0], decls=(*game.files[0].decls, *added)), *game.files[1:]]
    return _checked(source, files, path.stem, scenarios, found)


def _parse(source: Source, found: Diagnostics) -> tree.File | None:
    parsed = parse_fully(source)
    for diagnostic in parsed.diagnostics:
        found.add(diagnostic)
    return attrs.evolve(parsed.file, lost=parsed.lost) if parsed.file is not None else None


def _use(file: tree.File, files: list[tree.File], found: Diagnostics, path: list[str]) -> None:
    for decl in file.decls:
        if not isinstance(decl, tree.Use):
            continue
        name = decl.name.text
        library = _library(decl, found)
        if library is None:
            continue
        if library.name in path:
            circle = " -> ".join([*path[path.index(library.name) :], library.name])
            found.add(
                Diagnostic("HYL011", f"{quote(name)} uses itself: {circle}", decl.name.span, help="take one `use` out")
            )
            continue
        if any(f.span.source.name == library.name for f in files):
            continue
        parsed = _parse(library, found)
        if parsed is None:
            continue
        if parsed.header.kind != "library":
            help = f"the file starts with `library {name}` if it is one"
            found.add(Diagnostic("HYL010", f"{quote(name)} is not a library", decl.name.span, help=help))
            continue
        files.append(parsed)
        _use(parsed, files, found, [*path, library.name])


def _library(decl: tree.Use, found: Diagnostics) -> Source | None:
    name = decl.name.text
    own = decl.span.source.path
    folders = [own.parent] if own else []
    bundled = gamedefs() / "library"
    for folder in [*folders, bundled]:
        path = folder / f"{name}{SUFFIX}"
        if _inside(path, folder) and path.is_file():
            try:
                shown = f"library/{path.name}" if folder == bundled else str(path)
                return Source(shown, read_text(path), path)
            except HoyleError as error:
                for diagnostic in error.diagnostics:
                    found.add(attrs.evolve(diagnostic, span=decl.name.span))
                return None
    known = ", ".join(f"`{p.stem}`" for p in sorted(bundled.glob(f"*{SUFFIX}")) if p.stem != "prelude")
    help = f"bundled libraries: {known}; or put `{name}{SUFFIX}` beside this file"
    found.add(Diagnostic("HYL010", f"there is no library {quote(name)}", decl.name.span, help=help))
    return None


def _inside(path: Path, folder: Path) -> bool:
    """Whether a path leads to a place in a folder, also if links lie on the way."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        return False


def _tables(files: list[tree.File], found: Diagnostics) -> dict[tree.RowsFrom, str]:
    """The texts of all table files that card types name."""
    texts: dict[tree.RowsFrom, str] = {}
    for file in files:
        for decl in file.decls:
            rows = decl.rows if isinstance(decl, tree.Cards) else ()
            for row in rows:
                if isinstance(row, tree.RowsFrom):
                    text = _table(row, found)
                    if text is not None:
                        texts[row] = text
    return texts


def _table(row: tree.RowsFrom, found: Diagnostics) -> str | None:
    own = row.span.source.path
    if own is None:
        found.add(Diagnostic("HYL010", f"{quote(row.path)} cannot be read by a text that is in no file", row.span))
        return None
    folder = own.parent
    path = folder / row.path
    if not _inside(path, folder) or path.suffix != ".csv":
        help = "a table file is a `.csv` in the definition's own folder"
        found.add(Diagnostic("HYL010", f"{quote(row.path)} may not be read", row.span, help=help))
        return None
    if not path.is_file():
        found.add(Diagnostic("HYL010", f"there is no file {quote(row.path)}", row.span, help="put it beside this file"))
        return None
    try:
        return read_text(path)
    except HoyleError as error:
        for diagnostic in error.diagnostics:
            found.add(Diagnostic("HYL012", diagnostic.message, row.span, help=diagnostic.help))
        return None
