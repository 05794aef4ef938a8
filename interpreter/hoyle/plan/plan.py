"""The plan of one program, made as far as it is asked for: a game's flow first, with all that it may come to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import free
from hoyle.plan import alive
from hoyle.plan.fingerprint import fingerprint
from hoyle.plan.frames import Cutter
from hoyle.plan.nodes import Call, Frame, Point, Several, Site
from hoyle.plan.shown import Sight
from hoyle.plan.tables import Tables
from hoyle.program.grouping import planned
from hoyle.program.program import Program


class Plan:
    """Frames, points and sites have the same numbers for the same rules, wherever and whenever they are planned.

    program: with a plan for the groups that are looked for in it.
    """

    def __init__(self, program: Program) -> None:
        self.rules, self.program = program, planned(program)
        self.frames: dict[str, Frame] = {}
        self.points: list[Point] = []
        self.sites: list[Site] = []
        self.blocks = 0
        self._living: dict[tuple[int, int], tuple[int, ...]] = {}

    @cached_property
    def sight(self) -> Sight:
        return Sight(self.program)

    @cached_property
    def tables(self) -> Tables:
        return Tables(self.program)

    @cached_property
    def fingerprint(self) -> str:
        """What two plans of the same rules have in common."""
        return fingerprint(self.rules, self.tables)

    def reach(self, name: str) -> list[str]:
        """Plan a procedure and all that it may come to. Gives the names of those that ask and are new."""
        new: list[str] = []
        open_ = [name]
        seen: set[str] = set()
        while open_:
            name = open_.pop()
            if name in seen or name in self.frames:
                continue
            seen.add(name)
            procedure = self.program.procedures[name]
            if not procedure.decides:
                continue
            self.frames[name] = Cutter(self, procedure).frame()
            new.append(name)
            open_ += reversed(list(self._called(self.frames[name])))
        return new

    @staticmethod
    def _called(frame: Frame) -> Iterator[str]:
        for block in frame.blocks.values():
            if isinstance(block.end, Call):
                yield block.end.procedure

    # ------------------------------------------------------------------------------------------ numbers

    def next_block(self) -> int:
        self.blocks += 1
        return self.blocks - 1

    def next_point(self, frame: str, block: int) -> int:
        self.points.append(Point(len(self.points), frame, block))
        return len(self.points) - 1

    def next_site(self, choose: core.Choose[core.Stmt], procedure: str, several: Several | None = None) -> int:
        reads = alive.asked(choose)
        if several is not None and choose.amount is not None:
            reads |= {several.pool, several.got, several.start, several.want} | free(choose.amount)
        number = len(self.sites)
        told = self.sight.declined(choose)
        self.sites.append(Site(number, procedure, choose, self.sight.shown(choose), reads, several, told))
        return number

    # ------------------------------------------------------------------------------------------ slots

    def slots(self, site: int) -> dict[str, int]:
        """Where a frame keeps the locals that a decision looks at."""
        found = self.sites[site]
        slots = self.frames[found.procedure].slots
        return {name: slots[name].number for name in sorted(found.reads) if name in slots}

    def types(self, frame: str) -> dict[int, t.Type]:
        """The types of the slots of a frame."""
        return {slot.number: slot.type for slot in self.frames[frame].slots.values()}

    def living(self, point: int, site: int | None) -> tuple[int, ...]:
        """The slots that are needed of a frame that waits at a point. site: the decision, if it is one."""
        key = point, -1 if site is None else site
        if key not in self._living:
            where = self.points[point]
            frame = self.frames[where.frame]
            names = frame.alive[where.block] | (frozenset() if site is None else self.sites[site].reads)
            self._living[key] = tuple(sorted(frame.slots[name].number for name in names if name in frame.slots))
        return self._living[key]
