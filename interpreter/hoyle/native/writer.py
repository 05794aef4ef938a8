"""C as lines: functions that are being written, and names that nobody has used yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Function:
    """One function of C.

    allocates: how often something was written that leaves a list in the heap; misses: that looks for what may not be.
    """

    def __init__(self, head: str) -> None:
        self.head = head
        self.lines: list[str] = []
        self.declared: dict[str, str] = {}  # locals of the whole function, by name
        self.depth = 1
        self.temps = 0
        self.allocates = 0
        self.misses = 0

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def temp(self, word: str) -> str:
        self.temps += 1
        return f"{word}{self.temps}"

    def keep(self, code: str, type_: str = "V", word: str = "t") -> str:
        """A name for what an expression gives now."""
        if code.isidentifier() or code.lstrip("-").isdigit():
            return code
        name = self.temp(word)
        self.line(f"{type_} {name} = {code};")
        return name

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.line(f"{head} {{")
        self.depth += 1
        yield
        self.depth -= 1
        self.line("}")

    def foreseen(self, lines: list[str], code: str, type_: str, word: str, misses: bool) -> str:
        """A name for what is worked out before it is known whether somebody asks for it.

        What it looks for in vain is no mistake: whoever asks for it then has asked first whether it is there.
        """
        before = self.temp("e")
        if misses:
            self.line(f"int {before} = s->err;")
        self.lines += [line[4:] for line in lines]
        name = self.keep(code, type_, word)
        if misses:
            self.line(f"if (!{before} && s->err == NO_INDEX) s->err = 0;")
        return name

    @contextmanager
    def aside(self) -> Iterator[list[str]]:
        """What is written meanwhile is put down apart, a level deeper, to be put in or left out."""
        outer, self.lines = self.lines, []
        self.depth += 1
        lines = self.lines
        yield lines
        self.depth -= 1
        self.lines = outer

    def text(self) -> str:
        names = (
            [f"    V {', '.join(f'{name} = {first}' for name, first in self.declared.items())};"]
            if self.declared
            else []
        )
        return "\n".join([f"{self.head} {{", *names, *self.lines, "}"])
