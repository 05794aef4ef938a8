"""What deals and assignments change, in words."""

from __future__ import annotations

from hoyle import types as t
from hoyle.english import counted, plain
from hoyle.rulebook import conditions, values
from hoyle.rulebook.phrase import NOUN, SUM
from hoyle.rulebook.predicates import predicate
from hoyle.rulebook.scope import Scope, element, is_list
from hoyle.syntax import tree


def deal(scope: Scope, stmt: tree.Deal) -> str:
    count, to = stmt.count, stmt.to.text
    amount, where = values.noun(scope, count).tight(SUM), f"from {values.noun(scope, stmt.source).tight(NOUN)}"
    into = f" into the {scope.names.things.get(to, plain(to))}" if to != "hand" else ""
    first = "" if stmt.starting is None else f", starting with {values.noun(scope, stmt.starting).tight(NOUN)}"
    if isinstance(count, tree.Number):
        return f"deal {counted(count.value, 'card')} {where}{into} to each player{first}."
    return f"deal cards {where}{into} to each player{first}, as many as {amount}."


def assigned(scope: Scope, target: tree.Expr, op: str, value: tree.Expr) -> str:
    type_ = scope.type_of(target)
    if type_ == t.YES_NO:
        return _set(scope, target, value)
    what = values.noun(scope, target)
    if op == "=":
        if isinstance(value, tree.Nothing) or (isinstance(value, tree.Listing) and not value.items):
            return f"there {what.verb()} no {what.bare} any more."
        who = values.noun(scope, value, type_)
        short = who.level >= NOUN and not who.tail  # more can be said of it without brackets
        if isinstance(t.settled(type_ or t.NUMBER), t.Seat) and isinstance(target, tree.Name) and short:
            return f"{who} {who.verb()} now {what}."
        return f"{what} {what.verb()} now {values.said(scope, value, type_)}."
    amount = values.noun(scope, value, element(type_)).tight(SUM)
    if is_list(type_):
        return f"{amount} {amount.verb()} {'now' if op == '+=' else 'no longer'} among {what}."
    return f"add {amount} to {what}." if op == "+=" else f"subtract {amount} from {what}."


def _set(scope: Scope, target: tree.Expr, value: tree.Expr) -> str:
    """A yes or no that is set."""
    found = predicate(scope, target, False)
    if found is not None:
        subject = values.noun(scope, found.of).tight(NOUN)
        head, plural = str(subject), subject.plural
    elif isinstance(value, tree.Truth) and conditions.is_sentence(scope, target):
        return f"from now on, {conditions.clause(scope, target, not value.value)}."
    else:
        (head, found), plural = conditions.of_itself(scope, target, False), False
    if isinstance(value, tree.Truth):
        return f"{head} {found.often('now' if value.value else 'no longer', plural)}."
    return f"{head} {found.often('now', plural)} if {conditions.clause(scope, value)}, and otherwise not."
