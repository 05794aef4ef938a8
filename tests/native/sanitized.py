"""Plays games in C with sanitizers beside Python, alone and in a batch; a process of its own, since these come before
everything else.

Called with the path of a definition and the number of players.
"""

from __future__ import annotations

import sys
from pathlib import Path

from every import game
from native.test_lockstep import lockstep
from native_twin import compiled

FLAGS = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def main() -> None:
    path, players = sys.argv[1:]
    played = game(Path(path), int(players))
    made = lockstep(played, range(2), FLAGS)
    played.__dict__["_native"] = compiled(played, *FLAGS), ""
    batch = played.batch(5, workers=2)
    for _ in range(200):
        batch.step_actions([list(row).index(1) for row in batch.legal])
        assert batch.observations[0][0] == batch.player[0]
    print(made)


if __name__ == "__main__":
    main()
