"""Who sits at the table: people by their names, and bots by names of their own."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import typer

from hoyle.diagnostics.visible import shorten, visible
from hoyle.values import seat_number

LONGEST = 20
"""Characters of a name."""

BOTS = (
    "Blaise",
    "Ada",
    "Pierre",
    "Emmy",
    "Girolamo",
    "Sophie",
    "Carl",
    "Maryam",
    "Jakob",
    "Sofya",
    "Andrey",
    "Hypatia",
)
"""What bots are called at a table where people have names."""


def read_names(given: str) -> list[str]:
    """Names with commas between them. Refuses what could not be told from something else that is typed."""
    names = [" ".join(name.split()) for name in given.split(",") if name.strip()]
    for name in names:
        wrong = _wrong(name, names)
        if wrong:
            raise typer.BadParameter(f"'{visible(shorten(name, LONGEST))}' {wrong}", param_hint="--names")
    return names


def _wrong(name: str, names: Sequence[str]) -> str:
    if len(name) > LONGEST:
        return f"is longer than {LONGEST} characters"
    if not name.isprintable() or not any(each.isalpha() for each in name):
        return "is no name: it needs a letter, and nothing that cannot be printed"
    if [other.casefold() for other in names].count(name.casefold()) > 1:
        return "is there twice"
    return ""


def ask_names(most: int) -> list[str]:
    """Who plays here, as they say it."""
    while True:
        given = input("Who plays here? A name, or several with commas; Enter for none: ")
        try:
            names = read_names(given)
        except typer.BadParameter as error:
            print(error.message)
            continue
        if len(names) <= most:
            return names
        print(f"there are only {most} seats")


def seated(names: Sequence[str], people: Sequence[int], players: int) -> tuple[str, ...]:
    """What each seat is called: people as they say, bots by names that nobody has; without names all by numbers."""
    if not names:
        return ()
    taken: Collection[str] = {name.casefold() for name in names}
    spare = iter([name for name in BOTS if name.casefold() not in taken])
    by_seat = dict(zip(people, names, strict=False))
    return tuple(
        by_seat.get(seat) or (seat_number(seat) if seat in people else next(spare, seat_number(seat)))
        for seat in range(players)
    )
