"""The benchmarks can be run: what they import is there, and every row has its figures."""

from __future__ import annotations

import subprocess
import sys

from every import ROOT


def test_every_row_has_its_figures() -> None:
    code = (
        "import bench; names = {name for group in bench.groups() for name in group};"
        "assert names == set(bench.MEASURES), names ^ set(bench.MEASURES);"
        "assert all(row.figure in names and row.over in (None, *names) for row in bench.ROWS);"
        "together = [{row.figure, row.over} - {None} for row in bench.ROWS];"
        "assert all(any(figures <= set(group) for group in bench.groups()) for figures in together)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT / "benchmarks", check=True, timeout=300)
