"""What somebody is asked, as plain data: every choice with a key that lasts, and with what it touches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.diagnostics import HoyleError, quote_value
from hoyle.program.cards import word
from hoyle.run.choices import DECLINE, Choice
from hoyle.run.events import check_seat
from hoyle.run.ids import Eyes, card_id, looking
from hoyle.run.parts import zone
from hoyle.run.several import several
from hoyle.run.why import verdicts
from hoyle.table.seen import PLACE, hidden
from hoyle.values import read, seat_number

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State


def key(choice: Choice) -> str:
    """What a choice is called by programs: what is done, and with what, however it is written for people."""
    if choice.offer == DECLINE:
        return "decline"
    return f"{choice.action}({', '.join(f'{p.called}={_named(choice.game, p.type, v)}' for p, v in choice.rows)})"


def _named(game: Game, type_: t.Type, value: Any) -> str:
    def card(one: Any) -> str:
        return " ".join([zone(game, one[1]).name, *map(str, one[2:])]) if hidden(one) else game.faces.of(one).key

    return read(
        type_,
        value,
        none="none",
        card=card,
        seat=seat_number,
        several=lambda of, values: f"[{', '.join(_named(game, of, each) for each in values)}]",
        other=lambda one: word(game.model, type_, one),
    )


def args(choice: Choice) -> list[dict[str, Any]]:
    """What a choice has for each parameter, as plain data."""
    return [{"name": param.called, **_arg(choice.game, param.type, value)} for param, value in choice.rows]


def _arg(game: Game, type_: t.Type, value: Any) -> dict[str, Any]:
    def card(one: Any) -> dict[str, Any]:
        if not hidden(one):
            return game.faces.data(one) | {"word": game.faces.of(one).text}
        return {"zone": zone(game, one[1]).name, **({"place": one[2]} if one[0] == PLACE else {})}

    def other(one: Any) -> dict[str, Any]:
        inner = t.settled(type_)
        kind = {"kind": inner.name} if isinstance(inner, t.Kind) and one is not None else {}
        return {**kind, "value": one, "word": word(game.model, type_, one)}

    return read(
        type_,
        value,
        none=other(None),
        card=card,
        seat=lambda seat: {"seat": seat},
        several=lambda of, values: {"list": [_arg(game, of, each) for each in values]},
        other=other,
    )


def ask(s: State, seat: int) -> dict[str, Any] | None:
    """What that seat is asked now, as plain data; None if it is not asked."""
    check_seat(s.game, seat, nobody=False)
    if s.over or s.player != seat or not s.choices:
        return None
    row, eyes = several(s), looking(s, seat)
    stop = next((choice.text for choice in s.choices if choice.offer == DECLINE), None)
    offered = row.pool if row is not None else s.choices
    met: Counter[str] = Counter()
    rows = [(n, choice) for n, choice in enumerate(offered) if choice.offer != DECLINE]
    choices = [{"n": n, **_choice(s, eyes, choice, choice.text, met)} for n, choice in rows]
    wanted = None if row is None else {"least": 0 if row.up_to else row.wanted, "most": row.wanted, "ordered": False}
    return {
        "site": f"{s.game.plan.sites[s.site].procedure}.{s.site}",
        "prompt": s.prompt,
        **({} if s.acting is None else {"acting": s.acting}),
        "secret": s.game.asked(s.site).secret,
        "choices": choices,
        "decline": stop,
        "several": wanted,
        "blocked": _blocked(s, eyes, offered, met),
    }


def _blocked(s: State, eyes: Eyes, offered: Sequence[Choice], met: Counter[str]) -> list[dict[str, Any]]:
    """What the rules forbid of all that the seat could think of, each with its rule."""
    found = [(verdict, verdict.reason) for verdict in verdicts(s, offered)]
    return [
        _choice(s, eyes, verdict.choice, verdict.text, met)
        | {"rule": reason.rule, "why": reason.says, "place": reason.place, "cites": list(reason.cites)}
        for verdict, reason in found
        if reason is not None and reason.rule is not None
    ]


def _choice(s: State, eyes: Eyes, choice: Choice, text: str, met: Counter[str]) -> dict[str, Any]:
    """Something to choose. met: the keys so far, so that each is another one."""
    name = key(choice)
    met[name] += 1
    return {
        "key": name if met[name] == 1 else f"{name} {met[name]}",
        "text": text,
        "action": choice.action,
        "args": [
            arg | _touched(s, eyes, param.type, value, arg)
            for arg, (param, value) in zip(args(choice), choice.rows, strict=True)
        ],
    }


def _touched(s: State, eyes: Eyes, type_: t.Type, value: Any, arg: dict[str, Any]) -> dict[str, Any]:
    """What of the table a choice touches: cards, each that could as well be meant, and zones. arg: what it is."""
    inner = t.settled(type_)
    if isinstance(inner, t.ListOf):
        rows = zip(value, arg["list"], strict=True)
        return {"list": [one | _touched(s, eyes, inner.of, member, one) for member, one in rows]}
    if isinstance(inner, t.CardOf):
        return _cards(s, eyes, value) if value is not None else {}
    if isinstance(inner, (t.Kind, t.Numbers)):
        found = [eyes.zone(z.number) for z in s.game.zones if _stands_for(s, z.number, inner, value)]
        return {"zones": found} if found else {}
    return {}


def _cards(s: State, eyes: Eyes, value: Any) -> dict[str, Any]:
    if hidden(value):
        card = s.z[value[1]][value[2]] if value[0] == PLACE else None
        return {"zone": eyes.zone(value[1]), "cards": [eyes.cards[card].name] if card in eyes.cards else []}
    if value < 0:  # it takes no part
        return {"cards": []}
    lies = s.loc[value]
    loose = s.game.zones[lies].loose
    twins = [card for card in s.z[lies] if s.game.twins(s.v, card, value)] if loose else [value]
    ids = sorted(eyes.cards[card].id for card in twins if card in eyes.cards)  # not as they are numbered
    found = {"zone": eyes.zone(lies), "cards": list(map(card_id, ids))}
    return found if loose else found | {"place": s.z[lies].index(value)}


def _stands_for(s: State, number: int, type_: t.Type, value: Any) -> bool:
    """Whether a word or a number stands for a zone of whoever is asked, or of nobody."""
    made = s.game.zones[number]
    rows = list(zip(s.game.model.zones[made.name].index, made.index, strict=True))
    acts = s.player if s.acting is None else s.acting
    own = all(index == acts for kind, index in rows if kind == t.SEAT)
    rest = [(kind, index) for kind, index in rows if kind != t.SEAT]
    return own and rest == [(type_, value)]


def reply(s: State, picks: Sequence[int]) -> None:
    """Answer with choices of `ask` by their `n`: one, or of several as many as are wanted; none declines."""
    row = None if s.over or not s.choices else several(s)
    wanted: list[Any] = list(picks) if isinstance(picks, (list, tuple)) else [picks]
    if row is None and len(wanted) > 1:
        raise _refused(picks, "one choice is wanted here")
    if row is None or not wanted:
        s.choose(wanted[0] if wanted else next((c for c in s.choices if c.offer == DECLINE), -1))
        return
    if any(n.__class__ is not int or not 0 <= n < len(row.pool) for n in wanted) or len({*wanted}) < len(wanted):
        raise _refused(picks, f"choices are numbered 0 to {len(row.pool) - 1}, and each can be chosen once")
    if len(wanted) > row.wanted or (len(wanted) < row.wanted and not row.up_to):
        raise _refused(picks, f"{'up to ' if row.up_to else ''}{row.wanted} are wanted")
    row.chosen = [row.pool[n] for n in wanted]
    row.hand_over(s)


def _refused(picks: Any, help: str) -> HoyleError:
    return HoyleError.plain("HYL904", f"{quote_value(picks)} is no answer", help)
