"""C as lines: functions that are being written, and names that nobody has used yet.

Code is text, and what is known of it is said by its type: a `Name` and a `Number` can be written again wherever they
are needed; any other code is worked out when it is written. Nobody looks into it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Simple(str):
    """Code that costs nothing, and is the same wherever it stands."""


class Name(Simple):
    """A local or a constant."""


class Known(Name):
    """A name for a number of which is known how far it goes, so that it need not be checked: 0 to less than `end`."""

    end: int

    def __new__(cls, name: str, end: int) -> Known:
        made = super().__new__(cls, name)
        made.end = end
        return made


class Bounded(str):
    """Code that gives such a number."""

    end: int

    def __new__(cls, code: str, end: int) -> Bounded:
        made = super().__new__(cls, code)
        made.end = end
        return made


class Number(Simple):
    """A number that is written as such."""

    value: int

    def __new__(cls, value: int) -> Number:
        text = f"{value}LL" if abs(value) >= 2**31 else str(value)
        made = super().__new__(cls, f"({text})" if value < 0 else text)
        made.value = value
        return made


def below(code: str, end: int) -> bool:
    """Whether code surely gives a number from 0 to less than `end`."""
    match code:
        case Known() | Bounded():
            return code.end <= end
        case Number():
            return 0 <= code.value < end
    return False


class Few(str):
    """A constant set whose cards are all in one word of several: which one, and the word."""

    word: int
    bits: str


class InWord(str):
    """A set in one word of several."""

    word: int


def both(one: str, other: str) -> str:
    """The cards that are in both sets."""
    if not isinstance(one, Few):
        return f"({wide(one)} & {wide(other)})"
    made = InWord(f"({one.bits} & ({wide(other)})[{one.word}])")
    made.word = one.word
    return made


def wide(set_: str) -> str:
    """A set in all words."""
    return f"IN_WORD({set_.word}, {set_})" if isinstance(set_, InWord) else set_


def some(set_: str) -> str:
    return f"({set_} != 0)" if isinstance(set_, InWord) else f"SOME({set_})"


def count(set_: str) -> str:
    return f"((V)__builtin_popcountll({set_}))" if isinstance(set_, InWord) else f"((V)COUNT({set_}))"


def each_of(card: str, set_: str) -> str:
    """The head of a loop over the cards of a set."""
    return f"FOR_WORD({card}, {set_.word}, {set_})" if isinstance(set_, InWord) else f"FOR_BITS({card}, {set_})"


Lines = list[tuple[int, str]]  # each with its depth


class Function:
    """One function of C.

    allocates: how often something was written that leaves a list in the heap; misses: that looks for what may not be.
    """

    def __init__(self, head: str) -> None:
        self.head = head
        self.lines: Lines = []
        self.declared: dict[str, str] = {}  # locals of the whole function, by name
        self.depth = 1
        self.temps = 0
        self.allocates = 0
        self.misses = 0

    def line(self, text: str) -> None:
        self.lines.append((self.depth, text))

    def put(self, lines: Lines) -> None:
        """What was put down apart, here after all."""
        self.lines += [(depth - 1, code) for depth, code in lines]

    def temp(self, word: str) -> Name:
        self.temps += 1
        return Name(f"{word}{self.temps}")

    def keep(self, code: str, type_: str = "V", word: str = "t") -> Simple:
        """A name for what an expression gives now."""
        if isinstance(code, Simple):
            return code
        name = self.temp(word)
        self.line(f"{type_} {name} = {code};")
        return Known(name, code.end) if isinstance(code, Bounded) else name

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.line(f"{head} {{")
        self.depth += 1
        yield
        self.depth -= 1
        self.line("}")

    def foreseen(self, lines: Lines, code: str, type_: str, word: str, misses: bool) -> str:
        """A name for what is worked out before it is known whether somebody asks for it.

        What it looks for in vain is no mistake: whoever asks for it then has asked first whether it is there.
        """
        before = self.temp("e")
        if misses:
            self.line(f"int {before} = s->err;")
        self.put(lines)
        name = self.keep(code, type_, word)
        if misses:
            self.line(f"if (!{before} && s->err == NO_INDEX) s->err = 0;")
        return name

    @contextmanager
    def aside(self) -> Iterator[Lines]:
        """What is written meanwhile is put down apart, a level deeper, to be put in or left out."""
        outer, self.lines = self.lines, []
        self.depth += 1
        lines = self.lines
        yield lines
        self.depth -= 1
        self.lines = outer

    def text(self) -> str:
        names = ", ".join(f"{name} = {first}" for name, first in self.declared.items())
        lines = [*([(1, f"V {names};")] if names else []), *self.lines]
        return "\n".join([f"{self.head} {{", *("    " * depth + code for depth, code in lines), "}"])
