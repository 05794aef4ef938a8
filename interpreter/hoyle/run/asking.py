"""What somebody is asked, as plain data: every choice with a key that lasts, and with what it touches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.diagnostics import HoyleError, quote_value
from hoyle.program.cards import word
from hoyle.run.choices import DECLINE, Choice
from hoyle.run.parts import player, zone
from hoyle.run.several import Several, several
from hoyle.run.watching import watched
from hoyle.table.seen import PLACE, hidden

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.ids import Eyes
    from hoyle.run.state import State

NOBODY: Mapping[int, str] = {}


def card_id(number: int) -> str:
    return f"c{number}"


def plain(game: Game, type_: t.Type, value: Any, ids: Mapping[int, str] = NOBODY) -> Any:
    """A value as plain data: seats as numbers, words of kinds, cards by their looks. ids: of cards in sight."""
    match t.settled(type_):
        case _ if value is None:
            return None
        case t.ListOf(of):
            return [plain(game, of, each, ids) for each in value]
        case t.ZoneOf():
            return zone(game, value).name
        case t.CardOf():
            look = {"look": game.faces.looks[value]}
            return look | {"id": ids[value]} if value in ids else look
        case t.Numbers() | t.YesNo() | t.Seat():
            return value
    return word(game.model, type_, value)


# ---------------------------------------------------------------------------------------------- a choice


def key(choice: Choice) -> str:
    """What a choice is called by programs: what is done, and with what, however it is written for people."""
    if choice.offer == DECLINE:
        return "decline"
    rows = zip(choice.params, choice.values, strict=True)
    return f"{choice.action}({', '.join(f'{p.called}={_named(choice.game, p.type, v)}' for p, v in rows)})"


def _named(game: Game, type_: t.Type, value: Any) -> str:
    match t.settled(type_):
        case _ if value is None:
            return "none"
        case t.CardOf():
            if hidden(value):
                return " ".join([zone(game, value[1]).name, *map(str, value[2:])])
            return game.faces.of(value).key
        case t.ListOf(of) | t.ZoneOf(of):
            return f"[{', '.join(_named(game, of, each) for each in value)}]"
        case t.Seat():
            return player(value)
    return word(game.model, type_, value)


def args(choice: Choice) -> list[dict[str, Any]]:
    """What a choice has for each parameter, as plain data."""
    rows = zip(choice.params, choice.values, strict=True)
    return [{"name": param.called, **_arg(choice.game, param.type, value)} for param, value in rows]


def _arg(game: Game, type_: t.Type, value: Any) -> dict[str, Any]:
    match t.settled(type_):
        case t.CardOf() if hidden(value):
            place = {"place": value[2]} if value[0] == PLACE else {}
            return {"zone": zone(game, value[1]).name, **place}
        case t.CardOf() if value is not None:
            return {"look": game.faces.looks[value], "word": game.faces.of(value).text}
        case t.ListOf(of) | t.ZoneOf(of):
            return {"list": [_arg(game, of, each) for each in value]}
        case t.Seat() if value is not None:
            return {"seat": value}
        case t.Kind(name) if value is not None:
            return {"kind": name, "value": value, "word": word(game.model, type_, value)}
    return {"value": value, "word": word(game.model, type_, value)}


# ---------------------------------------------------------------------------------------------- a question


def ask(s: State, seat: int) -> dict[str, Any] | None:
    """The question that a seat has to answer."""
    if s.over or s.player != seat or not s.choices:
        return None
    row, eyes = several(s), watched(s, seat).eyes
    asked = s.game.asked(s.site)
    stop = next((choice.text for choice in s.choices if choice.offer == DECLINE), None)
    offered = row.pool if row is not None else s.choices
    met: Counter[str] = Counter()
    return {
        "site": f"{s.game.plan.sites[s.site].procedure}.{s.site}",
        "prompt": s.prompt,
        "secret": asked.secret,
        "choices": [_choice(s, eyes, n, choice, met) for n, choice in enumerate(offered) if choice.offer != DECLINE],
        "decline": stop,
        "several": _several(row),
    }


def _several(row: Several | None) -> dict[str, Any] | None:
    return None if row is None else {"least": 0 if row.up_to else row.wanted, "most": row.wanted, "ordered": False}


def _choice(s: State, eyes: Eyes, n: int, choice: Choice, met: Counter[str]) -> dict[str, Any]:
    """One of the answers. met: the keys so far, so that each is another one."""
    name = key(choice)
    met[name] += 1
    return {
        "n": n,
        "key": name if met[name] == 1 else f"{name} {met[name]}",
        "text": choice.text,
        "action": choice.action,
        "args": [
            arg | _touched(s, eyes, param, value)
            for arg, param, value in zip(args(choice), choice.params, choice.values, strict=True)
        ],
    }


def _touched(s: State, eyes: Eyes, param: core.Param, value: Any) -> dict[str, Any]:
    """What of the table a choice touches: cards, each that could as well be meant, and zones."""
    inner = t.settled(param.type)
    if isinstance(inner, t.CardOf):
        return _cards(s, eyes, value) if value is not None else {}
    if isinstance(inner, (t.Kind, t.Numbers)):
        found = [zone(s.game, z.number).name for z in s.game.zones if _stands_for(s, z.number, inner, value)]
        return {"zones": found} if found else {}
    return {}


def _cards(s: State, eyes: Eyes, value: Any) -> dict[str, Any]:
    if hidden(value):
        card = s.z[value[1]][value[2]] if value[0] == PLACE else None
        return {"cards": [card_id(eyes.cards[card].id)] if card in eyes.cards else []}
    if value < 0:  # it takes no part
        return {"cards": []}
    lies = s.loc[value]
    loose = s.game.zones[lies].loose
    twins = [card for card in s.z[lies] if s.game.twins(s.v, card, value)] if loose else [value]
    ids = [card_id(eyes.cards[card].id) for card in twins if card in eyes.cards]
    return {"zone": zone(s.game, lies).name, "cards": ids, **({} if loose else {"place": s.z[lies].index(value)})}


def _stands_for(s: State, number: int, type_: t.Type, value: Any) -> bool:
    """Whether a word or a number stands for a zone of whoever is asked, or of nobody."""
    made = s.game.zones[number]
    rows = list(zip(s.game.model.zones[made.name].index, made.index, strict=True))
    own = all(index == s.player for kind, index in rows if kind == t.SEAT)
    rest = [(kind, index) for kind, index in rows if kind != t.SEAT]
    return own and rest == [(type_, value)]


# ---------------------------------------------------------------------------------------------- an answer


def reply(s: State, picks: Sequence[int]) -> None:
    """Make the choices that `ask` numbers so; with none of them, decline."""
    row = None if s.over or not s.choices else several(s)
    wanted: list[Any] = list(picks) if isinstance(picks, (list, tuple)) else [picks]
    if row is None:
        if len(wanted) > 1:
            raise _refused(picks, "one choice is wanted here")
        s.choose(wanted[0] if wanted else _declined(s))
        return
    if any(n.__class__ is not int or not 0 <= n < len(row.pool) for n in wanted) or len({*wanted}) < len(wanted):
        raise _refused(picks, f"choices are numbered 0 to {len(row.pool) - 1}, and each can be chosen once")
    if len(wanted) > row.wanted or (len(wanted) < row.wanted and not row.up_to and wanted):
        raise _refused(picks, f"{'up to ' if row.up_to else ''}{row.wanted} are wanted")
    if not wanted:
        s.choose(_declined(s))
        return
    row.chosen = [row.pool[n] for n in wanted]
    row.hand_over(s)


def _declined(s: State) -> Choice | int:
    return next((choice for choice in s.choices if choice.offer == DECLINE), -1)


def _refused(picks: Any, help: str) -> HoyleError:
    return HoyleError.plain("HYL904", f"{quote_value(picks)} is no answer", help)
