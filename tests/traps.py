"""Definitions written to do harm, and how much time and memory any of them may take."""

from __future__ import annotations

CPU = 5.0  # seconds that anything may take
MEMORY = 500  # megabytes

BASE = """\
game "Trap" for 2 players

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

zone hand[Player] : set, face down, seen by owner
zone heap         : pile, face up

var total : number = 1

action lay(card in hand[you])
    text "lay {card}"
    move card to heap

define score(p : Player) = total
"""
COURSE = """
flow
    move Tile to heap
    shuffle heap
    deal 4 from heap to hand
    repeat until empty(hand)
        each p in Player
            p must lay if able
            step
    finish

to finish
    total += 1

ending all_laid after finish
    winners []
"""
STEP = """
to step
    total += 1
"""
DOUBLED = "\n".join(["define d0 = total", *(f"define d{n} = d{n - 1} + d{n - 1}" for n in range(1, 41))])
NAMES = ["__import__", "class", "lambda", "s", "f", "z", "v", "site_0", "b1", "None", "exec", "T0_0"]

TRAPS: dict[str, tuple[str, str]] = {
    "plain": (BASE + STEP + COURSE, ""),
    "a loop without an end": (BASE + "\nto step\n    repeat\n        total += 1\n" + COURSE, "HYL307"),
    "a loop that never gets there": (
        BASE + "\nto step\n    repeat until total is 0\n        total += 1\n" + COURSE,
        "HYL908",
    ),
    "definitions in a circle": (BASE + "\ndefine a = b\ndefine b = a\n" + STEP + COURSE, "HYL108"),
    "effects in a circle": (BASE + "\nto step\n    other_step\nto other_step\n    step\n" + COURSE, "HYL308"),
    "a million cards": (BASE.replace("1..9", "1..1000000") + STEP + COURSE, "HYL212"),
    "a million copies": (
        BASE.replace("| value |", "| value | copies |").replace("| 1..9  |", "| 1 | 1000000 |") + STEP + COURSE,
        "HYL",
    ),
    "a huge index": (BASE + "\nvar cell[0..999999999] : number = 0\n" + STEP + COURSE, "HYL212"),
    "a huge list": (BASE + "\nto step\n    total = count(n in 1..999999999 where n is 3)\n" + COURSE, "HYL"),
    "another file": (
        BASE.replace("    | value |\n    | 1..9  |\n", '    from "../../etc/passwd"\n') + STEP + COURSE,
        "HYL010",
    ),
    "an absolute file": (
        BASE.replace("    | value |\n    | 1..9  |\n", '    from "/etc/passwd"\n') + STEP + COURSE,
        "HYL010",
    ),
    "doubled forty times": (BASE + DOUBLED + "\n\nto step\n    total = d40\n" + COURSE, "HYL"),
    "numbers that explode": (
        BASE + "\nto step\n    total += 7\n    repeat 60 times\n        total = total * total\n" + COURSE,
        "HYL",
    ),
    "lists that explode": (
        BASE
        + "\nto step\n    let many = [1]\n    repeat 60 times\n        many += many\n    total = count(many)\n"
        + COURSE,
        "HYL",
    ),
    "a check that undoes itself": (BASE + "\nafter any change when total > 0\n    total += 1\n" + STEP + COURSE, "HYL"),
    "braces and quotes in a text": (
        BASE.replace("lay {card}", "{card} }{ %s %n \\x1b {0} {card!r}") + STEP + COURSE,
        "HYL",
    ),
    "a name of ten thousand letters": (BASE + f"\ndefine {'x' * 9000} = 1\n" + STEP + COURSE, "HYL"),
    "deep brackets": (BASE + f"\ndefine deep = {'(' * 5000}1{')' * 5000}\n" + STEP + COURSE, "HYL"),
    "Python": ("import os; os.system('true')\n", "HYL"),
    **{
        f"a local called {name}": (BASE + f"\nto step\n    let {name} = 2\n    total += {name}\n" + COURSE, "")
        for name in NAMES
    },
}

# ---------------------------------------------------------------------------------------------- work and memory

DIGITS = "999999999999999"
SQUARES = "\n".join([f"define b0 = {DIGITS} - total", *(f"define b{n} = b{n - 1} * b{n - 1}" for n in range(1, 12))])
CUBE = "sum(sum(sum((i * j + k) mod 7 for k in 1..99999) for j in 1..99999) for i in 1..{})"
SEEN = "all(p in Player where sum(i for i in 1..9999 where p is owner) >= 0)"
COLUMNS = [f"a{n}" for n in range(60)]


def chain(last: str, ask: str = "") -> str:
    """Sixty effects, each of which performs the next one twice."""
    made = [f"to e{n}{ask}\n    e{n + 1}{ask and '(p)'}\n    e{n + 1}{ask and '(p)'}\n" for n in range(60)]
    return "\n".join([*made, f"to e60{ask}\n    {last}\n"])


def table(row: str) -> str:
    """A table of sixty columns."""
    heads, cells = " | ".join([*COLUMNS, "r"]), " | ".join([*[row] * 60, "1"])
    params = ", ".join(f"{name} : yes_no" for name in COLUMNS)
    return f"table wide({params}) : number\n    | {heads} |\n    | {cells} |\n"


def nested(form: str, depth: int) -> str:
    """A list in a list in a list: `{n}` numbers its names, `{inner}` is the next one."""
    inner = "heap"
    for n in range(depth):
        inner = form.format(n=n, inner=inner)
    return inner


def step(*lines: str) -> str:
    return "\nto step\n" + "".join(f"    {line}\n" for line in lines)


# each with the codes that may be told; none: it is played
HIGH = "any(c in hand[left({0})] where c.value > 5)"
DONE = f"every(r in Player where {HIGH.format('r')} has r in done)"
WORK: dict[str, tuple[str, set[str]]] = {
    "a list found anew in rounds that look at hidden cards": (
        step(
            "let done = none_yet",
            f"repeat until {DONE}",
            f"    each q in Player where {HIGH.format('q')} and not {DONE}",
            "        done = all(r in Player where r in done or r is q)",
            "        q may rest",
            "            done = none_yet",
        )
        + "\ndefine none_yet = all(p in Player where total < 0)\n\naction rest\n    total += 1\n",
        {"HYL401"},
    ),
    "numbers squared in locals": (
        step(f"let a0 = {DIGITS}", *(f"let a{n} = a{n - 1} * a{n - 1}" for n in range(1, 36)), "total = a35 mod 3"),
        {"HYL203"},
    ),
    "numbers squared in definitions": (SQUARES.replace(" - total", "") + step("total = b11"), {"HYL203", "HYL907"}),
    "numbers squared in play": (SQUARES + step("total = b11"), {"HYL907"}),
    "a number squared and kept": (SQUARES + step("let kept = b11", "total = kept mod 5"), {"HYL907"}),
    "a long constant": (f"define slow = {CUBE.format(99999)} mod 11\n" + step("total = slow"), {"HYL908"}),
    "a long first value": (f"var slow : number = {CUBE.format(99999)} mod 11\n" + step("total = slow"), {"HYL908"}),
    "a long fold": (step(f"total = {CUBE.format('(99998 + total)')} mod 11"), {"HYL908"}),
    "a long condition": (
        step("if any(i in 1..99999 where any(j in 1..99999 where i * j < 0))", "    total = 1"),
        {"HYL908"},
    ),
    "a long order": (step("total = count(highest(i in 1..99999 by sum(i * j for j in 1..99999)))"), {"HYL908"}),
    "loops in loops": (
        step(
            "each i in 1..9999", "    each j in 1..9999", "        each k in 1..9999", "            total = i + j + k"
        ),
        {"HYL908"},
    ),
    "loops that repeat": (step("repeat 99999 times", "    repeat 99999 times", "        total = 1"), {"HYL908"}),
    "effects that double": (chain("total += 1") + step("e0"), {"HYL908"}),
    "effects that double and ask": (
        chain("p chooses one x in 1..2", "(p : Player)") + step("e0(seat(1))"),
        set(),
    ),
    "lists that double": (step("let l = [total]", *["l = l + l"] * 40, "total = count(l)"), {"HYL908"}),
    "lists that double in definitions": (
        "define l0 = [total]\n"
        + "".join(f"define l{n} = l{n - 1} + l{n - 1}\n" for n in range(1, 19))
        + step("total = count(l18)"),
        {"HYL212", "HYL908"},
    ),
    "lists of lists": (
        step(
            "let a = all(i for i in 1..9000)",
            "let b = all(a for i in 1..9000)",
            "let c = all(b for i in 1..9000)",
            "seat(1) chooses one x in 1..2",
            "total = count(c) + x",
        ),
        {"HYL908", "HYL201", "HYL205"},
    ),
    "lists taken from lists": (
        step(
            "let a = all(i for i in 1..9999)", "let b = all(i + total for i in 1..9999)", *["total = count(a - b)"] * 30
        ),
        {"HYL201", "HYL205", "HYL908"},
    ),
    "candidates": (
        "action big(a in 1..300, b in 1..300, c in 1..300)\n    total += a\n" + step("seat(1) may big"),
        {"HYL908", "HYL212"},
    ),
    "candidates that no rule leaves": (
        "action big(a in 1..900, b in 1..900, c in 1..900 where a + b + c < 0)\n    total += a\n"
        + step("seat(1) may big"),
        {"HYL908", "HYL212"},
    ),
    "a wide table": (table("yes, no") + step("total = 1"), set()),
    "a wide table with a gap": (table("yes") + step("total = 1"), {"HYL209"}),
    "a large store": (
        "var cell[0..199999] : list of number = all(i for i in 1..9000)\n" + step("total = count(cell[5])"),
        {"HYL212"},
    ),
    "who sees what, the hard way": (
        f"zone far[0..9999] : pile, face down, seen by all(p in Player where {CUBE.format(99999)} > 0)\n"
        + step("total = 1"),
        {"HYL908"},
    ),
    "who sees what, many times": (f"zone far[1..900, Player] : pile, face down, seen by {SEEN}\n" + STEP, {"HYL908"}),
    "who sees what, many values": (f"var far[1..900, Player] : number = 1, seen by {SEEN}\n" + STEP, {"HYL908"}),
    "many attributes worked out": (
        "cards Many\n    n : 1..300\n"
        + "".join(f"    d{n} = sum(i for i in 1..1500)\n" for n in range(40))
        + "    | n |\n    | 1..300 |\n"
        + STEP,
        {"HYL212"},
    ),
    "candidates that are counted beforehand": (
        "action big(a in 1..400, b in 1..400)\n    total += a\n" + step("seat(1) may big"),
        {"HYL212"},
    ),
    "two thousand conditions": (
        'rule low "no" for lay(card)\n    must '
        + "\n        and ".join(" and ".join(f"card.value > {n % 9}" for n in range(200)) for _ in range(10))
        + " if able\n"
        + STEP,
        {"HYL014"},
    ),
    "two thousand rules": (
        "".join(
            f'rule r{n} "no" for lay(card) when total is {n}\n    must card.value > 1 if able\n' for n in range(2000)
        )
        + STEP,
        {"HYL212"},
    ),
    "exceptions with long conditions": (
        "define worth = total\n"
        + "".join(
            f"except worth as e{n} when {' or '.join(f'total is {n * 100 + m}' for m in range(100))} gives {n}\n"
            for n in range(100)
        )
        + step("total = worth"),
        {"HYL301"},
    ),
    "a long text": (
        'action say\n    text "' + "{total} " * 900 + '"\n    total += 1\n' + step("seat(1) may say"),
        {"HYL014"},
    ),
    **{
        f"lists in lists, {depth} deep": (step(f"total = count({nested(form, depth)})"), set[str]())
        for depth, form in (
            (11, "highest(c{n} in {inner} + heap by c{n}.value)"),
            (10, "all(c{n} in {inner} where c{n}.value > 0)"),
            (5, "all(c{n} in lowest(d{n} in {inner} + heap by 1) where c{n}.value > 0)"),
        )
    },
}
