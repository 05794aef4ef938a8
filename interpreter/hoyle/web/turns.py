"""What comes by itself at a table: answers of bots, and those that are forced.

A pause comes before each, the same whatever anybody holds. Where thinking takes longer than the pause, the answer comes
with the end of a later one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, NamedTuple

import attrs

from hoyle.web.minds import NORMAL, Mind, thinks
from hoyle.web.refusals import Refused
from hoyle.web.tables import PATIENCE, Table

PACE = 0.7  # seconds before a bot answers
DEADLINE = 10.0  # seconds that a bot may think

log = logging.getLogger("hoyle.web")


class Plan(NamedTuple):
    """moment: of the table; by: `bot`, or `auto` for what is forced; bot: which of them thinks; watched: by anybody."""

    moment: int
    by: str
    bot: str | None
    watched: bool


@attrs.define(eq=False)
class Turns:
    """do: what does something in its turn; changed, stands_still: who is told of what came by itself, and of what could
    not be done.

    moment: how often the table has changed. once: the moment at which a bot answers for a person. planned: the answer
    that is on its way.
    """

    table: Table
    do: Callable[[Callable[[], None]], None]
    changed: Callable[[int], None]
    stands_still: Callable[[Refused], None]
    pace: float = PACE
    pool: Executor | None = None
    moment: int = 0
    once: int = -1
    planned: Plan | None = None
    answering: asyncio.Task[None] | None = None
    mind: Mind = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Think anew from now on; whoever still thinks does so for nobody."""
        self.mind = Mind(self.table.game, self.table.seed, self.table.secret)

    async def close(self) -> None:
        if self.answering is not None:
            self.answering.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.answering

    def plan(self, watched: bool, stopped: bool) -> None:
        """Settle how the next answer comes by itself, if one does. What is on its way already stays."""
        plan = None if stopped else self._by_itself(watched)
        if plan == self.planned:
            return
        if self.answering is not None:
            self.answering.cancel()
        self.planned, self.answering = plan, None
        if plan is not None:
            self.answering = asyncio.create_task(self._later(plan))

    def _by_itself(self, watched: bool) -> Plan | None:
        table = self.table
        if table.state.over or table.undo is not None:
            return None
        person = table.people[table.state.player]
        if not watched and all(person.is_bot for person in table.people):
            return None  # nobody will come back to it but to watch
        if table.forced() and (person.is_bot or person.auto):
            return Plan(self.moment, "bot" if person.is_bot else "auto", None, watched)
        if person.is_bot or self.once == self.moment:
            bot = person.bot if person.is_bot else NORMAL
            return Plan(self.moment, "bot", bot if thinks(bot) else None, watched)
        return None

    async def _later(self, plan: Plan) -> None:
        """Answer after a pause."""
        clock = asyncio.get_running_loop().time
        begun = clock()
        number = await self._thought(plan.bot) if plan.bot is not None else None
        if plan.watched and self.pace:
            took = clock() - begun
            await asyncio.sleep(max(math.ceil(took / self.pace), 1) * self.pace - took)
        self.do(partial(self._answer, plan, number))

    async def _thought(self, bot: str) -> int | None:
        """What a bot thinks best; None if it takes too long, which leaves it to chance, or nobody could follow."""
        if self.table.altered:
            return None
        try:
            return int(await self.think(partial(self.mind.choose, self.numbers, bot)))
        except TimeoutError:
            log.warning("a bot at the table %s thought for too long, so chance answered", self.table.id)
        except Exception:
            log.exception("a bot at the table %s could not think", self.table.id)
            self.forget()
        return None

    @property
    def numbers(self) -> list[int]:
        """The choices that lead to where the table stands."""
        return [made.n for made in self.table.made]

    async def think(self, what: Callable[[], Any]) -> Any:
        """Have something thought about beside the table, for so long and no longer."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.pool, self.mind.ready)
        try:
            return await asyncio.wait_for(loop.run_in_executor(self.pool, what), DEADLINE)
        except TimeoutError:
            self.forget()
            raise

    def _answer(self, plan: Plan, number: int | None) -> None:
        """The answer has come, if it is still the one that is waited for."""
        table = self.table
        if plan != self.planned:
            return
        before = table.rev
        try:
            table.answer_by_number(table.drawn(len(table.state.choices)) if number is None else number, plan.by)
        except Refused as refused:
            self.stands_still(refused)
            return
        self.changed(before)

    def nudge(self, seat: int | None) -> None:
        """Others have waited long enough: a bot answers this once."""
        table = self.table
        if table.state.over or seat == table.state.player:
            raise Refused("nudge", "nobody lets you wait", "go on")
        left = PATIENCE - (table.now() - table.asked)
        if left > 0:
            raise Refused("nudge", "it is too early for that", f"wait another {int(left) + 1} seconds")
        self.once = self.moment
