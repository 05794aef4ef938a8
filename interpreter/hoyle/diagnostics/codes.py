"""The table of diagnostic codes, and the pages that explain them.

Every code in use is in `CODES`, and every code in `CODES` has a page `pages/<code>.md`; tests hold both to it.
Codes go by hundreds: 0xx reading and parsing, 1xx names, 2xx types and tables, 3xx clauses, 4xx what a seat may know,
5xx scenarios, 6xx variants, 9xx running. A code that was published is never given a second meaning.

A page looks like this:

    # HYLnnn: title                      the title is the one in the table
    also: HYLnnn, HYLnnn                 may be left out: further codes that the wrong example reports

    What it means, and why it matters.

    ## Wrong

    (one fenced block, of `hoyle` or `python`, and nothing else)

    ## Right

    (one fenced block of the same kind; text may follow)

A `hoyle` block is a whole file: the wrong one reports exactly this code, the right one reports nothing. A `python`
block is a whole program, for what takes several files or a running game: the wrong one raises, the right one runs.
"""

from __future__ import annotations

import enum
import re
from importlib import resources

import attrs


class Severity(enum.StrEnum):
    """An error stops a definition from being played; a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@attrs.frozen
class Code:
    """One kind of diagnostic. `severity` is the one it usually has."""

    id: str
    title: str
    severity: Severity = Severity.ERROR


CODES: tuple[Code, ...] = (
    # reading and parsing
    Code("HYL001", "unreadable file"),
    Code("HYL002", "unexpected text"),
    Code("HYL003", "missing indented body"),
    Code("HYL004", "unexpected indentation"),
    Code("HYL005", "tabs and blanks mixed"),
    Code("HYL006", "unbalanced bracket"),
    Code("HYL007", "unknown keyword at the start of a line"),
    Code("HYL008", "text without closing quote"),
    Code("HYL009", "nested too deeply"),
    Code("HYL010", "file not found"),
    Code("HYL011", "circular use"),
    Code("HYL012", "unreadable table file"),
    Code("HYL013", "missing first line"),
    Code("HYL014", "too long"),
    Code("HYL015", "character that means nothing"),
    Code("HYL016", "word or sign of another language"),
    Code("HYL017", "something missing"),
    Code("HYL018", "word in the wrong place"),
    # names
    Code("HYL101", "unknown name"),
    Code("HYL102", "declared twice"),
    Code("HYL103", "wrong number of values in brackets"),
    Code("HYL104", "a name used as what it is not"),
    Code("HYL105", "a word that belongs to several kinds"),
    Code("HYL106", "unknown attribute"),
    Code("HYL107", "a gap nobody filled"),
    Code("HYL108", "defined by itself"),
    Code("HYL109", "a name that is taken"),
    # types and tables
    Code("HYL201", "wrong type"),
    Code("HYL202", "may be none"),
    Code("HYL203", "number outside its range"),
    Code("HYL205", "not a list"),
    Code("HYL206", "a value that would do something"),
    Code("HYL207", "row or cell that does not fit its table"),
    Code("HYL208", "two rows match"),
    Code("HYL209", "no row matches"),
    Code("HYL210", "no such card"),
    Code("HYL211", "two cards with one key"),
    Code("HYL212", "too many or too few"),
    Code("HYL214", "cannot be assigned to"),
    Code("HYL216", "a value returned or not returned"),
    Code("HYL217", "cards that lie in no order"),
    # clauses and the course of the game
    Code("HYL301", "two exceptions may both apply"),
    Code("HYL302", "never used", Severity.WARNING),
    Code("HYL303", "never reached", Severity.WARNING),
    Code("HYL304", "there may be nothing to choose"),
    Code("HYL305", "an ending that cannot be reached"),
    Code("HYL306", "a game without end"),
    Code("HYL307", "an endless loop"),
    Code("HYL308", "effects in a circle"),
    Code("HYL309", "a decision in the wrong place"),
    Code("HYL310", "a check without end"),
    Code("HYL312", "a clause that does not fit"),
    Code("HYL313", "a game without flow"),
    Code("HYL314", "a declaration in the wrong file"),
    Code("HYL315", "a check waived without a reason"),
    Code("HYL316", "a property that cannot fail", Severity.WARNING),
    Code("HYL317", "a property that cannot come true", Severity.WARNING),
    Code("HYL318", "more dealt than there is", Severity.WARNING),
    # what a seat may know
    Code("HYL401", "a choice depends on what its player may not see"),
    Code("HYL402", "a choice shows what its player may not see"),
    # scenarios and miniatures
    Code("HYL501", "seats that do not fit"),
    Code("HYL502", "option of a scenario"),
    Code("HYL503", "what is given"),
    Code("HYL504", "a card that is not there"),
    Code("HYL505", "a deed that the game does not have"),
    Code("HYL506", "a pick that answers nothing"),
    Code("HYL507", "a rule that forbids nothing"),
    Code("HYL508", "nothing to keep"),
    Code("HYL510", "a miniature that does not fit"),
    Code("HYL511", "a symmetry that is none"),
    # variants
    Code("HYL601", "a variant of what is not there"),
    Code("HYL602", "variants in a circle"),
    Code("HYL603", "a variant of a game with mistakes"),
    Code("HYL604", "a change of what is not there"),
    Code("HYL605", "a change that does not fit"),
    Code("HYL606", "the game has moved on", Severity.WARNING),
    Code("HYL607", "one thing changed in two ways"),
    Code("HYL608", "one variant removes what another needs"),
    Code("HYL609", "nothing left to decide"),
    # running
    Code("HYL901", "an option that does not fit"),
    Code("HYL902", "a number of players that does not fit"),
    Code("HYL903", "a seed that is none"),
    Code("HYL904", "a choice that cannot be made"),
    Code("HYL905", "a save that cannot be resumed"),
    Code("HYL906", "a choice after the end"),
    Code("HYL907", "a number outside its range"),
    Code("HYL908", "a game that goes on without asking"),
    Code("HYL909", "a game that cannot be found"),
    Code("HYL910", "a zone that is full"),
    Code("HYL911", "a card that takes no part"),
)

_BY_ID = {code.id: code for code in CODES}


def lookup(code: str) -> Code | None:
    """The code with this id, in upper or lower case, or None."""
    return _BY_ID.get(code.upper())


@attrs.frozen
class Page:
    """What `explain` knows about a code.

    `body` is the page in Markdown below its title, examples included. `wrong` and `right` are the examples, both in
    `language`. `also` are the other codes that `wrong` may report.
    """

    code: str
    title: str
    body: str = attrs.field(repr=False)
    wrong: str = attrs.field(repr=False)
    right: str = attrs.field(repr=False)
    language: str = "hoyle"
    also: tuple[str, ...] = ()


def explain(code: str) -> Page:
    """The page of a code. Raises LookupError if there is no such code."""
    known = lookup(code)
    if known is None:
        raise LookupError(f"there is no code {code}")
    page = resources.files(__package__) / "pages" / f"{known.id}.md"
    return read_page(page.read_text(encoding="utf-8"))


_HEAD = re.compile(r"# (?P<code>HYL\d{3}): (?P<title>[^\n]+)\n(?:also: (?P<also>[^\n]+)\n)?")
_EXAMPLE = r"^## {heading}\n+```(?P<language>hoyle|python)\n(?P<text>.*?)^```$"


def read_page(text: str) -> Page:
    """Take a page apart. Raises ValueError, saying what is missing, if it is not in the form described above."""
    head = _HEAD.match(text)
    if head is None:
        raise ValueError("a page starts with `# HYLnnn: title`")
    body = text[head.end() :]
    wrong, right = _example(body, "Wrong"), _example(body, "Right")
    if wrong["language"] != right["language"]:
        raise ValueError("both examples are in the same language")
    return Page(
        code=head["code"],
        title=head["title"],
        body=body.strip() + "\n",
        wrong=wrong["text"],
        right=right["text"],
        language=wrong["language"],
        also=tuple(re.findall(r"HYL\d{3}", head["also"] or "")),
    )


def _example(body: str, heading: str) -> re.Match[str]:
    example = re.search(_EXAMPLE.format(heading=heading), body, re.MULTILINE | re.DOTALL)
    if example is None:
        raise ValueError(f"a page has a section `## {heading}` that starts with a fenced block of hoyle or python")
    return example
