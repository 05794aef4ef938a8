"""Command lines that are spoilt at random: each ends in words and one of the codes that are documented.

0: all is well; 1: a definition or the user is wrong; 2: the command makes no sense; 3: it was given too little time.
What is asked for as JSON is JSON, or there is nothing on the standard output.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

SANE = [
    "play G --watch --seed 3 --players 2 --bots random,first --option order=low",
    "play G --seat 2 --seed x",
    "play --from S --watch",
    "play --from P --watch",
    "check G --format json --strict",
    "check G V --format line",
    "check G --with V --format people",
    "test G --games 1 --seed 2 --json --plays plays",
    "test G --games 1 --coverage --threshold 3 --html page.html",
    "mutate G --limit 1 --games 1 --seed 1 --jobs 1 --json --threshold 0",
    "fmt G --check",
    "fmt --diff G -",
    "simulate G --games 2 --seed 5 --players 3 --option extra=2 --bots first --cap 9 --json",
    "simulate G --games 1 --with V",
    "compare G G --option-b order=low --games 2 --seconds 1 --cap 50 --jobs 1 --json --players 2 --players-b 3",
    "vet V --games 1 --seconds 0.1 --jobs 1 --json --seed 1 --plays plays",
    "explore G --limit-states 3 --time 1 --players 2 --json --option order=low --memory 9000",
    "explain score --game G --players 2 --option order=low",
    "explain HYL101",
    "assumptions G --json --with V",
    "rulebook G --html page.html --markdown page.md",
    "dump G --stage core --players 2",
    "dump --stage python G --with V",
]
WRITTEN = {"--html", "--markdown", "--plays"}  # into a pipe it may write, and wait for somebody to read
# what says how long it takes is not spoilt so that it takes for ever
SHORT = {"--games", "--limit", "--cap", "--jobs", "--seconds", "--time", "--limit-states"}
SHORT_WORDS = ["0", "1", "2", "-1", "", "x", "1.5", "nan", "1e-3", "--json", "٣", "-inf"]
ODD = [
    "", "-", "--", "---", "x", "0", "1", "-1", "--5", "-0", "99", "1e9", "nan", "inf", "9" * 5000, "a" * 5000, "٣",
    "½", "é", "a\nb", "\x1b[31m", "\udc80", "{x}", "[bold]", "%s", "=", "a=", "=b", "order=", "order=low=high",
    "extra=" + "9" * 40, ".", "..", "/", "/dev/null", "/dev/full", "folder", "folder.hoyle", "pipe", "pipe.hoyle",
    "gone.hoyle", "dangling.hoyle", "locked.hoyle", "empty.hoyle", "bytes.hoyle", "texas_showdown", "G over V",
    "V over G and V", " over ", "random,", ",", "low", "HYL000", "HYL9999", "hyl101", "--help", "-h", "--version",
    "--json", "--players", "--option", "--seed", "--with", "--from", "--watch", "--all", "--seat", "--format",
    "--install-completion=x", "--strict", "--triples", "--miniature", "play", "check", "fmt", "dump",
]  # fmt: skip


def spoilt(rng: random.Random) -> list[str]:
    words = rng.choice(SANE).split()
    for _ in range(rng.choice([1, 1, 2, 3])):
        place = rng.randrange(len(words))
        valued = [n for n in range(1, len(words)) if words[n - 1].startswith("--") and words[n - 1] not in SHORT]
        if valued and rng.random() < 0.5:
            words[rng.choice(valued)] = rng.choice(ODD)
            continue
        short = place > 0 and words[place - 1] in SHORT
        match rng.randrange(4):
            case 0 if not short and words[place] not in SHORT:
                del words[place]
                words = words or ["check"]
            case 1:
                words.insert(rng.choice([place, len(words)]), rng.choice(SHORT_WORDS if short else ODD))
            case 2:
                other = rng.randrange(len(words))
                if not {words[place], words[other]} & SHORT:
                    words[place], words[other] = words[other], words[place]
            case _ if words[place] not in SHORT:
                words[place] = rng.choice(SHORT_WORDS if short else ODD)
    pairs = zip(["", *words], words, strict=False)
    return [word for before, word in pairs if not (before in WRITTEN and word.startswith("pipe"))]


@pytest.fixture
def folder(tmp_path: Path, pick_high: Path, hoyle: Any) -> dict[str, str]:
    """A folder with all sorts of files, and what stands for some of them."""
    (tmp_path / "v.hoyle").write_text('variant "V" of pick_high\n\nset extra = 2\n', encoding="utf-8")
    state = __import__("hoyle").load(str(pick_high)).start(1)
    (tmp_path / "saved.json").write_text(state.save(), encoding="utf-8")
    (tmp_path / "play.json").write_text(state.save().replace('"hoyle"', '"hoyle play"'), encoding="utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder.hoyle").mkdir()
    os.mkfifo(tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe.hoyle")
    (tmp_path / "dangling.hoyle").symlink_to(tmp_path / "nowhere")
    (tmp_path / "locked.hoyle").touch(mode=0)
    (tmp_path / "empty.hoyle").touch()
    (tmp_path / "bytes.hoyle").write_bytes(bytes(range(256)))
    return {"G": "pick_high.hoyle", "V": "v.hoyle", "S": "saved.json", "P": "play.json"}


def _as_json(words: list[str]) -> bool:
    """Whether that is what was asked for: it may have become the value of something else."""
    switches = ("--json", "--strict", "--coverage", "--watch", "--all", "--triples", "--check", "--diff")
    places = [n for n, word in enumerate(words) if word == "--json"]
    return "--" not in words and any(not words[n - 1].startswith("--") or words[n - 1] in switches for n in places)


@pytest.mark.parametrize("start", range(0, 400, 50))
def test_spoilt_command_lines(start: int, hoyle: Any, folder: dict[str, str], tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    for number in range(start, start + 50):
        words = [re.sub(r"\b[GVSP]\b", lambda m: folder[m[0]], word) for word in spoilt(random.Random(number))]
        ended = hoyle(*words, input="1\nhelp\nwhy x\nquit\n")
        told = f"{number}: {words}\n{ended.stdout[-500:]}\n{ended.stderr[-500:]}"
        assert ended.returncode in (0, 1, 2, 3), told
        assert "Traceback" not in ended.stderr + ended.stdout and "internal error" not in ended.stderr, told
        assert ended.returncode == 0 or ended.stderr or ended.stdout, told
        assert "\x1b[31m" not in ended.stdout + ended.stderr, told
        if _as_json(words) and ended.returncode != 2 and not ended.stdout.startswith(("Usage", "hoyle ")):
            assert not ended.stdout or isinstance(json.loads(ended.stdout), dict), told
        for path, data in before.items():  # `fmt` may have written one
            path.write_bytes(data)
        shutil.rmtree(tmp_path / "plays", ignore_errors=True)
