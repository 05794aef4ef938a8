"""Plays games in C with sanitizers beside Python; a process of its own, since these come before everything else.

Called with the path of a definition and the number of players.
"""

from __future__ import annotations

import sys
from pathlib import Path

from every import game
from native.test_lockstep import lockstep

FLAGS = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def main() -> None:
    path, players = sys.argv[1:]
    print(lockstep(game(Path(path), int(players)), range(2), FLAGS))


if __name__ == "__main__":
    main()
