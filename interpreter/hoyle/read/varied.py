"""A game with the changes of its variants."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from hoyle.apply.blame import blame
from hoyle.apply.change import Change
from hoyle.apply.inherited import inherited, without_misfits
from hoyle.apply.together import apply_all
from hoyle.apply.variant import apply_variant
from hoyle.check.reach import has_decisions
from hoyle.check.record import mention_changes
from hoyle.conflicts import needed, told
from hoyle.diagnostics import About, Diagnostic, Diagnostics, ordered
from hoyle.files.libraries import use, with_libraries
from hoyle.files.lineage import Lineage, Over, broken, lineage
from hoyle.read.beside import apart, changed_trials
from hoyle.read.reading import Reading, checked
from hoyle.source import Source, Span
from hoyle.syntax import tree

MOST_TOLD = 1_000  # conflicts: nobody reads on from there


def varied(source: Source, file: tree.File, given: Sequence[Path], over: Sequence[Over], found: Diagnostics) -> Reading:
    """A file that is a variant, or a game with variants that were given."""
    traced = None if found.has_errors else lineage(file, list(given), over, found)
    if traced is None:
        return Reading(source, [file], None, found.all(), [], given=tuple(given), over=tuple(over))
    own = Diagnostics()
    base = with_libraries(traced.game, own)
    trials = changed_trials(traced.game, traced.variants, own)
    if own.has_errors:
        reading = Reading(source, base, None, own.all(), [])
    else:
        reading = _varying(source, file, traced, [*base, *trials], given, found)
    reading.variants, reading.parsed = traced.variants, traced.game
    reading.given, reading.over = tuple(given), tuple(over)
    _whose(reading, base, own)
    return reading if own.has_errors else _disputed(reading, traced)


def _varying(
    source: Source, file: tree.File, traced: Lineage, base: list[tree.File], given: Sequence[Path], known: Diagnostics
) -> Reading:
    """A game with its variants. What one removes stays if one that is over it needs it."""
    names = [path.stem for path in (source.path, *given) if path is not None]
    kept: set[Span] = set()
    while True:
        found = Diagnostics()
        found.add(*known.all())
        made = apply_all(base, traced, found, kept)
        files, beside = apart(made.files)
        files = _as_one(files, file, traced, made.changes, bool(given), found)
        scenarios = inherited(files[0], files[0], traced.variants, made.changes)
        if found.has_errors:
            reading = Reading(source, files, None, found.all(), scenarios)
        else:
            reading = checked(source, files, "+".join(names) or "game", scenarios, found)
            for variant in traced.variants:
                mention_changes(reading.record, variant)
            _check_decisions(reading, base)
        needs = needed.needs(reading.diagnostics, made.changes, traced)
        gone = [need.removal for need in needs if (need.other, need.one) in traced.ahead]
        gone += needed.follow(reading.diagnostics, made.changes, traced) if kept else []
        more = {removal.decl.span for removal in gone} - kept
        if not more:
            reading.changes, reading.beside = made.changes, beside
            reading.conflicts = [told.of_clash(clash, traced) for clash in made.clashes[:MOST_TOLD]]
            return reading
        kept |= more


def _as_one(
    files: list[tree.File], own: tree.File, traced: Lineage, changes: list[Change], together: bool, found: Diagnostics
) -> list[tree.File]:
    """The files with the title of the whole, and the libraries that variants use. together: all give it a title."""
    game = traced.game
    for change in changes:
        if isinstance(change.after, tree.Use):
            use(attrs.evolve(game, decls=(change.after,)), files, found, [game.span.source.name])
    titles = [variant.header.title or "" for variant in traced.variants]
    title = f"{game.header.title}: {', '.join(titles if together else titles[-1:])}"
    header = attrs.evolve(files[0].header, title=title, span=own.header.span)
    made = attrs.evolve(files[0], header=header, span=own.span)
    return [without_misfits(made, traced.variants), *files[1:]]


def _check_decisions(reading: Reading, base: list[tree.File]) -> None:
    """That there is still something to decide, if there was before."""
    if reading.failed or reading.world is None or has_decisions(reading.world):
        return
    before = checked(base[0].span.source, apart(base)[0], "game", [], Diagnostics())
    if before.world is not None and not before.failed and has_decisions(before.world):
        help = "somewhere in the `flow`, a `phase`, an `action` or a `to`, a player has to be asked: `p must play`"
        about = [About(sort=sort) for sort in ("flow", "phase", "action", "to")]
        span = reading.files[0].header.span
        reading.world.report("HYL609", "nobody is asked anything any more", span, help, about=about)
        reading.diagnostics = reading.world.found.all()


def _disputed(reading: Reading, traced: Lineage) -> Reading:
    """Tell whose the exceptions are that may both apply, and which of two variants removes what the other needs.

    As long as variants disagree, what else is wrong may come of that; then only their conflicts are told.
    """
    clashes = list(reading.conflicts)
    overlaps = reading.world.overlaps if reading.world is not None else ()
    between = [told.of_overlap(overlap, traced, reading.files) for overlap in overlaps]
    needs = needed.needs(reading.diagnostics, reading.changes, traced)
    reading.conflicts += [conflict for conflict in between if conflict is not None]
    reading.conflicts += [told.of_need(need, traced) for need in needs]
    made: dict[Span | None, Diagnostic] = {c.places[1]: c.diagnostic() for c in reversed(reading.conflicts)}
    ours = {need.diagnostic.span for need in needs}
    if clashes:
        reading.diagnostics = ordered(conflict.diagnostic() for conflict in reading.conflicts)
        if reading.world is not None:
            reading.world.found.add(clashes[0].diagnostic())
    else:
        reading.diagnostics = [
            made.get(d.span, d) if d.code == "HYL301" or d.span in ours else d for d in reading.diagnostics
        ]
    return reading


def base_files(reading: Reading) -> list[tree.File]:
    """The files that the last variant of a definition changes: its game, with all variants before it."""
    assert reading.parsed is not None
    unheard = Diagnostics()
    files = with_libraries(reading.parsed, unheard) + changed_trials(reading.parsed, reading.variants, unheard)
    for variant in reading.variants[:-1]:
        files, _ = apply_variant(files, variant, unheard, [])
    return files


def _whose(reading: Reading, base: list[tree.File], found: Diagnostics) -> None:
    """Tell the mistakes of a variant from those that its game has without it."""
    ours = [variant.span.source for variant in reading.variants]
    whole = reading.files[0].header.span
    own = all(d.span is not None and d.span.source in ours and d.span != whole for d in reading.diagnostics)
    if own and not reading.failed:
        return
    alone = found.all()
    if not found.has_errors:
        scenarios = [d for d in base[0].decls if isinstance(d, tree.Scenario)]
        alone = checked(base[0].span.source, base, "game", scenarios, found).diagnostics
    if found.has_errors and reading.failed:  # what is wrong with the game alone may have been put right
        word = next(v.header.name for v in reading.variants if v.header.name is not None)
        reading.diagnostics = ordered([broken(word), *alone])
    elif not own:
        left = [d for d in reading.diagnostics if d not in alone]
        reading.diagnostics = blame(left, reading.changes, [*reading.files, *reading.variants])
