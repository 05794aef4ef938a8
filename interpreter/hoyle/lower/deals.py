"""Deals that cannot go round: at some table of the game all cards that take part are fewer than are dealt.

Assumes a model without errors, so that it can be lowered. Looks at the game as it is played with its default options by
each number of players: a deal that is made at other tables only, or of which nothing shows how many cards it takes, is
not reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from hoyle import types as t
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.lower.lower import lower
from hoyle.program.program import Program
from hoyle.program.set_out import all_used, set_out
from hoyle.program.work import Work
from hoyle.source import Span
from hoyle.syntax import tree


def check_deals(world: World) -> None:
    """Warn of deals that fall short, with the smallest table at which they do."""
    short: dict[Span, list[tuple[int, int, int]]] = {}  # the players, how many cards each gets, how many there are
    doubted = [deal for deal in world.deals if _doubtful(world, *deal)]
    options = {name: option.default for name, option in world.model.options.items()}
    for players in range(world.model.seats[0], world.model.seats[1] + 1) if doubted else ():
        program, specialise = set_out(world.model, players, options)
        most = Work(program)
        if all(most.edges(specialise(count))[1] * players <= _there(program, of) for _, count, of in doubted):
            continue
        program = lower(world.model, players, options)
        made, work = _made(program), Work(program)
        for node, count, of in doubted:
            low, there = _least(work, specialise(count)), _there(program, of)
            if node.span in made and low * players > there:
                short.setdefault(node.span, []).append((players, low, there))
    for node, _, _ in doubted:
        if node.span in short:
            _report(world, node, short[node.span])


def _doubtful(world: World, node: tree.Deal, count: core.Expr, of: t.Type) -> bool:
    """Whether it is worth a closer look: not if even the largest table gets all it may."""
    low, high = t.edges(count.type)
    game = world.model
    cards = [c for c in game.card_types.values() if isinstance(of, t.CardOf) and of.name in (None, c.name)]
    goes_round = low == high and low * game.seats[1] <= sum(len(c.faces) for c in cards)
    return high > 0 and not (goes_round and all_used(game))


def _there(program: Program, of: t.Type) -> int:
    """How many cards of a type take part."""
    return sum(isinstance(of, t.CardOf) and of.name in (None, card.cards) for card in program.cards)


def _least(work: Work, count: core.Expr) -> int:
    """The least number that it can be; of a local the least that is put into it anywhere."""
    bound = work.bindings.get(count.name, [None]) if isinstance(count, core.Local) else [count]
    return min(work.edges(count if value is None else value)[0] for value in bound)


def _made(program: Program) -> set[Span]:
    """The places of all moves that the course of a game can come to."""
    return {node.span for node in _done(program) if isinstance(node, core.Move) and node.span is not None}


def _done(program: Program) -> Iterator[object]:
    seen, todo = {"flow"}, ["flow"]
    while todo:
        for node in below(program.procedures[todo.pop()].body):
            yield node
            if isinstance(node, core.Do) and node.proc not in seen:
                seen.add(node.proc)
                todo.append(node.proc)


def _report(world: World, node: tree.Deal, short: list[tuple[int, int, int]]) -> None:
    players, low, there = short[0]
    message = f"{low} for each of {players} players are {low * players} cards, and there are only {there}"
    if len(short) > 1:
        more = [str(number) for number, _, _ in short[1:]]
        message += f"; it falls short for {', '.join(more)} too"
    zone = node.source.span.text
    help = f"deal fewer, or all in equal parts: `deal count({zone}) / players from {zone} to {node.to.text}`"
    world.report("HYL318", message, node.count.span, help)
