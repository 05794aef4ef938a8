"""Declarations in words: what each one says, with its name and where it comes from."""

from __future__ import annotations

import re

import attrs

from hoyle import types as t
from hoyle.rulebook import conditions, folds, steps, values
from hoyle.rulebook.scope import Scope, TooInvolved, is_list
from hoyle.rulebook.tables import rows_of
from hoyle.rulebook.words import article, cap, listed, plain, safe, term
from hoyle.syntax import tree


@attrs.frozen
class Entry:
    """A paragraph that starts with a name, and the lines, table or further entries below it."""

    title: str
    text: str
    below: tuple[str, ...] = ()

    def markdown(self) -> str:
        head = f"**{cap(self.title)}.**" + (f" {self.text}" if self.text else "")
        return "\n".join([head, *(["", *self.below] if self.below else [])])


def cited(*groups: tuple[str, ...]) -> str:
    """The places in the rulebook, each once, in brackets."""
    ids = dict.fromkeys(id_ for group in groups for id_ in group)
    return f" [{', '.join(ids)}]" if ids else ""


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
        bare = [(scope.locals[word], scope.locals[word].phrase.removeprefix("the ")) for word in own]
        return [words if is_list(known.type) else article(words) for known, words in bare]

    # ------------------------------------------------------------------------------------------ definitions

    def define(self, decl: tree.Define) -> Entry | None:
        if decl.value is None:
            return None
        name = decl.name.text
        scope = self.inside(name)
        type_ = self.scope.model.defines[name].type
        title = f" (“{safe(decl.title)}”)" if decl.title else ""
        whom = self.whom(name)
        if type_ == t.YES_NO:
            text = self._truth(name, scope, whom, decl)
        else:
            limits = "".join(
                f"; never {'less' if bound.least else 'more'} than {values.said(scope, bound.value)}"
                for bound in decl.bounds
            )
            about = f"For {listed(whom)}: " if whom else ""
            text = cap(f"{about}{values.said(scope, decl.value, type_)}{limits}.")
            if text.lower() == f"the {plain(name).removeprefix('the ')}.":
                return None
        return Entry(plain(name), f"{text}{title}{cited(decl.cites)}")

    def _truth(self, name: str, scope: Scope, whom: list[str], decl: tree.Define) -> str:
        assert decl.value is not None
        if isinstance(decl.value, tree.Truth):
            return f"This {'always' if decl.value.value else 'never'} holds, unless an exception says otherwise."
        test = conditions.said(scope, decl.value)
        if len(whom) != 1:
            return f"This holds{f' for {listed(whom)}' if whom else ''} if {test}."
        param = decl.params[0].name
        call = tree.Apply(tree.Name(name, span=param.span), (tree.Name(param.text, span=param.span),), span=decl.span)
        found = conditions.predicate(scope, call, False)
        assert found is not None
        return f"{cap(whom[0])} {found.one} if {test}."

    def table(self, decl: tree.Table) -> Entry:
        names = self.inside(decl.name.text).locals
        heads = [names[param.name.text].phrase.removeprefix("the ") for param in decl.params]
        return Entry(plain(decl.name.text), f"Look it up:{cited(decl.cites)}", tuple(rows_of(decl, heads)))

    # ------------------------------------------------------------------------------------------ clauses

    def exception(self, decl: tree.Exception_) -> Entry:
        name = decl.target.name.text
        scope = self.inside(name, decl.target.args)
        what = self.titled(name)
        label = f": {plain(decl.label.name.text)}" if decl.label else ", an exception"
        notes = ""
        if decl.target.clause is not None and not self._is_ability(decl.target):
            notes += f" (an exception to *{plain(decl.target.clause.text)}*)"
        if decl.over:
            notes += f" (goes before {listed([term(w.text) for w in decl.over])})"
        cites = cited(decl.cites, getattr(decl.verdict, "cites", ()))
        when = f"If {conditions.all_said(scope, decl.when)}, " if decl.when else ""
        sentence = f" (“{safe(decl.label.text)}”)" if decl.label and decl.label.text else ""
        text, below = self._verdict(decl, scope, name, when)
        return Entry(f"{what}{label}", f"{cap(text)}{sentence}{notes}{cites}".strip(), below)

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
                return f"{when}it is instead: {given}.", ()
            case tree.Waive():
                if decl.target.clause is not None and not self._is_ability(decl.target):
                    return f"{when}the exception *{plain(decl.target.clause.text)}* does not count.", ()
                return f"{when}this is left out.", ()
            case tree.Must() as must:
                return f"{when}this counts instead: {self.must(scope, must.test, must.if_able)}", ()
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
        amount = values.said(scope, by)
        when = f"If {conditions.all_said(scope, decl.when)}, it" if decl.when else "It"
        return Entry(f"{plain(name)}{label}", f"{when} is {how} by {amount}.{cited(decl.cites)}")

    def hook(self, decl: tree.Hook) -> Entry:
        point = decl.points[0]
        label = plain(decl.label.name.text) if decl.label else ""
        if isinstance(point, tree.AnyChange):
            when = conditions.all_said(self.scope, decl.when)
            title, text, scope = label or "at any time", f"As soon as {when}:", self.scope
        else:
            scope = self.inside(point.name.text, point.args)
            names = listed([term(p.name.text) for p in decl.points if isinstance(p, tree.Target)], "or")
            where = "before" if decl.before else "after"
            title = label or f"{where} {names.replace('*', '')}"
            when = f", if {conditions.all_said(scope, decl.when)}" if decl.when else ""
            text = f"{cap(where)} {names}{when}:"
        notes = f" (It goes before {listed([term(w.text) for w in decl.over])}.)" if decl.over else ""
        return Entry(title, f"{text}{notes}{cited(decl.cites)}", tuple(steps.rendered(steps.lines(scope, decl.body))))

    # ------------------------------------------------------------------------------------------ rules and actions

    def rule(self, decl: tree.Rule) -> Entry:
        target = decl.targets[0]
        scope = self.inside(target.name.text, target.args)
        about = listed([term(each.name.text) for each in decl.targets], "or")
        title = f"“{cap(safe(decl.title))}.” " if decl.title else ""
        when = f" It applies when {conditions.all_said(scope, decl.when)}." if decl.when else ""
        musts = " ".join(self.must(scope, m.test, m.if_able) for m in decl.musts)
        notes = f" (It goes before {listed([term(w.text) for w in decl.over])}.)" if decl.over else ""
        cites = cited(decl.cites, *(m.cites for m in decl.musts))
        return Entry(plain(decl.name.text), f"{title}This rule is about {about}.{when} {musts}{notes}{cites}")

    def must(self, scope: Scope, test: tree.Expr, if_able: bool) -> str:
        """An obligation as a sentence."""
        able = ", if you can" if if_able else ""
        try:
            found = conditions.predicate(scope, test, False)
            if found is not None:
                subject = values.noun(scope, found.of)
                verb, _, rest = found.some.partition(" ")
                if verb == "are" and rest.startswith("not "):
                    return f"{cap(subject)} must not be {rest.removeprefix('not ')}{able}."
                if verb.startswith("*"):
                    return f"{cap(subject)} must {found.some}{able}."
                if verb in ("are", "count", "have"):
                    return f"{cap(subject)} must {'be' if verb == 'are' else verb} {rest}{able}."
        except TooInvolved:
            pass
        return f"It must be so that {conditions.said(scope, test)}{able}."

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
            called = f" ({term(need.label.name.text)})" if need.label and not why else ""
            must = conditions.said(scope, need.test)
            lines.append(f"- This is possible only if {must}{why}{called}.{cited(need.cites)}")
        done = steps.lines(scope, decl.body)
        lines += steps.rendered(done) if done else ["- Nothing else happens."] if not lines else []
        about = [given.locals[p.name.text].phrase for p in decl.params if isinstance(p, tree.Param)]
        offered = f" It is offered for {listed([article(a.removeprefix('the ')) for a in about])}." if about else ""
        return Entry(plain(name), f"An action{text}.{offered}{cited(decl.cites)}", tuple(lines))

    def _chosen(self, scope: Scope, binder: tree.Binder) -> tuple[str, Scope]:
        try:
            found = folds.group(scope, binder, kept=True)
            return folds.one(found), found.scope
        except TooInvolved:
            var = binder.var.text
            known = scope.parameter(var, None)
            return f"the {plain(var)}: `{' '.join(binder.span.text.split())}`", known

    # ------------------------------------------------------------------------------------------ phases and effects

    def procedure(self, decl: tree.Phase | tree.Effect) -> Entry:
        name = decl.name.text
        scope = self.inside(name)
        parts = []
        whom = self.whom(name)
        if whom:
            parts.append(f"For {listed(whom)}.")
        if decl.when:
            parts.append(f"It happens only if {conditions.all_said(scope, decl.when)}.")
        kept = [self.variable(var) for var in decl.vars] if isinstance(decl, tree.Phase) else []
        if kept:
            parts.append(f"During it you keep track of {listed(kept)}.")
        cites = cited(decl.cites, *(v.cites for v in (decl.vars if isinstance(decl, tree.Phase) else ())))
        lines = steps.rendered(steps.lines(scope, decl.body), numbered=len(decl.body) > 1)
        return Entry(self.titled(name), f"{' '.join(parts)}{cites}".strip(), tuple(lines))

    def titled(self, name: str) -> str:
        """What the paragraph about a name is called."""
        if name == "used":
            return "cards that take part"
        procedure = self.scope.model.procedures.get(name)
        return safe(procedure.title) if procedure is not None and procedure.title else plain(name)

    def variable(self, decl: tree.Var) -> str:
        """A variable, for whom it is kept, and how it starts."""
        name = values.kept(self.scope, decl.name.text)
        per = [self.index(type_) for type_ in decl.index]
        start = ""
        if decl.initial is not None:
            first = values.said(self.scope, decl.initial, self.scope.model.vars[decl.name.text].type)
            start = f" (at first {first})"
        seen = ""
        if decl.seen_by is not None:
            seen = f", known to {values.said(self.scope, decl.seen_by)} only"
        return f"*{name}*{f' for each {listed(per)}' if per else ''}{seen}{start}"

    def index(self, type_: tree.Type) -> str:
        if isinstance(type_, tree.NamedType) and type_.name in self.scope.ranges:
            return plain(type_.name).lower()
        if isinstance(type_, tree.RangeType):
            return f"number from {type_.low} to {type_.high}"
        return self.scope.noun_of(self.scope.declared(type_))

    # ------------------------------------------------------------------------------------------ abilities, endings

    def timing(self, decl: tree.Timing) -> Entry:
        whose = values.said(self.scope, decl.by)
        text = f"In texts of this sort, “you” are {whose}."
        if decl.holds_while is not None:
            text += f" They hold while {conditions.said(self.scope, decl.holds_while)}."
        else:
            text += " They are carried out when the rules say so."
        return Entry(plain(decl.name.text), f"{text}{cited(decl.cites)}")

    def ability(self, decl: tree.Ability, says: str) -> Entry:
        lines: list[str] = []
        for clause in decl.clauses:
            lines += self._clause(clause)
        lines += steps.rendered(steps.lines(self.scope, decl.body))
        quoted = f"“{safe(says)}”" if says else ""
        cites = cited(decl.cites, *(getattr(c, "cites", ()) for c in decl.clauses))
        return Entry(f"{plain(decl.card.text)} ({plain(decl.timing.text)})", f"{quoted}{cites}".strip(), tuple(lines))

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
        text = re.sub(r" \[[^\]]*\]$", "", made.text)
        return [f"- *{cap(name)}:* {text}", *(f"    {line}" for line in made.below)]

    def ending(self, decl: tree.Ending) -> Entry:
        point = decl.points[0]
        if isinstance(point, tree.AnyChange):
            scope, where = self.scope, "At any time"
        else:
            scope = self.inside(point.name.text, point.args)
            names = [f"*{self.titled(p.name.text)}*" for p in decl.points if isinstance(p, tree.Target)]
            where = f"After {listed(names, 'or')}"
        title = f"*{cap(safe(decl.title))}.* " if decl.title else ""
        when = f", if {conditions.all_said(scope, decl.when)}" if decl.when else ""
        match decl.winners:
            case tree.Listing(()):
                winners = "Nobody wins"
            case _:
                who = values.said(scope, decl.winners, t.ListOf(t.SEAT))
                several = conditions.plural(who) or who.startswith("of ")
                winners = f"{cap(who)} {'win' if several else 'wins'}"
        return Entry(plain(decl.name.text), f"{title}{where}{when}, the game is over. {winners}.{cited(decl.cites)}")


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
