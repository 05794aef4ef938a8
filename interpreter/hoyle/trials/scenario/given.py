"""A table as a scenario gives it: what lies where, and what variables are."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby

import attrs

from hoyle.program.program import Zone
from hoyle.run.state import State
from hoyle.table.moves import side_in
from hoyle.trials.scenario.written import Written


@attrs.frozen
class Given:
    """Writes the table of a state. names: the zones and variables that are given; those left out stay as they begin."""

    written: Written
    names: Collection[str]

    def lines(self, s: State) -> list[str]:
        return [*self._values(s), *self._cards(s)]

    def _values(self, s: State) -> Iterator[str]:
        first = s.game.blank(0).v
        for name, declared in s.game.model.vars.items():
            family = s.game.program.var_families[name]
            for index in family.indices() if name in self.names else ():
                value = s.v[family.number(index)]
                if value != first[family.number(index)]:
                    place = self.written.place(name, declared.index, index)
                    yield f"{place} = {self.written.value(declared.type, value)}"

    def _cards(self, s: State) -> Iterator[str]:
        for zone in s.game.zones:
            if zone.name in self.names and zone.name != "box":
                lying = [(self._side(s, card, zone), self.written.card(card)) for card in s.z[zone.number]]
                for side, cards in groupby(lying, key=lambda one: one[0]):
                    named = ", ".join(card for _, card in cards)
                    yield f"{self.written.zone(zone.number)} holds {named}{side}"

    def _side(self, s: State, card: int, zone: Zone) -> str:
        """Which side is up, if the zone does not say so itself."""
        side = "up" if side_in(s, card, zone.number) else "down"
        return "" if side == (zone.facing or "down") else f" face {side}"
