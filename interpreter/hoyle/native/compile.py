"""A C compiler, whichever is there, and what it made, kept for the next time.

What was compiled is kept by the hash of the text, of the compiler and of how it is called. It is put into its place in
one step, so that two who compile at once do no harm; where nothing can be kept it is made again. Only what belongs to
whoever runs this, in a folder nobody else may write to, is loaded: it is code.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from hoyle.resources import cache_folder

SECONDS = 120
FAST = ("-O1", "-falign-functions", "-falign-loops")  # -O2 plays a tenth faster and is compiled in twice the time
EXACT = "-ffp-contract=off"  # what is reckoned comes out the same on every machine
FLAGS = ("-std=gnu11", *FAST, EXACT, "-w", "-shared", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing")
PROCESSOR = {"bmi1": "-mbmi", "bmi2": "-mbmi2", "avx2": "-mavx2"}


class NoCompiler(Exception):
    """There is no native engine here. The message says why, for people."""


class NoForm(NoCompiler):
    """There is none for a game: nobody has said how something in it is written in C."""

    def __init__(self, what: object) -> None:
        super().__init__(f"C has no form for {what}")


@cache
def compiler(wanted: str | None) -> tuple[str, ...]:
    """How the compiler is called. wanted: what the variable CC says, if it is set."""
    if wanted:
        command = tuple(shlex.split(wanted))
        if not command or shutil.which(command[0]) is None:
            raise NoCompiler(f"the compiler that CC names, `{wanted}`, is not there")
        return command
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name):
            return (name,)
    if importlib.util.find_spec("ziglang") is not None:
        return (sys.executable, "-m", "ziglang", "cc")
    raise NoCompiler("there is no C compiler; install one, or `pip install hoyle[zig]`")


def compiled(text: str, more: tuple[str, ...] = (), only_before: bool = False) -> Path:
    """The library that a text of C becomes, compiled now or before. more: flags besides the usual ones.

    only_before: what was not compiled before is not compiled now.
    """
    command = compiler(os.environ.get("CC"))
    flags = FLAGS + _able() + more
    where = shutil.which(command[0]) or command[0]
    made = " ".join([where, *command[1:], *flags, str(_changed(where)), platform.machine()])
    key = hashlib.sha256(f"{made}\n{text}".encode()).hexdigest()[:32]
    folder = _own_folder()
    path = None if folder is None else folder / f"game-{key}.so"
    if path is not None and _ours(path):
        return path
    if only_before:
        raise NoCompiler("it was not compiled before")
    return _compile(text, [*command, *flags], path, key)


@cache
def _able() -> tuple[str, ...]:
    """Flags for what this processor can do with sets of cards; they are part of what a library is kept by."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return ()
    try:
        lines = Path("/proc/cpuinfo").read_text("ascii", "replace").splitlines()
    except OSError:
        return ("-mpopcnt",)
    words = set(next((line for line in lines if line.startswith("flags")), "").split())
    return ("-mpopcnt", *(flag for word, flag in PROCESSOR.items() if word in words))


def _changed(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def _own_folder() -> Path | None:
    """Where compiled games are kept, if that is a place of our own."""
    folder = cache_folder()
    if folder is None:
        return None
    folder = folder / "native"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _ours(folder) else None
    except OSError:
        return None


def _ours(path: Path) -> bool:
    """Whether it is there, belongs to us, and nobody else may write it."""
    try:
        found = path.lstat()
    except OSError:
        return False
    uid = getattr(os, "getuid", lambda: found.st_uid)()
    kind = stat.S_ISDIR(found.st_mode) or (stat.S_ISREG(found.st_mode) and found.st_size > 0)
    return kind and found.st_uid == uid and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@cache
def _for_now() -> tempfile.TemporaryDirectory[str]:
    """A folder for as long as this process lives, where nothing can be kept."""
    return tempfile.TemporaryDirectory(prefix="hoyle-")


def _compile(text: str, command: list[str], path: Path | None, key: str) -> Path:
    places = [path.parent] if path is not None else []
    reason = "nothing can be written anywhere"
    for folder in [*places, None]:
        try:
            base = Path(_for_now().name) if folder is None else folder
            with tempfile.TemporaryDirectory(dir=base) as work:
                source, made = Path(work) / "game.c", Path(work) / "game.so"
                source.write_text(text, encoding="ascii")
                reason = _run([*command, "-o", str(made), str(source)])
                if not reason and made.is_file() and made.stat().st_size:
                    made.chmod(0o700)
                    goal = base / f"game-{key}.so"
                    os.replace(made, goal)
                    return goal
                reason = reason or "the compiler made nothing"
        except OSError as error:
            reason = f"the compiled game cannot be written: {error.strerror or error}"
    raise NoCompiler(reason)


def _run(command: list[str]) -> str:
    """Call the compiler; gives what went wrong."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return f"the C compiler `{command[0]}` took more than {SECONDS} seconds"
    except OSError as error:
        return f"the C compiler `{command[0]}` cannot be run: {error.strerror or error}"
    if not done.returncode:
        return ""
    first = next((line for line in done.stderr.splitlines() if line.strip()), "no reason given")
    return f"the C compiler `{command[0]}` failed: {first[:200]}"
