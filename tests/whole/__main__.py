"""Try definitions by hand: `PYTHONPATH=tests python -m whole --seed 0 --tries 300`, or `--show 17` to see one."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from pathlib import Path

from whole.game import Written, write
from whole.play import Fault, tried
from whole.reduce import reduced


def main() -> None:
    asked = argparse.ArgumentParser(prog="whole", description=__doc__)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--tries", type=int, default=100)
    asked.add_argument("--show", type=int)
    asked.add_argument("--reduce", action="store_true", help="make what shows a new fault smaller")
    asked.add_argument("--but", default="", help="sorts of faults to pass over")
    told = asked.parse_args()
    if told.show is not None:
        print(text_of(write(told.show)))
        return
    counts: Counter[str] = Counter()
    start = time.process_time()
    with tempfile.TemporaryDirectory() as name:
        for seed in range(told.seed, told.seed + told.tries):
            try:
                made = tried(write(seed), seed, Path(name))
            except Fault as fault:
                counts[f"FAULT {fault.sort}"] += 1
                if counts[f"FAULT {fault.sort}"] > 1 or (told.but and told.but in fault.sort):
                    continue
                print(f"\n==== seed {seed}: {fault.sort}\n{fault.words[-1500:]}")
                if told.reduce:
                    print(text_of(smallest(seed, fault.sort, Path(name))))
                continue
            counts["refused" if made.refused else f"played: {made.ended or 'to the cap'}"] += 1
            counts["decisions"] += made.decisions
            counts.update(f"refused {code}" for code in made.refused)
    for what, number in counts.most_common():
        print(f"{number:6} {what}")
    print(f"{(time.process_time() - start) / told.tries * 1000:.0f} ms each")


def smallest(seed: int, sort: str, folder: Path) -> Written:
    """The definition of a seed, as small as the fault allows."""

    def shows(written: Written) -> bool:
        try:
            tried(written, seed, folder)
        except Fault as fault:
            return fault.sort == sort
        return False

    return reduced(write(seed), shows)


def text_of(written: Written) -> str:
    return "\n".join(f"# ---- {name}\n{text}" for name, text in written.files.items())


if __name__ == "__main__":
    main()
