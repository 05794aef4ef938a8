"""Games written for the tests, so small that what should come out is known."""

from __future__ import annotations

from hoyle.bots.seat import Seat

HEAD = """\
game "{title}" for 2..4 players
cards Tile
    value : 1..9 key
    written "tile {{value}}"
    | value |
    | 1..9  |
zone deck         : pile, face down
zone row          : row, face up
zone hand[Player] : set, face down, seen by owner
zone kept[Player] : set, face up
var points[Player] : number = 0
define score(p) = points[p]
ending over after flow
    winners highest(p in Player by score(p))
"""

# what anybody chooses means nothing
LOTTERY = (
    HEAD.format(title="Lottery")
    + """
action drop(card in hand[you])
    move card to deck
flow
    move Tile to deck
    shuffle deck
    deal 2 from deck to hand
    each p in Player
        p must drop if able
    chance chooses one lucky in Player
        points[lucky] += 1
"""
)

# one of two actions is never any good, and the last word is chance's
WASTE = (
    HEAD.format(title="Waste")
    + """
action gain(card in hand[you])
    move card to deck
    points[you] += 4
action waste
    points[you] += 0
flow
    move Tile to deck
    shuffle deck
    deal 2 from deck to hand
    repeat 2 times
        each p in Player
            p must gain or waste if able
    chance chooses one lucky in Player
        points[lucky] += 1
"""
)

# whoever comes first can take the best tile
FIRST = (
    HEAD.format(title="First")
    + """
action take(card in row)
    move card to kept[you]
    points[you] += card.value
flow
    move all(c in Tile where c.value < 5) to row
    each p in Player
        p must take if able
"""
)

# tile 1 is four points for sure; with any other one they must be taken, and somebody who plays at random may not
SAFE = (
    HEAD.format(title="Safe")
    + """
action be(card in row)
    move card to kept[you]
    points[you] += BONUS
action gain
    points[you] += 4
action waste
    points[you] += 0
flow
    move all(c in Tile where c.value < 5) to row
    each p in Player
        p must be if able
    each p in Player where not any(c in kept[p] where c.value is 1)
        p must gain or waste
    each p in Player where any(c in kept[p] where c.value is 1)
        points[p] += 4
    chance chooses one lucky in Player
        points[lucky] += 1
"""
)

# the same, for two sides of two: what one gains its partner has won
TEAMS = (
    HEAD.format(title="Teams")
    .replace("2..4", "4..4")
    .replace(
        "winners highest(p in Player by score(p))", "winners highest(p in Player by points[p] + points[left(p, 2)])"
    )
    + """
action take(card in row)
    move card to kept[you]
    points[you] += card.value
flow
    move all(c in Tile where c.value < 6) to row
    each p in Player
        p must take if able
"""
)

FAIR = """\
variant "Fair" of first

replace flow
    move all(c in Tile where c.value < 5) to row
    chance chooses one lucky in Player
        each p in clockwise(lucky)
            p must take if able
"""

# what is chosen changes what chance does, but nothing can be known of that
SHUFFLED = (
    HEAD.format(title="Shuffled")
    + """
action drop(card in hand[you])
    move card to kept[you]
    repeat card.value times
        shuffle deck
    points[you] = sum(c.value for c in top(deck, 2))
flow
    move Tile to deck
    shuffle deck
    deal 3 from deck to hand
    repeat 2 times
        each p in Player
            p must drop if able
"""
)


class Last:
    """Somebody else's bot."""

    def choose(self, seat: Seat) -> int:
        return len(seat.choices) - 1
