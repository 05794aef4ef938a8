"""A table changed by hand, for whoever writes its game: a card is put elsewhere, or a variable has another value.

What changes is in the log like everything else, so that whoever looks on can follow it. The question that waits is
asked anew; where the rules would no longer ask it, nothing is changed.
"""

from __future__ import annotations

from typing import Any

from hoyle import types as t
from hoyle.bots.worlds import asked_again
from hoyle.run.moment import tell_all, tell_now
from hoyle.run.state import State
from hoyle.table import moves
from hoyle.web.refusals import Refused

DO = 'send {"card": {"id": "t3", "to": "hand[0]"}} or {"value": {"name": ..., "index": [...], "to": ...}}'


def alter(s: State, change: Any) -> None:
    """Change a state in place. Raises Refused if it cannot be, and then it may not be gone on with."""
    tell_all(s)  # this moment cannot be reached again by choices alone
    card, value = change.get("card"), change.get("value")
    if card is not None:
        _card(s, card)
    elif value is not None:
        _value(s, value)
    else:
        raise Refused("change", "nothing is to be changed", DO)
    if s.over or not asked_again(s) or not s.choices:
        raise Refused("change", "then the rules would ask something else here", "jump to another moment first")
    tell_now(s)


def _card(s: State, said: Any) -> None:
    name, to = (said.get("id"), said.get("to")) if isinstance(said, dict) else (None, None)
    number = int(name[1:]) if isinstance(name, str) and name[:1] == "t" and name[1:].isdecimal() else -1
    zone = next((z.number for z in s.game.zones if s.game.zone_parts[z.number].name == to), None)
    if not 0 <= number < len(s.game.cards) or zone is None:
        raise Refused("change", "there is no such card, or no such zone", DO)
    moves.move(s, (number,), zone, "top", None)


def _value(s: State, said: Any) -> None:
    name = said.get("name") if isinstance(said, dict) else None
    family = s.game.program.var_families.get(name) if isinstance(name, str) else None
    declared = s.game.model.vars.get(name) if isinstance(name, str) else None
    if family is None or declared is None:
        raise Refused("change", "there is no such value", DO)
    index, to = said.get("index") or [], said.get("to")
    low = [first for first, _ in family.dims]
    fits = isinstance(index, list) and len(index) == len(low) and all(n.__class__ is int for n in index)
    if not fits or not all(first <= n < first + count for n, (first, count) in zip(index, family.dims, strict=True)):
        raise Refused("change", f"`{name}` has no such place", DO)
    number = family.number(tuple(index))
    s.v[number] = _like(s, declared.type, to, name)
    s.log = (s.log, moves.COUNTED, number, s.v[number])


def _like(s: State, type_: t.Type, to: Any, name: Any) -> Any:
    """What somebody has sent, if it is a value of a type."""
    match t.settled(type_):
        case t.YesNo() if to.__class__ is bool:
            return to
        case t.Numbers(low, high) if (
            to.__class__ is int and (low is None or to >= low) and (high is None or to <= high)
        ):
            return to
        case t.Seat() if to.__class__ is int and 0 <= to < s.game.players:
            return to
        case t.Kind(kind) if to.__class__ is int and to in s.game.model.kinds[kind].numbers:
            return to
    raise Refused("change", f"`{name}` cannot be that", "give a number in its range, yes or no, or a seat")
