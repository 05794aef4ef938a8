"""Reading: from a path or a name to checked files.

Guarantees that no file outside the definition's own folder (and what comes with Hoyle) is read, but for the game a
variant is of, which may lie one folder up; and that files which use one another in a circle are reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import attrs

from hoyle.apply import Change, apply_all, apply_variant, blame, inherited
from hoyle.beside import TRIALS, apart, changed_trials
from hoyle.check import check_files
from hoyle.check.world import World
from hoyle.conflicts import exceptions
from hoyle.conflicts.conflict import Conflict
from hoyle.conflicts.told import told
from hoyle.diagnostics import Diagnostic, Diagnostics, HoyleError, ordered, quote
from hoyle.files import SUFFIX, find_named, inside, parse_file, read_text
from hoyle.lineage import Lineage, Over, broken, lineage
from hoyle.resources import gamedefs
from hoyle.source import Source
from hoyle.syntax import tree

__all__ = ["Reading", "bundled_games", "find_game", "find_variants", "read_path", "read_source", "read_text"]


@attrs.define
class Reading:
    """A definition that was read and checked. world is None if nothing in it could be used.

    trials: the declarations of scenarios, in this file or in the trials file that was read.
    variants: the files of variants that were applied, in their order, and changes: what they changed in the game.
    given: the paths of those that were named besides the definition; over: pairs of names, where two of them disagree
    the first counts. conflicts: what they disagree about and nothing settles.
    parsed: the game's own file as it was read, before variants changed it.
    beside: the trials that lie beside the game, if its variants changed them, as they are now.
    """

    source: Source
    files: list[tree.File]
    world: World | None
    diagnostics: list[Diagnostic]
    trials: list[tree.Scenario]
    variants: list[tree.File] = attrs.field(factory=list)
    changes: list[Change] = attrs.field(factory=list)
    given: tuple[Path, ...] = ()
    parsed: tree.File | None = None
    beside: tree.File | None = None
    over: tuple[Over, ...] = ()
    conflicts: list[Conflict] = attrs.field(factory=list)

    @property
    def sources(self) -> list[Source]:
        """All texts that the definition is made of, the prelude too."""
        every = [*self.files, *self.variants, self.parsed, self.beside]
        return list({id(file.span.source): file.span.source for file in every if file is not None}.values())

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


def find_variant(name: str, game: Path) -> Path:
    """The file of a variant: a path, or a name beside the current folder or the game."""
    path = Path(name)
    if path.suffix == SUFFIX or path.is_file():
        return find_game(name)
    found = find_named(name, [Path(), game.parent]) if re.fullmatch(r"[A-Za-z_][A-Za-z_0-9]*", name) else None
    if found is None:
        help = f"give a path, or put `{name}{SUFFIX}` into this folder"
        raise HoyleError.plain("HYL909", f"there is no variant {quote(name)}", help)
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
        name, *beaten = re.split(r"\s+(?:over|and)\s+", text.strip()) if " over " in text else [text]
        given.append(find_variant(name, game))
        over += [(given[-1].stem, Path(other).stem) for other in beaten]
    return given, over


def read_path(path: Path, trials: bool = True, given: Sequence[Path] = (), over: Sequence[Over] = ()) -> Reading:
    """Read and check a file. trials: it may be about the game in another file. given: variants that apply to it.

    over: pairs of variants, by the names of their files; where they disagree the first counts.
    """
    try:
        text = read_text(path)
    except HoyleError as error:
        source = Source(str(path), "", path)
        return Reading(source, [], None, list(error.diagnostics), [])
    return read_source(Source(str(path), text, path), trials, given, over)


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
        return _trials(source, file, scenarios, found, given, over)
    if file.header.kind == "variant" or given:
        return _varied(source, file, given, over, found)
    files = _with_libraries(file, found)
    name = source.path.stem if source.path else "game"
    return _checked(source, files, name, scenarios, found)


def read_like(reading: Reading, text: str | None = None) -> Reading:
    """The same definition read once more, from its files; text: what its own file says instead."""
    path = reading.source.path
    if text is None and path is not None:
        return read_path(path, given=reading.given, over=reading.over)
    source = reading.source if text is None else Source(reading.source.name, text, path)
    return read_source(source, given=reading.given, over=reading.over)


def _with_libraries(file: tree.File, found: Diagnostics) -> list[tree.File]:
    """A file, all libraries it uses, and the prelude."""
    source = file.span.source
    if file.header.kind != "variant":
        file = _without_changes(file, found)
    files = [file]
    _use(file, files, found, [source.name])
    prelude = gamedefs() / "library" / f"prelude{SUFFIX}"
    if source.path is None or source.path.resolve() != prelude.resolve():
        extra = parse_file(Source(f"library/{prelude.name}", read_text(prelude), prelude), found)
        files += [extra] if extra is not None else []
    return files


def _without_changes(file: tree.File, found: Diagnostics) -> tree.File:
    """Changes belong into a file that says what it changes."""
    for decl in file.decls:
        if isinstance(decl, tree.Change):
            word = decl.span.text.split()[0]
            help = 'put it into a file that starts with `variant "Title" of name`'
            found.add(Diagnostic("HYL314", f"`{word}` changes a game, and this is one", decl.span, help=help))
    return attrs.evolve(file, decls=tuple(d for d in file.decls if not isinstance(d, tree.Change)))


def _varied(
    source: Source, file: tree.File, given: Sequence[Path], over: Sequence[Over], found: Diagnostics
) -> Reading:
    """A game with the changes of its variants."""
    traced = None if found.has_errors else lineage(file, list(given), over, found)
    if traced is None:
        return Reading(source, [file], None, found.all(), [], given=tuple(given), over=tuple(over))
    game, own = traced.game, Diagnostics()
    base = _with_libraries(game, own)
    files, changes, conflicts = [*base, *changed_trials(game, traced.variants, own)], list[Change](), list[Conflict]()
    if not own.has_errors:
        together = apply_all(files, traced, found)
        files, changes = together.files, together.changes
        conflicts = [told(clash, traced) for clash in together.clashes]
    files, beside = apart(files)
    for use in [c.after for c in changes if isinstance(c.after, tree.Use)]:
        _use(attrs.evolve(game, decls=(use,)), files, found, [game.span.source.name])
    titles = [v.header.title or "" for v in traced.variants]
    title = f"{game.header.title}: {', '.join(titles if given else titles[-1:])}"
    header = attrs.evolve(files[0].header, title=title, span=file.header.span)
    files = [attrs.evolve(files[0], header=header, span=file.span), *files[1:]]
    scenarios = inherited(files[0], files[0], traced.variants, changes)
    if own.has_errors or found.has_errors:
        reading = Reading(source, files, None, (own if own.has_errors else found).all(), scenarios)
    else:
        name = "+".join(path.stem for path in (source.path, *given) if path is not None) or "game"
        reading = _checked(source, files, name, scenarios, found)
    reading.variants, reading.changes, reading.given, reading.parsed = traced.variants, changes, tuple(given), game
    reading.beside, reading.over, reading.conflicts = beside, tuple(over), conflicts
    _whose(reading, base, own)
    _between_exceptions(reading, traced)
    return _disputed(reading, found) if conflicts else reading


def _between_exceptions(reading: Reading, traced: Lineage) -> None:
    """Of exceptions that may both apply, tell whose they are and how that can be settled."""
    overlaps = reading.world.overlaps if reading.world is not None else ()
    told_ = (exceptions.told(overlap, traced, reading.files) for overlap in overlaps)
    between = [conflict for conflict in told_ if conflict is not None]
    reading.conflicts = [*reading.conflicts, *between]
    made = {d.span: d for d in (conflict.diagnostic() for conflict in reversed(between))}
    reading.diagnostics = [made.get(d.span, d) if d.code == "HYL301" else d for d in reading.diagnostics]


def _disputed(reading: Reading, found: Diagnostics) -> Reading:
    """As long as variants disagree, what else is wrong may come of that; so only their conflicts are told."""
    told = [conflict.diagnostic() for conflict in reading.conflicts]
    for diagnostic in told:
        found.add(diagnostic)
    return attrs.evolve(reading, diagnostics=ordered(told))


def base_files(reading: Reading) -> list[tree.File]:
    """The files that the last variant of a definition changes: its game, with all variants before it."""
    assert reading.parsed is not None
    unheard = Diagnostics()
    files = _with_libraries(reading.parsed, unheard) + changed_trials(reading.parsed, reading.variants, unheard)
    for variant in reading.variants[:-1]:
        files, _ = apply_variant(files, variant, unheard, [])
    return files


def _whose(reading: Reading, base: list[tree.File], found: Diagnostics) -> None:
    """Tell the mistakes of a variant from those that its game has without it."""
    ours = [variant.span.source for variant in reading.variants]
    if all(d.span is not None and d.span.source in ours for d in reading.diagnostics):
        return
    alone = found.all()
    if not found.has_errors:
        scenarios = [d for d in base[0].decls if isinstance(d, tree.Scenario)]
        alone = _checked(base[0].span.source, base, "game", scenarios, found).diagnostics
    if found.has_errors:
        word = next(v.header.name for v in reading.variants if v.header.name is not None)
        reading.diagnostics = ordered([broken(word), *alone])
    else:
        reading.diagnostics = blame(
            [d for d in reading.diagnostics if d not in alone], reading.changes, reading.files[0]
        )


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
        from hoyle.trials.scenario.scenarios import check_scenarios

        check_scenarios(world, scenarios)
    return Reading(source, files, world, found.all(), scenarios)


def _trials(
    source: Source,
    file: tree.File,
    scenarios: list[tree.Scenario],
    found: Diagnostics,
    given: Sequence[Path],
    over: Sequence[Over],
) -> Reading:
    """A file of scenarios and properties about a game in another file."""
    assert file.header.name is not None
    word = file.header.name
    folder = source.path.parent if source.path else Path()
    path = find_named(word.text, [folder, gamedefs()])
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
    game = read_path(path, trials=False, given=given, over=over)
    for diagnostic in game.diagnostics:
        found.add(diagnostic)
    if game.beside is not None and game.beside.span.source.text == source.text:
        # the same file, without what the variants took out
        kept = {(type(decl), decl.span.start) for decl in game.beside.decls}
        file = attrs.evolve(file, decls=tuple(d for d in file.decls if (type(d), d.span.start) in kept))
    if game.variants and not game.failed:
        scenarios = inherited(file, game.files[0], game.variants, game.changes, path)
    for decl in file.decls:
        if not isinstance(decl, (tree.Scenario, tree.Property)):
            found.add(Diagnostic("HYL314", "a trials file has only scenarios and properties", decl.span))
    if game.world is None or found.has_errors:
        return Reading(source, [file], game.world, found.all(), scenarios)
    added = [d for d in file.decls if isinstance(d, tree.Property)]
    files = [attrs.evolve(game.files[0], decls=(*game.files[0].decls, *added)), *game.files[1:]]
    name = game.world.model.name
    made = _checked(source, files, name, scenarios, found)
    made.variants, made.changes, made.given = game.variants, game.changes, game.given
    made.parsed, made.beside = game.parsed, game.beside
    made.over, made.conflicts = game.over, game.conflicts
    return made


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
        parsed = parse_file(library, found)
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
        if inside(path, folder) and path.is_file():
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
    if not inside(path, folder) or path.suffix != ".csv":
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
