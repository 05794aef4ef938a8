"""Groups in C: what a plan says of the members of a list, and a loop over the groups that it finds (see `groups.h`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hoyle.core import nodes as core
from hoyle.core.groups import Shape

if TYPE_CHECKING:
    from hoyle.native.values import Values

Env = dict[str, str]
MOST_WORDS = 2  # for the places of a list; a game in which a longer one comes is played in Python


class Grouping:
    """Writes loops over groups into one function."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.module = values.module
        self.keeping = False  # whether the groups that are gone through next are needed behind the loop

    def each(self, node: core.Prim, env: Env, body: Callable[[str], None], in_order: bool) -> None:
        """A loop over groups. in_order: it matters in which order they come."""
        keeping, self.keeping = self.keeping, False
        function, line, groups = self.values.function, self.values.function.line, self._found(node, env, in_order)
        lists = function.temp("h")
        line(f"int {lists} = s->hp;")
        with function.block(f"while (groups_next(s, &{groups}))"):
            group = function.temp("x")
            line(f"V {group} = groups_list(s, &{groups});")
            body(group)
            if not keeping:
                line(f"s->hp = {lists};")
        line(f"(void){lists};")
        self.keeping = keeping

    def count(self, node: core.Prim, env: Env, each: int) -> str:
        """How many groups there are. each: what is charged for every one of them."""
        keeping, self.keeping = self.keeping, False
        function, groups = self.values.function, self._found(node, env, False)
        many = function.keep(f"groups_count(s, &{groups})")
        if each:
            function.line(f"pay(s, {many} * {each});")
        self.keeping = keeping
        return many

    def _found(self, node: core.Prim, env: Env, in_order: bool) -> str:
        """What finds the groups, ready to be asked for the first."""
        values, function = self.values, self.values.function
        members, low, high, shape, chain, summed, most, *keys = node.args
        assert isinstance(shape, core.Const) and isinstance(shape.value, tuple)
        relation, exactly = shape.value
        words = -(-values.work.length(members) // 64)
        self.module.group_words = max(self.module.group_words, min(max(words, 1), MOST_WORDS))
        function.allocates += 1
        list_ = values.listed(members, env)
        groups, line = function.temp("g"), function.line
        least, largest = (function.keep(values.value(part, env)) for part in (low, high))
        line(f"Groups {groups};")
        line(f"groups_start(s, &{groups}, {list_}, {least}, {largest}, {int(in_order)});")
        if isinstance(chain, core.Fold):
            numbers = function.temp("k")
            line(f"V {numbers}[PLACES];")
            self._asked(groups, list_, [(f"{numbers}[{{}}]", chain)], env)
            line(f"groups_chain(&{groups}, {numbers});")
        rows = [function.temp("k") for _ in keys]
        asked = [(f"{row}[{{}}]", key) for row, key in zip(rows, keys, strict=True) if isinstance(key, core.Fold)]
        for row in rows:
            line(f"V {row}[PLACES];")
        if isinstance(summed, core.Fold):
            bound = values.value(most, env)
            line(f"{groups}.summed = 1, {groups}.exactly = {int(exactly)}, {groups}.most = {bound};")
            asked.append((f"{groups}.value[{{}}]", summed))
        if asked:
            self._asked(groups, list_, asked, env)
        if relation is not None:
            self._related(groups, relation, rows)
        line(f"groups_ready(s, &{groups});")
        return groups

    def _asked(self, groups: str, list_: str, rows: list[tuple[str, core.Fold]], env: Env) -> None:
        """What is asked of each member, in rows."""
        values, function = self.values, self.values.function
        names = {fold.var for _, fold in rows}
        found, hoisted = values.hoisted([fold.value for _, fold in rows], names, env)
        place, member, lists = function.temp("i"), function.temp("x"), function.temp("h")
        function.line(f"int {lists} = s->hp;")
        with function.block(f"for (int {place} = 0; {place} < {groups}.n; {place}++)"):
            function.line(f"V {member} = s->heap[{list_} + 1 + {groups}.order[{place}]];")
            for (row, fold), value in zip(rows, found, strict=True):
                code = values.value(value, {**hoisted, fold.var: member})
                function.line(f"{row.format(place)} = {code};")
            function.line(f"s->hp = {lists};")

    def _related(self, groups: str, relation: Shape, rows: Sequence[str]) -> None:
        """Which members may be in a group with which."""
        function = self.values.function
        i, j = function.temp("i"), function.temp("j")

        def said(shape: Shape) -> str:
            word, *parts = shape
            if word in ("and", "or"):
                return "(" + (" && " if word == "and" else " || ").join(map(said, parts)) + ")"
            one, other = f"{rows[parts[0]]}[{i}]", f"{rows[parts[0]]}[{j}]"
            match word:
                case "same":
                    return f"{one} == {other}"
                case "different":
                    return f"{one} != {other}"
                case "near":
                    return f"groups_near(&{groups}, {one}, {other})"
                case "both":
                    return f"({one} && {other})"
            return f"!({one} && {other})"

        function.line(f"{groups}.related = 1;")
        with function.block(f"for (int {i} = 0; {i} < {groups}.n; {i}++)"):
            head = f"for (int {j} = {i} + 1; {j} < {groups}.n; {j}++)"
            function.line(f"{head} if (!({said(relation)})) places_take(&{groups}.with[{i}], {j});")


def groups_of(source: core.Expr) -> core.Prim | None:
    """The groups that are gone through, if it is such a list."""
    return source if isinstance(source, core.Prim) and source.op == "planned" else None
