"""What is done, in words: each step is a line, with what belongs to it below it."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from hoyle import types as t
from hoyle.rulebook import conditions, folds, values
from hoyle.rulebook.scope import SHORT, Scope, TooInvolved, code, element, is_list
from hoyle.rulebook.words import cap, listed, plain, term
from hoyle.syntax import tree


@attrs.frozen
class Line:
    """A sentence, and the lines below it."""

    text: str
    below: tuple[Line, ...] = ()


def lines(scope: Scope, body: Iterable[tree.Stmt]) -> tuple[Line, ...]:
    """The steps of a body, in order."""
    found: list[Line] = []
    for stmt in body:
        try:
            made, scope = step(scope, stmt)
        except TooInvolved:
            made = [Line(f"`{row.strip()}`") for row in stmt.span.text.splitlines() if row.strip()]
        found += made
    return tuple(found)


def step(scope: Scope, stmt: tree.Stmt) -> tuple[list[Line], Scope]:
    """One step, and what is known behind it."""
    match stmt:
        case tree.Let(name, value):
            return _let(scope, name.text, value)
        case tree.Choose():
            return _choose(scope, stmt)
        case tree.If():
            return _if(scope, stmt), scope
        case tree.Decide():
            return _decide(scope, stmt), scope
        case tree.Each():
            return [_each(scope, stmt)], scope
        case tree.Repeat():
            return [_repeat(scope, stmt)], scope
        case tree.Together(binder, ask, then):
            return _together(scope, binder, ask, then), scope
        case tree.AsOne(body):
            below = lines(scope, body)
            return (list(below) if len(below) == 1 else [Line("All at once:", below)]), scope
    return [Line(sentence(scope, stmt))], scope


def sentence(scope: Scope, stmt: tree.Stmt) -> str:
    """A step that needs no lines below it."""
    match stmt:
        case tree.Move():
            return _move(scope, stmt)
        case tree.Face(cards, side):
            return f"Turn {values.said(scope, cards)} face {side}."
        case tree.Shuffle(zone):
            return f"Shuffle {values.said(scope, zone)}."
        case tree.Deal(count, source, to):
            amount, where = values.said(scope, count), f"from {values.said(scope, source)} into the {plain(to.text)}"
            if amount.isdecimal():
                return f"Deal each player {amount} cards {where}."
            return f"Deal each player the same number of cards {where}: {amount}."
        case tree.Assign(target, op, value):
            return _assign(scope, target, op, value)
        case tree.Call(target):
            return f"{cap(called(scope, target))}."
        case tree.Return(None):
            return "Stop here."
        case tree.Return(value) if value is not None:
            return f"The outcome is: {values.said(scope, value)}."
        case tree.Resolve(timing, card):
            return f"Do what the text of {values.said(scope, card)} says ({term(timing.text)})."
    raise TooInvolved


def _move(scope: Scope, stmt: tree.Move) -> str:
    spots = {"top": ", on top", "bottom": ", at the bottom", "anywhere": ", at a random place", None: ""}
    facing = f", face {stmt.facing}" if stmt.facing else ""
    cards = values.said(scope, stmt.cards, t.CARD)
    return f"Move {cards} to {values.said(scope, stmt.to)}{spots[stmt.spot]}{facing}."


def _assign(scope: Scope, target: tree.Expr, op: str, value: tree.Expr) -> str:
    type_ = scope.type_of(target)
    if type_ == t.YES_NO:
        return _truth(scope, target, value)
    what = values.said(scope, target)
    if op == "=":
        if isinstance(value, tree.Nothing):
            return f"There is no {what.removeprefix('the ')} any more."
        if isinstance(value, tree.Listing) and not value.items:
            return f"{cap(what)} {'are' if conditions.plural(what) else 'is'} empty again."
        how = "become" if conditions.plural(what) else "becomes"
        return f"{cap(what)} {how} {values.said(scope, value, type_)}."
    amount = values.said(scope, value, element(type_))
    if is_list(type_):
        return f"Add {amount} to {what}." if op == "+=" else f"Take {amount} out of {what}."
    return f"Add {amount} to {what}." if op == "+=" else f"Subtract {amount} from {what}."


def _truth(scope: Scope, target: tree.Expr, value: tree.Expr) -> str:
    """A yes or no that is set."""
    name, args = (target.of, target.args) if isinstance(target, tree.Item) else (target, ())
    assert isinstance(name, tree.Name)
    index = scope.model.vars[name.text].index if name.text in scope.model.vars else ()
    whom = [values.said(scope, a, ty) for a, ty in zip(args, index, strict=False)]
    about = f" for {listed(whom)}" if whom else ""
    if isinstance(value, tree.Truth):
        return f"{cap(term(name.text))} {'now holds' if value.value else 'no longer holds'}{about}."
    return f"{cap(term(name.text))} holds{about} from now on if {conditions.said(scope, value)}, and otherwise not."


def called(scope: Scope, target: tree.Expr) -> str:
    """The phase or effect that is performed: a phase comes, an effect is something to do."""
    name, args = (target.of, target.args) if isinstance(target, tree.Apply) else (target, ())
    if not isinstance(name, tree.Name):
        return code(target)
    if name.text == "usual":
        return "do what is usual"
    procedure = scope.model.procedures.get(name.text)
    if procedure is None:
        return code(target)
    title = f"*{procedure.title or plain(name.text)}*"
    with_what = arguments(scope, args, procedure.params)
    return f"now comes {title}{with_what}" if procedure.phase else f"{title}{with_what}"


def arguments(scope: Scope, args: tuple[tree.Expr, ...], params: tuple[tuple[str, t.Type], ...]) -> str:
    """What something is done with: the player it is for, and the rest by name."""
    players, others = [], []
    for arg, (name, type_) in zip(args, params, strict=False):
        words = values.said(scope, arg, type_)
        if type_ == t.SEAT and len(name) <= SHORT:
            players.append(f"({words})" if isinstance(arg, (tree.IfThen, tree.Else)) else words)
        elif len(name) <= SHORT or words.replace("*", "") in (f"the {plain(name)}", f"that {plain(name)}"):
            others.append(words)
        else:
            others.append(f"{plain(name)}: {words}")
    whom = f" for {listed(players)}" if players else ""
    return whom + (f" ({'; '.join(others)})" if others else "")


# ---------------------------------------------------------------------------------------------- names


def _let(scope: Scope, name: str, value: tree.Expr) -> tuple[list[Line], Scope]:
    type_ = scope.type_of(value)
    noun = folds.members(scope, value)[0] if is_list(type_) and not isinstance(value, tree.Listing) else ""
    after = scope.having(name, f"the *{plain(name)}*", type_, noun)
    head = value.of if isinstance(value, tree.Apply) else value
    if isinstance(head, tree.Name) and head.text in scope.model.procedures:
        result = scope.model.procedures[head.text].type
        after = scope.having(name, f"the *{plain(name)}*", result)
        return [Line(f"{cap(called(scope, value))}. Its outcome is called {term(name)}.")], after
    if isinstance(value, tree.Listing) and not value.items:
        return [Line(f"Start with an empty list, the *{plain(name)}*.")], after
    if type_ == t.YES_NO:
        return [Line(f"Note whether {conditions.said(scope, value)} ({term(name)}).")], after
    return [Line(f"Let *{plain(name)}* be {values.said(scope, value)}.")], after


# ---------------------------------------------------------------------------------------------- cases and rounds


def _if(scope: Scope, stmt: tree.If) -> list[Line]:
    found = [_case(f"If {conditions.said(scope, stmt.test)}", lines(scope, stmt.then))]
    rest = stmt.otherwise
    while len(rest) == 1 and isinstance(rest[0], tree.If):
        inner = rest[0]
        found.append(_case(f"Otherwise, if {conditions.said(scope, inner.test)}", lines(scope, inner.then)))
        rest = inner.otherwise
    if rest:
        found.append(_case("Otherwise", lines(scope, rest)))
    return found


def _case(head: str, below: tuple[Line, ...]) -> Line:
    """One sentence if only one thing is done."""
    if len(below) == 1 and not below[0].below and not below[0].text.startswith("`"):
        return Line(f"{head}: {_small(below[0].text)}")
    return Line(f"{head}:", below)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:] if text[:2].istitle() or text[:1] == "*" else text


def _each(scope: Scope, stmt: tree.Each) -> Line:
    if not is_list(scope.type_of(stmt.binder.source)) and scope.type_of(stmt.binder.source) is not None:
        return _if_there(scope, stmt)
    found = folds.group(scope, stmt.binder, kept=True)
    named = f" ({found.name})" if found.said else ""
    order = f", in the order {values.said(scope, stmt.ordered)} chooses" if stmt.ordered is not None else ""
    return _case(f"For each {found.one}{named}{order}", lines(found.scope, stmt.body))


def _if_there(scope: Scope, stmt: tree.Each) -> Line:
    """`each` of something that may be none is done once, or not at all."""
    var = stmt.binder.var.text
    what = values.noun(scope, stmt.binder.source)
    type_ = element(scope.type_of(stmt.binder.source))
    noun = scope.noun_of(type_)
    if isinstance(stmt.binder.source, tree.Fold) and isinstance(stmt.binder.source.over, tree.Members):
        noun = folds.members(scope, stmt.binder.source)[0]
    word = noun.split(" ")[-1]
    phrase = f"the *{plain(var)}*" if len(var) > SHORT else f"that {word}"
    named = f" ({phrase})" if len(var) > SHORT and not what.endswith(f"*{plain(var)}*") else ""
    if scope.taken(phrase):
        phrase = f"{word} {var}"
        named = f" ({phrase})"
    known = scope.having(var, phrase, type_)
    where = f" and {conditions.said(known, stmt.binder.where)}" if stmt.binder.where is not None else ""
    return _case(f"For {what}{named}, if there is one{where}", lines(known, stmt.body))


def _repeat(scope: Scope, stmt: tree.Repeat) -> Line:
    below = lines(scope, stmt.body)
    if stmt.until is not None:
        return _case(f"Repeat until {conditions.said(scope, stmt.until)}", below)
    if stmt.times is not None:
        amount = values.said(scope, stmt.times)
        times = f"{amount} times" if amount.isdecimal() else f"as many times as {amount} says"
        return _case(f"Do this {times}", below)
    return _case("Repeat until the game is over", below)


def _together(scope: Scope, binder: tree.Binder, ask: tuple[tree.Stmt, ...], then: tuple[tree.Stmt, ...]) -> list[Line]:
    found = folds.group(scope, binder, kept=True)
    known = found.scope
    for stmt in ask:
        _, known = step(known, stmt)
    return [
        _case(f"All at the same time, each {found.one}, without telling the others", lines(found.scope, ask)),
        _case("Then, for each of them", lines(known, then)),
    ]


# ---------------------------------------------------------------------------------------------- decisions


def _decide(scope: Scope, stmt: tree.Decide) -> list[Line]:
    who = values.said(scope, stmt.who)
    offers = []
    for offer in stmt.offers:
        given = [(n, ty) for n, ty, source, _ in scope.model.actions[offer.action.text].params if source is None]
        offers.append(term(offer.action.text) + arguments(scope, offer.args, tuple(given)))
    able = ", if that is possible" if stmt.if_able else ""
    head = f"{cap(who)} {'must' if stmt.must else 'may'} {listed(offers, 'or')}{able}"
    return _followed(head, lines(scope, stmt.then or ()), lines(scope, stmt.otherwise or ()))


def _followed(head: str, then: tuple[Line, ...], otherwise: tuple[Line, ...]) -> list[Line]:
    found = [Line(f"{head}.")]
    if then:
        found.append(_case("Then" if not otherwise else "If so", then))
    if otherwise:
        found.append(_case("If not", otherwise))
    return found


def _choose(scope: Scope, stmt: tree.Choose) -> tuple[list[Line], Scope]:
    found = folds.group(scope, stmt.binder, kept=True)
    several = stmt.amount is not None
    amount = values.said(scope, stmt.amount) if stmt.amount is not None else ""
    if several:
        count = f"{'up to ' if stmt.up_to else ''}{amount if amount.isdecimal() else f'so many ({amount})'}"
        what = f"{count} {'of the ' if not amount.isdecimal() else ''}{found.some if amount != '1' else found.one}"
        what += f" ({found.name})" if found.said else ""
    else:
        what = folds.one(found)
    chance = isinstance(stmt.who, tree.Name) and stmt.who.text == "chance"
    if chance:
        head = f"Pick at random {what}"
    else:
        who = values.said(scope, stmt.who)
        verb = "may choose" if stmt.optional else "choose" if who == "you" else "chooses"
        head = f"{cap(who)} {verb} {what}"
    if stmt.label is not None and any(stmt.label.name.text in rule.targets for rule in scope.model.rules):
        head += f" (the choice {term(stmt.label.name.text)})"
    known = found.scope
    if several:
        chosen = found.scope.locals[stmt.binder.var.text]
        known = scope.having(stmt.binder.var.text, chosen.phrase, t.ListOf(chosen.type or t.CARD))
    then, otherwise = lines(known, stmt.then or ()), lines(scope, stmt.otherwise or ())
    return _followed(head, then, otherwise), known


def rendered(found: Iterable[Line], depth: int = 0, numbered: bool = False) -> list[str]:
    """The lines as a list in Markdown."""
    text: list[str] = []
    for number, line in enumerate(found, 1):
        mark = f"{number}." if numbered else "-"
        text.append(f"{'    ' * depth}{mark} {line.text}")
        text += rendered(line.below, depth + 1)
    return text
