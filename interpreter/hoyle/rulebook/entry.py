"""A paragraph of the rulebook that starts with a name."""

from __future__ import annotations

import attrs

from hoyle.english import cap


@attrs.frozen
class Entry:
    """A paragraph that starts with a name, and the lines, table or further entries below it.

    aside: what belongs to the name, as `, for a player`; behind a text that is a value there is a colon.
    """

    title: str
    text: str
    below: tuple[str, ...] = ()
    aside: str = ""
    cites: str = ""

    def markdown(self) -> str:
        if self.aside.endswith(":"):
            head = f"**{cap(self.title)}**{self.aside} {self.text}{self.cites}"
        elif self.aside:
            head = f"**{cap(self.title)}**{self.aside}. {self.text}".rstrip() + self.cites
        else:
            head = f"**{cap(self.title)}.** {self.text}".rstrip() + self.cites
        return "\n".join([head, *(["", *self.below] if self.below else [])])


def cited(*groups: tuple[str, ...]) -> str:
    """The places in the rulebook, each once, in brackets."""
    ids = dict.fromkeys(id_ for group in groups for id_ in group)
    return f" [{', '.join(ids)}]" if ids else ""
