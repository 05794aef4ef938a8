"""Opening a file that somebody named: nobody waits for what a pipe, a device or a socket may bring."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def read_bytes(path: Path, limit: int, own: bool = False) -> bytes:
    """How a file begins. Raises OSError if it is no file; own: or if it belongs to somebody else."""
    try:
        # without waiting for somebody to write into it, if it is a pipe
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError:  # a name that no file can have
        raise FileNotFoundError(0, "no such file") from None
    try:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(0, "it is a folder" if stat.S_ISDIR(found.st_mode) else "it is not a file")
        if own and hasattr(os, "geteuid") and found.st_uid != os.geteuid():
            raise PermissionError(0, "it belongs to somebody else")
        with open(number, "rb", closefd=False) as file:
            return file.read(limit)
    finally:
        os.close(number)
