"""Small games that tell whoever chooses what nobody may see, one for each way it can take; and their harmless twins."""

from __future__ import annotations

import attrs

BASE = """\
game "Peek" for 2 players

kind Color : red | blue

cards Tile
    color : Color key
    value : 1..9 key
    | color | value |
    | Color | 1..9  |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone row[Player]  : row, seen by owner
zone shown        : row, face up
zone bench        : set, face down, seen by everyone

var guessed        : number
var told           : number
var noted          : number, untold
var plan[Player]   : 0..9, seen by owner
var rounds         : number

define score(p) = guessed + told + noted + rounds + plan[p]
define highest_of(p : Player) = max(c.value for c in hand[p]) else 1
define top_value = max(c.value for c in top(deck)) else 1

flow
    move Tile to deck
    shuffle deck
    deal 2 from deck to hand
    each q in Player
        move top(deck) to row[q] face down
    move top(deck) to shown
    move top(deck) to bench
    together each q in Player
        q chooses one n in 1..9 as planning
    then
        plan[q] = n else 1
    main(seat(1))

ending over_now after main
    winners []

"""


@attrs.frozen
class Pair:
    """leak: the body of `main(p)` and what else belongs to it. twin: the same, and nothing is given away."""

    leak: str
    twin: str


def game(steps: str) -> str:
    """A whole definition around the steps of `main`, behind which declarations may stand."""
    body, _, more = steps.strip("\n").partition("\n\n")
    return f"{BASE}phase main(p : Player)\n{body}\n\n{more}\n"


CHANNELS: dict[str, Pair] = {
    "let": Pair(
        """
    let v = max(c.value for c in top(deck)) else 1
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
        """
    let v = max(c.value for c in hand[p]) else 1
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
    ),
    "let that is told": Pair(
        """
    let v = top_value
    rounds += 1
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
        """
    let v = top_value
    told = v
    p chooses one x in 1..9 where x <= told as guess
        guessed = x
""",
    ),
    "let of a card that is shown": Pair(
        """
    let v = top_value
    move top(deck) to row[left(p)] face down
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
        """
    let v = top_value
    move top(deck) to shown
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
    ),
    "let and back": Pair(
        """
    let v = 1
    let w = v
    repeat 2 times
        w = v
        v = top_value
    p chooses one x in 1..9 where x <= w as guess
        guessed = x
""",
        """
    let v = 1
    let w = v
    repeat 2 times
        w = v
        v = count(deck)
    p chooses one x in 1..9 where x <= w as guess
        guessed = x
""",
    ),
    "number worked out": Pair(
        """
    let v = 10 - sum(c.value for c in top(deck, 1))
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
        """
    let v = 10 - sum(c.value for c in shown)
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
    ),
    "yes_no": Pair(
        """
    let high = any(c in top(deck) where c.value > 4)
    p chooses one x in 1..9 where x <= (if high then 9 otherwise 4) as guess
        guessed = x
""",
        """
    let high = any(c in bench where c.value > 4)
    p chooses one x in 1..9 where x <= (if high then 9 otherwise 4) as guess
        guessed = x
""",
    ),
    "way taken": Pair(
        """
    let v = 1
    if top_value > 4
        v = 7
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
        """
    let v = 1
    if highest_of(p) > 4
        v = 7
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
    ),
    "way not taken": Pair(
        """
    let v = 1
    if top_value > 4
        v = 1
    otherwise
        v = 7
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
        """
    let v = 1
    if top_value > 4
        told = 1
    otherwise
        told = 7
    p chooses one x in 1..9 where x <= told as guess
        guessed = x
""",
    ),
    "player": Pair(
        """
    let best = first(highest(q in Player by highest_of(q))) else p
    p chooses one q in [best, p] as accuse
        guessed = 1
""",
        """
    let best = first(highest(q in Player by count(hand[q]))) else p
    p chooses one q in [best, p] as accuse
        guessed = 1
""",
    ),
    "parameter": Pair(
        """
    ask(p, top_value)

to ask(p : Player, v : number)
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
        """
    ask(p, highest_of(p))

to ask(p : Player, v : number)
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
    ),
    "parameter that has another name": Pair(
        """
    ask(highest_of(left(p)), p)

to ask(v : number, p : Player)
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
        """
    ask(highest_of(left(p)), left(p))

to ask(v : number, p : Player)
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
    ),
    "parameter handed on": Pair(
        """
    ask(p, top_value)

to ask(p : Player, v : number)
    again(v, p)

to again(w : number, p : Player)
    p chooses one x in 1..9 where x <= w as guess
        guessed = x
""",
        """
    ask(p, count(deck))

to ask(p : Player, v : number)
    again(v, p)

to again(w : number, p : Player)
    p chooses one x in 1..9 where x <= w as guess
        guessed = x
""",
    ),
    "card as a parameter": Pair(
        """
    each c in last(deck)
        ask(p, c)

to ask(p : Player, c : Tile)
    p chooses one x in 1..9 where x <= c.value as guess
        guessed = x
""",
        """
    each c in last(shown)
        ask(p, c)

to ask(p : Player, c : Tile)
    p chooses one x in 1..9 where x <= c.value as guess
        guessed = x
""",
    ),
    "returned value": Pair(
        """
    let v = peek
    p chooses one x in 1..9 where x <= v as guess
        guessed = x

to peek : number
    return top_value
""",
        """
    let v = peek
    p chooses one x in 1..9 where x <= v as guess
        guessed = x

to peek : number
    rounds += 1
    return count(deck)
""",
    ),
    "returned on one way": Pair(
        """
    let v = peek
    p chooses one x in 1..9 where x <= v as guess
        guessed = x

to peek : number
    if top_value > 4
        return 9
    return 3
""",
        """
    let v = peek
    p chooses one x in 1..9 where x <= v as guess
        guessed = x

to peek : number
    if count(deck) > 4
        return 9
    return 3
""",
    ),
    "owner": Pair(
        """
    let holder = owner(Tile(red, 5)) else p
    p chooses one q in [holder, p] as accuse
        guessed = 1
""",
        """
    let mine = owner(Tile(red, 5)) is p
    p chooses one q in Player where mine or q is p as accuse
        guessed = 1
""",
    ),
    "list length": Pair(
        """
    let high = all(c in deck where c.value > 4)
    p chooses one x in 1..9 where x <= count(high) as guess
        guessed = x
""",
        """
    let high = all(c in deck)
    p chooses one x in 1..9 where x <= count(high) as guess
        guessed = x
""",
    ),
    "members of a list": Pair(
        """
    let values = all(c.value for c in hand[left(p)])
    p chooses one x in values as guess
        guessed = x
""",
        """
    let values = all(c.value for c in hand[p])
    p chooses one x in values as guess
        guessed = x
""",
    ),
    "text of a choice": Pair(
        """
    p may try_it(top_value)

action try_it(n : number)
    text "try {n}"
    guessed = 1
""",
        """
    p may try_it(count(deck))

action try_it(n : number)
    text "try {n}"
    guessed = 1
""",
    ),
    "a card that is given, in the text of an action": Pair(
        """
    let card = last(deck)
    if card is not none
        p may grab(card)

action grab(c : Tile)
    text "grab {c}"
    guessed = 1
""",
        """
    let card = last(shown)
    if card is not none
        p may grab(card)

action grab(c : Tile)
    text "grab {c}"
    guessed = 1
""",
    ),
    "who is asked": Pair(
        """
    let who = if top_value > 4 then p otherwise left(p)
    who chooses one x in 1..3 as guess
        guessed = x
""",
        """
    let who = if count(deck) > 4 then p otherwise left(p)
    who chooses one x in 1..3 as guess
        guessed = x
""",
    ),
    "who comes first": Pair(
        """
    each q in clockwise(if top_value > 4 then p otherwise left(p))
        q chooses one x in 1..3 as guess
            guessed = x
""",
        """
    each q in clockwise(if count(deck) > 4 then p otherwise left(p))
        q chooses one x in 1..3 as guess
            guessed = x
""",
    ),
    "whether somebody is asked": Pair(
        """
    if top_value > 4
        p chooses one x in 1..3 as guess
            guessed = x
    left(p) chooses one y in 1..3 as other_guess
        guessed = y
""",
        """
    if highest_of(p) > 4
        p chooses one x in 1..3 as guess
            guessed = x
    left(p) chooses one y in 1..3 as other_guess
        guessed = y
""",
    ),
    "whether somebody is asked further down": Pair(
        """
    if top_value > 4
        ask(p)
    left(p) chooses one y in 1..3 as other_guess
        guessed = y

to ask(p : Player)
    p chooses one x in 1..9 as guess
        guessed = x
""",
        """
    if highest_of(p) > 4
        ask(p)
    left(p) chooses one y in 1..3 as other_guess
        guessed = y

to ask(p : Player)
    p chooses one x in 1..9 as guess
        guessed = x
""",
    ),
    "what was left undone": Pair(
        """
    ask(p)
    left(p) chooses one y in 1..3 as other_guess
        guessed = y

to ask(p : Player)
    if top_value > 4
        return
    p chooses one x in 1..9 as guess
        guessed = x
""",
        """
    ask(p)
    left(p) chooses one y in 1..3 as other_guess
        guessed = y

to ask(p : Player)
    if top_value > 4
        rounds += 1
        return
    p chooses one x in 1..9 as guess
        guessed = x
""",
    ),
    "bound of a range": Pair(
        """
    let v = top_value
    p chooses one x in 1..v as guess
        guessed = x
""",
        """
    let v = count(deck)
    p chooses one x in 1..v as guess
        guessed = x
""",
    ),
    "how many are chosen": Pair(
        """
    let v = if top_value > 4 then 1 otherwise 2
    p chooses up to v c in shown + hand[p] as pick_some
    left(p) chooses one y in 1..3 as other_guess
        guessed = y + count(c)
""",
        """
    let v = if count(deck) > 4 then 1 otherwise 2
    p chooses up to v c in shown + hand[p] as pick_some
    left(p) chooses one y in 1..3 as other_guess
        guessed = y + count(c)
""",
    ),
    "hidden variable": Pair(
        """
    let v = plan[left(p)]
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
        """
    let v = plan[p]
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
    ),
    "secret choice": Pair(
        """
    together each q in Player
        q chooses one n in 1..9 as bidding
    then
        left(q) chooses one x in 1..9 where x <= (n else 9) as guess
            guessed = x
""",
        """
    together each q in Player
        q chooses one n in 1..9 as bidding
    then
        told = n else 9
        left(q) chooses one x in 1..9 where x <= told as guess
            guessed = x
""",
    ),
    "local in each": Pair(
        """
    each c in top(deck)
        p chooses one x in 1..9 where x <= c.value as guess
            guessed = x
""",
        """
    each c in shown
        p chooses one x in 1..9 where x <= c.value as guess
            guessed = x
""",
    ),
    "number in each": Pair(
        """
    each v in all(c.value for c in top(deck))
        p chooses one x in 1..9 where x <= v as guess
            guessed = x
""",
        """
    each v in all(c.value for c in shown)
        p chooses one x in 1..9 where x <= v as guess
            guessed = x
""",
    ),
    "value of somebody before": Pair(
        """
    let v = 1
    each q in Player
        q chooses one x in 1..9 where x <= v as guess
            guessed = x
        v = highest_of(q)
""",
        """
    let v = 1
    each q in Player
        v = highest_of(q)
        q chooses one x in 1..9 where x <= v as guess
            guessed = x
""",
    ),
    "chance": Pair(
        """
    chance chooses one c in deck
        let v = c.value
        p chooses one x in 1..9 where x <= v as guess
            guessed = x
""",
        """
    chance chooses one v in 1..9
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
    ),
    "what chance could draw": Pair(
        """
    let v = 1
    chance chooses one c in top(deck) where c.value > 4
        v = 9
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
        """
    let v = 1
    chance chooses one c in top(deck) where count(deck) > 2
        v = 9
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
    ),
    "rule": Pair(
        """
    let v = top_value
    p may try_it(v)

action try_it(n : number, x in 1..9)
    must x <= n
    guessed = x
""",
        """
    let v = top_value
    told = v
    p may try_it(told)

action try_it(n : number, x in 1..9)
    must x <= n
    guessed = x
""",
    ),
    "face-up card": Pair(
        """
    let v = sum(c.value for c in row[left(p)])
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
        """
    let v = sum(c.value for c in row[left(p)] where c.up)
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
    ),
    "guarded": Pair(
        """
    p may look

action look(holder in Player, c in row[holder])
    must (holder is not you or c.up) and c.value > 4
    rounds += 1
""",
        """
    p may look

action look(holder in Player, c in row[holder])
    must (holder is you or c.up) and c.value > 4
    rounds += 1
""",
    ),
    "untold variable": Pair(
        """
    plan[left(p)] = max(0, min(9, top_value))
    let v = plan[left(p)]
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
        """
    noted = top_value
    let v = noted
    p chooses one x in 1..9 where x <= v as guess
        guessed = x
""",
    ),
}
