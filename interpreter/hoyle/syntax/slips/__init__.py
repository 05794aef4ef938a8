"""From a place where the parser stopped to a message that says what to write instead.

`explain` asks the rules below in order; the first that knows the slip answers. A rule looks at the words around the
place and at what would fit there, never at the parser's states. What a rule is sure of it offers as a fix.
"""

from __future__ import annotations

from collections.abc import Callable

from hoyle.syntax.place import Place
from hoyle.syntax.slips import lines, marks, turns, words
from hoyle.syntax.slips.slip import Slip

RULES: tuple[Callable[[Place], Slip | None], ...] = (
    marks.quotes,
    lines.table,
    marks.signs,
    marks.characters,
    words.no_fold,
    marks.brackets,
    lines.colon,
    lines.line_word,
    lines.edge_word,
    turns.chosen_again,
    turns.declined,
    turns.quorum,
    words.sort_of_target,
    words.if_then,
    words.missing_quotes,
    words.swap,
    words.of_a_list,
    words.wrong_place,
    lines.one_line_body,
    words.misspelt,
    lines.indentation,
    lines.no_body,
    words.missing,
)


def explain(place: Place) -> Slip:
    """What is wrong at a place."""
    for rule in RULES:
        found = rule(place)
        if found is not None:
            return found
    return words.unexpected(place)
