"""What is said about the usual slips, and that the fixes fix them."""

from __future__ import annotations

import re

import pytest
from explained import CODES, page_of

from hoyle.diagnostics import Diagnostic
from hoyle.source import Source
from hoyle.syntax import phrases
from hoyle.syntax.grammar import tables
from hoyle.syntax.parse import parse
from hoyle.syntax.piece import Piece
from hoyle.syntax.place import Place, Read, attempt, opening_words

HEADER = 'game "Sample" for 2..4 players\n'


def top(text: str) -> str:
    return HEADER + text + "\n"


def body(text: str) -> str:
    """The lines, two blanks a level, as the body of a phase."""
    lines = [" " * (2 * (len(line) - len(line.lstrip()))) + line.lstrip() for line in text.split("\n")]
    return HEADER + "phase turn\n    first_thing\n" + "".join(f"    {line}\n" for line in lines) + "    last_thing\n"


def in_cards(text: str) -> str:
    return HEADER + "cards Playing\n    rank : 1..9\n    | rank | worth |\n" + f"    {text}\n    | 3 | 4 |\n"


def said(text: str) -> list[Diagnostic]:
    return parse(Source("sample.hoyle", text))[1]


# wrong text, code, the words that the message and the help must have, what the fix writes (None: there is none)
SLIPS = [
    # colons and braces
    (top("phase turn:\n    shuffle deck"), "HYL016", "`:` at the end of a line", ""),
    (top("to draw(p : Player):\n    shuffle deck"), "HYL016", "`:` at the end of a line", ""),
    (body("if x:\n  y"), "HYL016", "`:` at the end of a line", ""),
    (body("if x: y"), "HYL016", "no `:` behind `if` lines below, indented", None),
    (body("if x {\n  y"), "HYL016", "`{` braces indent", ""),
    # signs
    (body("if x == 3\n  y"), "HYL016", "`==` `is`", "is"),
    (body("if x != 3\n  y"), "HYL016", "`!=` `is not`", "is not"),
    (body("if x <> 3\n  y"), "HYL016", "`<>` `is not`", "is not"),
    (body("if x = 3\n  y"), "HYL016", "`=` stands where `is` belongs", "is"),
    (body("if x && y\n  z"), "HYL016", "`&&` `and`", "and"),
    (body("if x || y\n  z"), "HYL016", "`||` `or`", "or"),
    (body("if !x\n  z"), "HYL016", "`!` `not`", "not "),
    (body("x := 3"), "HYL016", "`:=` `=`", "="),
    (body("x++"), "HYL016", "`++` `x += 1`", None),
    (body("x *= 2"), "HYL016", "`*=` `x = x * 2`", None),
    (body("x = y % 2"), "HYL016", "`%` `mod`", "mod"),
    (body("x = y; "), "HYL016", "`;` line ends", ""),
    (body("let x is 3"), "HYL016", "`is` stands where `=` belongs", "="),
    (top("define f(x : Card) -> number = 3"), "HYL016", "`->` arrows", ":"),
    (top("zone deck = pile"), "HYL016", "`=` stands where `:` belongs", ":"),
    (top("zone deck : pile // the cards"), "HYL016", "`//` comment `#`", "#"),
    (top("option size : 2...5"), "HYL016", "`...` range `2..5`", ".."),
    # quotes and characters
    (top("assume x 'nobody knows'"), "HYL016", "double quotes", '"nobody knows"'),
    (top("assume x \u201cnobody knows\u201d"), "HYL016", "double quotes", '"nobody knows"'),
    (top("assume x nobody knows    cites AB-1"), "HYL017", "`nobody knows` without quotes", '"nobody knows"'),
    (top('assume x "nobody knows    cites AB-1'), "HYL008", '`"nobody knows` no closing quote', '"'),
    ('game "Sample for 2..4 players\n', "HYL008", '`"Sample` no closing quote', '"'),
    (top("define a =\u00a0b"), "HYL015", "U+00A0 blank", " "),
    (top("define a = b \u2013 c"), "HYL015", "U+2013 write `-`", "-"),
    (top("define a\u0308 = b"), "HYL015", "character", None),
    (top("define caf\u00e9 = b"), "HYL015", "`\u00e9` letters a to z", None),
    # brackets
    (body("move top(deck, 1 to hand"), "HYL006", "`(` not closed before `to`", ")"),
    (body("move top(deck, 1\nshuffle deck"), "HYL006", "`(` is never closed", None),
    (top("define a = [c, d)"), "HYL006", "`[` is closed by `)`", "]"),
    (top("define a = f(b, [c, d)"), "HYL006", "`[` not closed before `)`", "]"),
    (top("define a = b)"), "HYL006", "`)` closes nothing", None),
    (top("define a = f(b"), "HYL006", "`(` is never closed", None),
    (top("define a = min(3, b is 3)"), "HYL002", "`is` does not fit here", None),
    (top("define a = min(3,\n    b is 3)"), "HYL002", "`is` does not fit here", None),
    (top('define a = f(b, "(", c)'), "HYL002", '`"("` does not fit here', None),
    (body("draw()"), "HYL016", "nothing in these brackets without brackets: `draw`", ""),
    # words of other languages
    (body("for p in Player\n  x"), "HYL016", "`for` `each p in Player`", "each"),
    (body("while x < 3\n  y"), "HYL016", "`while` `repeat until`", None),
    (body("if x\n  y\nelse\n  z"), "HYL016", "`else` `otherwise`", "otherwise"),
    (body("if x\n  y\nelse if z\n  z"), "HYL016", "`else` `otherwise`", "otherwise"),
    (body("if x\n  y\nelif z\n  z"), "HYL016", "`elif` `otherwise if`", "otherwise if"),
    (body("if x then\n  y"), "HYL016", "`if` no `then`", ""),
    (body("if x then y"), "HYL016", "`if` no `then` lines below", None),
    (body("set x to 3"), "HYL016", "`set` `x = 3`", None),
    (body("const x = 3"), "HYL016", "`const` `let`", "let"),
    (top("def f(x)\n    return x"), "HYL016", "`def` `define` `to`", None),
    (top("function f(x) {\n    return x\n}"), "HYL016", "`function` `define` `to`", None),
    (top("import tricks"), "HYL016", "`import` `use`", "use"),
    (top("enum Suit : clubs | hearts"), "HYL016", "`enum` `kind`", "kind"),
    # misspelt
    (top("zoen deck : pile"), "HYL007", "`zoen` did you mean `zone`", "zone"),
    (top("phases turn\n    x"), "HYL007", "`phases` did you mean `phase`", "phase"),
    (body("shufle deck"), "HYL007", "`shufle` did you mean `shuffle`", "shuffle"),
    (body("p muts play"), "HYL002", "`muts` did you mean `must`", "must"),
    (body("repeat untill x\n  y"), "HYL002", "`untill` did you mean `until`", "until"),
    # lines and their depth
    (top("phase turn"), "HYL003", "no indented lines below `phase turn`", None),
    (top("phase turn    cites AB-1\nshuffle deck\ndeal 3 from deck to hand"), "HYL003", "below `phase turn`", None),
    (body("if x\ny"), "HYL003", "no indented lines below `if x`", None),
    (top("except worth(card) as ace"), "HYL003", "`gives` `waive`", None),
    (body("x\n  y"), "HYL004", "deeper than `x` takes no lines below it", "    "),
    (body("if x\n  y\n z"), "HYL004", "between two levels", None),
    (top("phase turn\n    x\n\ty"), "HYL005", "tabs blanks", "    "),
    (body("if x move a to b"), "HYL002", "`move a to b` needs a line of its own", "\n        "),
    (top("shuffle deck"), "HYL007", "`shuffle deck` left edge `zone` indented", None),
    (body("zone deck : pile"), "HYL018", "`zone` inside `phase` left edge", None),
    # tables
    (in_cards("| 1 | 2"), "HYL017", "does not end with `|`", " |"),
    (in_cards("1 | 2 |"), "HYL017", "does not start with `|`", "| "),
    (in_cards("| 1 |  |"), "HYL017", "nothing in this cell `-`", "- "),
    (in_cards("|---|---|"), "HYL016", "no rule below its head", ""),
    # missing and exchanged words
    (top("define a = if b then c"), "HYL017", "without `otherwise`", None),
    (top("define a = if b then c else d"), "HYL016", "`else` `otherwise`", "otherwise"),
    (body("otherwise\n  x"), "HYL018", "`otherwise` right below `if`", None),
    (body("move a b"), "HYL017", "`to` is missing before `b` `move card to hand[p]`", " to"),
    (body("deal 3 deck to hand"), "HYL017", "`from` is missing before `deck`", " from"),
    (body("each p Player\n  x"), "HYL017", "`in` is missing before `Player`", " in"),
    (body("each p of Player\n  x"), "HYL016", "`of` stands where `in` belongs", "in"),
    (body("let x = [a b]"), "HYL017", "`,` is missing before `b`", ","),
    (top("zone deck pile"), "HYL017", "`:` is missing before `pile`", " :"),
    (top("rule follow play(card)\n    must x"), "HYL017", "`for` is missing before `play`", " for"),
    (body("move a to b when c"), "HYL018", "`when` statement `if`", None),
    (body("when c"), "HYL018", "`when` cannot stand here `if`", None),
    (body("must c"), "HYL018", "`must` cannot stand here `rule`", None),
    (body("each p in Player when x\n  y"), "HYL016", "`when` stands where `where` belongs", "where"),
    (body("move a to b    cites AB-1"), "HYL018", "only a declaration cites", None),
    (top("except worth(card) when a is 3 use 0"), "HYL016", "`use` stands where `gives` belongs", "gives"),
    (top("except worth(card) is 0"), "HYL016", "`is` stands where `gives` belongs", "gives"),
    (top("except worth(card) when a = 3 gives 0"), "HYL016", "`=` stands where `is` belongs", "is"),
    (body("if a < b < c\n  x"), "HYL002", "second comparison `and`", None),
    (top("define a = 1.5"), "HYL002", "fraction whole", None),
    # what a clause is about, and what is asked of lists
    (top("except rule follow when a is 3 waive"), "HYL002", "`except` without `rule` `except follow`", "follow"),
    (
        top("except ability owl on_entry\n    x"),
        "HYL002",
        "the name alone without `ability` `except owl.on_entry`",
        "owl.on_entry",
    ),
    (top("after phase turn\n    x"), "HYL002", "`after` without `phase` `after turn`", "turn"),
    (top("adjust define worth(card) by 2"), "HYL002", "`adjust` without `define` `adjust worth`", "worth"),
    (top("define a = avg(c.value for c in deck)"), "HYL002", "`avg` asks nothing of a list count sum min", None),
    (top("define a = cuont(c in deck where x)"), "HYL002", "`cuont` did you mean `count`", "count"),
    (top("define a = min(3, max(c.value for c in deck) else 0"), "HYL006", "`(` is never closed", None),
    # who declines
    (body('p may play or "pass" or draw'), "HYL002", "declining stands last", None),
    (body('p may choose one c in hand[p] or "no"\n    x'), "HYL017", "has a name itself `p may choose", None),
    (
        body('p may choose one c in hand[p] where c.up or "no"\n    x'),
        "HYL017",
        "has a name itself `p may choose",
        None,
    ),
    (body("repeat each p in Player\n    p may play"), "HYL017", "`until` is missing `each` alone", None),
    (
        body("repeat each p in Player until all pass\n    p may play"),
        "HYL002",
        "`pass` who declines `all decline`",
        None,
    ),
    (body("repeat each p in Player until empty(deck)\n    p may play"), "HYL002", "`empty` `one declines`", None),
    (body("repeat p may choose one c in hand[p]\n    x"), "HYL002", "only actions `repeat until`", None),
    (body("repeat p chooses one c in hand[p]\n    x"), "HYL002", "only actions `repeat until`", None),
    (body("x\nuntil y"), "HYL018", "`until` right below the lines", None),
    # whatever else
    (body("move a to"), "HYL017", "missing at the end of `move a to` a value", None),
    (body("let x = a b"), "HYL002", "`b` does not fit here", None),
    (body("x y"), "HYL002", "`y` does not fit here sets something asks somebody", None),
    (top("rule follow for play(card)\n    when x"), "HYL017", "missing after `when x` `must`", None),
]


@pytest.mark.parametrize(
    ("text", "code", "words", "fixed"), SLIPS, ids=[slip[0].removeprefix(HEADER) for slip in SLIPS]
)
def test_slip(text: str, code: str, words: str, fixed: str | None) -> None:
    found = said(text)
    assert [diagnostic.code for diagnostic in found] == [code]
    shown = f"{found[0].message} {found[0].help or ''}"
    for part in re.findall(r"`[^`]+`|[^`\s]+", words):
        assert part in shown
    if fixed is None:
        assert found[0].fix is None
        return
    fix = found[0].fix
    assert fix is not None
    assert fix.replacement == fixed
    mended = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
    assert said(mended) == []


@pytest.mark.parametrize("text", [slip[0] for slip in SLIPS])
def test_style(text: str) -> None:
    for found in said(text):
        assert found.code in CODES
        for line in (found.message, found.help or "x"):
            assert not line.endswith(".")
            assert line[0] in "`'" or not line[0].isupper()
            assert not re.search(r"\b[A-Z_]{3,}\b", re.sub(r"`[^`]*`", "", line)), "names of terminals stay inside"
        assert (found.help or "").count("` or") + (found.help or "").count(", `") <= 4


def test_both_brackets_are_shown() -> None:
    (found,) = said(top("define a = [c, d)"))
    assert found.span is not None and found.span.text == ")"
    assert [(label.span.text, label.text) for label in found.labels] == [("[", "opened here")]


def test_an_open_bracket_is_marked_where_it_opens() -> None:
    (found,) = said(body("let x = f(a,\n  [b,\n  c)\nshuffle deck"))
    assert found.span is not None and (found.span.text, found.span.line) == ("[", 5)
    (found,) = said(body("let x = f(a,\n  [b],\n  c\nshuffle deck"))
    assert found.span is not None and (found.span.text, found.span.line) == ("(", 4)


def test_several_habits_in_one_line() -> None:
    found = said(body("if x == 3 && y != 4:\n  z"))
    assert [diagnostic.span.text for diagnostic in found if diagnostic.span] == ["==", "&&", "!=", ":"]


def test_what_fits_is_exact() -> None:
    place = attempt(Piece.whole(Source("sample", "phase turn\n    move a b\n")), "decl")
    assert isinstance(place, Place)
    assert {"TO", "DOT", "LPAR", "PLUS", "MOD"} <= place.accepts
    assert not {"NAME", "_NL", "RPAR", "EQUAL"} & place.accepts
    assert place.fits("TO", "NAME", "_NL") and not place.fits("TO", "_NL")
    assert place.fits_before_last("NUMBER") and not place.fits_before_last("TO")


# ---------------------------------------------------------------- the tables of words

BODIES = {
    "cards": "    rank : 1..9\n",
    "table": "    | a | b |\n",
    "rule": "    must x\n",
    "ending": "    winners x\n",
    "scenario": "    seats anna\n",
    "miniature": "    players 2\n",
    "against": '    flow as of "12345678"\n',
    "together": "    x\nthen\n    x\n",
}
WITH_BODY = frozenset(("before", "after", "ability", "action", "to", "phase", "flow", "if", "each", "repeat", "as"))


@pytest.mark.parametrize("word", sorted(phrases.FORMS))
def test_forms_are_right(word: str) -> None:
    text = phrases.FORMS[word] + "\n" + BODIES.get(word, "    x\n" if word in WITH_BODY else "")
    kind = next((kind for kind in ("header", "decl", "stmt") if word in opening_words(kind)), None)
    if kind is None:
        assert text.startswith(word)
    else:
        assert isinstance(attempt(Piece.whole(Source("form", text)), kind), Read), text


def test_every_line_has_a_form() -> None:
    folders = {
        "all",
        "any",
        "count",
        "every",
        "first",
        "highest",
        "last",
        "lowest",
        "max",
        "min",
        "sum",
        "no",
        "none",
        "yes",
    }
    for kind in ("header", "decl", "stmt"):
        assert opening_words(kind) - folders <= phrases.FORMS.keys()


def test_words_we_have_are_no_foreign_ones() -> None:
    assert not opening_words("stmt") & phrases.LINE_WORDS.keys()
    assert not opening_words("decl") & phrases.EDGE_WORDS.keys()
    ours = set(tables().spelling.values())
    assert not ours & phrases.SIGNS.keys()
    for table in (phrases.LINE_WORDS, phrases.EDGE_WORDS, phrases.SIGNS):
        for habit in table.values():
            assert all(word in ours or word in ("#", "<=", "") for word in (habit.ours or "").split(" "))
    assert set(phrases.VALUES.values()) <= ours


def test_every_code_of_the_parser_has_a_true_page() -> None:
    for code in ("HYL002", "HYL004", "HYL005", "HYL006", "HYL008", "HYL009", *(f"HYL{n:03}" for n in range(13, 19))):
        page = page_of(code)
        assert {found.code for found in said(page.wrong)} == {code}
        assert said(page.right) == []
