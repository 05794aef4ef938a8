"""What chance brought in a play, noted in the words of a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from hoyle import types as t
from hoyle.check.asked import by_chance
from hoyle.table.script import Script
from hoyle.trials.scenario.written import Written


@attrs.frozen
class Note:
    """about: the zone that was shuffled, or -1 for a pick. moved: whether it is not as it lies."""

    about: int
    text: str
    moved: bool


@attrs.define(eq=False)
class Noted(Script):
    """A script that notes what it brings."""

    written: Written = attrs.field(kw_only=True)
    notes: list[Note] = attrs.field(factory=list, kw_only=True)

    def pick(self, state: Any, pool: Sequence[Any], count: int, name: str) -> tuple[Any, ...]:
        found = super().pick(state, pool, count, name)
        types = by_chance(self.written.game.model).get(name)
        if types:  # an option that chance decides is set by the scenario
            self._picked([self.written.value(min(types, key=str), v) for v in found], found != tuple(pool[:count]))
        return found

    def shuffle(self, state: Any, cards: list[int]) -> list[int]:
        after = super().shuffle(state, cards)
        zone, left, top = state.loc[cards[0]] if cards else -1, cards[::-1], after[::-1]
        said = 1
        while said < len(top) and top[said:] != [card for card in left if card not in top[:said]]:
            said += 1
        named = ", ".join(self.written.card(card) for card in top[:said])
        self.notes.append(Note(zone, f"chance shuffles {self.written.zone(zone)} to {named}", after != cards))
        return after

    def above(self, state: Any, count: int) -> int:
        number = super().above(state, count)
        self._picked([self.written.value(t.NUMBER, number)], number > 0)
        return number

    def _picked(self, words: list[str], moved: bool) -> None:
        self.notes.append(Note(-1, f"chance picks {', '.join(words)}", moved))

    def taken(self) -> list[str]:
        """What has to be said of chance since this was last asked: what moved something, and the like before it."""
        notes, self.notes = self.notes, []
        last = {note.about: place for place, note in enumerate(notes) if note.moved}
        return [note.text for place, note in enumerate(notes) if place <= last.get(note.about, -1)]
