"""A plan as text: what every frame keeps, its blocks, and where it waits."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle import types as t
from hoyle.plan import nodes as plan
from hoyle.plan.plan import Plan
from hoyle.program.show import STEP, Show


def show_plan(made: Plan) -> str:
    """All frames that are planned, one after the other."""
    return "\n\n".join("\n".join(_frame(made, frame)) for frame in made.frames.values())


def _frame(made: Plan, frame: plan.Frame) -> Iterator[str]:
    shown = Show(made.program)
    points = {point.block: point.number for point in made.points if point.frame == frame.name}
    yield f"frame {frame.name}"
    for slot in frame.slots.values():
        yield f"{STEP}slot {slot.number}: {slot.name} : {t.describe(slot.type)}"
    for block in frame.blocks.values():
        where = f", from point {points[block.number]}" if block.number in points else ""
        alive = ", ".join(sorted(name for name in frame.alive[block.number] if name in frame.slots))
        yield f"{STEP}block {block.number}{where}{f', needs {alive}' if alive else ''}"
        for step in block.steps:
            yield from _step(shown, step, STEP * 2)
        yield f"{STEP * 2}{_end(shown, block.end)}"


def _step(shown: Show, step: plan.Step, indent: str) -> Iterator[str]:
    match step:
        case plan.Members(members, _, source):
            yield f"{indent}let {members} = {shown.expr(source)}"
        case plan.Take(site, offer, into):
            yield f"{indent}take {', '.join(into) or 'nothing'} from offer {offer} of site {site}"
        case plan.Pool(site):
            yield f"{indent}find what is chosen from at site {site}"
        case plan.Add(site):
            yield f"{indent}add the answer to what was chosen at site {site}"
        case plan.Result(into):
            yield f"{indent}let {into} = the result"
        case _:
            yield from shown.block((step,), indent)


def _end(shown: Show, end: plan.End) -> str:
    match end:
        case plan.Jump(to):
            return f"go on with {to}"
        case plan.Fork(test, yes, no):
            return f"if {shown.expr(test)} go on with {yes}, otherwise with {no}"
        case plan.Turn(members, _, var, body, done):
            return f"for the next {var} of {members} go on with {body}, and without one with {done}"
        case plan.Ask(site, point, nothing):
            return f"ask at site {site} and wait at point {point}; if there is nothing to choose go on with {nothing}"
        case plan.Sort(_, offers, declined):
            ways = [f"offer {number} go on with {to}" for number, to in enumerate(offers)]
            return f"after {', '.join([*ways, *([] if declined is None else [f'none with {declined}'])])}"
        case plan.Draw(_, found, nothing):
            return f"draw and go on with {found}, and if there is nothing to draw with {nothing}"
        case plan.Call(procedure, args, point):
            given = f"({', '.join(map(shown.expr, args))})" if args else ""
            return f"perform {procedure}{given} and wait at point {point}"
        case plan.Leave(value, stops):
            return "stop" if stops else f"leave{'' if value is None else f' with {shown.expr(value)}'}"
