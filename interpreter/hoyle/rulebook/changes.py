"""What a variant changes, against the game it is of."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.apply.change import Change
from hoyle.diagnostics import Diagnostics
from hoyle.english import listed, safe
from hoyle.files.paths import parse_file
from hoyle.model import Model
from hoyle.read import Reading, read_again
from hoyle.rulebook.declarations import told
from hoyle.rulebook.definition import teller_of
from hoyle.rulebook.entries import Teller
from hoyle.syntax import tree
from hoyle.syntax.walk import below

DIFFERENT = "What is different"
SIGN = "▲"
HEADS = 2  # lines of a table that are no rows
MANY = 6


@attrs.frozen
class Difference:
    """All that was done to one thing. before, after: None where it was not, or is not any more."""

    before: tree.Decl | tree.Need | tree.Header | None
    after: tree.Decl | tree.Need | tree.Header | None
    title: str


def differences(reading: Reading) -> list[Difference]:
    """What differs in the end, thing by thing; something that was added and taken out again does not."""
    chains: list[list[Change]] = []
    for change in reading.changes:
        chain = next((c for c in chains if change.before is not None and c[-1].after is change.before), None)
        if chain is None:
            chains.append([change])
        else:
            chain.append(change)
    made = [Difference(chain[0].before, chain[-1].after, chain[-1].title) for chain in chains]
    return [each for each in made if each.before != each.after]


@attrs.frozen
class Marks:
    """Which declarations differ from those of the game a variant is of, and where those stood."""

    made: list[Difference] = attrs.field(factory=list)

    def of(self, decl: tree.Decl) -> Difference | None:
        """What was done to a declaration, or to something in it."""
        nodes = {id(node) for node in below(decl)} if self.made else set()
        return next((each for each in self.made if each.after is not None and id(each.after) in nodes), None)

    def marked(self, decl: tree.Decl, text: str) -> str:
        """With a sign, if the declaration differs."""
        return text if self.of(decl) is None else f"{SIGN} {text}"


def different(reading: Reading, teller: Teller, made: list[Difference]) -> list[str]:
    """A paragraph or two for everything that differs; examples and promises are no rules."""
    if not reading.variants or reading.parsed is None:
        return []
    former = _former(reading)
    titles = listed([f"“{safe(variant.header.title or '')}”" for variant in reading.variants])
    base = safe(reading.parsed.header.title or "")
    parts = [f"This is {base} with {titles}. What differs from {base} is marked with {SIGN} in these rules."]
    for each in made:
        before = told(former, each.before) if each.before is not None else None
        after = told(teller, each.after) if each.after is not None else None
        if before is not None and after is not None:
            before, after = _apart(before, after)
            parts += [f"{SIGN} Changed. It was: {before}", f"Now it is: {after}"]
        elif before is not None:
            parts.append(f"{SIGN} Left out: {before}")
        elif after is not None:
            parts.append(f"{SIGN} New: {after}")
    return parts


def _apart(before: str, after: str) -> tuple[str, str]:
    """Two versions of a table without the rows that both have, if these are many; other texts as they are."""
    texts = [text.split("\n") for text in (before, after)]
    rows = [[line for line in text if line.startswith("| ")] for text in texts]
    shared = set(rows[0][HEADS:]) & set(rows[1][HEADS:]) if rows[0][:HEADS] == rows[1][:HEADS] else set()
    if len(shared) < MANY:
        return before, after
    one, other = ("\n".join(line for line in text if line not in shared) for text in texts)
    return one, f"{other}\n\nThe other {len(shared)} rows are as they were."


def _former(reading: Reading) -> Teller:
    """What says the declarations of the game as it was."""
    assert reading.parsed is not None and reading.world is not None
    # their texts are those that the changes speak of
    libraries = [parse_file(file.span.source, Diagnostics()) for file in reading.files[1:]]
    base = read_again(reading, [reading.parsed, *(file for file in libraries if file is not None)])
    assert base.world is not None
    return teller_of(base, _both(base.world.model, reading.world.model))


def _both(first: Model, second: Model) -> Model:
    """All names of two games; where they share one, it means what it does in the first."""
    named = {name: value for name, value in attrs.asdict(first, recurse=False).items() if isinstance(value, dict)}
    both: dict[str, Any] = {name: {**getattr(second, name), **value} for name, value in named.items()}
    return attrs.evolve(first, **both)
