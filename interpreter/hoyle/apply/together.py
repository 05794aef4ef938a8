"""All variants of a game together: each applied, and where two of them disagree, the one that counts or a report.

Of two variants that disagree the one that is `over` the other counts. A variant that is made of both has the last word
on whatever it changes itself.
"""

from __future__ import annotations

from collections.abc import Collection

import attrs

from hoyle.apply import rows as rows_of
from hoyle.apply.change import Change, Part
from hoyle.apply.clash import REMOVED, SAME, Changes, Clash, clashes, meets, named_alike, place
from hoyle.apply.variant import CLAUSES, apply_variant
from hoyle.diagnostics import Diagnostics
from hoyle.files.lineage import Lineage
from hoyle.source import Span
from hoyle.syntax import tree


@attrs.define
class Together:
    """files: the game with all changes. clashes: those that nothing settles."""

    files: list[tree.File]
    changes: list[Change]
    clashes: list[Clash]


def apply_all(base: list[tree.File], lineage: Lineage, found: Diagnostics, undone: Collection[Span] = ()) -> Together:
    """The files of a game with all of its variants. undone: declarations of variants that do not count."""
    settling = _Settling(base, lineage, set(undone))
    left = settling.run()
    files, changes = base, list[Change]()
    for number in range(len(lineage.variants)):
        files, made = apply_variant(files, settling.variant(number), found, changes)
        changes += made
    sources = [variant.span.source for variant in lineage.variants]
    ahead = frozenset((sources[a], sources[b]) for a, b in lineage.ahead)
    return Together([attrs.evolve(files[0], ahead=ahead), *files[1:]], changes, left)


class _Settling:
    """The variants, without what does not count or must not be done twice."""

    def __init__(self, base: list[tree.File], lineage: Lineage, dropped: set[Span]) -> None:
        self.base, self.lineage, self.dropped = base, lineage, dropped
        self.kinds = rows_of.kinds(base)
        self.alone: list[Changes] = []
        self.applied: dict[tuple[int, ...], list[tree.File]] = {}

    def variant(self, number: int) -> tree.File:
        """A variant, as far as it counts."""
        file = self.lineage.variants[number]
        decls = [self._rows(decl) for decl in file.decls if decl.span not in self.dropped]
        return attrs.evolve(file, decls=tuple(decl for decl in decls if decl is not None))

    def _rows(self, decl: tree.Decl) -> tree.Decl | None:
        """Rows that are added, as far as they count."""
        if not isinstance(decl, tree.AddRows):
            return decl
        rows = tuple(row for row in decl.rows if row.span not in self.dropped)
        return attrs.evolve(decl, rows=rows) if len(rows) > 1 or len(rows) == len(decl.rows) else None

    def run(self) -> list[Clash]:
        """Take out what does not count; what is not clear is handed back."""
        open_: list[tuple[Clash, int, int]] = []
        for later, _ in enumerate(self.lineage.variants):
            self.alone.append(self._alone(later))
            counting = len(self.dropped)
            for earlier in range(later):
                if self.lineage.strangers(earlier, later):
                    found = clashes(self.alone[earlier], self.alone[later], self.kinds)
                    open_ += [(clash, earlier, later) for clash in found if not self._settled(clash, earlier, later)]
            if len(self.dropped) > counting:
                self.applied.clear()  # less of them counts than when they were applied
        return [clash for clash, earlier, later in open_ if not self._last_word(clash, earlier, later)]

    def _alone(self, number: int) -> Changes:
        """What a variant changes in what it was made for."""
        files = self._with(tuple(sorted(self.lineage.made_of[number])))
        return Changes(apply_variant(files, self.variant(number), Diagnostics(), [])[1])

    def _with(self, numbers: tuple[int, ...]) -> list[tree.File]:
        """The files with some variants. What was applied before is not applied again."""
        if not numbers:
            return self.base
        if numbers not in self.applied:
            *before, last = numbers
            self.applied[numbers] = apply_variant(self._with(tuple(before)), self.variant(last), Diagnostics(), [])[0]
        return self.applied[numbers]

    def _settled(self, clash: Clash, earlier: int, later: int) -> bool:
        """Whether it is clear what counts. The later one of two that are ordered is over the other."""
        one, other = clash.one, clash.other
        ordered = (later, earlier) in self.lineage.ahead
        if clash.kind == SAME:
            self._say_once(clash)
        elif clash.kind == REMOVED:
            self._remove(clash, ordered)
        elif named_alike(clash):
            self.dropped.add(other.decl.span)
            return False
        elif clash.parts is not None and isinstance(one.decl, tree.AddRows) and isinstance(other.decl, tree.AddRows):
            self.dropped.add(clash.parts[0 if ordered else 1].span)
        return ordered or clash.kind == SAME

    def _say_once(self, clash: Clash) -> None:
        """What is taken out or put in by both is taken out or put in once."""
        one, other = clash.one, clash.other
        if clash.parts is None:
            if other.before is None or other.after is None:
                self.dropped.add(other.decl.span)
        elif isinstance(other.decl, tree.AddRows) or self._covered(*clash.parts):
            self.dropped.add(clash.parts[1].span)
        elif self._covered(clash.parts[1], clash.parts[0]):
            self.dropped.add(one.decl.span)

    def _covered(self, one: Part, other: Part) -> bool:
        """Whether the other part is taken out by the one."""
        taken = one.value is None and other.value is None and one.attribute is other.attribute is None
        return taken and (
            one.keys is None or (other.keys is not None and rows_of.covers(one.keys, other.keys, self.kinds))
        )

    def _remove(self, clash: Clash, ordered: bool) -> None:
        """One of the two removes what the other needs. As long as nothing is said, it stays."""
        if clash.parts is not None:
            gone, kept = clash.parts if clash.parts[0].value is None else reversed(clash.parts)
            if gone is clash.parts[0] and kept.keys and gone.keys and rows_of.covers(kept.keys, gone.keys, self.kinds):
                self.dropped.add(clash.one.decl.span)
            return
        gone_, kept_ = _gone_and_kept(clash)
        if not ordered or gone_ is clash.one:
            self.dropped.add(gone_.decl.span)
        elif isinstance(kept_.decl, CLAUSES):
            self.dropped.add(kept_.decl.span)

    def _last_word(self, clash: Clash, earlier: int, later: int) -> bool:
        """Whether a variant that is made of both says what counts."""
        if named_alike(clash):
            return False
        makers = [n for n, made_of in enumerate(self.lineage.made_of) if {earlier, later} <= made_of]
        said = [change for number in makers for change in self.alone[number].made]
        speaks = any(_speaks(change, clash, self.kinds) for change in said)
        if speaks and clash.kind == REMOVED and clash.parts is None:
            self._after_all(clash, said)
        return speaks

    def _after_all(self, clash: Clash, said: list[Change]) -> None:
        """What is removed in the end needs nothing that is about it; what is about it may be removed instead."""
        gone, kept = _gone_and_kept(clash)
        if not isinstance(kept.decl, CLAUSES):
            return
        own = next((c for c in said if c.after is None and place(c) == place(kept)), None)
        if own is not None:
            self.dropped -= {gone.decl.span}
            self.dropped |= {kept.decl.span, own.decl.span}
        elif any(c.after is None and place(c) == place(gone) for c in said):
            self.dropped.add(kept.decl.span)


def _gone_and_kept(clash: Clash) -> tuple[Change, Change]:
    one, other = clash.one, clash.other
    return (one, other) if one.after is None and not one.parts else (other, one)


def _speaks(change: Change, clash: Clash, known: rows_of.Kinds) -> bool:
    """Whether a change is about what two others disagree about."""
    if place(change) not in (place(clash.one), place(clash.other)):
        return False
    if clash.parts is None or not change.parts:
        return True
    return any(all(meets(part, other, known) for other in clash.parts) for part in change.parts)
