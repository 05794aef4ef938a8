"""Deals that fall short, noted where they do.

A program that is watched for them has a variable: none, until somebody is dealt fewer cards than the rules say; then
which deal it was, to whom, how many cards they were due, and how many there were. Only the first is noted, until
somebody reads the note and takes it out; play goes on as it would otherwise.
"""

from __future__ import annotations

from hoyle import types as t
from hoyle.core import nodes as core

DEALS = "deals"  # the check that asks for it
NOTE = "deal'short"


def noting(move: core.Move, due: core.Expr, number: int) -> core.Stmt:
    """What is done before the cards of a deal are moved to a player."""
    assert isinstance(move.to, core.Zone)
    there = core.Fold("count", "", move.cards, None, None, t.Numbers(0))
    fewer = core.Prim("<", (there, due), t.YES_NO)
    note = core.Var(NOTE, (), t.Maybe(t.ListOf(t.BROKEN)))
    first = core.Prim("is", (note, core.Const(None, t.NEVER)), t.YES_NO)
    values = (core.Const(number, t.NUMBER), *move.to.index, due, there)
    noted = core.Set(NOTE, (), core.Prim("list", values, t.ListOf(t.BROKEN)), span=move.span)
    return core.Branch(core.Prim("and", (fewer, first), t.YES_NO), (noted,), (), span=move.span)
