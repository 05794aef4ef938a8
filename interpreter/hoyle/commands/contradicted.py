"""Trials of a game that a variant contradicts: which, and what the variant says if that is meant."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.diagnostics.visible import shorten

if TYPE_CHECKING:
    from rich.console import Console

WIDEST = 150


def show(out: Console, trials: Sequence[tuple[str, str, str]], where: str) -> None:
    """Each trial in a line that can be put into the variant: what to say, where the trial stands, what is wrong."""
    from hoyle.commands.terminal import print_wrapped, safe

    many = f"these {len(trials)} trials of the game do" if len(trials) > 1 else "this trial of the game does"
    them = "them" if len(trials) > 1 else "it"
    print_wrapped(out, f"{many} not hold in {where}; if that is meant, write there, or `replace` {them}:", 0, "bad")
    out.print()
    for removal, place, wrong in trials:
        name, _, line = place.rpartition(":")
        comment = shorten(" ".join(f"  # {Path(name).name}:{line}: {wrong}".split("\n")), WIDEST - len(removal))
        out.print(safe(removal), safe(comment, "dim"), sep="", soft_wrap=True)
    out.print()
