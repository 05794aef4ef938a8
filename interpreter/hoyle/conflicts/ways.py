"""Ways to settle a conflict, ready to be written: where the variants are combined, or on the command line."""

from __future__ import annotations

from hoyle.conflicts.conflict import Way
from hoyle.english import listed
from hoyle.files.lineage import Lineage, name_of
from hoyle.resources import gamedefs
from hoyle.source import Source
from hoyle.syntax import tree


def order(lineage: Lineage, one: int, other: int) -> list[Way]:
    """One variant over the other, either way round."""
    return [way for first, second in ((other, one), (one, other)) for way in over(lineage, first, second)]


def over(lineage: Lineage, first: int, second: int) -> list[Way]:
    """The first variant over the second."""
    winner, loser = name_of(lineage.variants[first]), name_of(lineage.variants[second])
    words = f"if `{winner}` counts"
    made = [number for number, parts in enumerate(lineage.made_of) if {first, second} <= parts]
    if made:  # the last variant that is made of both can say it
        return [Way(words, _with_over(lineage.variants[made[-1]].header, winner, loser))]
    parts = frozenset[int]().union(*lineage.made_of)
    tops = [file for number, file in enumerate(lineage.variants) if number not in parts]
    title = listed([file.header.title or "" for file in tops])
    if winner not in [name_of(file) for file in tops]:
        tops.append(lineage.variants[first])
    names, typed = [], [f"hoyle play {_path(lineage.game.span.source)}"]
    for file in tops:
        name, path = name_of(file), _path(file.span.source)
        names.append(f"{name} over {loser}" if name == winner else name)
        typed.append(f'--with "{path} over {loser}"' if name == winner else f"--with {path}")
    text = f'variant "{title}" of {name_of(lineage.game)} with {", ".join(names)}'
    return [Way(words, text), Way(f"{words}, on the command line", " ".join(typed), "command")]


def _with_over(header: tree.Header, winner: str, loser: str) -> str:
    """A first line that says who is over whom."""
    assert header.name is not None
    pairs: dict[str, list[str]] = {word.text: [] for word in header.others}
    for first, second in header.over:
        pairs[first.text].append(second.text)
    pairs.setdefault(winner, []).append(loser)
    names = ", ".join(name + (f" over {' and '.join(beaten)}" if beaten else "") for name, beaten in pairs.items())
    return f'variant "{header.title}" of {header.name.text} with {names}'


def _path(source: Source) -> str:
    """As it was written, or the name of a bundled game."""
    bundled = source.path is not None and source.path.parent.resolve() == gamedefs().resolve()
    return source.path.stem if bundled and source.path is not None else source.name
