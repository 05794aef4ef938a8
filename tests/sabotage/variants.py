"""The bundled games, each with one mistake that a person could have made.

A variant is a piece of a definition's text and what stands there instead. found_by: the trial that must notice, as
`hoyle test` calls it. most: how many choices the play may have that it shows; None where a scenario shows it, or the
definition is refused.
"""

from __future__ import annotations

import attrs


@attrs.frozen
class Variant:
    name: str
    game: str
    old: str
    new: str
    found_by: tuple[str, str]
    most: int | None = None


VARIANTS = (
    Variant(
        "a follow rule that knows only the first color",
        "texas_showdown",
        "define fits(card) = card.color in colors_played",
        "define fits(card) = card.color is (first(c.color for c in trick) else black)",
        ("property", "followed"),
        12,
    ),
    Variant(
        "a score that skips a seat",
        "texas_showdown",
        "    each p in Player\n        points[p] += penalty(p)",
        "    each p in others(leader)\n        points[p] += penalty(p)",
        ("property", "hand_counted"),
        30,
    ),
    Variant(
        "a limit that has to be passed",
        "texas_showdown",
        "when any(p in Player where score(p) >= limit)",
        "when any(p in Player where score(p) > limit)",
        ("scenario", "fewest points win, and a tie is shared"),
    ),
    Variant(
        "a loop that waits for what it does not do",
        "dwyn",
        "where c in Special)\n        move top(stock) to discard_pile",
        "where c in Special)\n        move top(discard_pile) to discard_pile",
        ("check", "choices"),
        0,
    ),
    Variant(
        "cards that stay on the table after a duel",
        "dwyn",
        "            move prize to figure[you]\n        move played to discards",
        "            move prize to figure[you]\n            move played to discards",
        ("property", "duel_is_cleared"),
        8,
    ),
    Variant(
        "a card that is hidden when it is buried again",
        "dwyn",
        "to stock anywhere face down\n    move the_krown to stock bottom face up",
        "to stock anywhere face down\n    move the_krown to stock bottom",
        ("property", "krown_is_seen"),
        1,
    ),
    Variant(
        "a payment that is not taken",
        "book_it",
        "    cash[you] -= sign_cost(you, card)\n",
        "",
        ("property", "signing_is_paid"),
        8,
    ),
    Variant(
        "a limit off by one",
        "book_it",
        "must count(c in desk[you] where c.sheet is sheet) < 3",
        "must count(c in desk[you] where c.sheet is sheet) <= 3",
        ("property", "three_and_five"),
        16,
    ),
    Variant(
        "cards that are not returned",
        "book_it",
        "    move market to pool face down\n",
        "",
        ("property", "market_is_cleared"),
        10,
    ),
    Variant(
        "a card that is there twice",
        "rowdy_partners",
        "",
        "",
        ("property", "four_piles"),
        10,
    ),
    Variant(
        "an interrupt that loses its place",
        "trickdraw",
        "    each card in rising\n        reveal(p, card)",
        "    each card in rising\n        reveal(p, card)\n        return",
        ("scenario", ""),
    ),
    Variant(
        "a winner among those who are out",
        "trickdraw",
        "winners highest(p in Player where not tied(p) by points(p))",
        "winners highest(p in Player by points(p))",
        ("scenario", ""),
    ),
    Variant(
        "a choice that tells what lies face down",
        "trickdraw",
        "    you choose one card in row where owner(card) is not you as card_to_take \"take {card}\"\n        take(you, card)",
        "    you choose one card in row where owner(card) is not you and card.name is rally as card_to_take \"take {card}\"\n        take(you, card)",
        ("definition", "can be played"),
    ),
)
