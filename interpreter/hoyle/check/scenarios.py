"""Scenarios: what their names mean and whether it fits, before any of them is run.

Assumes a world without errors, or scenarios that mention nothing broken. Guarantees, when it reports nothing, that
each scenario can be set up: its seats and options fit the game, its cards exist often enough, and every deed and claim
is about something the game has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import attrs

from hoyle import builtins
from hoyle import types as t
from hoyle.check import script
from hoyle.check.definitions import Definitions
from hoyle.check.early import USED, refused
from hoyle.check.expressions import Typer
from hoyle.check.forms import plain
from hoyle.check.record import built_in
from hoyle.check.script import asked, by_chance, by_face
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.operators import function
from hoyle.diagnostics import Diagnostic, Diagnostics
from hoyle.program.options import option_values
from hoyle.program.set_out import taking_part
from hoyle.program.shortage import DEALS
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.sorts import WORDS

Values = dict[str, int | str | bool]
Key = tuple[str, tuple[core.Value | str, ...]]  # of a card: its type, and what tells it from others of it


def check_scenarios(world: World, scenarios: list[tree.Scenario]) -> list[script.Scenario]:
    """The scenarios in core form; whatever is wrong with them is reported."""
    stage = _Stage(world)
    return [_Scene(stage, node).scenario() for node in scenarios]


class _Stage:
    """What all scenarios of a game share, worked out once."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.defs = Definitions(world, {name: (made.params, made.type) for name, made in world.model.defines.items()})
        self._there: dict[tuple[Any, ...], Counter[Key]] = {}

    @cached_property
    def asked(self) -> list[t.Type]:
        return asked(self.world.model)

    def there(self, players: int, options: dict[str, core.Value]) -> Counter[Key]:
        """How many there are of each card that takes part."""
        table = (players, *options.values())
        if table not in self._there:
            keys = {name: cards.keys for name, cards in self.world.model.card_types.items()}
            cards = taking_part(self.world.model, players, options)
            self._there[table] = Counter((c.cards, tuple(c.face[k] for k in keys[c.cards])) for c in cards)
        return self._there[table]


class _Scene:
    """Checks one scenario."""

    def __init__(self, stage: _Stage, node: tree.Scenario) -> None:
        self.stage, self.world, self.node = stage, stage.world, node
        self.seats = self._seats()
        self.record = self.world.record
        self.bound = {word.text: self.record.declare("seat", word, node.title.text) for word in node.seats}

    def scenario(self) -> script.Scenario:
        node = self.node
        options = self._options()
        facts = (self._holds(fact) if isinstance(fact, tree.HoldsCards) else self._assign(fact) for fact in node.given)
        given = tuple(fact for fact in facts if fact is not None)
        self._enough(options, given)
        steps: list[script.When | script.Then] = []
        for step in node.steps:
            if isinstance(step, tree.Script):
                deeds = (self._deed(deed) for deed in step.deeds)
                steps.append(script.When(tuple(d for d in deeds if d is not None)))
            else:
                claims = (self._claim(claim) for claim in step.claims)
                steps.append(script.Then(tuple(c for c in claims if c is not None)))
        return script.Scenario(node.title.text, self.seats, options, given, tuple(steps), node.cites, span=node.span)

    @property
    def typer(self) -> Typer:
        made = Typer(self.stage.defs, dict.fromkeys(self.seats, t.SEAT), trial=True)
        made.bound = self.bound
        return made

    # ------------------------------------------------------------------------------------------ seats and options

    def _seats(self) -> tuple[str, ...]:
        low, high = self.world.model.seats
        words = self.node.seats
        if not words:
            return tuple(f"player_{n}" for n in range(1, low + 1))
        for number, word in enumerate(words):
            if word.text in [w.text for w in words[:number]]:
                help = "give each seat its own name"
                self.world.report("HYL501", f"`{word.text}` sits twice at the table", word, help)
            elif self._taken(word.text):
                help = "call the seat something else"
                self.world.report("HYL501", f"`{word.text}` already means something in this game", word, help)
        if not low <= len(words) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            here = "is 1 seat" if len(words) == 1 else f"are {len(words)} seats"
            message = f"here {here}, but {self.world.model.title} is for {wanted} players"
            self.world.report("HYL501", message, words[0].span.to(words[-1].span))
        return tuple(word.text for word in words)

    def _taken(self, text: str) -> bool:
        world = self.world
        return text in world.names or text in world.members or text in builtins.NAMES or function(text) is not None

    def _options(self) -> Values:
        game = self.world.model
        found: Values = {}
        for node in self.node.options:
            name = node.name.text
            if name not in game.options:
                self._unknown("HYL502", name, node.name.span, game.options, "option")
                continue
            self.record.name(name, node.name.span)
            if name in found:
                self.world.report("HYL502", f"`{name}` is set twice", node.span, "take one of them out", about=name)
                continue
            value, complaints = self._quietly(node.value, game.options[name].type, name)
            set_to = self.seats.index(value.name) + 1 if isinstance(value, core.Local) else plain(game, value)
            if set_to is None and not isinstance(value.type, t.Broken):
                self.world.report("HYL502", "an option is set to a plain value", node.value.span)
                continue
            for complaint in complaints:
                self.world.found.add(complaint)
            if set_to is None or complaints:
                continue
            why = refused(game, {**found, name: set_to}, len(self.seats))
            if why is None:
                found[name] = set_to
            else:
                self.world.report("HYL502", why.message, node.span, why.help)
        return found

    # ------------------------------------------------------------------------------------------ what is given

    def _holds(self, node: tree.HoldsCards) -> script.Put | None:
        zone = self.typer.expr(node.zone)
        if isinstance(zone.type, t.Broken):
            return None
        if not isinstance(zone.type, t.ZoneOf):
            help = f"say which one: `{zone.name}[...]`" if isinstance(zone, core.Zone) else "name a zone"
            self.world.report("HYL503", "cards lie in one zone", node.zone.span, help)
            return None
        cards = []
        for item in node.cards:
            found = self.typer.expr(item, zone.type.cards)
            one = t.element(found.type) if isinstance(found.type, (t.ListOf, t.ZoneOf)) else found.type
            if isinstance(found.type, t.ZoneOf) or not isinstance(one, (t.CardOf, t.Broken)):
                help = "name cards, or a list of cards"
                self.world.report("HYL503", f"`{item.span.text}` is no card", item.span, help)
            elif not t.fits(one, zone.type.cards):
                held, got = t.describe(zone.type.cards), t.describe(one)
                message = f"`{node.zone.span.text}` holds only {held}, but this is {got}"
                self.world.report("HYL503", message, item.span)
            else:
                cards.append(found)
        holds = self.world.model.zones[zone.name].capacity if isinstance(zone, core.Zone) else None
        if holds is not None and len(cards) > holds and not any(isinstance(c.type, t.ListOf) for c in cards):
            message = f"`{node.zone.span.text}` holds {holds}, but these are {len(cards)} cards"
            self.world.report("HYL503", message, node.span, "leave out what does not fit")
        return script.Put(zone, tuple(cards), node.facing, span=node.span)

    def _assign(self, node: tree.Assign) -> core.Set | None:
        place = self.typer.expr(node.target)
        if isinstance(place.type, t.Broken):
            return None
        declared = self.world.model.vars[place.name] if isinstance(place, core.Var) else None
        if not isinstance(place, core.Var) or declared is None or len(place.index) < len(declared.index):
            help = f"say whose: `{place.name}[...]`" if isinstance(place, core.Var) else "cards are given by `holds`"
            self.world.report("HYL503", f"`{node.target.span.text}` is not one variable", node.target.span, help)
            return None
        if node.op != "=":
            help = f"write `{node.target.span.text} = ...`"
            self.world.report("HYL503", "what is given is said outright", node.span, help)
            return None
        value = self.typer.value(node.value, declared.type, name=place.name)
        return core.Set(place.name, place.index, value, span=node.span)

    def _enough(self, options: Values, given: Iterable[script.Put | core.Set]) -> None:
        """That every card that is named exists, and often enough, among those that take part."""
        game = self.world.model
        players = len(self.seats)
        if not game.seats[0] <= players <= game.seats[1] or USED in self.world.broken:
            return
        there = self.stage.there(players, option_values(game, options, players))
        named: Counter[Key] = Counter()
        puts = [put for put in given if isinstance(put, script.Put)]
        for ref in [c for put in puts for c in put.cards if isinstance(c, core.CardRef)]:
            key: Key = (ref.cards, ref.keys)
            named[key] += 1
            if named[key] != there[key] + 1:
                continue
            text = ref.span.text if ref.span else ref.cards
            message = f"`{text}` is named more often than the {there[key]} there are"
            if there[key] == 1:
                message = f"`{text}` is named twice, and there is one"
            elif there[key] == 0:
                message = f"`{text}` takes no part in a game of {players} with these options"
            self.world.report("HYL504", message, ref.span, about=text)

    # ------------------------------------------------------------------------------------------ what is done

    def _who(self, node: tree.Expr) -> core.Expr:
        return self.typer.value(node, t.SEAT, "who it is")

    def _deed(self, node: tree.Deed) -> script.Deed | None:
        match node:
            case tree.Call(target):
                return self._perform(target, node.span)
            case tree.Does(who, action, acting):
                act, of = self._act(action), None if acting is None else self._who(acting)
                return script.Does(self._who(who), act, of, span=node.span) if act else None
            case tree.Picks(tree.Name("chance") as who, values):
                self.record.name("chance", who.span)
                types = [type_ for found in by_chance(self.world.model).values() for type_ in found]
                return script.Brings(tuple(self._value(value, types) for value in values), span=node.span)
            case tree.Picks(who, values):
                found = tuple(self._value(value) for value in values)
                return script.Picks(self._who(who), found, span=node.span)
            case tree.Declines(who):
                return script.Declines(self._who(who), span=node.span)
            case tree.Shuffles():
                return self._shuffles(node)

    def _shuffles(self, node: tree.Shuffles) -> script.Shuffles | None:
        if not isinstance(node.who, tree.Name) or node.who.text != "chance":
            help = f"write `chance shuffles {node.zone.span.text} to ...`"
            self.world.report("HYL505", "only chance shuffles", node.who.span, help)
            return None
        self.record.name("chance", node.who.span)
        put = self._holds(tree.HoldsCards(node.zone, node.cards, None, span=node.span))
        return script.Shuffles(put.zone, put.cards, span=node.span) if put is not None else None

    def _perform(self, node: tree.Expr, span: Span) -> script.Perform | None:
        name, args = self._call(node)
        made = self.world.model.procedures.get(name)
        decl = self.world.names.get(name)
        if isinstance(decl, tree.Action):
            help = f"say who does it: `{self.seats[0]} does {node.span.text}`"
            self.world.report("HYL505", f"`{name}` is an action, so somebody does it", span, help, about=name)
        elif made is not None and (isinstance(decl, (tree.Effect, tree.Phase)) or name == "flow"):
            if self.world.takes(name, [n for n, _ in made.params], len(args), span):
                return script.Perform(name, self._args(made.params, args), span=span)
        elif decl is not None:
            message = f"`{name}` is {WORDS[type(decl)]}: there is nothing to perform"
            self.world.report("HYL505", message, node.span, "name an effect or a phase", about=name)
        else:
            known = self.world.declared(tree.Effect, tree.Phase)
            self._unknown("HYL505", name or node.span.text, node.span, known, "effect or phase")
        return None

    def _call(self, node: tree.Expr) -> tuple[str, tuple[tree.Expr, ...]]:
        """The name and the arguments of `name` or `name(a, b)`."""
        head, args = (node.of, node.args) if isinstance(node, tree.Apply) else (node, ())
        if not isinstance(head, tree.Name):
            return "", ()
        if head.text in self.world.names or head.text == "flow":
            self.record.name(head.text, head.span)
        return head.text, args

    def _act(self, node: tree.Expr) -> script.Act | None:
        name, args = self._call(node)
        action, decl = self.world.model.actions.get(name), self.world.names.get(name)
        if action is not None:
            params = tuple((n, type_) for n, type_, _, _ in action.params)
            if self.world.takes(name, [n for n, _ in params], len(args), node.span):
                return script.Act(name, self._args(params, args), span=node.span)
        elif decl is not None:
            self.world.report("HYL505", f"`{name}` is {WORDS[type(decl)]}, not an action", node.span, about=name)
        else:
            self._unknown("HYL505", name or node.span.text, node.span, self.world.model.actions, "action")
        return None

    def _args(self, params: tuple[tuple[str, t.Type], ...], args: tuple[tree.Expr, ...]) -> tuple[core.Expr, ...]:
        return tuple(self._chosen(arg, type_, name=name) for arg, (name, type_) in zip(args, params, strict=True))

    def _chosen(self, node: tree.Expr, type_: t.Type, name: str = "") -> core.Expr:
        """What somebody chooses. It may turn out to be none: then it is no choice they have."""
        found = self.typer.expr(node, type_)
        if isinstance(found.type, t.Maybe) and not isinstance(type_, t.Maybe):
            found = attrs.evolve(found, type=found.type.of)
        return self.typer.fit(found, type_, node.span, name=name)

    def _value(self, node: tree.Expr, types: list[t.Type] | None = None) -> script.Value:
        """A value in every sense it can have as an answer. types: what is asked for, if not what players are."""
        brought = types is not None
        types = self.stage.asked if types is None else types
        found: list[script.Meaning] = []
        for type_ in types:
            value, complaints = self._quietly(node, type_)
            if not complaints:
                found.append(script.Meaning(type_, value))
        if not found and not self.world.deeds_unknown:  # else it may answer a choice that has an error
            _, complaints = self._quietly(node, None)
            for complaint in complaints:
                self.world.found.add(complaint)
            if not complaints:
                about = ", ".join(f"`{t.describe(type_)}`" for type_ in types)
                help = f"choices of this game are about {about}" if types else "an action is done: `... does ...`"
                message = f"no choice of this game can be answered by `{node.span.text}`"
                if brought:
                    help = f"it picks {about}" if types else "take it out"
                    message = f"chance picks nothing in this game that could be `{node.span.text}`"
                self.world.report("HYL506", message, node.span, help)
        if len(found) > 1:  # what it is first of all is what is noted of it
            self._quietly(node, found[0].type)
        return script.Value(tuple(found), span=node.span)

    def _quietly(self, node: tree.Expr, want: t.Type | None, name: str = "") -> tuple[core.Expr, list[Diagnostic]]:
        """An expression of a type, and what would have to be said about it."""
        told, self.world.found = self.world.found, Diagnostics()
        try:
            value = self._chosen(node, want, name) if want is not None else self.typer.expr(node)
            return value, self.world.found.all()
        finally:
            self.world.found = told

    # ------------------------------------------------------------------------------------------ what is claimed

    def _claim(self, node: tree.Claim) -> script.Claim | None:
        if isinstance(node, tree.ClaimKeeps):
            return self._keeps(node)
        if isinstance(node, tree.ClaimTrue):
            return script.Holds(by_face(self.typer.condition(node.test)), span=node.span)
        picks = tuple(made for pick in node.picks if (made := self._pick(pick)) is not None)
        because = self._rule(node.because) if node.because is not None else None
        return script.May(self._who(node.who), node.verb, picks, because, span=node.span)

    def _keeps(self, node: tree.ClaimKeeps) -> script.Keeps | None:
        name = node.name.text
        self.record.name_check(name, node.name.span)
        for number, declared in enumerate(self.world.model.properties):
            if declared.name == name:
                return script.Keeps(number, declared.point is not None, span=node.span)
        if name in builtins.CHECKS:
            return script.Keeps(name, name == DEALS, span=node.span)
        known = [*(p.name for p in self.world.model.properties), *builtins.CHECKS]
        self._unknown("HYL508", name, node.name.span, known, "property or check")
        return None

    def _pick(self, node: tree.Pick) -> script.Pick | None:
        match node:
            case tree.PickValue(value):
                return attrs.evolve(self._value(value), span=node.span)
            case tree.PickAction(action):
                return self._act(action)
            case tree.PickNothing():
                return script.Nothing(span=node.span)

    def _rule(self, node: tree.Target) -> str | None:
        name = node.name.text + (f".{node.clause.text}" if node.clause else "")
        game = self.world.model
        filters = [f for rule in game.rules for found in rule.targets.values() for f in found]
        filters += [f for action in game.actions.values() for f in action.filters]
        filters += [f for limit in game.limits.values() for f in limit.musts]
        names = dict.fromkeys([*(f.rule for f in filters), *game.limits])
        if name not in names:
            near = self.world.suggest(name, names)
            help = f"did you mean `{near}`?" if near else None
            self.world.report("HYL507", f"no rule `{name}` forbids anything", node, help)
            return None
        self.record.name(node.name.text, node.name.span)
        if node.clause is not None:
            of = self.record.clauses.get((node.name.text, node.clause.text)) or built_in(node.clause.text)
            self.record.use(of, node.clause.span)
        return name

    def _unknown(self, code: str, word: str, span: Span, candidates: Iterable[str], what: str) -> None:
        near = self.world.suggest(word, candidates)
        known = ", ".join(f"`{name}`" for name in candidates)
        help = f"did you mean `{near}`?" if near else f"there are {known}" if known else None
        self.world.report(code, f"there is no {what} `{word}`", span, help, about=word)
