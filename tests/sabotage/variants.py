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
        6,
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
        "a loop that waits for what it does not do",
        "dwyn",
        "where c in Special)\n        move top(stock) to discard_pile",
        "where c in Special)\n        move top(discard_pile) to discard_pile",
        ("scenario", "a DWYN and a STEAL are buried, the next card stays"),
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
        "dwyn",
        "when turns_taken >= turn_limit",
        "when turns_taken > turn_limit",
        ("property", "limit_is_kept"),
        4,
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
        "a card that is there once too often",
        "trickdraw",
        "| rally           | -    | 9      |",
        "| rally           | -    | 10     |",
        ("property", "whole_deck"),
        0,
    ),
    Variant(
        "an interrupt that loses its place",
        "trickdraw",
        "    each card in rising\n        reveal(p, card)",
        "    each card in rising\n        reveal(p, card)\n        return",
        ("scenario", "reveals of several players go round from the active player"),
    ),
    Variant(
        "a winner on the side that is pinned",
        "rowdy_partners",
        "winners all(p in Player where not any(q in Player where pinned(q) and side(q) is side(p)))",
        "winners all(p in Player where not pinned(p))",
        ("scenario", "the last space needs three damage, and then it is a pin"),
    ),
    Variant(
        "a choice that tells what lies face down",
        "trickdraw",
        'where owner(card) is not you as card_to_take "take {card}"\n        take(you, card)',
        'where owner(card) is not you and card.name is rally as card_to_take "take {card}"\n        take(you, card)',
        ("definition", "HYL401"),
    ),
)
