"""Plays games in C with sanitizers beside Python, alone and in a batch; a process of its own, since these come before
everything else.

Called with the path of a definition and the number of players; or with the path alone: its miniatures are explored.
"""

from __future__ import annotations

import sys
from pathlib import Path

from every import game, reading
from native.test_lockstep import lockstep
from native_twin import compiled

from hoyle.explore import in_c
from hoyle.explore.sameness import Sameness
from hoyle.explore.search import Limits, Search
from hoyle.native.library import Library
from hoyle.native.metering import Series, metered, traced
from hoyle.run.game import Game
from hoyle.run.miniature import miniature_game

FLAGS = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def main() -> None:
    path, *players = sys.argv[1:]
    print(played(Path(path), int(players[0])) if players else explored(Path(path)))


def played(path: Path, players: int) -> int:
    """How many decisions were made in games beside Python."""
    made = game(path, players)
    library = compiled(made, *FLAGS)
    measured(made, library)
    together(made, library)
    return lockstep(made, range(2), FLAGS)


def together(played: Game, library: Library) -> None:
    """Some games at once, shared by two."""
    played.__dict__["_native"] = library, ""
    batch = played.batch(5, workers=2)
    for _ in range(200):
        if played.numbering.groups:
            batch.step([0] * len(batch))
        else:
            batch.step_actions([list(row).index(1) for row in batch.legal])
        assert batch.observations[0][0] == batch.player[0]


def measured(played: Game, library: Library) -> None:
    """Games with measures, and games that are followed, to their end and cut off."""
    for cap in (10_000, 50):
        series = Series("few:", 1, 4, bytes(played.players), cap)
        assert None not in metered(library, series, True)
        values = [(number, 0) for number in range(-1, played.program.values + 1)]
        assert None not in traced(library, series, [1] * 1_000, values)
        assert traced(library, series, [], values) == [None] * 4


def explored(path: Path) -> int:
    """How many tables of a miniature C has visited, some thousands at most."""
    in_c.FLAGS = FLAGS
    found = reading(path)
    miniature = found.model.miniatures[0]
    made = miniature_game(found, miniature, range(len(found.model.properties)))
    search = Search(made, Sameness(made, miniature.symmetric), miniature.orders, Limits(states=3_000), "native")
    assert search.run().engine == "native"
    return search.found.states


if __name__ == "__main__":
    main()
