"""`hoyle serve` as people start it: what it says, what it refuses, how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from every import ROOT

GAME = str(ROOT / "tests" / "web" / "markets.hoyle")
COMMAND = [sys.executable, "-m", "hoyle", "serve", GAME, "--port", "0"]
ENV = {**os.environ, "PYTHONPATH": str(ROOT / "interpreter"), "NO_COLOR": "1", "COLUMNS": "200"}


@contextmanager
def started(folder: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], list[str], str]]:
    """A server; what it said until it gave its link, and the link."""
    process = subprocess.Popen(
        [*COMMAND, *more], cwd=folder, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    said: list[str] = []
    try:
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line.rstrip("\n"))
            if line.startswith("http"):
                break
        yield process, said, said[-1]
    finally:
        process.kill()
        process.communicate()


def refused(folder: Path, *more: str) -> str:
    ran = subprocess.run([*COMMAND, *more], cwd=folder, env=ENV, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1 and "Traceback" not in ran.stderr, ran.stderr
    return ran.stderr


def test_it_prints_a_link_that_works_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    with started(tmp_path) as (process, said, link):
        assert said[0].startswith("reading the games") and "hoyle_tables.db" in "\n".join(said)
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", link)
        with urllib.request.urlopen(link) as page:
            assert page.status == 200 and "server" not in page.headers
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
        assert process.returncode == 130, errors
        assert "Traceback" not in errors


def test_it_says_what_it_means_to_let_others_in(tmp_path: Path) -> None:
    with started(tmp_path, "--host", "0.0.0.0", "--host", "table.example") as (_, said, link):
        assert any("other machines" in line for line in said) and link.startswith("http://table.example:")
        request = urllib.request.Request(f"http://127.0.0.1:{link.split(':')[2]}", headers={"Host": "table.example:80"})
        with urllib.request.urlopen(request) as page:
            assert page.status == 200


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("nothing.hoyle",), "no file"),
        (("--host", "192.0.2.77"), "cannot be listened at"),
        (("--store", "no/such/place.db"), "cannot be used as a store"),
        ((str(ROOT / "gamedefs" / "library" / "tricks.hoyle"),), "not a game"),
    ],
)
def test_what_cannot_be_served_is_said(tmp_path: Path, more: tuple[str, ...], why: str) -> None:
    assert why in " ".join(refused(tmp_path, *more).split())


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        said = refused(tmp_path, "--port", str(other.getsockname()[1]))
    assert "in use" in said and "--port" in said


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    code = (
        "import sys, importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'starlette' else find(name, *a)\n"
        "from hoyle.commands.app import main; sys.argv = ['hoyle', 'serve']; sys.exit(main())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=ENV, capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 1 and "starlette" in ran.stderr and "hoyle[web]" in ran.stderr
