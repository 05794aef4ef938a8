"""The first play in which two definitions go different ways, in words."""

from __future__ import annotations

from hoyle.compare.alongside import Parting
from hoyle.compare.first import Apart, Pair, at_random, first_apart
from hoyle.diagnostics import HoyleError
from hoyle.english import counted
from hoyle.mutation.plays import LONGEST
from hoyle.trials.pool import Pool
from hoyle.trials.settings import Setting

TOLD = 4


def first_difference(one: Pool, other: Pool, games: int, seed: int) -> list[str] | None:
    """Where two definitions first do not play alike, in words; None if they do in so many games."""

    def setting(number: int) -> Setting:
        return one.settings[number % len(one)]

    def both(number: int) -> Pair:
        return one.find(setting(number)), other.find(setting(number))

    found, _ = first_apart(at_random(both, seed), range(games), LONGEST)
    return None if found is None else [f"game: {setting(found.number)}", *_told(found, other, setting(found.number))]


def _told(found: Apart, other: Pool, setting: Setting) -> list[str]:
    if None in found.games:
        return [f"it cannot be played any more: {_refusal(other, setting)}"]
    return ["other cards take part"] if found.parting is None else _parted(found.parting)


def _refusal(pool: Pool, setting: Setting) -> str:
    try:
        pool.at(setting)
    except HoyleError as error:
        return error.diagnostics[0].message
    return ""


def _parted(parting: Parting) -> list[str]:
    more = ", the last of them" if len(parting.told) > TOLD else ""
    last = [f"    {text}" for text in parting.told[-TOLD:]]
    return [f"after {counted(len(parting.made), 'choice')}{more}", *last, *parting.apart()]
