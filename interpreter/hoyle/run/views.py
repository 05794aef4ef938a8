"""Views: what a seat sees of the table, derived from what each zone and variable declares.

In words, with every zone and variable as a list; or as data for programs, with cards by id and look.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.diagnostics import HoyleError, quote, quote_value
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Family
from hoyle.program.set_out import dimension, option_now
from hoyle.program.specialise import Specialiser
from hoyle.run.acting import acting, eyes
from hoyle.run.events import check_seat
from hoyle.run.faces import plain
from hoyle.run.ids import Eyes, looking
from hoyle.run.parts import zone
from hoyle.table.seen import eyes_of, sees

if TYPE_CHECKING:
    from hoyle import model
    from hoyle.run.state import State

UNSEEN = "?"
Marks = dict[int, list[dict[str, Any]]]
Said = Callable[[t.Type, Any], Any]  # a value of a type, as it is shown


def view(s: State, seat: int | None, data: bool = False) -> dict[str, Any]:
    """What that seat may see, as plain data. data: with ids and looks of cards, also for nobody in particular."""
    check_seat(s.game, seat, nobody=data)
    now: dict[str, Any] = {"seat": seat, "player": s.player, "over": s.over, "winners": list(s.winners)}
    if (of := acting(s)) is not None:
        now["acting"] = of
    return now | _teams(s) | (_as_data(s, seat) if data else _as_lists(s, seat))


def table(s: State) -> dict[str, Any]:
    """Everything on the table, seen by nobody in particular: zone -> names of cards."""
    return _zones(s, None)


def value(s: State, name: str) -> Any:
    """A variable (a list, if it has indices) or a definition without parameters, as plain data."""
    game = s.game
    if not isinstance(name, str):
        raise HoyleError.plain("HYL904", f"{quote_value(name)} is not the name of a variable", "give a name as text")
    if name in game.model.vars:
        family, type_ = game.program.var_families[name], game.model.vars[name].type
        return _nested(family, lambda index: _by_name(s)(type_, s.v[family.number(index)]))
    define = game.program.defines.get(name)
    if define is None or define.params:
        known = ", ".join(f"`{n}`" for n in game.model.vars)
        raise HoyleError.plain("HYL904", f"{quote(name)} is no variable of {game.title}", f"its variables: {known}")
    found = Evaluator(game.program, s).expr(define.body, {})
    return _by_name(s)(define.type, s.z[found] if isinstance(define.type, t.ZoneOf) else found)


def _teams(s: State) -> dict[str, Any]:
    """Who plays with whom, in games that have teams: for each seat its side, or None while not everybody may know."""
    if s.game.teams is None:
        return {}
    known = s.over or not s.game.model.hidden_sides
    return {"teams": list(s.teams or ()) if known else None}


def _by_name(s: State) -> Said:
    """Values with cards by their names."""
    return lambda type_, value: plain(s.game, type_, value, lambda card: s.game.program.card(card).text)


def _scores(s: State) -> list[int] | None:
    """The scores, if everybody may know them."""
    return list(s.scores) if s.over or not s.game.model.hidden_score else None


def _options(s: State) -> dict[str, Any]:
    """Options as they are played with: what chance decided when the game started is known to everybody."""
    found = {}
    for name, option in s.game.model.options.items():
        found[name] = _by_name(s)(option.type, option_now(s.game.program, name, s.v))
    return found


def _values(s: State, name: str, seat: int | None, evaluator: Evaluator, said: Said) -> Any:
    """A variable with all its values, UNSEEN where somebody may not know one. seat None: what everybody may know."""
    game = s.game
    seats = set(range(game.players)) if seat is None else {seat}
    family = game.program.var_families[name]
    declared = game.model.vars[name]
    also = eyes_of(game.players, eyes(s, seat))[1:] if seat is not None else ()
    seen_by = None if declared.seen_by is None else Specialiser(game.program)(declared.seen_by)

    def read(index: tuple[int, ...]) -> Any:
        if seen_by is not None:
            whose = game.model.whose(declared.index)
            owner = None if whose is None else index[whose]
            by = set(evaluator.expr(seen_by, {"owner": owner}))
            if not seats <= by and by.isdisjoint(also):
                return UNSEEN
        return said(declared.type, s.v[family.number(index)])

    return _nested(family, read)


def _on_table(s: State, evaluator: Evaluator, said: Said) -> dict[str, Any]:
    """What definitions that are shown give now, a list for those with parameters; the score stands by itself."""
    found = {}
    for name, define in s.game.model.defines.items():
        if name != "score" and (define.shown == "now" or (define.shown and s.over)):
            found[name] = _worked_out(s, define, evaluator, said)
    return found


def _worked_out(s: State, define: model.Define, evaluator: Evaluator, said: Said) -> Any:
    """A definition for each value of its parameters. One that would stop whoever asks for it stops nobody who looks."""

    def read(index: tuple[int, ...]) -> Any:
        args = tuple(core.Const(i, type_) for i, (_, type_) in zip(index, define.params, strict=True))
        try:
            value = evaluator.expr(core.Ask(define.name, args, define.type), {})
        except HoyleError:
            return UNSEEN
        return said(define.type, s.z[value] if isinstance(define.type, t.ZoneOf) else value)

    dims = tuple(dimension(s.game.program, type_) for _, type_ in define.params)
    return _nested(Family(define.name, 0, dims), read)


def _nested(family: Family, read: Callable[[tuple[int, ...]], Any], index: tuple[int, ...] = ()) -> Any:
    """A list of lists, as deep as a family has indices."""
    if len(index) == len(family.dims):
        return read(index)
    low, count = family.dims[len(index)]
    return [_nested(family, read, (*index, value)) for value in range(low, low + count)]


def _as_lists(s: State, seat: int | None) -> dict[str, Any]:
    """Zones with unseen cards as `?`, values the seat may know, and its own choices.

    Where cards are turned over, `sides` says of every card in an ordered zone whether it lies face up. Of the values,
    `untold` names those that are mere bookkeeping; `shown` has the definitions that stand beside them.
    """
    game, said = s.game, _by_name(s)
    evaluator = Evaluator(game.program, s)  # one for all values, so that many take no longer than may be
    ordered = [name for name in game.program.zone_families if game.sides and not game.model.zones[name].loose]
    return {
        "scores": _scores(s),
        "zones": _zones(s, seat),
        "sides": {name: _each(s, name, lambda n: [s.up[card] for card in s.z[n]]) for name in ordered},
        "options": _options(s),
        "values": {name: _values(s, name, seat, evaluator, said) for name in game.model.vars},
        "shown": _on_table(s, evaluator, said),
        "untold": [name for name, var in game.model.vars.items() if var.untold],
        "choices": [c.text for c in s.choices] if s.player == seat else [],
    }


def _each(s: State, name: str, read: Callable[[int], Any]) -> Any:
    """What is read of every zone of a name."""
    family = s.game.program.zone_families[name]
    return _nested(family, lambda index: read(family.number(index)))


def _zones(s: State, seat: int | None) -> dict[str, Any]:
    """The cards of all zones; what is not seen of an unordered zone comes last, so that no place tells anything."""

    look = None if seat is None else eyes(s, seat)

    def names(number: int) -> list[str]:
        shown = [s.game.cards[card].text if look is None or sees(s, look, card) else UNSEEN for card in s.z[number]]
        if s.game.zones[number].loose:
            shown.sort(key=lambda text: text == UNSEEN)
        return shown

    return {name: _each(s, name, names) for name in s.game.program.zone_families}


def _as_data(s: State, seat: int | None) -> dict[str, Any]:
    """The same for programs: zones by the names of single ones, and cards by what can be followed of them."""
    eyes, evaluator = looking(s, seat), Evaluator(s.game.program, s)
    told = {name: var for name, var in s.game.model.vars.items() if not var.untold}

    def card(number: int) -> dict[str, Any]:
        return s.game.faces.data(number) | ({"id": eyes.cards[number].name} if eyes.sees(number) else {})

    def said(type_: t.Type, value: Any) -> Any:
        return plain(s.game, type_, value, card)

    kept = {name: _values(s, name, seat, evaluator, said) for name in told}
    marks: Marks = {}
    for name, var in told.items():
        if any(isinstance(type_, t.CardOf) for type_ in var.index):
            kept[name] = _marked(s, name, var, kept[name], marks)
    return {
        "ending": s.ending if s.over else None,
        "scores": _scores(s),
        "options": _options(s),
        "zones": {eyes.zone(number): _zone(s, eyes, number, marks) for number in _shown(s, eyes)},
        "values": kept,
        "shown": _on_table(s, evaluator, said),
    }


def _shown(s: State, eyes: Eyes) -> list[int]:
    """The zones there are, without empty ones of cards that cannot be followed; those of cards in the order of ids."""

    def place(number: int) -> tuple[int, str]:
        family = s.game.program.zone_families[s.game.zones[number].name]
        return family.base, eyes.zone(number) if zone(s.game, number).cards else ""

    return sorted([n for n, cards in enumerate(s.z) if cards or eyes.follows(zone(s.game, n).cards)], key=place)


def _zone(s: State, eyes: Eyes, number: int, marks: Marks) -> dict[str, Any]:
    """A zone; without cards if none of them is seen. In one without order, what is not seen comes last."""
    made = s.game.zones[number]
    cards = s.z[number]
    if made.loose:
        looks = s.game.faces.looks
        cards = sorted([c for c in cards if eyes.sees(c)], key=lambda c: (looks[c], eyes.cards[c].id))
        cards += [-1] * (len(s.z[number]) - len(cards))
    shown = [_card(s, eyes, card, marks) for card in cards]
    data: dict[str, Any] = {"n": len(cards), "shape": made.shape, "owner": made.owner}
    belongs = zone(s.game, number).cards
    data |= {"of": [_card(s, eyes, card, marks) for card in belongs]} if belongs else {}
    return data | {"cards": shown} if any(shown) else data


def _card(s: State, eyes: Eyes, card: int, marks: Marks) -> dict[str, Any] | None:
    """A card: None if it cannot be followed, without a look if it is not seen."""
    lying = eyes.cards.get(card)
    if lying is None:
        return None
    data: dict[str, Any] = {"id": lying.name}
    if eyes.sees(card):
        data |= {**s.game.faces.data(card), "up": lying.up}
        if card in marks:
            data["marks"] = marks[card]
    return data


def _marked(s: State, name: str, var: model.Var, kept: Any, marks: Marks) -> list[dict[str, Any]]:
    """What has left its first value of a variable that is kept for cards, by their looks: copies are not told apart.

    What is kept for one card alone is also noted as a mark on it.
    """
    family, first = s.game.program.var_families[name], s.game.first_values
    found = []
    for index in family.indices():
        value = kept
        for place, (low, _) in zip(index, family.dims, strict=True):
            value = value[place - low]
        if value == UNSEEN or s.v[family.number(index)] == first[family.number(index)]:
            continue
        rows = list(zip(var.index, index, strict=True))
        places = [plain(s.game, type_, i, s.game.faces.data) for type_, i in rows]
        found.append({"index": places, "value": value})
        for type_, card in rows:
            if isinstance(type_, t.CardOf):
                marks.setdefault(card, []).append({"name": name, "index": places, "value": value})
    return sorted(found, key=repr)
