"""Declarations in words: what each one says, with its name and where it comes from."""

from __future__ import annotations

import re

import attrs

from hoyle import types as t
from hoyle.english import cap, links, listed, negated, plain, safe, small_article
from hoyle.rulebook import conditions, folds, steps, values
from hoyle.rulebook.cards import called
from hoyle.rulebook.entry import Entry, cited
from hoyle.rulebook.phrase import LOOSE, SUM, bracketed, tight
from hoyle.rulebook.predicates import predicate
from hoyle.rulebook.scope import Scope, is_list, small
from hoyle.rulebook.tables import rows_of
from hoyle.syntax import tree


@attrs.frozen
class Teller:
    """Says declarations. heads: the parameters of everything that has some, as they are written. rules: what each rule
    or ending is about first, since what a clause about one calls its parameters are those of that."""

    scope: Scope
    heads: dict[str, tuple[tree.Param | tree.ChosenParam, ...]]
    rules: dict[str, tree.Target]

    # ------------------------------------------------------------------------------------------ names at the head

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
        params = self.heads.get(name, ())
        written = [param.type if isinstance(param, tree.Param) else None for param in params]
        own = [(p.binder.var if isinstance(p, tree.ChosenParam) else p.name).text for p in params]
        called = own if args is None else [a.text if isinstance(a, tree.Name) else own[n] for n, a in enumerate(args)]
        types = self.types(name) or [None] * len(called)
        for word, type_, type_written in zip(called, types, written, strict=False):
            if word == "this":
                continue
            scope = scope.parameter(word, type_ or self.scope.declared(type_written), type_written)
        return scope

    def whom(self, name: str) -> list[str]:
        """What something is asked for: `a player`, `a card`."""
        scope = self.inside(name)
        params = self.heads.get(name, ())
        own = [(p.binder.var if isinstance(p, tree.ChosenParam) else p.name).text for p in params]
        known = [scope.locals[word] for word in own]
        return [k.phrase.removeprefix("the ") if is_list(k.type) else small_article(k.phrase) for k in known]

    # ------------------------------------------------------------------------------------------ definitions

    def define(self, decl: tree.Define) -> Entry | None:
        if decl.value is None:
            return None
        name = decl.name.text
        scope = self.inside(name)
        type_ = self.scope.model.defines[name].type
        title = f" ({safe(decl.title)})" if decl.title else ""
        whom = self.whom(name)
        words = self.titled(name)
        if type_ == t.YES_NO:
            note = f" ({cap(safe(decl.title))}.)" if decl.title else ""
            return Entry(words, f"{self._truth(name, scope, whom, decl)}{note}", cites=cited(decl.cites))
        limits = "".join(
            f"; never {'less' if bound.least else 'more'} than {tight(values.noun(scope, bound.value), SUM)}"
            for bound in decl.bounds
        )
        value = values.said(scope, decl.value, type_)
        if not whom and value.replace("*", "").lower() == f"the {words.lower()}":
            return None
        link = "" if links(name) else " for" if len(whom) > 1 else " of"
        about = f"{link} {listed(whom)}" if whom else ""
        return Entry(words, f"{value}{limits}{title}.", aside=f"{about}:", cites=cited(decl.cites))

    def _truth(self, name: str, scope: Scope, whom: list[str], decl: tree.Define) -> str:
        assert decl.value is not None
        if isinstance(decl.value, tree.Truth):
            return f"This {'always' if decl.value.value else 'never'} holds, unless an exception says otherwise."
        test = conditions.said(scope, decl.value)
        if len(whom) != 1:
            return f"This holds{f' for {listed(whom)}' if whom else ''} if {test}."
        param = decl.params[0].name
        call = tree.Apply(tree.Name(name, span=param.span), (tree.Name(param.text, span=param.span),), span=decl.span)
        found = predicate(scope, call, False)
        assert found is not None
        return f"{cap(whom[0])} {found.one} if {test}."

    def table(self, decl: tree.Table) -> Entry:
        names = self.inside(decl.name.text).locals
        heads = [names[param.name.text].phrase.removeprefix("the ") for param in decl.params]
        rows = tuple(rows_of(decl, heads))
        return Entry(self.titled(decl.name.text), "See this table.", rows, cites=cited(decl.cites))

    # ------------------------------------------------------------------------------------------ clauses

    def exception(self, decl: tree.Exception_) -> Entry:
        name = decl.target.name.text
        scope = self.inside(name, decl.target.args)
        what = self.titled(name)
        label = f": {plain(decl.label.name.text)}" if decl.label else ", an exception"
        notes = ""
        if decl.target.clause is not None and not self._is_ability(decl.target):
            notes += f" This is an exception to *{plain(decl.target.clause.text)}*."
        notes += self._before(decl.over)
        cites = cited(decl.cites, getattr(decl.verdict, "cites", ()))
        when = f"if {self._when(scope, decl.when)}, " if decl.when else ""
        sentence = f"“{cap(safe(decl.label.text))}.” " if decl.label and decl.label.text else ""
        text, below = self._verdict(decl, scope, name, when)
        if below:
            text, notes = f"{notes.strip()} {cap(text)}".strip(), ""
        return Entry(f"{what}{label}", f"{sentence}{cap(text)}{notes}", below, cites=cites)

    def _when(self, scope: Scope, when: tuple[tree.Expr, ...]) -> str:
        """Conditions with a comma behind them."""
        return conditions.all_of(scope, when).text

    def _before(self, over: tuple[tree.Word, ...]) -> str:
        return f" This goes before {listed([f'*{plain(word.text)}*' for word in over])}." if over else ""

    def _is_ability(self, target: tree.Target) -> bool:
        """Whether it is an ability, as `owl.on_entry`, and not an exception, as `worth.gold`."""
        wanted = (target.name.text, target.clause.text if target.clause else None)
        return any((ability.card, ability.timing) == wanted for ability in self.scope.model.abilities)

    def _verdict(self, decl: tree.Exception_, scope: Scope, name: str, when: str) -> tuple[str, tuple[str, ...]]:
        ends = any(ending.name == name for ending in self.scope.model.endings)
        match decl.verdict:
            case tree.Gives(tree.Listing(())) if ends:
                return f"{when}nobody wins.", ()
            case tree.Gives(value) if ends:
                return f"{when}it is won by {values.said(scope, value, t.ListOf(t.SEAT))}.", ()
            case tree.Waive() if ends and decl.target.clause is None:
                return f"{when}the game goes on.", ()
            case tree.Gives(value):
                if name == "used":
                    return f"{when}a card takes part only if {conditions.said(scope, value)}.", ()
                if self.scope.model.defines[name].type == t.YES_NO:
                    if isinstance(value, tree.Truth):
                        return f"{when}this {'holds' if value.value else 'does not hold'} in any case.", ()
                    return f"{when}this holds instead if {conditions.said(scope, value)}.", ()
                given = values.said(scope, value, self.scope.model.defines[name].type)
                if len(given.split(" ")) <= 4:
                    return f"{when}it is {given} instead.", ()
                return f"{when}it is instead {given}.", ()
            case tree.Waive():
                if decl.target.clause is not None and not self._is_ability(decl.target):
                    return f"{when}the exception *{plain(decl.target.clause.text)}* does not count.", ()
                return f"{when}this is left out.", ()
            case tree.Must() as must:
                return f"{when}this counts instead: {self.must(scope, must.test, must.if_able)}.", ()
            case tree.Body(stmts):
                return f"{when}this happens instead:", tuple(steps.rendered(steps.lines(scope, stmts)))

    def adjust(self, decl: tree.Adjust) -> Entry:
        name = decl.target.name.text
        scope = self.inside(name, decl.target.args)
        label = f": {plain(decl.label.name.text)}" if decl.label else ", adjusted"
        how, by = "higher", decl.by
        match by:
            case tree.Minus(of):
                how, by = "lower", of
            case tree.Number(value) if value < 0:
                how, by = "lower", tree.Number(-value, span=by.span)
        amount = tight(values.noun(scope, by), SUM)
        when = f"If {self._when(scope, decl.when)}, it" if decl.when else "It"
        return Entry(f"{self.titled(name)}{label}", f"{when} is {how} by {amount}.", cites=cited(decl.cites))

    def hook(self, decl: tree.Hook) -> Entry:
        point = decl.points[0]
        label = plain(decl.label.name.text) if decl.label else ""
        if isinstance(point, tree.AnyChange):
            when = conditions.all_said(self.scope, decl.when)
            title, text, scope = label or "at any time", f"As soon as {when}:", self.scope
        else:
            scope = self.inside(point.name.text, point.args)
            names = listed([self._point(p.name.text) for p in decl.points if isinstance(p, tree.Target)], "or")
            where = "before" if decl.before else "after"
            title = label or f"{where} {names.replace('*', '')}"
            when = f", if {self._when(scope, decl.when)}" if decl.when else ""
            text = f"{cap(where)} {names}{when}:"
        below = tuple(steps.rendered(steps.lines(scope, decl.body)))
        return Entry(title, f"{self._before(decl.over)} {text}".strip(), below, cites=cited(decl.cites))

    def _point(self, name: str) -> str:
        """A place in the course of the game."""
        return "the last step" if name == "flow" else f"*{self.titled(name)}*"

    # ------------------------------------------------------------------------------------------ rules and actions

    def rule(self, decl: tree.Rule) -> Entry:
        target = decl.targets[0]
        scope = self.inside(target.name.text, target.args)
        names = [each.name.text for each in decl.targets]
        about = listed([f"*{self.titled(name)}*" for name in names], "or")
        acts = all(name in self.scope.model.actions for name in names)
        when = f", if {self._when(scope, decl.when)}" if decl.when else ""
        title = f"“{cap(safe(decl.title))}.” " if decl.title else ""
        musts = "; ".join(self.must(scope, m.test, m.if_able) for m in decl.musts)
        cites = cited(decl.cites, *(m.cites for m in decl.musts))
        head = f"When you {about}" if acts else f"For the choice {about}"
        text = f"{title}{head}{when}: {musts}.{self._before(decl.over)}"
        return Entry(plain(decl.name.text), text, cites=cites)

    def must(self, scope: Scope, test: tree.Expr, if_able: bool) -> str:
        """An obligation as a sentence, without its full stop."""
        able = ", if you can" if if_able else ""
        if isinstance(test, tree.Truth):
            return "this is always allowed" if test.value else "this is not allowed"
        found = predicate(scope, test, False)
        if found is not None:
            subject = tight(values.noun(scope, found.of), SUM)
            subject = bracketed(subject) if subject.tail == LOOSE else subject
            verb, _, rest = found.some.partition(" ")
            if verb == "are" and rest.startswith("not "):
                return f"{subject} must not be {rest.removeprefix('not ')}{able}"
            if verb.startswith("*"):
                return f"{subject} must {found.some}{able}"
            if verb in ("are", "count", "have"):
                return f"{subject} must {'be' if verb == 'are' else verb} {rest}{able}"
        if if_able:
            return f"if you can, choose so that {conditions.said(scope, test)}"
        return f"this is allowed only if {conditions.said(scope, test)}"

    def action(self, decl: tree.Action) -> Entry:
        name = decl.name.text
        scope = self.scope
        chosen: list[str] = []
        given = self.scope
        for param, type_ in zip(decl.params, self.types(name), strict=False):
            if isinstance(param, tree.Param):
                scope = scope.parameter(param.name.text, type_, param.type)
                given = scope
                continue
            made, scope = self._chosen(scope, param.binder)
            chosen.append(made)
        text = f" (“{_template(scope, decl.text.text)}”)" if decl.text else ""
        lines = [f"- Choose {what}." for what in chosen]
        for need in decl.needs:
            why = f" (otherwise: “{safe(need.label.text)}”)" if need.label and need.label.text else ""
            label = f" (*{plain(need.label.name.text)}*)" if need.label and not why else ""
            must = conditions.said(scope, need.test)
            lines.append(f"- This is possible only if {must}{why}{label}.{cited(need.cites)}")
        done = steps.lines(scope, decl.body)
        lines += steps.rendered(done) if done else ["- Nothing else happens."] if not lines else []
        about = [given.locals[p.name.text].phrase for p in decl.params if isinstance(p, tree.Param)]
        offered = f" It is offered for {listed([small_article(a) for a in about])}." if about else ""
        return Entry(self.titled(name), f"An action{text}.{offered}", tuple(lines), cites=cited(decl.cites))

    def _chosen(self, scope: Scope, binder: tree.Binder) -> tuple[str, Scope]:
        found = folds.group(scope, binder, kept=True)
        return folds.one(found), found.scope

    # ------------------------------------------------------------------------------------------ phases and effects

    def procedure(self, decl: tree.Phase | tree.Effect) -> Entry:
        name = decl.name.text
        scope = self.inside(name)
        parts = []
        whom = self.whom(name)
        if decl.when:
            parts.append(f"It happens only if {conditions.all_said(scope, decl.when)}.")
        kept = [self.variable(var) for var in decl.vars if not var.untold] if isinstance(decl, tree.Phase) else []
        if kept:
            parts.append(f"During it you keep track of {listed(kept)}.")
        cites = cited(decl.cites, *(v.cites for v in (decl.vars if isinstance(decl, tree.Phase) else ())))
        lines = steps.rendered(steps.lines(scope, decl.body), numbered=len(decl.body) > 1)
        title = self.titled(name)
        aside = f"{'' if links(name) else ', for'} {listed(whom)}" if whom else ""
        return Entry(title, " ".join(parts), tuple(lines), aside, cites)

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
        per = [self.index(type_) for type_ in decl.index]
        start, what = "", f"*{name}*"
        if self.scope.model.vars[decl.name.text].type == t.YES_NO:
            verb = name.partition(" ")[0] in ("has", "is", "can")
            holds = "" if negated(name) else " holds"
            what = f"who *{name}*" if verb and per == ["player"] else f"whether *{name}*{holds}"
            per = [] if what.startswith("who ") else per
        if decl.initial is not None and decl.initial != tree.Truth(False, span=decl.span):
            first = values.said(self.scope, decl.initial, self.scope.model.vars[decl.name.text].type)
            start = f" (at first {first})"
        seen = ""
        if decl.seen_by is not None:
            seen = f", known to {values.said(self.scope, decl.seen_by)} only"
        return f"{what}{f' for each {listed(per)}' if per else ''}{seen}{start}"

    def index(self, type_: tree.Type) -> str:
        if isinstance(type_, tree.NamedType) and type_.name in self.scope.ranges:
            return small(plain(type_.name))
        if isinstance(type_, tree.RangeType):
            return f"number from {type_.low} to {type_.high}"
        return self.scope.noun_of(self.scope.declared(type_))

    # ------------------------------------------------------------------------------------------ abilities, endings

    def timing(self, decl: tree.Timing) -> Entry:
        whose = values.said(self.scope, decl.by)
        text = f"In texts of this sort, “you” means {whose}."
        if decl.holds_while is not None:
            text += f" They hold while {conditions.said(self.scope, decl.holds_while)}."
        else:
            text += " They are carried out when the rules say so."
        return Entry(plain(decl.name.text), text, cites=cited(decl.cites))

    def ability(self, decl: tree.Ability, says: str) -> Entry:
        lines: list[str] = []
        for clause in decl.clauses:
            lines += self._clause(clause)
        lines += steps.rendered(steps.lines(self.scope, decl.body))
        quoted = f"“{cap(safe(says))}.”" if says else ""
        cites = cited(decl.cites, *(getattr(c, "cites", ()) for c in decl.clauses))
        title = f"{called(self.scope.model, decl.card.text)} ({plain(decl.timing.text)})"
        return Entry(title, quoted, tuple(lines), cites=cites)

    def _clause(self, clause: tree.Clause) -> list[str]:
        match clause:
            case tree.Exception_():
                made = self.exception(clause)
            case tree.Adjust():
                made = self.adjust(clause)
            case tree.Hook():
                made = self.hook(clause)
            case tree.Rule():
                made = self.rule(clause)
        name, _, _ = made.title.partition(",")
        return [f"- *{cap(name)}:* {made.text}", *(f"    {line}" for line in made.below)]

    def ending(self, decl: tree.Ending) -> Entry:
        point = decl.points[0]
        if isinstance(point, tree.AnyChange):
            scope, where = self.scope, "At any time"
        else:
            scope = self.inside(point.name.text, point.args)
            names = [self._point(p.name.text) for p in decl.points if isinstance(p, tree.Target)]
            where = f"After {listed(names, 'or')}"
        title = f"*{cap(safe(decl.title))}.* " if decl.title else ""
        when = f", if {self._when(scope, decl.when)}" if decl.when else ""
        over = f"{title}{where}{when}, the game is over. {self.winners(decl, scope)}"
        return Entry(plain(decl.name.text), over, cites=cited(decl.cites))

    def won(self, decl: tree.Ending) -> str:
        """Who wins, for somebody who knows nothing yet."""
        point = decl.points[0]
        return self.winners(
            decl, self.scope if isinstance(point, tree.AnyChange) else self.inside(point.name.text, point.args)
        )

    def winners(self, decl: tree.Ending, scope: Scope) -> str:
        """Who wins, as a sentence."""
        match decl.winners:
            case tree.Listing(()):
                return "Nobody wins."
            case tree.Name("Player"):
                return "All players win."
        who = values.noun(scope, decl.winners, t.ListOf(t.SEAT))
        return f"{cap(who.text)} {'win' if who.plural else 'wins'}."


def _template(scope: Scope, text: str) -> str:
    """What a choice is called, with what differs in italics."""
    parts = re.split(r"\{([^}]*)\}", text)
    return "".join(f"*{_braced(scope, part)}*" if number % 2 else safe(part) for number, part in enumerate(parts))


def _braced(scope: Scope, inside: str) -> str:
    name, last = re.match(r"\w+", inside), inside.rpartition(".")[2]
    if "." in inside and last.isidentifier():
        return plain(last)
    word = name[0] if name else inside
    return scope.locals[word].phrase.removeprefix("the ").strip("*") if word in scope.locals else plain(word)
