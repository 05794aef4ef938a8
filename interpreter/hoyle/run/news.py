"""What happened as plain data, for programs that show a table: what a seat was told, with ids of cards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from hoyle.run.asking import key
from hoyle.run.events import PUBLIC, check_seat, told, variable
from hoyle.run.faces import plain
from hoyle.run.ids import Followed, News, card_id, watched
from hoyle.run.parts import Zoned, as_data, zone
from hoyle.table import moves

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State


def news(s: State, seat: int | None, since: Any = None) -> list[dict[str, Any]]:
    """What has happened, as plain data: as that seat was told, or (None) as everybody was.

    since: after that earlier `log`, or from that number of the news on.
    """
    check_seat(s.game, seat)
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

    def zoned(number: int) -> str:
        return one.zones[number][0] if number in one.zones else zone(game, number).name

    told = as_data(event.say, zoned)
    acting = {"acting": event.happened[3]} if event.kind == moves.CHOSEN and len(event.happened) > 3 else {}
    return {
        "i": one.number,
        "cause": one.cause,
        "part_of": one.part_of,
        "seat": seat,
        **acting,
        **_what(game, one, zoned),
        "say": told,
    }


def _what(game: Game, one: News, zoned: Zoned) -> dict[str, Any]:
    cards = partial(_moved, game, one, zoned)
    match one.event.happened:
        case (moves.CHOSEN, _, _, *_):  # as far as it was told
            action, choice = one.event.action, one.event.choice
            chose = {"t": "chose"} if action is None else {"t": "chose", "action": action}
            return chose if choice is None else {**chose, "key": key(choice), "cards": list(map(card_id, one.touched))}
        case (moves.MOVED, _, _, to, _, _, (spot, *_)):
            lies = {} if game.zones[to].loose else {"spot": spot}
            return {"t": "move", "to": zoned(to), **lies, "cards": cards()}
        case (moves.TURNED, _, _, up):
            return {"t": "turn", "up": up, "cards": cards("in")}
        case (moves.SHUFFLED, where, *_):
            return {"t": "shuffle", "zone": zoned(where), "cards": cards("")}
        case (moves.GATHERED, to, _):
            return {"t": "gather", "to": zoned(to), "cards": cards()}
        case (moves.USED, _, where, _, timing):
            looks = [game.faces.data(card) for card in one.event.cards]
            used = [{"is": card_id(n), **look} for n, look in zip(one.touched, looks, strict=False)] or looks
            return {"t": "used", "cards": used, "zone": zoned(where), "timing": timing}
        case (moves.COUNTED, number, value):
            name, index = variable(game, number)
            declared, card = game.model.vars[name], game.faces.data
            places = [plain(game, type_, i, card) for type_, i in zip(declared.index, index, strict=True)]
            return {"t": "value", "name": name, "index": places, "to": plain(game, declared.type, value, card)}
        case (moves.DREW, name, (value,)):
            type_ = game.model.options[name].type
            return {"t": "option", "name": name, "to": plain(game, type_, value, game.faces.data)}
        case (moves.TOLD, _, _, to):
            return {"t": "told", "to": to, "cards": list(map(card_id, one.touched))}
        case (moves.STARTED, phase):
            return {"t": "phase", "name": phase, "title": game.model.procedures[phase].title}
        case (moves.ENDED, ending, won):
            return {"t": "end", "ending": ending, "winners": list(won)}
    raise AssertionError(one)


def _moved(game: Game, one: News, zoned: Zoned, where: str = "from") -> list[dict[str, Any]]:
    """The cards of an event: those that are known in its order, the others in one that tells nothing of them.

    where: what the zone is called in which each was.
    """
    known = set(one.event.cards)

    def place(each: Followed) -> tuple[Any, ...]:
        if each.card in known:
            return (0,)
        followed = each.was is not None or each.now is not None
        return (1, each.was or 0, each.now or 0) if followed else (2, each.source, each.up)

    def data(each: Followed) -> dict[str, Any]:
        ids = {"was": each.was, "is": each.now}
        found: dict[str, Any] = {name: card_id(id_) for name, id_ in ids.items() if id_ is not None}
        if each.card is not None and each.card in known:
            found |= game.faces.data(each.card)
        if where and (each.card is not None or each.was is not None):
            found[where] = zoned(each.source)
        return found | ({"up": each.up} if where == "from" else {})

    return [data(each) for each in sorted(one.cards, key=place)]
