"""What `hoyle test --coverage` says: what was exercised, and what was not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from hoyle.trials.coverage import Coverage, Covering


def show(out: Console, found: dict[str, Coverage]) -> None:
    """For people: every miss with its place, and a line for each game."""
    from rich.text import Text

    from hoyle.commands.terminal import safe

    for name, coverage in found.items():
        for heading, some in (("missed", coverage.missed), ("unreachable", coverage.unreachable)):
            for one in some:
                style = "bad" if heading == "missed" else "doubt"
                why = f": {one.unreachable}" if one.unreachable else ""
                line = safe(f"{one.item.name} {one.item.missed}{why}")
                out.print(Text.assemble((heading, style), "  ", line), soft_wrap=True)
                out.print(safe(f"      {one.item.place}", "place"), soft_wrap=True)
        whole = len(coverage.hit) + len(coverage.missed)
        beside = f", {len(coverage.unreachable)} cannot be reached" if coverage.unreachable else ""
        said = f"coverage of {Path(name).name}: {coverage.percent:.1f} %, {len(coverage.hit)} of {whole}{beside}"
        out.print(safe(said, "doubt" if coverage.missed else "good"), soft_wrap=True)


def as_data(found: dict[str, Coverage]) -> dict[str, Any]:
    """For programs: by file, how much, and every item that was not exercised."""
    made: dict[str, Any] = {}
    for name, coverage in found.items():
        made[name] = {
            "percent": round(coverage.percent, 2),
            "exercised": len(coverage.hit),
            "missed": [_item(f.item.place, f.item.name, f.item.missed) for f in coverage.missed],
            "unreachable": [_item(f.item.place, f.item.name, f.unreachable or "") for f in coverage.unreachable],
        }
    return made


def _item(place: str, name: str, what: str) -> dict[str, str]:
    return {"place": place, "name": name, "what": what}


def write_page(path: Path, covering: Covering, found: dict[str, Coverage]) -> None:
    """The page of the only game whose trials were run."""
    from hoyle.diagnostics import HoyleError, quote
    from hoyle.trials.page import as_page

    if len(found) != 1:
        raise typer.BadParameter("a page shows one game: test one that can be played", param_hint="--html")
    (name,) = found
    try:
        path.write_text(as_page(covering.readings[name].model.title, found[name]), encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "it cannot be written").lower()
        raise HoyleError.plain("HYL909", f"{quote(str(path))} cannot be written: {reason}") from None


def enough(found: dict[str, Coverage], threshold: float | None) -> bool:
    """Whether every game reaches the threshold."""
    return threshold is None or all(coverage.percent >= threshold for coverage in found.values())
