"""What one variant needs and another removes, as far as only the whole game shows it."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from hoyle.apply.change import Change
from hoyle.diagnostics import Diagnostic, Severity
from hoyle.files.lineage import Lineage


@attrs.frozen
class Need:
    """removal: of something, by the variant `one`; diagnostic: a mistake in the variant `other` that comes of it."""

    removal: Change
    diagnostic: Diagnostic
    one: int
    other: int


def needs(diagnostics: Iterable[Diagnostic], changes: list[Change], lineage: Lineage) -> list[Need]:
    """The mistakes in variants that speak of something that another variant, which knows nothing of them, removes."""
    removals = [change for change in changes if change.word == "remove"]
    found = []
    for diagnostic in diagnostics:
        if diagnostic.severity is not Severity.ERROR or diagnostic.span is None:
            continue
        other = lineage.number(diagnostic.span.source)
        for removal in removals if other is not None else ():
            one = lineage.number(removal.span.source)
            assert one is not None and other is not None
            if _of(diagnostic, removal) and lineage.strangers(one, other):
                found.append(Need(removal, diagnostic, one, other))
                break
    return found


def follow(diagnostics: Iterable[Diagnostic], changes: list[Change], lineage: Lineage) -> list[Change]:
    """The removals by variants that another is over which make something wrong that was kept for that other."""
    beaten = [lineage.variants[two].span.source for _, two in lineage.ahead]
    removals = [change for change in changes if change.word == "remove" and change.span.source in beaten]
    return [c for d in diagnostics if d.severity is Severity.ERROR for c in removals if _of(d, c)]


def _of(diagnostic: Diagnostic, removal: Change) -> bool:
    """Whether a diagnostic is about just what is removed."""
    return removal.key[1:] in [(thing.name, thing.clause) for thing in diagnostic.about]
