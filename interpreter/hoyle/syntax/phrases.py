"""Words for messages: what other languages call things, what ours looks like, what its parts are called.

Nothing here decides anything; `slips` does.
"""

from __future__ import annotations

from typing import TypeVar

import attrs

from hoyle.builtins import FREE

V = TypeVar("V")


@attrs.frozen
class Habit:
    """A word or sign of another language. `ours` is what to write instead where that is the same everywhere."""

    ours: str | None
    help: str


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _each(habits: dict[str, V]) -> dict[str, V]:
    """Habits, or whatever it is, by each of the words or signs that share them."""
    return {word: habit for words, habit in habits.items() for word in words.split()}


# Signs, the longer ones first where one begins with another.
SIGNS: dict[str, Habit] = _each(
    {
        "=== ==": Habit("is", "two values are compared with `is`"),
        "!== != <> =/=": Habit("is not", "that two values differ is written `is not`"),
        "=<": Habit("<=", "less or equal is written `<=`"),
        "=>": Habit(None, "greater or equal is written `>=`; there are no arrows"),
        "->": Habit(None, "there are no arrows: a type stands behind `:`, a result behind `=` or `gives`"),
        "<- :=": Habit("=", "a value is set with `=`"),
        "&& &": Habit("and", "that both hold is written `and`"),
        "||": Habit("or", "that one of them holds is written `or`"),
        "++ --": Habit(None, "one more is written `x += 1`, one less `x -= 1`"),
        "*= /=": Habit(None, "write `x = x * 2` or `x = x / 2`"),
        "**": Habit(None, "there are no powers: write `x * x`"),
        "// /*": Habit("#", "a comment starts with `#`"),
        "...": Habit("..", "a range is written `2..5`"),
        "::": Habit(":", "a type stands behind one `:`"),
        "! ~": Habit("not", "that something does not hold is written `not`"),
        "%": Habit("mod", "the rest of a division is written `mod`"),
        ";": Habit("", "a statement ends where its line ends"),
        "\\": Habit(
            "", "a line goes on when the next one is deeper and starts with a word like `and`, or inside brackets"
        ),
        "{ }": Habit(None, "there are no braces: indent the lines that belong together by 4 blanks"),
        "^": Habit(None, "there is no such operator: the operators are `+`, `-`, `*`, `/` and `mod`"),
        "@ $": Habit(None, "names are made of letters, digits and `_`"),
    }
)

# Quotes that are not ours, and what closes them.
QUOTES: dict[str, str] = {
    "'": "'",
    "`": "`'",
    "\u2018": "\u2019",
    "\u2019": "\u2019",
    "\u201c": '\u201d"',
    "\u201d": '\u201d"',
    "\u201e": '\u201c\u201d"',
    "\u00ab": "\u00bb",
}

# Characters that look like ones we have, mostly from texts that were pasted.
LOOKALIKES: dict[str, str] = {
    **dict.fromkeys("\u00a0\u2007\u2009\u202f\u3000", " "),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff", ""),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    **dict(zip("\u00d7\u00f7\uff08\uff09\uff0c\uff1a", "*/(),:", strict=True)),
    "\u2026": "..",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "is not",
}

_TO_DEFINE = Habit(None, "a value is named with `define`, something that is done with `to`")

# Words that lines start with elsewhere, inside a body ...
LINE_WORDS: dict[str, Habit] = _each(
    {
        "else": Habit(
            "otherwise", "the other case is written `otherwise`; `else` stands for a value where there is none"
        ),
        "elif elsif elseif": Habit(
            "otherwise if", "the other case is written `otherwise`, or `otherwise if` with a condition"
        ),
        "for foreach forall": Habit("each", "write `each p in Player`, and indent below it what is done for each"),
        "while": Habit(None, "write `repeat until` and the condition that ends it"),
        "loop do": Habit("repeat", "write `repeat`, `repeat 3 times` or `repeat until` and a condition"),
        "unless": Habit(None, "write `if not` and the condition in brackets"),
        "def function": _TO_DEFINE,
        "const val": Habit("let", "a value is named with `let`"),
        "set": Habit(None, "a value is set with `=`: `x = 3`"),
        "switch case match": Habit(
            None, "tell cases apart with `if`, `otherwise if` and `otherwise`, or with a `table`"
        ),
        "needs requires require": Habit("must", "what has to hold is written `must`"),
        "put give": Habit("move", "write `move card to hand[p]`"),
        "say print log announce": Habit("tell", 'a sentence is told with `tell`: `tell "{p} takes the trick"`'),
    }
)

# ... and at the left edge.
EDGE_WORDS: dict[str, Habit] = _each(
    {
        "def function func fn procedure sub procedures": _TO_DEFINE,
        "let": Habit(None, "at the left edge, `define` names a value that is worked out, and `var` one that changes"),
        "const": Habit("define", "a value is named with `define`"),
        "class": Habit(None, "a group of names is a `kind`, and cards are declared with `cards`"),
        "enum type": Habit("kind", "a group of names is a `kind`"),
        "team side sides": Habit(None, "sides are declared together: `teams Side : north_south | east_west`"),
        "import include": Habit("use", "rules of a library are taken in with `use` and its name"),
        "variable": Habit("var", "what changes during the game is a `var`"),
        "deck pile": Habit(None, "where cards can be is declared with `zone`: `zone deck : pile, face down`"),
        "card": Habit("cards", "cards are declared with `cards` and their table"),
        "exception": Habit("except", "an exception starts with `except`"),
        "turn": Habit(None, "a stretch of play is a `phase`: `phase turn(p : Player)`"),
        "round": Habit(None, "a stretch of play is a `phase`: `phase round`"),
        "setup": Habit(None, "a stretch of play is a `phase`: `phase setup`"),
        "win": Habit("ending", "how a game ends is an `ending`"),
        "test": Habit("scenario", "an example of play is a `scenario`"),
    }
)

# Words that start lines inside bodies without starting a statement.
BODY_WORDS = _words("otherwise until must when unless text written winners given then seats gives waive")

DECLARED_WITH_LINES = _words("cards table rule before after ability ending action to phase flow scenario miniature")

# Where the words belong that start lines without starting a statement.
PLACES: dict[str, str] = {
    "otherwise": "it stands right below the lines that belong to an `if`, exactly as deep as that `if`",
    "until": "it stands behind `repeat`, or right below the lines that belong to one, exactly as deep as that `repeat`",
    "when": "write `if` inside a body; `when` stands on the first lines below a declaration",
    "must": "it stands below `rule`, or on the first lines of an `action`",
    "text": "it stands on the first lines of an `action`",
    "written": "it stands below `cards`",
    "winners": "it stands below `ending`",
    "gives": "it stands in an exception, which starts with `except`, or ends a `define` that has `let` lines",
    "waive": "it stands in an exception, which starts with `except`",
    "given": "it stands below `scenario`",
    "seats": "it stands below `scenario`",
}

# Statements and declarations that indented lines belong to.
BLOCK_WORDS = _words("if each repeat together otherwise phase flow to action rule ability scenario miniature")

# Values that are names here, so only a search for what they mean can tell; the resolver may use this.
VALUES: dict[str, str] = _each({"true True": "yes", "false False": "no", "null nil None": "none"})

# A word that does not fit, and what was probably meant, by how likely it is.
SWAPS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("use", "uses", "returns", "then"), ("gives",)),
    **dict.fromkeys(("onto", "into"), ("to",)),
    "=": ("is", ":", "gives"),
    ":": ("=", "is"),
    "is": ("gives", "=", ":"),
    "as": ("=", ":"),
    "gives": ("=", "is"),
    "equals": ("is", "="),
    "are": ("is",),
    "be": ("=",),
    "of": ("in", "from"),
    "from": ("in", "of"),
    "among": ("in",),
    "on": ("to", "in"),
    "with": ("where", "when"),
    "if": ("when", "where"),
    "when": ("where", "if", "while"),
    "where": ("when", "if"),
    "while": ("when", "until"),
    "until": ("while",),
    "else": ("otherwise",),
    "otherwise": ("else",),
    "choose": ("chooses",),
    "can": ("may",),
    "shall": ("must",),
    "has": ("must", "where"),
    "to": ("by", "=", ".."),
    "-": ("..", "="),
}

# What a line that starts with a word looks like.
FORMS: dict[str, str] = {
    "game": 'game "My Game" for 2..4 players',
    "library": "library tricks",
    "trials": "trials of my_game",
    "variant": 'variant "A lower limit" of my_game',
    "use": "use tricks",
    "option": "option target : 50..200 = 100",
    "kind": "kind Suit : sun | moon",
    "teams": "teams Side : north_south | east_west",
    "cards": "cards Tile",
    "zone": "zone hand[Player] : set, face down, seen by owner",
    "var": "var points[Player] : number = 0",
    "table": "table pass_to(round : 0..3) : 0..3",
    "timing": "timing ongoing by owner(this) while this.up",
    "assume": 'assume target "the rulebook does not say"',
    "define": "define worth(card : Card) = card.value * 2",
    "rule": 'rule follow "follow if you can" for play(card)',
    "except": "except worth(card) as lowest when card.value is 1 gives 11",
    "adjust": "adjust worth(card) by 1 when card.red",
    "before": "before play(card)",
    "after": "after play(card)",
    "ability": "ability beacon ongoing",
    "ending": "ending last after any change when empty(deck)",
    "action": "action play(card in hand[you])",
    "to": "to draw(p : Player)",
    "phase": "phase turn(p : Player)",
    "flow": "flow",
    "scenario": 'scenario "the highest card wins"',
    "property": "property capped always limit < 100",
    "waive": 'waive symmetry "whoever sits first bids first"',
    "miniature": 'miniature "two suits, three players"',
    "set": "set limit = 10",
    "replace": "replace define worth(card : Card) = 3 * card.value",
    "add": "add zone aside : pile, face up",
    "remove": "remove rule follow",
    "order": "order worth.crown over gold",
    "against": "against",
    "move": "move card to hand[p]",
    "face": "face card up",
    "shuffle": "shuffle deck",
    "deal": "deal 5 from deck to hand",
    "let": "let best = winning_card",
    "return": "return best",
    "resolve": "resolve on_reveal of card",
    "tell": 'tell "{p} takes the trick"',
    "if": "if empty(deck)",
    "otherwise": "otherwise",
    "each": "each p in Player",
    "repeat": "repeat 3 times",
    "together": "together each p in Player",
    "as": "as one",
    "must": "must fits(card) if able",
    "when": "when empty(deck)",
    "unless": "unless empty(deck)",
    "text": 'text "play {card}"',
    "written": 'written "{value} {suit}"',
    "winners": "winners highest(p in Player by score(p))",
    "seats": "seats anna, ben",
}

# What stands for a whole group of terminals, and the terminals by which the group is recognised and that it covers.
_VALUE = "NAME NUMBER NONE YES NO LPAR LSQB COUNT SUM MAX MIN ANY EVERY ALL FIRST LAST HIGHEST LOWEST"
_VALUE = f"{_VALUE} {' '.join(FREE).upper()}"
GROUPS: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    (
        "something to do, such as `move` or `if`",
        frozenset({"MOVE", "SHUFFLE"}),
        _words(f"MOVE FACE SHUFFLE DEAL LET RETURN RESOLVE IF EACH REPEAT TOGETHER AS {_VALUE}"),
    ),
    ("a value", frozenset({"NAME", "NUMBER", "LPAR"}), _words(f"MINUS NOT THE IF {_VALUE}")),
    ("a declaration", frozenset({"ZONE", "RULE"}), frozenset()),
)

# What may go on with a value; nobody needs to be told.
MORE = _words("DOT LPAR LSQB PLUS MINUS TIMES MOD ELSE IS IN NOT ORDER AND OR __ANON_0")

NAMES: dict[str, str] = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a text in double quotes",
    "CITE": "a place in the rulebook such as `TS-07`",
    "ORDER": "`<`",
    "TIMES": "`*`",
    "_NL": "the end of the line",
    "_INDENT": "indented lines",
}
