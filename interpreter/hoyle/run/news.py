"""What happened as plain data, for programs that show a table: what a seat was told, with ids of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.run.asking import card_id, key, plain
from hoyle.run.events import PUBLIC, Event, told, variable
from hoyle.run.ids import Followed
from hoyle.run.parts import as_data, zone
from hoyle.run.watching import News, watched
from hoyle.table import moves

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State


def news(s: State, seat: int | None, since: Any = None) -> list[dict[str, Any]]:
    """What somebody was told, after an earlier `log` or from a number on."""
    one = watched(s, seat).last
    first = since if isinstance(since, int) else 0
    if isinstance(since, tuple) and one is not None:
        first = one.number + 1 - len(told(s, PUBLIC if seat is None else seat, since))
    found: list[dict[str, Any]] = []
    while one is not None and one.number >= first:
        found.append(_data(s.game, one))
        one = one.before
    return found[::-1]


def _data(game: Game, one: News) -> dict[str, Any]:
    event = one.event
    seat = event.player if event.kind == moves.CHOSEN else None
    return {"i": one.number, "cause": one.cause, "seat": seat, **_what(game, one), "say": as_data(event.say)}


def _what(game: Game, one: News) -> dict[str, Any]:
    match one.event.happened:
        case (moves.CHOSEN, *_):
            return _chose(one)
        case (moves.MOVED, _, _, to, _, _, (spot, *_)):
            return {"t": "move", "to": zone(game, to).name, **_spot(game, to, spot), "cards": _moved(game, one)}
        case (moves.TURNED, _, _, up):
            return {"t": "turn", "up": up, "cards": _moved(game, one, "in")}
        case (moves.SHUFFLED, where, *_):
            return {"t": "shuffle", "zone": zone(game, where).name, "cards": _moved(game, one, "")}
        case (moves.GATHERED, to, _):
            return {"t": "gather", "to": zone(game, to).name, "cards": _moved(game, one)}
        case (moves.USED, _, where, _, timing):
            looks = [{"look": game.faces.looks[card]} for card in one.event.cards]
            cards = [{"is": card_id(n), **look} for n, look in zip(one.touched, looks, strict=False)] or looks
            return {"t": "used", "cards": cards, "zone": zone(game, where).name, "timing": timing}
    return _told(game, one.event)


def _told(game: Game, event: Event) -> dict[str, Any]:
    """What is about no card."""
    match event.happened:
        case (moves.COUNTED, number, value):
            name, index = variable(game, number)
            declared = game.model.vars[name]
            places = [plain(game, type_, i) for type_, i in zip(declared.index, index, strict=True)]
            return {"t": "value", "name": name, "index": places, "to": plain(game, declared.type, value)}
        case (moves.DREW, name, (value,)):
            return {"t": "option", "name": name, "to": plain(game, game.model.options[name].type, value)}
        case (moves.STARTED, phase):
            return {"t": "phase", "name": phase, "title": game.model.procedures[phase].title}
        case (moves.ENDED, ending, won):
            return {"t": "end", "ending": ending, "winners": list(won)}
    raise AssertionError(event)


def _chose(one: News) -> dict[str, Any]:
    """A choice as far as it was told."""
    data: dict[str, Any] = {"t": "chose"}
    if one.event.action is not None:
        data["action"] = one.event.action
    if one.event.choice is not None:
        data |= {"key": key(one.event.choice), "cards": [card_id(n) for n in one.touched]}
    return data


def _spot(game: Game, to: int, spot: str) -> dict[str, str]:
    return {} if game.zones[to].loose else {"spot": spot}


def _moved(game: Game, one: News, where: str = "from") -> list[dict[str, Any]]:
    """The cards of an event: those that are known in its order, the others in one that tells nothing of them."""
    known = set(one.event.cards)

    def place(each: Followed) -> tuple[Any, ...]:
        if each.card in known:
            return (0,)
        followed = each.was is not None or each.now is not None
        return (1, each.was or 0, each.now or 0) if followed else (2, each.source, each.up)

    return [_card(game, each, each.card in known, where) for each in sorted(one.cards, key=place)]


def _card(game: Game, each: Followed, known: bool, where: str) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if each.was is not None:
        data["was"] = card_id(each.was)
    if each.now is not None:
        data["is"] = card_id(each.now)
    if known and each.card is not None:
        data["look"] = game.faces.looks[each.card]
    if where and (each.card is not None or each.was is not None):
        data[where] = zone(game, each.source).name
    return data | ({"up": each.up} if where == "from" else {})
