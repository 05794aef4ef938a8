"""How often a top card is thrown off in Texas Showdown, with the house rule "No sheriffs" and without.

    python examples/balance/thrown_off.py --games 200 --seed fresh

Counted are decisions of somebody who can follow no color that was played and holds top cards and others. It shows how
to count what `hoyle balance` does not: `Table.play` is told what to do at each decision.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from hoyle.balance.table import Table
from hoyle.bots.host import Host
from hoyle.compare.statistics import Sums, apart, part
from hoyle.run.choices import Choice
from hoyle.run.game import load
from hoyle.run.workers import worked

NO_SHERIFFS = Path(__file__).parents[1] / "house_rules" / "no_sheriffs.hoyle"
ALPHA = 0.05


def thrown(table: Table, seed: str, bot: str) -> tuple[float, float]:
    """Of one game: how often a top card was thrown off, and how often it could be."""
    count = [0.0, 0.0]

    def pick(host: Host) -> Choice:
        s, faces = host.state, host.game.faces
        choice = host.choose()
        tricks = [zone.number for zone in host.game.zones if zone.name == "trick"]
        played = {faces.of(card).attributes["color"] for zone in tricks for card in s.z[zone]}
        hand = [each.faces[0].attributes for each in s.choices]
        follows = any(card["color"] in played for card in hand)
        if played and not follows and len({card["star"] for card in hand}) == 2:
            count[0] += choice.faces[0].attributes["star"]
            count[1] += 1
        return choice

    table.play(seed, (bot,), pick)
    return count[0], count[1]


def lot(table: Table, seed: str, bot: str, first: int, games: int) -> list[tuple[float, float]]:
    return [thrown(table, f"{seed}:{number}", bot) for number in range(first, first + games)]


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=200)
    ask.add_argument("--seed", default="fresh")
    ask.add_argument("--bots", default="normal,random")
    ask.add_argument("--workers", type=int, default=2)
    asked = ask.parse_args()
    for bot in asked.bots.split(","):
        found = []
        for variants in ((), (str(NO_SHERIFFS),)):
            table = Table(load("texas_showdown", variants=variants), None, 10_000)
            lots = worked(partial(lot, table, asked.seed, bot), 1, asked.games, asked.workers)
            games: Sums = [game for each in lots for game in each]
            share = part(games, ALPHA)
            assert share is not None
            found.append(share)
            of = f"{sum(much for much, _ in games):.0f} of {sum(of for _, of in games):.0f}"
            name = f"{bot}, {'no sheriffs' if variants else 'as in the book'}"
            print(f"{name}: {share.estimate:.3f} ({share.low:.3f} to {share.high:.3f}), {of} in {len(games)} games")
        change = apart(*found)
        assert change is not None
        print(f"{bot}, change: {change.estimate:+.3f} ({change.low:+.3f} to {change.high:+.3f})")


if __name__ == "__main__":
    main()
