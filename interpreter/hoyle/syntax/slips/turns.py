"""Slips where somebody may decline, and where it goes round until somebody does."""

from __future__ import annotations

from hoyle.diagnostics.visible import quote
from hoyle.syntax.place import Place
from hoyle.syntax.slips.slip import MISSING, UNEXPECTED, Slip, slip

QUORUM = "`all decline`, `all others decline`, `one declines`, `all drop out` or `all others drop out`"


def declined(place: Place) -> Slip | None:
    """What declining is called, before the last action, or behind a choice that has no name."""
    kinds = [word.kind for word in place.words]
    if "MAY" not in kinds or (place.text != "or" and kinds[-1] != "OR"):
        return None
    if place.text == "or" and kinds[-1] == "STRING":
        help = 'put it behind the last action: `p may play or draw or "pass"`'
        return slip(place, UNEXPECTED, "what declining is called stands last", help)
    if "CHOOSE" in kinds and "AS" not in kinds and (place.text == "or" or place.kind == "STRING"):
        help = 'name the choice first: `p may choose one card in hand[p] as gift or "keep them all"`'
        return slip(place, MISSING, "a choice that is declined in words has a name itself", help)
    return None


def chosen_again(place: Place) -> Slip | None:
    """A choice, which is no action, again and again."""
    kinds = [word.kind for word in place.words]
    if kinds[:1] != ["REPEAT"] or len(kinds) < 2:
        return None
    if place.text not in ("choose", "chooses") and place.words[-1] != "choose":
        return None
    help = "write `repeat until` and a condition, and indent the choice below it; or make an action of it"
    return slip(place, UNEXPECTED, "only actions are decided again and again in one line", help)


def quorum(place: Place) -> Slip | None:
    """A round of which it is not said who has to decline."""
    kinds = [word.kind for word in place.words]
    if kinds[:2] != ["REPEAT", "EACH"]:
        return None
    if "UNTIL" in kinds and {"ALL", "ONE", "DECLINE", "DECLINES", "OTHERS", "DROP", "OUT"} & place.accepts:
        help = f"it goes round until {QUORUM}"
        return slip(place, UNEXPECTED, f"{quote(place.text.strip() or 'this')} does not say who declines", help)
    if place.kind == "_NL" and "UNTIL" in place.accepts:
        help = f"write `each` alone if it is done once for each; else `until` and {QUORUM}"
        return slip(place, MISSING, "`until` is missing at the end of the line", help)
    return None
