"""A definition that was read and checked."""

from __future__ import annotations

from pathlib import Path

import attrs

from hoyle.apply.change import Change
from hoyle.check import check_files
from hoyle.check.record import Record
from hoyle.check.scenarios import check_scenarios
from hoyle.check.world import World
from hoyle.conflicts.conflict import Conflict
from hoyle.diagnostics import Diagnostic, Diagnostics, HoyleError, Severity
from hoyle.files.libraries import tables
from hoyle.files.lineage import Over
from hoyle.files.teams import with_teams, written
from hoyle.lower.deals import check_deals
from hoyle.model import Model
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.syntax.walk import mentioned


@attrs.define
class Reading:
    """A definition that was read and checked. world is None if nothing in it could be used.

    trials: the declarations of scenarios, in this file or in the trials file that was read.
    variants: the files of variants that were applied, in their order, and changes: what they changed in the game.
    given: the paths of those that were named besides the definition; over: pairs of names, where two of them disagree
    the first counts. conflicts: what they disagree about and nothing settles.
    parsed: the game's own file as it was read, before variants changed it.
    beside: the trials that lie beside the game, if its variants changed them, as they are now.
    tables: the table files that it names, with their texts.
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
    tables: list[tuple[tree.RowsFrom, str]] = attrs.field(factory=list)

    @property
    def sources(self) -> list[Source]:
        """All texts that the definition is made of, the prelude too; not what its teams bring along."""
        files = [*self.files, *self.variants, self.parsed, self.beside]
        every = [self.source, *(file.span.source for file in files if file is not None)]
        return list({id(source): source for source in every if not written(source)}.values())

    @property
    def right(self) -> World:
        """What was found out about a definition. Raises HoyleError with all that is wrong, if there is a mistake."""
        if self.failed or self.world is None:
            raise HoyleError(self.diagnostics)
        return self.world

    @property
    def model(self) -> Model:
        """The game that it defines. Raises like `right`."""
        return self.right.model

    def with_model(self, model: Model) -> Reading:
        """The same definition where the game is another."""
        return attrs.evolve(self, world=attrs.evolve(self.right, model=model))

    def of(self, other: Reading) -> Reading:
        """The same definition, made of the game and the variants that another is made of."""
        return attrs.evolve(
            self, variants=other.variants, given=other.given, over=other.over, parsed=other.parsed, beside=other.beside
        )

    @property
    def record(self) -> Record:
        """What every name in it stands for, and the type of every expression; nothing if nothing could be used."""
        return self.world.record if self.world is not None else Record()

    @property
    def failed(self) -> bool:
        """Whether there is a mistake: in the rules, or in trials of rules that have none."""
        wrong = any(d.severity is Severity.ERROR for d in self.diagnostics)
        return self.world is None or self.world.found.has_errors or wrong


def read_again(reading: Reading, files: list[tree.File]) -> Reading:
    """The same definition with some of its declarations changed, checked anew; without scenarios."""
    assert reading.world is not None
    return checked(reading.source, files, reading.world.model.name, [], Diagnostics()).of(reading)


def checked(
    source: Source, files: list[tree.File], name: str, scenarios: list[tree.Scenario], found: Diagnostics
) -> Reading:
    """The files of a definition, checked. name: of the game. found: what was found while reading them."""
    files = with_teams(files)
    try:
        texts = tables(files, found)
        world = check_files(files, found, name, {row.span: text for row, text in texts})
        is_game = files[0].header.kind == "game"
        if is_game and world.known is world and not found.has_errors:
            check_deals(world)
        if is_game and world.known is not None:
            broken = world.known.broken
            check_scenarios(world.known, [node for node in scenarios if not mentioned(node) & broken])
        return Reading(source, files, world, found.all(), scenarios, tables=texts)
    except RecursionError:
        span = files[0].header.span
        help = "work something out in one place rather than in many that need each other"
        found.add(Diagnostic("HYL009", "something in this file is nested too deeply", span, help=help))
        return Reading(source, files, None, found.all(), scenarios)
