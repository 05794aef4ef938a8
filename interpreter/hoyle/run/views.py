"""Views: what a seat sees of the table, derived from what each zone and variable declares."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.diagnostics import HoyleError, quote, quote_value
from hoyle.lower.lower import drawn
from hoyle.program.cards import word
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Family
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
    return {
        "seat": seat,
        "player": s.player,
        "over": s.over,
        "winners": list(s.winners),
        "scores": list(s.scores) if s.over or not hidden_score(game) else None,
        "zones": {name: _zones(s, name, seat) for name in game.program.zone_families},
        "sides": _sides(s),
        "options": {name: _option(s, name) for name in game.model.options},
        "values": {name: _values(s, name, seat, evaluator) for name in game.model.vars},
        "untold": [name for name, var in game.model.vars.items() if var.untold],
        "choices": [c.text for c in s.choices] if s.player == seat else [],
    }


def check_seat(game: Game, seat: Any) -> None:
    """Refuse what somebody takes for a seat and is none."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < game.players:
        raise HoyleError.plain(
            "HYL904", f"{quote_value(seat)} is not a seat", f"seats are numbered 0 to {game.players - 1}"
        )


@lru_cache(maxsize=64)
def hidden_score(game: Game) -> bool:
    """Whether the score looks at what not everybody sees."""
    from hoyle.check.apart import Prover
    from hoyle.check.sight import DECIDER, Sight

    prover = Prover(game.model)
    sight = Sight(prover, DECIDER)
    score = core.Ask("score", (core.Local("p", t.SEAT),), t.NUMBER)
    return any(True for _ in sight.leaks(prover.ground.inline(score)))


def table(s: State) -> dict[str, Any]:
    """Every zone with the names of its cards."""
    return {name: _zones(s, name, None) for name in s.game.program.zone_families}


def _sides(s: State) -> dict[str, Any]:
    """Everybody sees which side of a card is up."""
    if not s.game.sides:
        return {}
    ordered = [n for n in s.game.program.zone_families if s.game.model.zones[n].shape not in ("set", "bag")]
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
    if s.game.zones[number].shape in ("set", "bag"):
        shown.sort(key=lambda text: text == UNSEEN)
    return shown


def _nested(family: Family, depth: int, index: tuple[int, ...], read: Any) -> Any:
    """A list of lists, as deep as a family has indices."""
    if depth == len(family.dims):
        return read(index)
    low, count = family.dims[depth]
    return [_nested(family, depth + 1, (*index, value), read) for value in range(low, low + count)]


def _option(s: State, name: str) -> Any:
    """An option as it is played with: what chance decided when the game started is known to everybody."""
    value = s.game.program.options[name]
    if value is None:
        value = s.v[s.game.program.var_families[drawn(name)].base]
    return plain(s, s.game.model.options[name].type, value)


def _values(s: State, name: str, seat: int, evaluator: Evaluator) -> Any:
    game = s.game
    family = game.program.var_families[name]
    declared = game.model.vars[name]
    seen_by = None if declared.seen_by is None else Specialiser(game.program)(declared.seen_by)

    def read(index: tuple[int, ...]) -> Any:
        if seen_by is not None:
            owner = next((i for i, ty in zip(index, declared.index, strict=True) if ty == t.SEAT), None)
            if seat not in evaluator.expr(seen_by, {"owner": owner}):
                return UNSEEN
        return plain(s, declared.type, s.v[family.number(index)])

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
