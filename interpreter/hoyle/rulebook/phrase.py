"""English as data: words, and how they hold together.

A phrase knows how tightly it binds and whether words behind it could be taken for a part of it, so brackets stand
exactly where two readings would be possible. Everything that puts phrases together does so with `say`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter

import attrs

from hoyle.english import listed

# How tightly a noun binds: a bare name takes ’s, one with words behind it takes `of`, and so on.
CHOICE, ELSE, SEVERAL, SUM, NOUN, NAME = range(6)
# How tightly a condition binds.
OR, AND, CLAUSE = range(3)

CLOSED, TRAILING, LOOSE = range(3)


@attrs.frozen
class Phrase:
    """tail: CLOSED if nothing behind it can be misread; TRAILING if it ends in a side clause, which a comma ends;
    LOOSE if that side clause has an `and`, an `or` or a comma in it, so that only brackets help.

    inside: how it reads in brackets, if not as it does without. article: what stands before its words, which may give
    way to another: `the`, `the only`, `that`, `all`."""

    words: str
    level: int = NAME
    plural: bool = False
    tail: int = CLOSED
    inside: str = ""
    article: str = ""

    @property
    def text(self) -> str:
        return f"{self.article} {self.words}" if self.article else self.words

    @property
    def bare(self) -> Phrase:
        """Without the article that says that there is only one."""
        return attrs.evolve(self, article="") if self.article in ("the", "the only") else self

    def __str__(self) -> str:
        return self.text

    def verb(self, one: str = "is", some: str = "are") -> str:
        """What goes with it, if it is one thing or several."""
        return some if self.plural else one

    def bracketed(self) -> Phrase:
        return Phrase(f"({self.inside or self.text})", NAME, self.plural)

    def tight(self, level: int) -> Phrase:
        """With brackets, unless it binds at least so tightly."""
        return self if self.level >= level else self.bracketed()

    def alone(self) -> Phrase:
        """A condition on one side of something that binds two."""
        return self.bracketed() if self.level != CLAUSE or self.tail else self

    def unbroken(self) -> Phrase:
        """Behind words that a comma would end, or before a verb."""
        return self.bracketed() if self.tail == LOOSE else self


def the(words: str, level: int = NAME, plural: bool = False, tail: int = CLOSED) -> Phrase:
    return Phrase(words, level, plural, tail, article="the")


def say(level: int, *parts: str | Phrase, plural: bool = False, article: str = "") -> Phrase:
    """Words and phrases in a row; a phrase that would swallow the words behind it gets brackets, and the article of
    one that stands first is that of all of it."""
    words, tail = "", CLOSED
    for number, part in enumerate(parts):
        if isinstance(part, Phrase):
            if part.tail and any(str(rest) for rest in parts[number + 1 :]):
                part = part.bracketed()
            tail = max(tail, part.tail)
            if not words and part.article:
                article, part = part.article, part.words
        words += str(part)
    return Phrase(words, level, plural, tail, article=article)


def filled(template: str, parts: Mapping[str, str | Phrase]) -> Iterator[str | Phrase]:
    """The words of a template, with parts where it names them in braces."""
    for text, name, how, _ in Formatter().parse(template):
        yield text
        if name is not None:
            yield parts[f"{name}:{how}" if how else name]


def several(phrases: list[Phrase], word: str = "and") -> Phrase:
    """`a, b and c`, each of which is a name, or has brackets."""
    if len(phrases) == 1:
        return phrases[0]
    lists = any(word in phrases[-1].text for word in (" and ", " or ", ","))
    made = [*(each.tight(NAME) for each in phrases[:-1]), phrases[-1].tight(NAME if lists else NOUN)]
    return Phrase(listed([(each.bracketed() if each.tail else each).text for each in made], word), SEVERAL, True)


def connected(clauses: list[Phrase], word: str) -> Phrase:
    """Conditions with `and` or `or` between them."""
    if len(clauses) == 1:
        return clauses[0]
    made = [each.bracketed() if each.level != CLAUSE or each.tail == LOOSE else each for each in clauses]
    comma = "," if any(each.tail for each in made[:-1]) else ""
    tail = LOOSE if comma else made[-1].tail
    return Phrase(f"{comma} {word} ".join(each.text for each in made), AND if word == "and" else OR, tail=tail)
