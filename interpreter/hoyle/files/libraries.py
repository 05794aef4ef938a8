"""What a file is read together with: the libraries it uses, the prelude, and tables in files of their own."""

from __future__ import annotations

import attrs

from hoyle.diagnostics import Diagnostic, Diagnostics, HoyleError, quote
from hoyle.files.paths import SUFFIX, inside, is_file, parse_file, read_text
from hoyle.resources import gamedefs
from hoyle.source import Source
from hoyle.syntax import tree

MOST = 100  # libraries that a game uses, and that these use


def with_libraries(file: tree.File, found: Diagnostics) -> list[tree.File]:
    """A file, all libraries it uses, and the prelude."""
    source = file.span.source
    if file.header.kind != "variant":
        file = _without_changes(file, found)
    files = [file]
    use(file, files, found, [source.name])
    prelude = gamedefs() / "library" / f"prelude{SUFFIX}"
    if source.path is None or source.path.resolve() != prelude.resolve():
        extra = parse_file(Source(f"library/{prelude.name}", read_text(prelude), prelude), found)
        files += [extra] if extra is not None else []
    return files


def _without_changes(file: tree.File, found: Diagnostics) -> tree.File:
    """Changes belong into a file that says what it changes."""
    help = 'put it into a file that starts with `variant "Title" of name`'
    for decl in (decl for decl in file.decls if isinstance(decl, tree.Change)):
        word = decl.span.text.split()[0]
        found.add(Diagnostic("HYL314", f"`{word}` changes a game, and this is one", decl.span, help=help))
    return attrs.evolve(file, decls=tuple(d for d in file.decls if not isinstance(d, tree.Change)))


def use(file: tree.File, files: list[tree.File], found: Diagnostics, path: list[str]) -> None:
    for decl in (decl for decl in file.decls if isinstance(decl, tree.Use)):
        name = decl.name.text
        library = _library(decl, found)
        if library is None:
            continue
        if library.name in path:
            circle = " -> ".join([*path[path.index(library.name) :], library.name])
            message = f"{quote(name)} uses itself: {circle}"
            found.add(Diagnostic("HYL011", message, decl.name.span, help="take one `use` out"))
            continue
        if any(f.span.source.name == library.name for f in files):
            continue
        if sum(f.header.kind == "library" for f in files) == MOST:
            message = f"with {quote(name)} there are more than {MOST} libraries"
            found.add(Diagnostic("HYL212", message, decl.name.span, help="put several of them into one"))
            return
        parsed = parse_file(library, found)
        if parsed is None:
            continue
        if parsed.header.kind != "library":
            help = f"the file starts with `library {name}` if it is one"
            found.add(Diagnostic("HYL010", f"{quote(name)} is not a library", decl.name.span, help=help))
            continue
        files.append(parsed)
        use(parsed, files, found, [*path, library.name])


def _library(decl: tree.Use, found: Diagnostics) -> Source | None:
    name = decl.name.text
    own = decl.span.source.path
    bundled = gamedefs() / "library"
    for folder in [*([own.parent] if own else []), bundled]:
        path = folder / f"{name}{SUFFIX}"
        if inside(path, folder) and is_file(path):
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


def tables(files: list[tree.File], found: Diagnostics) -> list[tuple[tree.RowsFrom, str]]:
    """All table files that card types name, with their texts."""
    cards = [decl for file in files for decl in file.decls if isinstance(decl, tree.Cards)]
    rows = [row for decl in cards for row in decl.rows if isinstance(row, tree.RowsFrom)]
    return [(row, text) for row in rows if (text := _table(row, found)) is not None]


def _table(row: tree.RowsFrom, found: Diagnostics) -> str | None:
    own = row.span.source.path
    if own is None:
        found.add(Diagnostic("HYL010", f"{quote(row.path)} cannot be read by a text that is in no file", row.span))
        return None
    path = own.parent / row.path
    if not inside(path, own.parent) or path.suffix != ".csv":
        help = "a table file is a `.csv` in the definition's own folder"
        found.add(Diagnostic("HYL010", f"{quote(row.path)} may not be read", row.span, help=help))
        return None
    if not is_file(path):
        found.add(Diagnostic("HYL010", f"there is no file {quote(row.path)}", row.span, help="put it beside this file"))
        return None
    try:
        return read_text(path)
    except HoyleError as error:
        for diagnostic in error.diagnostics:
            found.add(Diagnostic("HYL012", diagnostic.message, row.span, help=diagnostic.help))
        return None
