"""What is reached from `flow`, and which declarations nobody uses; gaps that nobody filled.

Assumes a model without errors. Warns only of what the game's own file declares. Something that only an unused
declaration needs is not reported beside it: it would be needed if that were.
"""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.check.apart import Prover
from hoyle.check.graph import Graph, Touch, closure, variables
from hoyle.check.world import World, targets
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.diagnostics import Label
from hoyle.files.teams import teams_of, written
from hoyle.source import Span, head
from hoyle.syntax import tree
from hoyle.syntax.walk import mentioned

Key = tuple[str, str]  # sort and name

ROOTS = ("score", "used")
SORTS: dict[type, str] = {
    tree.Option: "option",
    tree.Zone: "zone",
    tree.Var: "var",
    tree.Table: "define",
    tree.Define: "define",
    tree.Action: "choice",
    tree.Effect: "procedure",
    tree.Phase: "procedure",
}


class Reach:
    """What comes into play: procedures, definitions, choices, zones, variables that are read, and so on.

    played: what the course of the game needs, and its trials. seen: the same, with what fills a gap of a library.
    course: what flow alone comes to. open: there may be more, for something broken comes into play.
    """

    def __init__(self, world: World, graph: Graph) -> None:
        self.world = world
        self.game = world.model
        self.graph = graph
        roots = self._roots()
        gaps = [("define", name) for name, gap in world.gaps.items() if not world.own(gap)]
        self.played = set(closure(roots, self.links))
        self.course = set(closure([("procedure", "flow"), *self._links(self._checks())], self.links))
        self.seen = set(closure([*roots, *gaps], self.links))
        self.open = any(name in world.broken or graph.broken_at(name) for _, name in self.seen)

    def _roots(self) -> list[Key]:
        game = self.game
        roots: list[Key] = [("procedure", "flow")]
        roots += [("define", name) for name, d in game.defines.items() if d.shown or name in (*ROOTS, game.side)]
        touched = self.graph.touch(*((e.when, e.winners) for e in game.endings), *(p.test for p in game.properties))
        touched.add(self._checks())
        roots += self._links(touched)
        for decl in self.world.files[0].decls:
            if isinstance(decl, tree.Scenario):
                roots += self._named(mentioned(decl))
        return roots

    def _checks(self) -> Touch:
        return self.graph.touch(*((check.when, check.body) for check in self.game.checks))

    def links(self, key: Key) -> list[Key]:
        """What something needs by itself."""
        sort, name = key
        game = self.game
        match sort:
            case "procedure":
                return self._links(self.graph.procedure(name))
            case "define":
                return self._links(self.graph.define(name))
            case "choice":
                body = [("procedure", name)] if name in game.actions else []
                return [*body, *self._links(self.graph.choice(name))]
            case "var" if name in game.vars:
                return self._links(self.graph.touch(game.vars[name].initial, game.vars[name].seen_by))
            case "zone" if name in game.zones:
                return self._links(self.graph.touch(game.zones[name].seen_by))
            case "option" if name in game.options:
                return self._links(self.graph.touch(game.options[name].when))
            case "timing":
                named = self._named(mentioned(self.world.names.get(name)))
                return [*named, *(("procedure", a.proc) for a in game.abilities if a.timing == name and a.proc)]
        return []

    def _links(self, touch: Touch) -> list[Key]:
        reads, written = variables(touch.reads), variables(touch.changes)
        needed = (("define", touch.asks), ("option", touch.options), ("zone", touch.zones | touch.filled))
        done = (("filled", touch.filled), ("procedure", touch.performs), ("choice", touch.offers))
        more = (("timing", touch.resolves), ("var", reads), ("written", written))
        return [(sort, name) for sort, names in (*needed, *done, *more) for name in names]

    def _named(self, names: set[str]) -> list[Key]:
        """Whatever is declared under these names; a definition in words, not in core form."""
        game = self.game
        procedures = game.procedures.keys() - game.actions.keys()
        sorts = (("define", game.defines), ("procedure", procedures), ("choice", game.actions), ("zone", game.zones))
        more = (("var", game.vars), ("option", game.options), ("filled", game.zones))
        return [(sort, name) for sort, declared in (*sorts, *more) for name in names if name in declared]


def check_gaps(world: World, reach: Reach) -> None:
    """Report what a library leaves open, is needed, and was filled by nobody."""
    for file in world.files:
        gaps = [gap for gap in world.gaps.values() if gap.span.source is file.span.source]
        missing = [gap for gap in gaps if ("define", gap.name.text) in reach.played and _open(world, gap)]
        if not missing:
            continue
        what = "; ".join(gap.title or f"what `{gap.name.text}` is" for gap in missing)
        left = [gap.name.text for gap in missing]
        help = "say it: " + ", ".join(_filling(gap) for gap in missing)
        if file is world.files[0] or file.header.name is None:
            world.report("HYL107", f"this is left open: {what}", missing[0].name.span, help, about=left)
            continue
        name = file.header.name.text
        uses = [d.name.span for d in world.files[0].decls if isinstance(d, tree.Use) and d.name.text == name]
        labels = [Label(gap.name.span, "left open here") for gap in missing]
        teams = teams_of(world.decls()) if written(file.span.source) else None
        uses = [teams.name.span] if teams is not None else uses
        place = uses[0] if uses else head(world.files[0].header.span)
        world.report("HYL107", f"`{name}` leaves open: {what}", place, help, labels, about=(name, *left))


def _open(world: World, gap: tree.Define) -> bool:
    made = world.model.defines.get(gap.name.text)
    return made is not None and made.value is None


def _filling(gap: tree.Define) -> str:
    params = f"({', '.join(p.name.text for p in gap.params)})" if gap.params else ""
    return f"`define {gap.name.text}{params} = ...`"


def check_never(world: World, prover: Prover) -> None:
    """Warn of phases, effects, hooks, adjustments and rules of this game whose condition cannot hold."""
    game = world.model
    found = [(p.when, p.span, f"`{p.name}` can never happen", p.name) for p in game.procedures.values()]
    for procedure in game.procedures.values():
        hooks = (*procedure.before, *procedure.after)
        found += [(h.when, h.span, f"this can never happen at `{procedure.name}`", procedure.name) for h in hooks]
    found += [(h.when, h.span, "this can never happen", "") for h in game.checks]
    for define in game.defines.values():
        found += [(a.when, a.span, f"this can never change `{define.name}`", define.name) for a in define.adjustments]
    for rule in game.rules:
        whens = [f.when for filters in rule.targets.values() for f in filters]
        found += [(when, rule.span, f"`{rule.name}` can never bind", rule.name) for when in whens[:1]]
    libraries = [file.span.source for file in world.files[1:]]
    for when, span, message, about in found:
        if when is not None and span.source not in libraries and prover.together(when).never:
            help = "no setting and no table makes its condition true: correct it, or take it out"
            world.report("HYL303", message, head(span), help, about=about)


def check_unused(world: World, reach: Reach) -> None:
    """Warn of declarations of the game's own file that nothing in play needs."""
    missing = [(key, span) for key, span in _declared(world) if key not in reach.seen]
    needs = {key: set(closure(reach.links(key), reach.links)) for key, _ in missing}
    explained: set[Key] = set()
    # what no other unused thing needs comes first; what is left after that goes round in circles
    alone = [m for m in missing if not any(m[0] in needs[other] for other, _ in missing if other != m[0])]
    for key, span in (*alone, *missing):
        if key in explained:
            continue
        explained |= {key, *needs[key]}
        _report(world, reach, key, span)
    _clauses(world, reach)
    _kinds(world)
    _timings(world, reach)


def _declared(world: World) -> Iterator[tuple[Key, Span]]:
    """What the game's own file declares, with the place of its name."""
    for name, decl in world.names.items():
        if world.own(decl) and type(decl) in SORTS:
            yield (SORTS[type(decl)], name), decl.name.span
            if isinstance(decl, tree.Zone):
                yield ("filled", name), decl.name.span


def _report(world: World, reach: Reach, key: Key, span: Span) -> None:
    sort, name = key
    abilities = {ability.proc for ability in world.model.abilities}
    other = _or_meant(world, name, [n for s, n in reach.seen if s == sort and n != name and n not in abilities])
    match sort:
        case "choice":
            help = f"offer it: `p may {name}` or `p must {name}`{other}"
            world.report("HYL303", f"nobody is ever offered `{name}`", span, help, about=name)
        case "procedure":
            message = f"`{name}` is never performed"
            world.report("HYL303", message, span, f"name it where it should happen{other}", about=name)
        case "var" if ("written", name) in reach.seen:
            message = f"`{name}` is changed, but never looked at"
            world.report("HYL302", message, span, f"use it or take it out{other}", about=name)
        case "filled" if ("zone", name) in reach.seen:
            help = f"move cards to it, or take it out{other}"
            world.report("HYL302", f"nothing is ever put into `{name}`", span, help, about=name)
        case "filled":
            pass
        case _:
            world.report("HYL302", f"`{name}` is never used", span, f"use it or take it out{other}", about=name)


def _or_meant(world: World, name: str, others: list[str]) -> str:
    near = world.suggest(name, others)
    return f"; or was it meant where `{near}` stands?" if near else ""


def _clauses(world: World, reach: Reach) -> None:
    """Rules, hooks and exceptions of this game that hang on something of a library that is never reached."""
    for decl in world.files[0].decls:
        for target in (target for target in targets(decl) if isinstance(target, tree.Target)):
            name, about = target.name.text, world.names.get(target.name.text)
            if about is not None and world.own(about):
                continue
            sort = "define" if name in world.model.defines else "procedure"
            known = name in world.model.procedures or name in world.model.defines
            if isinstance(decl, tree.Rule) and ("choice", name) not in reach.seen:
                message = f"`{decl.name.text}` can never bind: nobody is ever offered `{name}`"
                help = "offer it, or take the rule out"
                world.report("HYL303", message, target.span, help, about=(decl.name.text, name))
            elif not isinstance(decl, tree.Rule) and known and (sort, name) not in reach.seen:
                what = "is never performed" if sort == "procedure" else "is never used"
                help = f"use `{name}`, or take this out"
                world.report("HYL303", f"`{name}` {what}, so this never counts", target, help)


def _kinds(world: World) -> None:
    record = world.record
    kinds = [(span, symbol) for span, symbol in record.symbols.items() if symbol.kind == "kind"]
    used = {symbol.name for span, symbol in kinds if span not in record.declares}
    used |= {symbol.name for symbol in record.implied.values()}
    for name, decl in world.names.items():
        if isinstance(decl, tree.Kind) and world.own(decl) and name not in used:
            other = _or_meant(world, name, [k for k in (*world.model.kinds, *world.aliases) if k in used])
            world.report("HYL302", f"`{name}` is never used", decl.name, f"use it or take it out{other}")


def _timings(world: World, reach: Reach) -> None:
    for name, decl in world.names.items():
        if not isinstance(decl, tree.Timing) or not world.own(decl):
            continue
        abilities = [a for a in world.model.abilities if a.timing == name]
        if not abilities:
            help = f"give a card one: `ability some_card {name}`; or take it out"
            world.report("HYL302", f"no card has an ability of `{name}`", decl.name, help)
        elif decl.holds_while is None and ("timing", name) not in reach.seen:
            labels = [Label(head(a.span), "so this never happens") for a in abilities[:3]]
            help = f"say when: `resolve {name} of card`; or give it a `while`, and let its abilities be clauses"
            world.report("HYL303", f"`{name}` is never resolved", decl.name, help, labels)


def has_decisions(world: World) -> bool:
    """Whether a player is ever asked anything, as far as the rules show it."""
    game = world.model
    course = Reach(world, Graph(game)).course
    played = [game.procedures[name] for sort, name in course if sort == "procedure" and name in game.procedures]
    steps = below(tuple(body for made in played for body in made.bodies))
    return any(isinstance(node, core.Choose) and node.who is not None for node in steps)
