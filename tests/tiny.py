"""Games so small that every table they come to can be visited in no time."""

from __future__ import annotations

HEAD = """\
game "Tiny" for 2..3 players
cards Tile
    value : 1..9 key
    | value |
    | 1..9  |
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up
zone deck         : pile, face down
var points[Player] : number = 0
define score(p) = points[p]
define hand_size = 3
action play(card in hand[you])
    move card to shown
ending played after flow
    winners highest(p in Player by score(p))
"""

# everybody plays all cards, in turn: the row tells in which order
ROW = """
flow
    move Tile to deck
    deal hand_size from deck to hand
    repeat until empty(hand)
        each p in Player
            p must play if able
"""
# the same without a trace of the order
HEAP = ROW.replace("flow\n", "zone heap : set, face up\nafter play(card)\n    move card to heap\nflow\n", 1)
SHUFFLED = ROW.replace("    deal", "    shuffle deck\n    deal", 1)

ENDLESS = """
zone other[Player] : set, face up
action swap(card in hand[you])
    move card to other[you]
action back(card in other[you])
    move card to hand[you]
flow
    move Tile to deck
    deal hand_size from deck to hand
    repeat until empty(hand)
        each p in Player
            p must play or swap or back if able
"""

SUITS = """\
game "Suits" for 2..3 players
kind Suit : coins | cups | swords
cards Tile
    suit  : Suit key
    value : 1..3 key
    | suit | value |
    | Suit | 1..3  |
zone deck          : pile, face down
zone hand[Player]  : set, face down, seen by owner
zone trick[Player] : slot, face up
zone won[Player]   : set, face down
var points[Player] : number = 0
var led    : Suit?
var leader : Player = seat(1)
define score(p) = points[p]
action play(card in hand[you])
    if led is none
        led = card.suit
    move card to trick[you]
rule follow "follow the suit that was led" for play(card) when led is not none
    must card.suit is led if able
flow
    move Tile to deck
    shuffle deck
    each q in clockwise(leader)
        move top(deck, 2) to hand[q]
    repeat until empty(hand)
        one_trick
phase one_trick
    led = none
    each p in clockwise(leader)
        p must play if able
    let best = the highest(c in trick where c.suit is led by c.value)
    if best is not none
        leader = owner(best) else leader
        points[leader] += 1
    move trick to won[leader]
ending over after flow
    winners highest(p in Player by score(p))
property all_of_it eventually any(p in Player where points[p] is 2)
property one_each  never count(p in Player where points[p] is 1) is 2
property follows   after play(card) then led is not none
"""
FEW = "cards c in Tile where c.value <= 2"
