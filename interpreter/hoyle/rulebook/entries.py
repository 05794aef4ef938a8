"""Declarations in words: what each one says, with its name and where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import repeat
from typing import Any

import attrs

from hoyle import types as t
from hoyle.english import article, cap, links, listed, negated, plain, safe
from hoyle.rulebook import conditions, folds, steps, values
from hoyle.rulebook.cards import called, printed_on
from hoyle.rulebook.entry import Entry, cited, rows_of
from hoyle.rulebook.phrase import SUM, Phrase, the
from hoyle.rulebook.predicates import predicate
from hoyle.rulebook.scope import Scope, is_list
from hoyle.rulebook.turns import WITHOUT, quoted
from hoyle.syntax import tree

SEEN = {"now": " All see it on the table.", "at end": " Nobody is told before the game is over."}


@attrs.frozen
class Teller:
    """Says declarations. heads: the parameters of everything that has some. rules: what each rule or ending is about
    first, since what a clause about one calls its parameters are those of that."""

    scope: Scope
    heads: dict[str, tuple[str, ...]]
    rules: dict[str, tree.Target]

    def told(self, decl: tree.Decl) -> Entry | None:
        """What a rule says; None for what says none: an example, a definition that goes without saying."""
        made = TOLD.get(type(decl))
        return made(self, decl) if made is not None else None

    def types(self, name: str) -> list[t.Type | None]:
        model = self.scope.model
        if name in model.actions:
            return [type_ for _, type_, *_ in model.actions[name].params]
        declared = model.defines.get(name) or model.procedures.get(name)
        return [type_ for _, type_ in declared.params] if declared is not None else []

    def inside(self, name: str, args: tuple[tree.Expr, ...] | None = None) -> Scope:
        """With the parameters of something; args: what a clause calls them."""
        if name in self.rules:
            return self.inside(self.rules[name].name.text, args or self.rules[name].args)
        scope = self.scope
        words = list(self.heads.get(name, ()))
        if args is not None:
            words = [arg.text if isinstance(arg, tree.Name) else own for arg, own in zip(args, words, strict=False)]
        types = self.types(name) or [None] * len(words)
        for word, type_, sort in zip(words, types, self.sorts(name), strict=False):
            scope = scope if word == "this" else scope.parameter(word, type_, sort)
        return scope

    def sorts(self, name: str) -> Iterable[str]:
        """What each parameter is a number of, or an empty word."""
        return self.scope.sorts.get(name) or repeat("")

    def whom(self, name: str) -> list[str]:
        """What something is asked for: `a player`, `a card`."""
        scope = self.inside(name)
        known = [scope.locals[word] for word in self.heads.get(name, ())]
        return [str(k.phrase.bare) if is_list(k.type) else first_spoken_of(k.phrase) for k in known]

    def define(self, decl: tree.Define) -> Entry | None:
        if decl.value is None:
            return None
        name = decl.name.text
        scope = self.inside(name)
        type_ = self.scope.model.defines[name].type
        scope, where = steps.named(scope, decl.lets)
        title = f" ({safe(decl.title)})" if decl.title else ""
        seen = SEEN[decl.shown] if decl.shown else ""
        whom = self.whom(name)
        words = self.titled(name)
        if type_ == t.YES_NO:
            note = f" ({cap(safe(decl.title))}.)" if decl.title else ""
            return Entry(words, f"{self._truth(name, scope, whom, decl, where)}{note}{seen}")
        limits = "".join(
            f"; never {'less' if bound.least else 'more'} than {values.noun(scope, bound.value).tight(SUM)}"
            f"{f' {_if(scope, bound.when)}' if bound.when else ''}"
            for bound in decl.bounds
        )
        value = values.said(scope, decl.value, type_)
        if not seen and not whom and value.replace("*", "").lower() == f"the {words.lower()}":
            return None
        link = "" if links(name) else " for" if len(whom) > 1 else " of"
        about = f"{link} {listed(whom)}" if whom else ""
        return Entry(words, f"{value}{limits}{title}{where}.{seen}", aside=f"{about}:")

    def _truth(self, name: str, scope: Scope, whom: list[str], decl: tree.Define, where: str) -> str:
        assert decl.value is not None
        if isinstance(decl.value, tree.Truth):
            return f"This {'always' if decl.value.value else 'never'} holds, unless an exception says otherwise."
        test = conditions.said(scope, decl.value)
        if len(whom) != 1:
            return f"This holds{f' for {listed(whom)}' if whom else ''} if {test}{where}."
        param = decl.params[0].name
        call = tree.Apply(tree.Name(name, span=param.span), (tree.Name(param.text, span=param.span),), span=decl.span)
        found = predicate(scope, call, False)
        assert found is not None
        return f"{cap(whom[0])} {found.one} if {test}{where}."

    def table(self, decl: tree.Table) -> Entry:
        names = self.inside(decl.name.text).locals
        heads = [str(names[param.name.text].phrase.bare) for param in decl.params]
        return Entry(self.titled(decl.name.text), "See this table.", tuple(rows_of(decl, heads)))

    def exception(self, decl: tree.Exception_) -> Entry:
        name = decl.target.name.text
        scope = self.inside(name, decl.target.args)
        clause = decl.target.clause.text if decl.target.clause else None
        ability = any((a.card, a.timing) == (name, clause) for a in self.scope.model.abilities)  # as `owl.on_entry`
        limit = f"{name}.{clause}" in self.scope.model.limits
        to = (
            "" if clause is None or ability or limit else plain(clause)
        )  # the exception that it is one to, as `worth.gold`
        notes = (f" This is an exception to *{to}*." if to else "") + self._before(decl.over)
        when = f"{_if(scope, decl.when)}, " if decl.when else ""
        sentence = f"“{cap(safe(decl.label.text))}.” " if decl.label and decl.label.text else ""
        if isinstance(decl.verdict, tree.Body):
            below = tuple(steps.rendered(steps.lines(scope, decl.verdict.stmts)))
            text = f"{notes} {cap(f'{when}this happens instead:')}".strip()
        else:
            scope, where = steps.named(scope, decl.lets)
            below, text = (), f"{cap(f'{when}{self._verdict(decl, scope, name, to)}{where}.')}{notes}"
        return Entry(self._labelled(name, decl.label, "an exception"), f"{sentence}{text}", below)

    def _labelled(self, name: str, label: tree.Label | None, otherwise: str) -> str:
        """The title of a clause about a name."""
        return f"{self.titled(name)}{f': {plain(label.name.text)}' if label else f', {otherwise}'}"

    def _before(self, over: tuple[tree.Word, ...]) -> str:
        return f" This goes before {listed([f'*{plain(word.text)}*' for word in over])}." if over else ""

    def _verdict(self, decl: tree.Exception_, scope: Scope, name: str, to: str) -> str:
        """What an exception says, as a sentence without its full stop. to: the exception that it is one to."""
        ends = any(ending.name == name for ending in self.scope.model.endings)
        define = self.scope.model.defines.get(name)
        clause = decl.target.clause.text if decl.target.clause else ""
        match decl.verdict:
            case tree.Waive() if f"{name}.{clause}" in self.scope.model.limits:
                return WITHOUT[clause]
            case tree.Must(test) if f"{name}.{clause}" in self.scope.model.limits:
                return f"{WITHOUT[clause]}, but only if {conditions.said(scope, test)}"
            case tree.Gives(tree.Listing(())) if ends:
                return "nobody wins"
            case tree.Gives(value) if ends:
                return f"it is won by {values.said(scope, value, t.ListOf(t.SEAT))}"
            case tree.Waive() if ends and decl.target.clause is None:
                return "the game goes on"
            case tree.Gives(value) if name == "used":
                return f"a card takes part only if {conditions.said(scope, value)}"
            case tree.Gives(tree.Truth(value)) if define is not None and define.type == t.YES_NO:
                return f"this {'holds' if value else 'does not hold'} in any case"
            case tree.Gives(value) if define is not None and define.type == t.YES_NO:
                return f"this holds instead if {conditions.said(scope, value)}"
            case tree.Gives(value) if define is not None:
                given = values.said(scope, value, define.type)
                return f"it is {given} instead" if len(given.split(" ")) <= 4 else f"it is instead {given}"
            case tree.Waive():
                return f"the exception *{to}* does not count" if to else "this is left out"
            case tree.Must(test, if_able):
                return f"this counts instead: {self.must(scope, test, if_able)}"
        raise AssertionError(decl)

    def adjust(self, decl: tree.Adjust) -> Entry:
        name = decl.target.name.text
        scope = self.inside(name, decl.target.args)
        how, by = "higher", decl.by
        match by:
            case tree.Minus(of):
                how, by = "lower", of
            case tree.Number(value) if value < 0:
                how, by = "lower", tree.Number(-value, span=by.span)
        when = f"{_if(scope, decl.when)}, " if decl.when else ""
        text = cap(f"{when}it is {how} by {values.noun(scope, by).tight(SUM)}.")
        return Entry(self._labelled(name, decl.label, "adjusted"), text)

    def hook(self, decl: tree.Hook) -> Entry:
        scope, names = self._points(decl.points)
        if names:
            title = f"{'before' if decl.before else 'after'} {names}"
            when = f", {_if(scope, decl.when)}" if decl.when else ""
            text = f"{cap(title)}{when}:"
        else:
            title, text = "at any time", f"As soon as {conditions.all_said(scope, decl.when)}:"
        title = plain(decl.label.name.text) if decl.label else title.replace("*", "")
        below = tuple(steps.rendered(steps.lines(scope, decl.body)))
        return Entry(title, f"{self._before(decl.over)} {text}".strip(), below)

    def _points(self, points: tuple[tree.Target | tree.AnyChange, ...]) -> tuple[Scope, str]:
        """What is known at some places in the course of the game, and their names; nothing for any change."""
        first = points[0]
        if isinstance(first, tree.AnyChange):
            return self.scope, ""
        names = [point.name.text for point in points if isinstance(point, tree.Target)]
        told = ["the last step" if name == "flow" else f"*{self.titled(name)}*" for name in names]
        return self.inside(first.name.text, first.args), listed(told, "or")

    def rule(self, decl: tree.Rule) -> Entry:
        target = decl.targets[0]
        scope = self.inside(target.name.text, target.args)
        names = [each.name.text for each in decl.targets]
        about = listed([f"*{self.titled(name)}*" for name in names], "or")
        acts = all(name in self.scope.model.actions for name in names)
        when = f", {_if(scope, decl.when)}" if decl.when else ""
        title = f"“{cap(safe(decl.title))}.” " if decl.title else ""
        scope, where = steps.named(scope, decl.lets)
        musts = "; ".join(self.must(scope, m.test, m.if_able) for m in decl.musts)
        head = f"When you {about}" if acts else f"For the choice {about}"
        text = f"{title}{head}{when}: {musts}{where}.{self._before(decl.over)}"
        return Entry(plain(decl.name.text), text)

    def must(self, scope: Scope, test: tree.Expr, if_able: bool) -> str:
        """An obligation as a sentence, without its full stop."""
        able = ", if you can" if if_able else ""
        if isinstance(test, tree.Truth):
            return "this is always allowed" if test.value else "this is not allowed"
        found = predicate(scope, test, False)
        if found is not None and found.verb.bare:
            subject = values.noun(scope, found.of).tight(SUM).unbroken()
            what = found.several or found.what
            return f"{subject} must {'not ' if found.no else ''}{found.verb.bare}{what and f' {what}'}{able}"
        if if_able:
            return f"if you can, choose so that {conditions.said(scope, test)}"
        return f"this is allowed only if {conditions.said(scope, test)}"

    def action(self, decl: tree.Action) -> Entry:
        name = decl.name.text
        scope = self.scope
        chosen: list[str] = []
        for param, type_, sort in zip(decl.params, self.types(name), self.sorts(name), strict=False):
            if isinstance(param, tree.Param):
                scope = scope.parameter(param.name.text, type_, sort)
            else:
                found = folds.group(scope, param.binder, kept=True)
                chosen.append(article(found.each))
                scope = found.scope
        text = f" ({quoted(scope, decl.text)})" if decl.text else ""
        lines = [f"- Choose {what}." for what in chosen]
        for need in decl.needs:
            why = f" (otherwise: “{safe(need.label.text)}”)" if need.label and need.label.text else ""
            label = f" (*{plain(need.label.name.text)}*)" if need.label and not why else ""
            must = conditions.said(scope, need.test)
            lines.append(f"- This is possible only if {must}{why}{label}.{cited(need)}")
        done = steps.lines(scope, decl.body)
        lines += steps.rendered(done) if done else ["- Nothing else happens."] if not lines else []
        about = [scope.locals[p.name.text].phrase for p in decl.params if isinstance(p, tree.Param)]
        offered = f" It is offered for {listed([first_spoken_of(each) for each in about])}." if about else ""
        return Entry(self.titled(name), f"An action{text}.{offered}", tuple(lines))

    def procedure(self, decl: tree.Phase | tree.Effect) -> Entry:
        name = decl.name.text
        scope = self.inside(name)
        parts = []
        whom = self.whom(name)
        if decl.when:
            parts.append(f"It happens {conditions.whenever(scope, decl.when, 'only if')}.")
        kept = [self.variable(var) for var in decl.vars if not var.untold] if isinstance(decl, tree.Phase) else []
        if kept:
            parts.append(f"During it you keep track of {listed(kept)}.")
        lines = steps.rendered(steps.lines(scope, decl.body), numbered=len(decl.body) > 1)
        aside = f"{'' if links(name) else ', for'} {listed(whom)}" if whom else ""
        return Entry(self.titled(name), " ".join(parts), tuple(lines), aside)

    def titled(self, name: str) -> str:
        """What the paragraph about a name is called."""
        if name == "used":
            return "cards that take part"
        procedure = self.scope.model.procedures.get(name)
        if procedure is not None and procedure.title:
            return safe(procedure.title)
        return self.scope.names.things.get(name) or called(self.scope.model, name)

    def variable(self, decl: tree.Var) -> str:
        """A variable, for whom it is kept, and how it starts."""
        name = self.scope.names.things[decl.name.text]
        per = self.per(decl)
        start, what = "", f"*{name}*"
        if self.scope.model.vars[decl.name.text].type == t.YES_NO:
            verb = name.partition(" ")[0] in ("has", "is", "can")
            holds = "" if negated(name) else " holds"
            what, per = (f"who *{name}*", []) if verb and per == ["player"] else (f"whether *{name}*{holds}", per)
        if decl.initial is not None and decl.initial != tree.Truth(False, span=decl.span):
            first = values.said(self.scope, decl.initial, self.scope.model.vars[decl.name.text].type)
            start = f" (at first {first})"
        seen = f", known to {values.said(self.scope, decl.seen_by)} only" if decl.seen_by is not None else ""
        return f"{what}{f' for each {listed(per)}' if per else ''}{seen}{start}"

    def per(self, decl: tree.Zone | tree.Var) -> list[str]:
        """For what there is one each."""
        model, name = self.scope.model, decl.name.text
        index = (model.zones.get(name) or model.vars[name]).index
        numbers = [f"number from {i.low} to {i.high}" if isinstance(i, t.Numbers) else "" for i in index]
        each = zip(self.sorts(name), numbers, index, strict=False)
        return [sort or number or self.scope.noun_of(type_) for sort, number, type_ in each]

    def timing(self, decl: tree.Timing) -> Entry:
        whose = values.said(self.scope, decl.by)
        holds = decl.holds_while is not None and f"hold while {conditions.said(self.scope, decl.holds_while)}"
        text = f"In texts of this sort, “you” means {whose}. They {holds or 'are carried out when the rules say so'}."
        return Entry(plain(decl.name.text), text)

    def ability(self, decl: tree.Ability) -> Entry:
        lines: list[str] = []
        for clause in decl.clauses:
            made = self.told(clause)
            assert made is not None
            name = made.title
            if isinstance(clause, (tree.Exception_, tree.Adjust)) and clause.label is None:
                name = self.titled(clause.target.name.text)
            lines += [f"- *{cap(name)}:* {made.text}", *(f"    {line}" for line in made.below)]
        lines += steps.rendered(steps.lines(self.scope, decl.body))
        says = printed_on(self.scope.model, decl.card.text)
        quoted = f"“{cap(safe(says))}.”" if says else ""
        title = f"{called(self.scope.model, decl.card.text)} ({plain(decl.timing.text)})"
        return Entry(title, quoted, tuple(lines))

    def ending(self, decl: tree.Ending) -> Entry:
        scope, names = self._ends(decl)
        where = f"After {names}" if names else "At any time"
        title = f"*{cap(safe(decl.title))}.* " if decl.title else ""
        when = f", {_if(scope, decl.when)}" if decl.when else ""
        over = f"{title}{where}{when}, the game is over. {self.won(decl)}"
        return Entry(plain(decl.name.text), over)

    def _ends(self, decl: tree.Ending) -> tuple[Scope, str]:
        """What an ending knows, and after what it is looked at. Who reads of it has not acted."""
        scope, names = self._points(decl.points)
        return scope.having("you", the("player who has acted"), t.SEAT), names

    def won(self, decl: tree.Ending) -> str:
        """Who wins, as a sentence."""
        match decl.winners:
            case tree.Listing(()):
                return "Nobody wins."
            case tree.Name("Player"):
                return "All players win."
        scope, _ = self._ends(decl)
        scope, where = steps.named(scope, decl.lets)
        who = values.noun(scope, decl.winners, t.ListOf(t.SEAT))
        return f"{cap(who.text)} {who.verb('wins', 'win')}{where}."


TOLD: dict[type, Callable[[Teller, Any], Entry | None]] = {
    tree.Define: Teller.define,
    tree.Table: Teller.table,
    tree.Exception_: Teller.exception,
    tree.Adjust: Teller.adjust,
    tree.Hook: Teller.hook,
    tree.Rule: Teller.rule,
    tree.Action: Teller.action,
    tree.Phase: Teller.procedure,
    tree.Effect: Teller.procedure,
    tree.Timing: Teller.timing,
    tree.Ability: Teller.ability,
    tree.Ending: Teller.ending,
}


def first_spoken_of(phrase: Phrase) -> str:
    """`the card` as it is first spoken of."""
    return article(phrase.words) if phrase.article == "the" else phrase.text


def _if(scope: Scope, when: tuple[tree.Expr, ...]) -> str:
    return conditions.whenever(scope, when)
