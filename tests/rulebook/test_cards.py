"""What the rulebook calls single cards, and which words it says to have an order."""

from __future__ import annotations

from hoyle.program.cards import card_text
from hoyle.read import read_source
from hoyle.rulebook.book import rulebook
from hoyle.rulebook.cards import text_of
from hoyle.source import Source

GAME = """\
game "Tokens" for 2..3 players

cards Token
    shade : dark | pale_blue key
    whose : Player key
    shiny : yes_no
    written "{shade} of {whose} {shiny}"
    | shade           | whose | shiny |
    | dark, pale_blue | 2, 3  | yes   |
    | dark            | 1     | no    |

define score(p) = 0

flow
    finish

to finish
    move Token to box

ending done after finish
    winners []
"""


def test_cards_are_called_what_they_are_called_in_play() -> None:
    game = read_source(Source("tokens", GAME)).model
    (cards,) = game.card_types.values()
    texts = [text_of(game, cards, face) for face in cards.faces]
    assert texts == [card_text(game, cards, face) for face in cards.faces]
    assert "pale blue of player 3 yes" in texts and "dark of player 1 no" in texts


def test_words_that_only_rules_compare_are_told_in_their_order() -> None:
    sorts = "kind Sort : poor | fair | good\n\ndefine sort_of(token) : Sort = if token.shiny then good otherwise fair\n"
    shown = GAME.replace("flow\n", f"{sorts}\nflow\n", 1)
    best = "winners lowest(p in Player by sort_of(first(t in Token where t.whose is p) else never))"
    plain, compared = (
        rulebook(read_source(Source("tokens", text)), []) for text in (shown, shown.replace("winners []", best))
    )
    assert "lowest to the highest.\n\n- **Sort**: poor, fair and good." in compared
    assert "**Sort**" not in plain
