"""What a page types into a console, typed: what comes is what it shows."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

from commands.conftest import environment

TYPED = re.compile(r"^\$ (.*)\n((?:[^$].*\n|\n)*)", re.MULTILINE)


def shows_what_comes(console: str, folder: Path, code: int) -> None:
    """Type each command of a console in a folder: it ends with this code, and where something is shown it comes."""
    typed = TYPED.findall(console)
    assert typed
    for command, shown in typed:
        done = subprocess.run(
            re.sub(r"^hoyle ", f"{sys.executable} -m hoyle ", command),
            shell=True,
            capture_output=True,
            text=True,
            cwd=folder,
            env=environment(),
            timeout=300,
            check=False,
        )
        assert done.returncode == code, done.stderr
        if shown:
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            assert doctest.OutputChecker().check_output(shown, done.stdout, flags), done.stdout
