"""Views: what a seat sees of the table, derived from what each zone and variable declares."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.diagnostics import HoyleError, quote, quote_value
from hoyle.program.cards import word
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Family
from hoyle.program.set_out import drawn
from hoyle.program.specialise import Specialiser
from hoyle.table.seen import sees

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State

UNSEEN = "?"


def view(s: State, seat: int) -> dict[str, Any]:
    """What a seat may see: zones with unseen cards as `?`, values it may know, who decides, and its own choices.

    Where cards are turned over, `sides` says of every card in an ordered zone whether it lies face up. Of the values,
    `untold` names those that are mere bookkeeping.
    """
    game = s.game
    check_seat(game, seat)
    evaluator = Evaluator(game.program, s)  # one for all values, so that many take no longer than may be

    def read(type_: t.Type, value: Any) -> Any:
        return plain(s, type_, value)

    return {
        "seat": seat,
        "player": s.player,
        "over": s.over,
        "winners": list(s.winners),
        "scores": scores(s),
        "zones": {name: _zones(s, name, seat) for name in game.program.zone_families},
        "sides": _sides(s),
        "options": options(s),
        "values": {name: values(s, name, seat, evaluator, read) for name in game.model.vars},
        "untold": [name for name, var in game.model.vars.items() if var.untold],
        "choices": [c.text for c in s.choices] if s.player == seat else [],
    }


def scores(s: State) -> list[int] | None:
    """The scores, if everybody may know them."""
    return list(s.scores) if s.over or not s.game.model.hidden_score else None


def check_seat(game: Game, seat: Any) -> None:
    """Refuse what somebody takes for a seat and is none."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < game.players:
        raise HoyleError.plain(
            "HYL904", f"{quote_value(seat)} is not a seat", f"seats are numbered 0 to {game.players - 1}"
        )


def table(s: State) -> dict[str, Any]:
    """Every zone with the names of its cards."""
    return {name: _zones(s, name, None) for name in s.game.program.zone_families}


def _sides(s: State) -> dict[str, Any]:
    """Everybody sees which side of a card is up."""
    if not s.game.sides:
        return {}
    ordered = [n for n in s.game.program.zone_families if not s.game.model.zones[n].loose]
    families = s.game.program.zone_families
    return {
        n: _nested(families[n], 0, (), lambda i, f=families[n]: [s.up[c] for c in s.z[f.number(i)]]) for n in ordered
    }


def _zones(s: State, name: str, seat: int | None) -> Any:
    family = s.game.program.zone_families[name]
    return _nested(family, 0, (), lambda index: _cards(s, family.number(index), seat))


def _cards(s: State, number: int, seat: int | None) -> list[str]:
    """The cards of a zone; what is not seen of an unordered zone comes last, so that no place tells anything."""
    shown = []
    for card in s.z[number]:
        seen = seat is None or sees(s, seat, card)
        shown.append(s.game.cards[card].text if seen else UNSEEN)
    if s.game.zones[number].loose:
        shown.sort(key=lambda text: text == UNSEEN)
    return shown


def _nested(family: Family, depth: int, index: tuple[int, ...], read: Any) -> Any:
    """A list of lists, as deep as a family has indices."""
    if depth == len(family.dims):
        return read(index)
    low, count = family.dims[depth]
    return [_nested(family, depth + 1, (*index, value), read) for value in range(low, low + count)]


def options(s: State) -> dict[str, Any]:
    """Options as they are played with: what chance decided when the game started is known to everybody."""
    return {name: _option(s, name) for name in s.game.model.options}


def _option(s: State, name: str) -> Any:
    value = s.game.program.options[name]
    if value is None:
        value = s.v[s.game.program.var_families[drawn(name)].base]
    return plain(s, s.game.model.options[name].type, value)


def values(s: State, name: str, seat: int | None, evaluator: Evaluator, said: Callable[[t.Type, Any], Any]) -> Any:
    """A variable with all its values, UNSEEN where somebody may not know one. seat None: what everybody may know."""
    game = s.game
    seats = set(range(game.players)) if seat is None else {seat}
    family = game.program.var_families[name]
    declared = game.model.vars[name]
    seen_by = None if declared.seen_by is None else Specialiser(game.program)(declared.seen_by)

    def read(index: tuple[int, ...]) -> Any:
        if seen_by is not None:
            owner = next((i for i, ty in zip(index, declared.index, strict=True) if ty == t.SEAT), None)
            if not seats.issubset(evaluator.expr(seen_by, {"owner": owner})):
                return UNSEEN
        return said(declared.type, s.v[family.number(index)])

    return _nested(family, 0, (), read)


def plain(s: State, type_: t.Type, value: Any) -> Any:
    """A value as plain data: numbers and truths as they are, everything else as the word for it."""
    inner = t.settled(type_)
    if value is None or isinstance(inner, (t.Numbers, t.YesNo)):
        return value
    if isinstance(inner, t.ListOf):
        return [plain(s, inner.of, v) for v in value]
    if isinstance(inner, t.ZoneOf):
        return [plain(s, inner.cards, card) for card in s.z[value]]
    if isinstance(inner, t.Seat):
        return value
    if isinstance(inner, t.CardOf):
        return s.game.program.card(value).text
    return word(s.game.model, inner, value)


def value(s: State, name: str) -> Any:
    """A variable, or a definition without parameters."""
    game = s.game
    if not isinstance(name, str):
        raise HoyleError.plain("HYL904", f"{quote_value(name)} is not the name of a variable", "give a name as text")
    if name in game.model.vars:
        family = game.program.var_families[name]
        type_ = game.model.vars[name].type
        return _nested(family, 0, (), lambda index: plain(s, type_, s.v[family.number(index)]))
    define = game.program.defines.get(name)
    if define is None or define.params:
        known = ", ".join(f"`{n}`" for n in game.model.vars)
        raise HoyleError.plain("HYL904", f"{quote(name)} is no variable of {game.title}", f"its variables: {known}")
    found = Evaluator(game.program, s).expr(define.body, {})
    return plain(s, define.type, found)
