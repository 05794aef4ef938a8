"""What the checker finds out about names and values, kept for whoever asks later."""

from __future__ import annotations

import attrs

from hoyle import types as t
from hoyle.source import Span


@attrs.define
class Record:
    """types: by the place of an expression. names: by the places where they are named, the options, kinds and actions
    of the game, and `players`.

    Of a definition with errors it has what could be made sense of. Places are spans, and a span knows its text: what
    libraries, variants and trials say is in it like everything else.
    """

    types: dict[Span, t.Type] = attrs.field(factory=dict)
    names: dict[Span, str] = attrs.field(factory=dict)

    def typed(self, span: Span, type_: t.Type) -> None:
        """Note a type. What is looked at several times, each time for another card type say, has the type of all."""
        before = self.types.setdefault(span, type_)
        if before is not type_ and before != type_:
            self.types[span] = t.join(before, type_) or type_
