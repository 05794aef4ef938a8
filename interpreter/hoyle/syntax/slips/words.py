"""Slips with words inside a line: misspelt, missing, exchanged or in the wrong place; and whatever no rule knows."""

from __future__ import annotations

import re

from hoyle.builtins import FOLDS
from hoyle.diagnostics.visible import quote
from hoyle.english import listed
from hoyle.syntax.grammar import tables
from hoyle.syntax.phrases import BODY_WORDS, DECLARED_WITH_LINES, FORMS, GROUPS, MORE, NAMES, PLACES, SWAPS
from hoyle.syntax.piece import Edit
from hoyle.syntax.place import EDGES, Place, closest, opening_words
from hoyle.syntax.scan import CHARACTER
from hoyle.syntax.slips.slip import (
    HABIT,
    MISSING,
    UNEXPECTED,
    UNKNOWN_WORD,
    WRONG_PLACE,
    Slip,
    bounds,
    rest,
    said,
    slip,
)

COMPARISONS = frozenset({"is", "in", "<", ">", "<=", ">="})


def if_then(place: Place) -> Slip | None:
    """A case without the other, or one written as elsewhere."""
    if place.text == "then" and place.words and place.words[0].kind == "IF":
        instead = "" if place.end == place.line.end else None
        help = "what is done stands on the lines below, indented by 4 blanks"
        return slip(place, HABIT, "a line that starts with `if` has no `then`", help, instead=instead)
    thens = [number for number, word in enumerate(place.words) if word.kind == "THEN"]
    if "OTHERWISE" not in place.accepts or not thens:
        return None
    help = "write `otherwise` and the value for the other case, on the same line or all of it in brackets"
    wrong = next((word for word in place.words[thens[-1] :] if word.kind == "ELSE"), None)
    if wrong is None:
        at = bounds(place.words[thens[-1] :])
        return slip(place, MISSING, "`if ... then` without `otherwise`", help, at=at)
    help = "after `if ... then`, the other case is written `otherwise`; `else` stands for a value where there is none"
    return slip(place, HABIT, "`else` is no part of `if ... then`", help, at=bounds([wrong]), instead="otherwise")


def wrong_place(place: Place) -> Slip | None:
    """A word that exists, and belongs elsewhere."""
    line = place.above if place.kind == "_INDENT" else place.words
    first = line[0] if line and line[0].kind == "NAME" and len(line) < 3 else None
    word = str(first) if first is not None else ""
    at = bounds([first]) if first is not None else None
    if place.text == "cites" and place.first_word not in opening_words("decl"):
        help = "put it at the end of the first line of the declaration that this belongs to"
        edits = [Edit(place.start, place.line.end, "")]
        return slip(place, WRONG_PLACE, "only a declaration cites the rulebook", help, at=rest(place), edits=edits)
    if place.text == "when" and not place.is_first and place.first_word not in opening_words("decl"):
        help = "write `if` and the condition on the line above, and indent this line below it"
        return slip(place, WRONG_PLACE, "`when` cannot stand in a statement", help)
    word = word or (place.text if place.is_first else "")
    at = at or (place.start, place.end)
    if word in PLACES:
        return slip(place, WRONG_PLACE, f"{quote(word)} cannot stand here", PLACES[word], at=at, line=at[0])
    line_number = place.piece.line_at(at[0])
    if word in opening_words("decl") and place.piece.lines[line_number].indent:
        return _inner_declaration(place, word, at, line_number)
    return None


def _inner_declaration(place: Place, word: str, at: tuple[int, int], number: int) -> Slip:
    piece = place.piece
    line, below = piece.lines[number], piece.next_line(number)
    edits = []
    if word in DECLARED_WITH_LINES and below is not None and below.indent == line.indent:
        # The lines below are its own.
        edits = [Edit(line.start, line.content, "")]
    message = f"{quote(word)} cannot stand inside {quote(piece.word)}"
    help = "a declaration starts at the left edge"
    return slip(place, WRONG_PLACE, message, help, at=at, line=at[0], edits=edits)


def swap(place: Place) -> Slip | None:
    """A word or sign where another belongs."""
    if place.text in COMPARISONS and "AND" in place.accepts and not {"GIVES", "EQUAL"} & place.accepts:
        help = "join two comparisons with `and`: `a < b and b < c`"
        return slip(place, UNEXPECTED, f"a second comparison, {quote(place.text)}, in one condition", help)
    for word in SWAPS.get(place.text, ()):
        if word in place.words_that_fit:
            help = f"write `{word}`" + _form(place, ", as in ")
            message = f"{quote(place.text)} stands where `{word}` belongs"
            return slip(place, HABIT, message, help, instead=word, shaky=True)
    return None


def of_a_list(place: Place) -> Slip | None:
    """`each p of Player`: behind `of` stands how many a group has, and then its list."""
    numbers = [number for number, word in enumerate(place.words) if word.kind == "OF"]
    if "IN" not in place.accepts or not numbers or place.kind in ("NAME", "NUMBER"):
        return None
    of, *behind = place.words[numbers[-1] :]
    if not behind or behind[0].kind != "NAME":
        return None
    help = "write `in`" + _form(place, ", as in ")
    return slip(place, HABIT, "`of` stands where `in` belongs", help, at=bounds([of]), instead="in", shaky=True)


def misspelt(place: Place) -> Slip | None:
    """A word that is nearly one that would fit, here, before, or at the start of the line."""
    if place.kind == "NAME":
        near = closest(place.text, [word for word in place.words_that_fit if len(word) > 2])
        if near:
            code = UNKNOWN_WORD if place.is_first else UNEXPECTED
            return _did_you_mean(place, code, (place.start, place.end), near, "does not fit here")
    line = place.above if place.kind == "_INDENT" else place.words
    if not line:
        return None
    if line[0].kind == "NAME" and len(line) <= 2:
        near = closest(line[0], (opening_words("stmt") | BODY_WORDS) - {str(line[0])})
        if near:
            return _did_you_mean(place, UNKNOWN_WORD, bounds(line[:1]), near, "does not start a line")
    if len(place.words) > 1 and place.words[-1].kind == "NAME":
        fitting = [word for name, word in tables().spelling.items() if len(word) > 2 and place.fits_before_last(name)]
        near = closest(place.words[-1], fitting)
        if near:
            return _did_you_mean(place, UNEXPECTED, bounds(place.words[-1:]), near, "does not fit here")
    return None


def _did_you_mean(place: Place, code: str, at: tuple[int, int], near: str, why: str) -> Slip:
    message = f"{quote(place.piece.text[slice(*at)])} {why}"
    line = at[0] if code == UNKNOWN_WORD else None
    return slip(place, code, message, f"did you mean `{near}`?", at=at, line=line, instead=near, guess=True)


def sort_of_target(place: Place) -> Slip | None:
    """`except rule follow`: what a clause is about is named without saying what it is."""
    words = place.words
    about = len(words) == 2 and words[0] in ("except", "adjust", "before", "after")
    if not about or place.kind != "NAME" or str(words[1]) not in opening_words("decl"):
        return None
    start, end = words[1].start, place.end
    name = place.text
    if words[1] == "ability":
        timing = re.compile(r"\s+([a-z_]\w*)").match(place.piece.text, place.end, place.line.end)
        end, name = (timing.end(), f"{name}.{timing[1]}") if timing else (end, f"{name}.on_entry")
    help = f"write `{words[0]} {name}`"
    message = f"behind `{words[0]}` stands the name alone, without `{words[1]}`"
    edits = [Edit(start, end, name)]
    return slip(place, UNEXPECTED, message, help, at=bounds(words[1:]), edits=edits, sure=True)


def no_fold(place: Place) -> Slip | None:
    """Something asked of a list with a word that asks nothing of lists."""
    opened = place.open_brackets
    if place.text not in ("for", "where", "by", "has") or not opened or opened[-1] != "(":
        return None
    before = place.words[place.words.index(opened[-1]) - 1] if place.words[0] is not opened[-1] else None
    if before is None or before.kind != "NAME":
        return None
    near = closest(before, FOLDS)
    help = f"did you mean `{near}`?" if near else f"a list is asked with one of these: `{' '.join(FOLDS)}`"
    message = f"{quote(before)} asks nothing of a list"
    return slip(place, UNEXPECTED, message, help, at=bounds([before]), instead=near)


def missing_quotes(place: Place) -> Slip | None:
    """A text without its quotes."""
    if place.kind != "NAME" or place.accepts != {"STRING"}:
        return None
    stop = re.compile(r"\s+(?:for|cites)\s").search(place.piece.text, place.start, place.line.end)
    at = (place.start, stop.start() if stop else place.line.end)
    text = place.piece.text[at[0] : at[1]]
    edits = [Edit(at[0], at[0], '"'), Edit(at[1], at[1], '"')]
    message = f"the text {quote(text)} stands without quotes"
    return slip(place, MISSING, message, f"write {quote(chr(34) + text + chr(34))}", at=at, edits=edits, sure=True)


def missing(place: Place) -> Slip | None:
    """One word or sign that has to stand here, and behind which the rest would fit."""
    if place.kind in (CHARACTER, "_INDENT", "_DEDENT", "$END") or not place.words:
        return None
    if place.words[-1] == "." and place.kind == "NUMBER":
        return slip(place, UNEXPECTED, "a number with a fraction", "all numbers are whole")
    passing = {"OF"} if "IN" in place.accepts else set[str]()
    passing |= {"CITES", "RPAR", "RSQB", "LPAR", "LSQB", "QMARK", "__ANON_0"} | (MORE if _is_value(place) else set())
    fitting = [w for w, name in place.words_that_fit.items() if name not in passing and place.fits(name, place.kind)]
    if len(fitting) != 1:
        return None
    before = place.words[-1].end
    edits = [Edit(before, before, fitting[0] if fitting[0] == "," else f" {fitting[0]}")]
    where = "at the end of the line" if place.kind == "_NL" else f"before {quote(place.text)}"
    help = f"put it there{_form(place, ', as in ')}"
    return slip(place, MISSING, f"`{fitting[0]}` is missing {where}", help, edits=edits, sure=True, guess=True)


def unexpected(place: Place) -> Slip:
    """Whatever else does not fit, or is not there, without guessing what was meant."""
    help = _could_stand(place)
    if place.kind == "_NL":
        message = f"something is missing at the end of {said(place, place.words)}"
        return slip(place, MISSING, message, help, at=(place.start, place.start))
    if place.kind in EDGES:
        line = place.words or place.above
        at = bounds(line) if line else (place.start, place.start)
        message = f"something is missing after {said(place, line)}"
        return slip(place, MISSING, message, help, at=at, line=at[0])
    return slip(place, UNEXPECTED, f"{quote(place.text)} does not fit here", help)


def _is_value(place: Place) -> bool:
    """Whether a value ends right before the place."""
    return bool({"DOT", "PLUS"} & place.accepts)


def _could_stand(place: Place) -> str | None:
    """What fits, in at most four phrases; if it is more than that, what such a line looks like."""
    if {"EQUAL", "MUST"} <= place.accepts and len(place.words) == 1:
        return "a line sets something (`x = 3`), asks somebody (`p must play`) or names something to do (`draw(p)`)"
    left, phrases = set(place.accepts) - {"_DEDENT", "$END", "CITES"}, []
    if _is_value(place):
        left -= MORE
    for phrase, signs, covers in GROUPS:
        if signs <= left:
            left -= covers or left
            phrases.append(phrase)
    words = sorted(word for word, name in place.words_that_fit.items() if name in left)
    phrases += [f"`{word}`" for word in words]
    phrases += [phrase for name, phrase in NAMES.items() if name in left]
    if not phrases or len(phrases) > 4:
        return _form(place, "such a line looks like this: ") or None
    starts = not place.words or place.is_first
    form = _form(place, ", as in ", words[0] if starts and words else place.first_word)
    return f"here could stand {listed(phrases, 'or')}{form}"


def _form(place: Place, before: str, word: str | None = None) -> str:
    form = FORMS.get(word or place.first_word)
    return f"{before}`{form}`" if form else ""
