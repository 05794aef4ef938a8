"""Options as somebody sets them: from words and numbers to values, and back."""

from __future__ import annotations

import re
from typing import Any

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.diagnostics import HoyleError, quote, quote_value
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Program
from hoyle.program.set_out import define_all
from hoyle.program.specialise import Specialiser


def option_values(game: model.Model, given: dict[str, Any], players: int) -> dict[str, core.Value]:
    """Every option with its value; None where chance decides."""
    if not isinstance(given, dict):
        help = "as in `options={'name': 'value'}`"
        raise HoyleError.plain("HYL901", "options are given as a dictionary of names and values", help)
    for name in given:
        if name not in game.options:
            known = ", ".join(f"`{o}`" for o in game.options) or "none"
            word = quote(name) if isinstance(name, str) else quote_value(name)
            raise HoyleError.plain("HYL901", f"{game.title} has no option {word}", f"its options: {known}")
    values: dict[str, core.Value] = {}
    for name, option in game.options.items():
        values[name] = _option(game, option, given[name], players) if name in given else option.default
        if name not in given and option.random:
            values[name] = None
        elif isinstance(option.type, t.Seat) and isinstance(values[name], int):
            values[name] = int(values[name]) % players  # type: ignore[arg-type]  # a default for more players
    _excluded(game, given, values, players)
    return values


def _option(game: model.Model, option: model.Option, value: Any, players: int) -> core.Value:
    if option.random and value == "random":
        return None
    match option.type:
        case t.Kind(kind):
            members, number = game.kinds[kind].members, game.kinds[kind].number(value)
            if number is not None:
                return number
            wanted = "one of " + ", ".join(f"`{m}`" for m in members)
        case t.YesNo():
            if isinstance(value, bool):
                return value
            if value in ("yes", "no"):
                return bool(value == "yes")
            wanted = "`yes` or `no`"
        case t.Numbers(low, high):
            number = _number(value)
            if number is not None and (low or 0) <= number <= (high or 0):
                return number
            wanted = f"a number from {low} to {high}"
        case _:
            number = _number(value)
            if number is not None and 1 <= number <= players:
                return number - 1
            wanted = f"a seat from 1 to {players}"
    wanted += ", or `random`" if option.random else ""
    word = quote(value) if isinstance(value, str) else quote_value(value)
    raise HoyleError.plain("HYL901", f"{word} is no value of `{option.name}`", f"it is {wanted}")


def _number(value: Any) -> int | None:
    """A whole number, also one given as text."""
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,18}", value):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _excluded(game: model.Model, given: dict[str, Any], values: dict[str, core.Value], players: int) -> None:
    """An option that needs something else may not be set without it."""
    needing = [game.options[name] for name in given if values[name] != game.options[name].default]
    needs = {option.name: option.when for option in needing if option.when is not None}
    program = Program(game, players, values, [], [], {}, {})
    if any(isinstance(part, core.Ask) for when in needs.values() for part in below(when)):
        define_all(program)
    specialise, evaluator = Specialiser(program), Evaluator(program)
    for name, when in needs.items():
        if not evaluator.expr(specialise(when), {}):
            text = _text(when)
            help = "leave it out, or set what it needs as well"
            raise HoyleError.plain("HYL901", f"`{name}` can only be set when {quote(text)}", help)


def _text(when: core.Expr) -> str:
    """A condition as it is written; one behind `unless` with the word that stands for it elsewhere."""
    if isinstance(when, core.Prim) and when.op == "not" and when.args[0].span is not None:
        of = when.args[0].span.text
        return f"not ({of})" if " " in of else f"not {of}"
    return when.span.text if when.span else ""


def option_word(game: model.Model, name: str, value: core.Value) -> Any:
    """An option's value as it is given."""
    if value is None:
        return "random"
    match game.options[name].type:
        case t.Kind(kind):
            return game.member(kind, int(value))  # type: ignore[arg-type]
        case t.Seat():
            return int(value) + 1  # type: ignore[arg-type]
    return value
