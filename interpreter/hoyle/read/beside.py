"""The trials beside a game: where they lie, and what variants of the game change in them.

Scenarios and properties in a file of their own belong to the game as much as those in its own file. So a variant may
remove and replace them. They are read only where something asks for them: play does without.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from hoyle.apply.things import Key, keys
from hoyle.diagnostics import Diagnostics, HoyleError
from hoyle.files.paths import is_file, parse_file, source_at
from hoyle.syntax import tree

TRIALS = "_trials"
TRIED = ("scenario", "property")


def trials_beside(game: Path) -> Path | None:
    """The file of trials that lies beside a game, if there is one."""
    path = game.with_name(f"{game.stem}{TRIALS}{game.suffix}")
    return path if is_file(path) else None


def changed_trials(game: tree.File, variants: Sequence[tree.File], found: Diagnostics) -> list[tree.File]:
    """The trials beside a game, if variants change something in them; else none."""
    changed = {key for variant in variants for decl in variant.decls for key in _changed(decl) if key[0] in TRIED}
    own = {key for decl in game.decls for key in keys(decl)}
    source = game.span.source
    path = trials_beside(source.path) if source.path is not None and changed - own else None
    try:
        parsed = parse_file(source_at(path), found) if path is not None else None
    except HoyleError as error:
        found.add(*error.diagnostics)
        return []
    return [parsed] if parsed is not None else []


def _changed(decl: tree.Decl) -> tuple[Key, ...]:
    match decl:
        case tree.Remove(tree.Thing(sort, name)):
            return ((sort, name.text, None),)
        case tree.Replace(new):
            return keys(new)
        case tree.Against(pins):
            return tuple((pin.thing.sort, pin.thing.name.text, None) for pin in pins)
    return ()


def apart(files: list[tree.File]) -> tuple[list[tree.File], tree.File | None]:
    """The files of a game without its trials, and these. What a variant says instead of a trial is the game's own."""
    trials = next((file for file in files if file.header.kind == "trials"), None)
    if trials is None:
        return files, None
    left = tuple(decl for decl in trials.decls if decl.span.source is trials.span.source)
    new = [decl for decl in trials.decls if decl.span.source is not trials.span.source]
    game, *others = (file for file in files if file is not trials)
    return [attrs.evolve(game, decls=(*game.decls, *new)), *others], attrs.evolve(trials, decls=left)
