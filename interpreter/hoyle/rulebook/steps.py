"""What is done, in words: each step is a line, with what belongs to it below it."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from hoyle import types as t
from hoyle.english import article, cap, is_plural, links, listed, many, plain, safe
from hoyle.rulebook import changed, conditions, folds, turns, values
from hoyle.rulebook.lets import call, named_only, replaced, set_again
from hoyle.rulebook.phrase import ELSE, NOUN, SEVERAL, SUM, Phrase, the
from hoyle.rulebook.scope import Scope, element, is_list, is_word, letter
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.texts import parts_of

NOTED = "it was noted that "
_SPOTS = {"top": ", on top", "bottom": ", at the bottom", "anywhere": ", at a random place", None: ""}


@attrs.frozen
class Line:
    """A sentence without its capital, and the lines below it."""

    text: str
    below: tuple[Line, ...] = ()


def lines(scope: Scope, body: Iterable[tree.Stmt], again: bool = False) -> tuple[Line, ...]:
    """The steps of a body, in order. again: the body is done more than once."""
    return _lines(scope, body, again)[0]


def _lines(scope: Scope, body: Iterable[tree.Stmt], again: bool) -> tuple[tuple[Line, ...], Scope]:
    """The same, with what is known behind them."""
    found: list[Line] = []
    rest = list(body)
    while rest:
        stmt, *rest = rest
        if isinstance(stmt, tree.Tell):
            end = next((n for n, other in enumerate(rest) if isinstance(other, tree.Tell)), len(rest))
            head = _told(scope, stmt)
            below, scope = _lines(scope, rest[:end], again)
            found.append(_case(head, below) if below else Line(f"{head}."))
            rest = rest[end:]
            continue
        if isinstance(stmt, tree.Impossible):
            continue
        if isinstance(stmt, tree.Let) and call(stmt.value)[0] not in scope.model.procedures and named_only(stmt, rest):
            rest = [replaced(each, stmt.name.text, stmt.value) for each in rest]
            continue
        made, scope = step(scope, stmt, rest, again)
        found += made
    return tuple(found), scope


def _told(scope: Scope, stmt: tree.Tell) -> str:
    """A sentence of the log; what it says comes below it."""
    parts = (safe(part) if isinstance(part, str) else _named(scope, part) for part in parts_of(stmt.text))
    words = "".join(parts).strip()
    who = None if stmt.to is None else values.noun(scope, stmt.to)
    whom = "" if who is None else f"only {who} {who.verb()} told: "
    return f"{whom}“{words.removesuffix('.') or words}”"


def _named(scope: Scope, part: tree.Expr | Span) -> str:
    """What is filled in a sentence."""
    assert not isinstance(part, Span)
    if isinstance(part, tree.Name) and part.text == "you":
        return "the player"
    return values.noun(scope, part).tight(NOUN).text.replace("*", "")


def step(scope: Scope, stmt: tree.Stmt, rest: list[tree.Stmt], again: bool) -> tuple[list[Line], Scope]:
    """One step, and what is known behind it; rest: what follows."""
    match stmt:
        case tree.Let(name, value):
            return _let(scope, name.text, value, set_again(name.text, rest), again)
        case tree.Choose():
            return _choose(scope, stmt, again)
        case tree.If():
            return _if(scope, stmt, again), scope
        case tree.Decide():
            return _decide(scope, stmt, again), scope
        case tree.Each():
            return [_each(scope, stmt)], scope
        case tree.Repeat():
            return [_repeat(scope, stmt)], scope
        case tree.Again():
            return _again(scope, stmt.decide), scope
        case tree.GoRound():
            found = folds.group(scope, stmt.binder, kept=True)
            head = f"for each {found.each}, {turns.QUORUMS[stmt.quorum]}"
            return [_case(head, lines(found.scope, stmt.body, True))], scope
        case tree.Together(binder, ask, then):
            return _together(scope, binder, ask, then), scope
        case tree.AsOne(body):
            below = lines(scope, body, again)
            return (list(below) if len(below) == 1 else [Line("all at once:", below)]), scope
    return [Line(sentence(scope, stmt))], scope


def sentence(scope: Scope, stmt: tree.Stmt) -> str:
    """A step that needs no lines below it."""
    match stmt:
        case tree.Move():
            cards = values.noun(scope, stmt.cards, t.CARD).tight(SEVERAL)
            facing = f", face {stmt.facing}" if stmt.facing else ""
            return f"move {cards} to {values.noun(scope, stmt.to).tight(NOUN)}{_SPOTS[stmt.spot]}{facing}."
        case tree.Face(what, side):
            return f"turn {values.said(scope, what)} face {side}."
        case tree.Shuffle(zone):
            return f"shuffle {values.said(scope, zone)}."
        case tree.Deal():
            return changed.deal(scope, stmt)
        case tree.Assign(target, "=", tree.Name(of) | tree.Apply(tree.Name(of)) as it) if of in scope.model.procedures:
            if scope.type_of(target) == t.YES_NO:
                given = f"From now on its answer says whether {conditions.clause(scope, target)}."
            else:
                given = f"Its outcome is now {values.noun(scope, target)}."
            return f"{called(scope, it)}. {given}"
        case tree.Assign(target, op, value):
            return changed.assigned(scope, target, op, value)
        case tree.Call(target):
            return f"{called(scope, target)}."
        case tree.Return(None):
            return "stop here."
        case tree.Return(tree.Truth(value)):
            return f"the answer is {'yes' if value else 'no'}, and this ends here."
        case tree.Return(value) if value is not None:
            return f"the outcome is {values.said(scope, value)}, and this ends here."
        case tree.Resolve(timing, card):
            return f"do what the text of {values.noun(scope, card).tight(NOUN)} says (*{plain(timing.text)}*)."
    raise AssertionError(stmt)


def called(scope: Scope, target: tree.Expr) -> str:
    """The phase or effect that is performed: a phase comes, an effect is something to do."""
    name, args = call(target)
    procedure = scope.model.procedures.get(name)
    if name == "flow":
        return "the game begins"
    if name == "usual" or procedure is None:
        return "do what is usual"
    title = f"*{safe(procedure.title or plain(name))}*"
    with_what = arguments(scope, name, args, procedure.params)
    return f"now comes {title}{with_what}" if procedure.phase else f"{title}{with_what}"


def arguments(scope: Scope, of: str, args: tuple[tree.Expr, ...], params: tuple[tuple[str, t.Type], ...]) -> str:
    """What something is done with: the player it is for, and the rest by name where that says more."""
    players, others = [], []
    seats = [name for name, type_ in params if type_ == t.SEAT]
    given = values.given(scope, of, args, [type_ for _, type_ in params])
    for found, (name, type_) in zip(given, params, strict=False):
        if type_ == t.SEAT and (len(seats) == 1 or not is_word(name)):
            players.append((found if len(args) == 1 and found.level == ELSE else found.tight(NOUN)).text)
        elif type_ == t.SEAT:
            others.append(f"{found} as the {plain(name)}")
        else:
            others.append(found.text if _tells(scope, found.text, name, type_) else f"{plain(name)}: {found}")
    whom = f" {'' if links(of) else 'for '}{listed(players)}" if players else ""
    return whom + (f" ({'; '.join(others)})" if others else "")


def _tells(scope: Scope, found: str, name: str, type_: t.Type) -> bool:
    """Whether it needs no name: that says nothing, or no more than what it is called does."""
    words, bare, noun = plain(name), found.replace("*", ""), scope.noun_of(element(type_)).rpartition(" ")[2]
    said = bare.startswith((f"the {words} ", f"that {words} ")) or bare.endswith(f" {words}")
    return said or not is_word(name) or words in (noun, many(noun))


def _let(scope: Scope, name: str, value: tree.Expr, changes: bool, again: bool) -> tuple[list[Line], Scope]:
    type_ = scope.type_of(value)
    if call(value)[0] in scope.model.procedures:
        return _outcome(scope, name, value)
    if type_ == t.YES_NO:
        test = conditions.clause(scope, value)
        if not changes and not scope.taken(f"{NOTED}{test.alone()}"):
            noted = test.alone().text
            return [Line(f"note whether {noted}.")], scope.having(name, Phrase(f"{NOTED}{noted}"), type_, noted=noted)
        phrase = scope.free(Phrase(f"*{plain(name)}*"), Phrase(f"*{plain(name)} here*"))
        return [Line(f"{phrase} holds at first if {test}.")], scope.having(name, phrase, type_)
    first = "at first " if changes else ""
    plural, words, noun = is_plural(plain(name)), f"*{plain(name)}*", ""
    listing = value.items if is_list(type_) and isinstance(value, tree.Listing) else None
    if is_list(type_):
        known = scope.noun_of(element(type_)) if listing else "card"
        noun = known if listing is not None else folds.members(scope, value).head
        words += "" if plural else f" {many(noun.rpartition(' ')[2])}"
        plural = True
    phrase = scope.free(the(words, plural=plural), the(f"{words} here", plural=plural))
    after = scope.having(name, phrase, type_, noun)
    if listing == ():
        return ([Line(f"at first there are no {phrase.bare}.")] if again else []), after
    if listing is not None and len(listing) == 1:
        return [Line(f"{first}only {values.said(scope, value)} is among {phrase}.")], after
    return [Line(f"{first}{phrase} {phrase.verb()} {values.said(scope, value)}.")], after


def named(scope: Scope, lets: tuple[tree.Let, ...]) -> tuple[Scope, str]:
    """The names of `let` lines, and what they are, as the end of a sentence."""
    said: list[str] = []
    for number, let in enumerate(lets, 1):
        name, type_ = let.name.text, scope.type_of(let.value)
        if type_ == t.YES_NO:
            phrase = scope.free(Phrase(f"*{plain(name)}*"), Phrase(f"*{plain(name)} here*"))
            said.append(f"{phrase} holds if {conditions.clause(scope, let.value).unbroken()}")
            scope = scope.having(name, phrase, type_)
            continue
        plural, words, noun = is_plural(plain(name)), f"*{plain(name)}*", ""
        if is_list(type_):
            noun = folds.members(scope, let.value).head
            words += "" if plural else f" {many(noun.rpartition(' ')[2])}"
            plural = True
        phrase = scope.free(the(words, plural=plural), the(f"{words} here", plural=plural))
        value = values.noun(scope, let.value, type_)
        said.append(f"{phrase} {phrase.verb()} {value.bracketed() if value.tail and number < len(lets) else value}")
        scope = scope.having(name, phrase, type_, noun)
    return scope, f", where {listed(said)}" if said else ""


def _outcome(scope: Scope, name: str, value: tree.Expr) -> tuple[list[Line], Scope]:
    """What something that is performed gives back."""
    performed, _ = call(value)
    result, what, words = scope.model.procedures[performed].type, f"*{plain(performed)}*", plain(name)
    if result == t.YES_NO:
        phrase = scope.free(*(the(f"answer {to} {what}") for to in ("to", "to this", f"{words} to")))
        return [Line(f"{called(scope, value)}.")], scope.having(name, phrase, result, answer=True)
    phrase = scope.free(the(f"*{words}*"), the(f"*{words}* here"))
    return [Line(f"{called(scope, value)}. Its outcome is {phrase}.")], scope.having(name, phrase, result)


def _if(scope: Scope, stmt: tree.If, again: bool, word: str = "if") -> list[Line]:
    found = _case(f"{word} {conditions.said(scope, stmt.test)}", lines(scope, stmt.then, again))
    match stmt.otherwise:
        case (tree.If() as inner,):
            return [found, *_if(scope, inner, again, "otherwise, if")]
    otherwise = [stmt for stmt in stmt.otherwise if not isinstance(stmt, tree.Impossible)]
    return [found, *([_case("otherwise", lines(scope, otherwise, again))] if otherwise else [])]


def _case(head: str, below: tuple[Line, ...]) -> Line:
    """One sentence if only one thing is done."""
    if not below:
        return Line(f"{head}, nothing happens.")
    if len(below) == 1 and not below[0].below and ". " not in below[0].text:
        return Line(f"{head}: {below[0].text}")
    return Line(f"{head}:", below)


def _each(scope: Scope, stmt: tree.Each) -> Line:
    if not is_list(scope.type_of(stmt.binder.source)) and scope.type_of(stmt.binder.source) is not None:
        return _if_there(scope, stmt)
    found = folds.group(scope, stmt.binder, kept=True)
    order = f", in the order that {values.said(scope, stmt.ordered)} chooses" if stmt.ordered is not None else ""
    return _case(f"for each {found.each}{order}", lines(found.scope, stmt.body, True))


def _if_there(scope: Scope, stmt: tree.Each) -> Line:
    """`each` of something that may be none is done once, or not at all."""
    var = stmt.binder.var.text
    what = values.noun(scope, stmt.binder.source).tight(NOUN)
    type_ = element(scope.type_of(stmt.binder.source))
    noun = scope.noun_of(type_)
    if isinstance(stmt.binder.source, tree.Fold) and isinstance(stmt.binder.source.over, tree.Members):
        noun = folds.members(scope, stmt.binder.source).head
    word = noun.split(" ")[-1]
    that = Phrase(word, article="that")
    phrase = scope.free(the(f"*{plain(var)}*") if is_word(var) else that, Phrase(f"{word} {letter(var)}"))
    known = scope.having(var, phrase, type_)
    where = f" and {conditions.said(known, stmt.binder.where)}" if stmt.binder.where is not None else ""
    named = "" if phrase == that or what.text.endswith(f"*{plain(var)}*") else f" ({phrase})"
    if isinstance(stmt.binder.source, (tree.Fold, tree.Name)):
        return _case(f"for {what}{named}, if there is one{where}", lines(known, stmt.body))
    there = tree.Compare("is not", stmt.binder.source, tree.Nothing(span=stmt.span), span=stmt.span)
    return _case(f"if {conditions.said(scope, there)}{named}{where}", lines(known, stmt.body))


def _repeat(scope: Scope, stmt: tree.Repeat) -> Line:
    below = lines(scope, stmt.body, True)
    if isinstance(stmt.times, tree.Number):
        return _case(f"do this {'once' if stmt.times.value == 1 else f'{stmt.times.value} times'}", below)
    if stmt.times is not None:
        return _case(f"do this as many times as {values.noun(scope, stmt.times).tight(SUM)} says", below)
    until = conditions.said(scope, stmt.until) if stmt.until is not None else "the game is over"
    return _case(f"do this, and again until {until}" if stmt.below else f"repeat until {until}", below)


def _together(scope: Scope, binder: tree.Binder, ask: tuple[tree.Stmt, ...], then: tuple[tree.Stmt, ...]) -> list[Line]:
    found = folds.group(scope, binder, kept=True)
    known = found.scope
    for stmt in ask:
        _, known = step(known, stmt, [], False)
    secret = f"at the same time and without telling the others, each {found.each} decides"
    return [_case(secret, lines(found.scope, ask)), _case("then, for each of them", lines(known, then))]


def _offers(scope: Scope, stmt: tree.Decide) -> list[str]:
    offers = []
    for offer in stmt.offers:
        given = [(n, ty) for n, ty, source, _ in scope.model.actions[offer.action.text].params if source is None]
        with_what = arguments(scope, offer.action.text, offer.args, tuple(given))
        offers.append(f"{turns.titled(scope, offer.action.text)}{with_what}")
    if stmt.acting is not None:
        offers[-1] += f" for {values.noun(scope, stmt.acting).tight(NOUN)}"
    return offers


def _again(scope: Scope, stmt: tree.Decide) -> list[Line]:
    head = turns.again(values.said(scope, stmt.who), stmt, _offers(scope, stmt), turns.said(scope, stmt.declined))
    then, otherwise = lines(scope, stmt.then or (), True), lines(scope, stmt.otherwise or ())
    cases = {"after each of them": then, turns.at_the_end(scope, stmt): otherwise}
    return [Line(f"{head}."), *(_case(when, below) for when, below in cases.items() if below)]


def _decide(scope: Scope, stmt: tree.Decide, again: bool) -> list[Line]:
    who = values.said(scope, stmt.who)
    able = " if that is possible" if stmt.if_able else ""
    offers = [*_offers(scope, stmt), *turns.said(scope, stmt.declined)]
    head = f"{who} {'must' if stmt.must else 'may'} {listed(offers, 'or')}{able}"
    return _followed(head, lines(scope, stmt.then or (), again), lines(scope, stmt.otherwise or (), again))


def _followed(head: str, then: tuple[Line, ...], otherwise: tuple[Line, ...]) -> list[Line]:
    cases = {"if so" if otherwise else "then": then, "if not": otherwise}
    return [Line(f"{head}."), *(_case(when, below) for when, below in cases.items() if below)]


def _choose(scope: Scope, stmt: tree.Choose, again: bool) -> tuple[list[Line], Scope]:
    found = folds.group(scope, stmt.binder, kept=True)
    var = stmt.binder.var.text
    known = found.scope
    if stmt.amount is not None:
        type_ = known.locals[var].type or t.CARD
        one = isinstance(stmt.amount, tree.Number) and stmt.amount.value == 1
        phrase = found.name if one else attrs.evolve(_several(scope, found, var, type_), plural=True)
        known = scope.having(var, phrase, t.ListOf(type_))
    name = f" ({known.locals[var].phrase})" if found.said else ""
    match stmt.amount:
        case None:
            what = article(found.each)
        case tree.Number(value):
            what = f"{'up to ' if stmt.up_to else ''}{value} {found.one if value == 1 else found.some}{name}"
        case amount:
            as_many = values.noun(scope, amount).tight(SUM)
            what = f"{found.some}{name}, {'at most ' if stmt.up_to else ''}as many as {as_many}"
    if isinstance(stmt.who, tree.Name) and stmt.who.text == "chance":
        head = f"pick at random {what}"
    else:
        who = values.noun(scope, stmt.who)
        verb = "may choose" if stmt.optional else who.verb("chooses", "choose")
        head = " or ".join([f"{who} {verb} {what}", *turns.said(scope, stmt.declined)])
    if stmt.label is not None and any(stmt.label.name.text in rule.targets for rule in scope.model.rules):
        head += f" (the choice *{plain(stmt.label.name.text)}*)"
    then, otherwise = lines(known, stmt.then or (), again), lines(scope, stmt.otherwise or (), again)
    return _followed(head, then, otherwise), known


def _several(scope: Scope, found: folds.Group, var: str, type_: t.Type) -> Phrase:
    """What several things that were chosen are called."""
    noun = many(scope.noun_of(type_).rpartition(" ")[2])
    if not found.said:
        return scope.free(the(noun), the(f"chosen {noun}"), the(f"{noun} {letter(var)}"))
    if is_plural(plain(var)):
        return found.name
    words = found.name.words
    return scope.free(the(f"{words} {noun}"), the(f"{words} chosen {noun}"))


def rendered(found: Iterable[Line], depth: int = 0, numbered: bool = False) -> list[str]:
    """The lines as a list in Markdown."""
    text: list[str] = []
    for number, line in enumerate(found, 1):
        mark = f"{number}." if numbered else "-"
        text.append(f"{'    ' * depth}{mark} {cap(line.text)}")
        text += rendered(line.below, depth + 1)
    return text
