"""The parser: goes through a text by the tables, and has something made of each rule that applies."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

import attrs

from hoyle.syntax.grammar import Rule, tables
from hoyle.syntax.scan import Token, laid_out, scan

END = "$END"
MAX_DEPTH = 120
MAX_ROW = 200
ROWS = ("and_", "or_")

Make = Callable[[str, list[Any], int, int], Any]
"""(name of a rule, what its parts were made into, start, end) -> what is made of it"""


@attrs.frozen(eq=False)
class Outcome:
    """What came of a text. made: what was made of all of it. stop: the first token that does not fit, if there is one.

    seen: the tokens before it. deep: whether it may be nested too deeply, or too much may be joined in a row.
    """

    made: Any
    stop: Token | None
    seen: list[Token]
    deep: bool = False


def parse(text: str, start: str, make: Make) -> Outcome:
    """Parse a text as a `start`, a `header`, a `decl` or a `stmt`."""
    states, rules = tables().states, tables().rules
    first, last = tables().starts[start]
    stack = _Stack(make, [first])
    seen: list[Token] = []
    for token in chain(laid_out(scan(text, tables(), stack.states), text), (Token(END, "", len(text)),)):
        action = states[stack.states[-1]].get(token.kind)
        while action is not None and action < 0:
            rule = rules[~action]
            if not rule.passes:
                stack.apply(rule)
            del stack.states[-len(rule.symbols) :]
            stack.states.append(states[stack.states[-1]][rule.origin])
            if token.kind == END and stack.states[-1] == last:
                return Outcome(stack.values[0], None, seen, stack.deep)
            action = states[stack.states[-1]].get(token.kind)
        if action is None:
            break
        stack.shift(token, action)
        seen.append(token)
    return Outcome(None, token, seen)


@attrs.define
class _Stack:
    """What was read and waits for more: the parser's states, and of each symbol what was made of it, where it starts,
    and how deep it is. end: where the last of them ends. deep: whether one is or may be too deep."""

    make: Make
    states: list[int]
    values: list[Any] = attrs.field(factory=list)
    starts: list[int] = attrs.field(factory=list)
    levels: list[int] = attrs.field(factory=list)
    end: int = 0
    deep: bool = False

    def shift(self, token: Token, state: int) -> None:
        """Put a token onto the stack."""
        self.states.append(state)
        self.values.append(token)
        self.starts.append(token.start)
        self.levels.append(0)
        self.end = token.end

    def apply(self, rule: Rule) -> None:
        """Put what a rule makes of the last symbols in their place."""
        first = len(self.values) - len(rule.symbols)
        parts, level = self.values[first:], max(self.levels[first:])
        children = parts if rule.whole else _children(rule, parts)
        value: Any = children
        if rule.single and len(children) == 1:
            value = children[0]
        elif not rule.groups:
            value = self.make(rule.name, children, self.starts[first], self.end)
            # each `otherwise if` will be the other case of the one before it
            level += len(children) if rule.name == "if_" else 1
            self.deep = self.deep or level > MAX_DEPTH or (len(children) > MAX_ROW and rule.name in ROWS)
        self.values[first:] = [value]
        self.levels[first:] = [level]
        del self.starts[first + 1 :]


def _children(rule: Rule, parts: list[Any]) -> list[Any]:
    """What counts of the parts of a rule."""
    children: list[Any] = []
    for number, spread in rule.kept:
        if not spread:
            children.append(parts[number])
        elif children:
            children += parts[number]
        else:  # a list that grows, so that the whole does not take time that grows with its square
            children = parts[number]
    return children
