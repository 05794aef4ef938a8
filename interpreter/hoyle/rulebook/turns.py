"""Who may do what again and again, and who is asked in turn: the words for it."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.english import listed, plain, safe
from hoyle.rulebook.scope import Scope
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.texts import parts_of

LIMITS = {"once": "only once", "once each": "each only once", "instead": "only instead of everything else"}
WITHOUT = {
    "once": "it may be done more than once",
    "once_each": "it may be done more than once with the same choice",
    "instead": "it may be done beside everything else",
}
QUORUMS = {
    "all decline": "round and round, until all of them in a row have declined",
    "all others decline": "round and round, until all but the one who did something last have declined",
    "one declines": "round and round, until one of them declines",
    "all drop out": "round and round without those who have declined once, until nobody is left",
    "all others drop out": "round and round without those who have declined once, until only one is left",
}


def titled(scope: Scope, action: str) -> str:
    """What an action is called."""
    return f"*{safe(scope.model.procedures[action].title or plain(action))}*"


def quoted(scope: Scope, text: tree.Text) -> str:
    """What a choice is called, with what differs in italics."""
    words = "".join(safe(part) if isinstance(part, str) else f"*{_filled_in(scope, part)}*" for part in parts_of(text))
    return f"“{words}”"


def _filled_in(scope: Scope, part: tree.Expr | Span) -> str:
    match part:
        case tree.Attr(_, name):
            return plain(name.text)
        case tree.Name(text) | tree.Apply(tree.Name(text)):
            return scope.locals[text].phrase.bare.text.strip("*") if text in scope.locals else plain(text)
    raise AssertionError(part)


def said(scope: Scope, text: tree.Text | None) -> list[str]:
    """To decline, where that has a name."""
    return [] if text is None else [f"say {quoted(scope, text)}"]


def again(who: str, stmt: tree.Decide, offers: Sequence[str], declined: Sequence[str]) -> str:
    """A decision that is made again and again. offers: what can be done."""
    limited = [
        f"{what} ({LIMITS[offer.limit]})" if offer.limit else what
        for what, offer in zip(offers, stmt.offers, strict=True)
    ]
    if not stmt.must:
        ends = ", which ends this" if declined else ", until nothing of it is possible or wanted"
        return f"again and again, {who} may {listed([*limited, *declined], 'or')}{ends}"
    until = "as long as that is possible" if stmt.if_able or stmt.otherwise is not None else "until the game is over"
    return f"again and again, {until}, {who} must {listed(limited, 'or')}"


def at_the_end(scope: Scope, stmt: tree.Decide) -> str:
    """When that is done which stands behind it."""
    instead = [titled(scope, offer.action.text) for offer in stmt.offers if offer.limit == "instead"]
    return f"at the end, if that was not {listed(instead, 'or')}" if instead else "at the end"
