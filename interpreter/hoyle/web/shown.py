"""What a page is sent of a table: the data of the engine, without the folders of whoever serves it."""

from __future__ import annotations

from typing import Any

from hoyle.diagnostics.visible import visible
from hoyle.page import file_name
from hoyle.run.state import State
from hoyle.run.why import unheard_of, why

LONGEST = 200  # characters of a question
FEW = 20  # reasons


def meta(state: State) -> dict[str, Any]:
    """What there is to know of the game before it is played."""
    said = state.game.meta()
    rules = {name: {**rule, "place": file_name(rule["place"])} for name, rule in said["rules"].items()}
    return {**said, "rules": rules}


def ask(state: State, seat: int | None) -> dict[str, Any] | None:
    """What somebody is asked."""
    said = None if seat is None else state.ask(seat)
    if said is None:
        return None
    return {**said, "blocked": [{**one, "place": _place(one["place"])} for one in said["blocked"]]}


def because(state: State, seat: int | None, text: str) -> list[dict[str, Any]]:
    """Why what a text names cannot be chosen, told only to whoever is asked: others may not know what that is."""
    if state.over:
        return [_reason(visible(text[:LONGEST]), "the game is over")]
    if seat is None or state.player != seat:
        return [_reason(visible(text[:LONGEST]), "somebody else is asked now")]
    found, text = [], visible(text[:LONGEST])
    for verdict in why(state, text)[:FEW]:
        reason = verdict.reason
        if reason is None:
            found.append(_reason(verdict.text, "nothing forbids it"))
        else:
            found.append(_reason(verdict.text, reason.says, reason.rule, reason.place, reason.cites))
    if not found:
        reason = unheard_of(state, text)
        found.append(_reason(reason.about, reason.says, reason.rule, reason.place, reason.cites))
    return found


def _reason(
    text: str, why: str, rule: str | None = None, place: str | None = None, cites: tuple[str, ...] = ()
) -> dict[str, Any]:
    return {"text": text, "why": why, "rule": rule, "place": _place(place), "cites": list(cites)}


def _place(place: str | None) -> str | None:
    return None if place is None else file_name(place)
