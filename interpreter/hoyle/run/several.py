"""Choosing several at the table, in any order.

The engine asks for one after the other, and lets each set be reached in one order only. Somebody at the table is not
held to that order: what is chosen is gathered first, and then handed over as the engine asks for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from hoyle.run.choices import DECLINE, Choice
from hoyle.run.why import amount, chosen_of_several, judged, meaning

if TYPE_CHECKING:
    from hoyle.run.state import State


@attrs.define
class Several:
    """pool: all that there is to choose from; those that nobody could tell apart are one choice, as often as there
    are such. stop: the choice of no more, where there is one.
    """

    pool: list[Choice]
    wanted: int
    up_to: bool
    stop: Choice | None
    chosen: list[Choice] = attrs.field(factory=list)

    @property
    def full(self) -> bool:
        return len(self.chosen) == self.wanted

    @property
    def offered(self) -> tuple[Choice, ...]:
        """What can be chosen next."""
        left = Counter(self.pool) - Counter(self.chosen)
        stop = (self.stop,) if self.stop is not None and (self.up_to or not self.chosen) else ()
        return (*(choice for choice in dict.fromkeys(self.pool) if choice in left), *stop)

    def words(self) -> str:
        """How many are to be chosen, and which were."""
        left = f"{'up to ' if self.up_to else ''}{self.wanted - len(self.chosen)}"
        if not self.chosen:
            return f"choose {left}"
        return f"choose {left} more; so far {', '.join(c.text for c in self.chosen)}"

    def hand_over(self, state: State, choose: Callable[[Choice], None] | None = None) -> None:
        """Make all the choices: of those that are left, the one that the engine lists first. choose: what makes one."""
        choose = choose or state.choose
        left = [meaning(state, choice) for choice in self.chosen]
        while left:
            choice = next(c for c in state.choices if meaning(state, c) in left)
            left.remove(meaning(state, choice))
            choose(choice)
        if not self.chosen or (not self.full and _goes_on(state)):
            choose(next(c for c in state.choices if c.offer == DECLINE))


def several(state: State) -> Several | None:
    """The choice of several that starts now; None where one thing is asked, or a part of several was chosen before."""
    choose = state.game.asked(state.site)
    if choose.amount is None or _goes_on(state):
        return None
    pool = [choice for choice, rule in judged(state) if rule is None]
    wanted = min(amount(state), len(pool))
    first = pool if choose.up_to else pool[: len(pool) - wanted + 1]
    listed = {meaning(state, c) for c in state.choices if c.offer != DECLINE}
    # what is told apart by more than its own words is left to the engine
    if wanted < 2 or {meaning(state, c) for c in first} != listed or len({c.text for c in pool}) < len(set(pool)):
        return None
    stop = next((c for c in state.choices if c.offer == DECLINE), None)
    return Several(pool, wanted, choose.up_to, stop)


def _goes_on(state: State) -> bool:
    """Whether something was already chosen in answer to the pending question."""
    return not state.over and bool(chosen_of_several(state))
