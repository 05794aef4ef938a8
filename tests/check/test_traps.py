"""Definitions written to do harm: each ends in diagnostics, or plays, within a little time and memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from traps import BASE, COURSE, CPU, MEMORY, TRAPS, WORK

PROGRAM = """
import os, resource, sys
import hoyle


def play(path):
    try:
        state = hoyle.load(path, players=2).start(seed=1)
        for _ in range(200):
            if state.over:
                break
            state.choose(0)
        print("played", flush=True)
    except hoyle.HoyleError as error:
        print(*(d.code for d in error.diagnostics), flush=True)


hoyle.load(sys.argv[1])  # the grammar is there then
for path in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        play(path)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.wait()[1])
    if code:
        print("ended with", code, flush=True)
"""


def test_traps(tmp_path: Path) -> None:
    """Each in a process of its own, of which there is one for all that has imported everything."""
    paths = []
    for number, (text, _) in enumerate(TRAPS.values()):
        paths.append(tmp_path / f"trap{number}.hoyle")
        paths[-1].write_text(text, encoding="utf-8")
    ran = subprocess.run([sys.executable, "-c", PROGRAM, *map(str, paths)], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr[-2000:]
    for (name, (_, code)), told in zip(TRAPS.items(), ran.stdout.splitlines(), strict=True):
        assert told.startswith("played" if not code else ("played", "HYL")), (name, told, ran.stderr[-2000:])
        assert len(code) < 6 or code in told, (name, told)


# ---------------------------------------------------------------------------------------------- work and memory

WORKER = """
import os, resource, sys, time
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (600, 600))
started = os.fork()  # what a process is said to have taken has in it what whoever started it had
if started:
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(started, 0)[1]))
import hoyle
from hoyle.read import read_path
from hoyle.reference.perform import Performer
from hoyle.rulebook.book import rulebook
from hoyle.run.game import prepare
from hoyle.syntax.format import format_text


def stages(path):
    reading = None
    def read():
        nonlocal reading
        reading = read_path(Path(path))
        if reading.failed:
            raise hoyle.HoyleError(reading.diagnostics)
    yield "check", read
    made = []
    yield "format", lambda: format_text(reading.source)
    yield "rulebook", lambda: rulebook(reading, [])

    yield "load", lambda: made.append(prepare(reading, players=2))
    yield "reference", lambda: next(Performer(made[0].program, 1).play(), None)
    yield "start", lambda: made.append(made[0].start(seed=1))
    state = made[1]
    for number in range(4):
        if state.over:
            break
        yield "why not", lambda: state.why_not("nothing like it")
        yield "view", lambda: (state.view(0), state.scores, state.events(0), [c.text for c in state.choices])
        saved = []
        yield "save", lambda: saved.append(state.save())
        yield "restore", lambda: hoyle.restore(saved[0])
        yield "choose", lambda: state.choose(0)


for path in sys.argv[1:]:
    told, slowest = [], (0, "")
    try:
        for name, work in stages(path):
            before = time.process_time()
            try:
                work()
            except hoyle.HoyleError as error:
                told += sorted({d.code for d in error.diagnostics})
                if name not in ("reference",):
                    raise
            finally:
                slowest = max(slowest, (time.process_time() - before, name))
    except hoyle.HoyleError:
        pass
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(path, f"{slowest[0]:.2f}", slowest[1].replace(" ", "_"), memory, *told, sep="\\t", flush=True)
"""


def test_nothing_takes_long_or_much_memory(tmp_path: Path) -> None:
    """All in one process, one after the other: each step of each within its limits."""
    paths = []
    for number, (text, _) in enumerate(WORK.values()):
        paths.append(tmp_path / f"trap{number}.hoyle")
        paths[-1].write_text(BASE + "\n" + text + COURSE, encoding="utf-8")
    ran = subprocess.run([sys.executable, "-c", WORKER, *map(str, paths)], capture_output=True, text=True, timeout=900)
    assert ran.returncode == 0, ran.stdout + ran.stderr[-2000:]
    lines = [line.split("\t") for line in ran.stdout.splitlines()]
    assert len(lines) == len(WORK)
    for (name, (_, codes)), (_, seconds, stage, memory, *told) in zip(WORK.items(), lines, strict=True):
        assert float(seconds) < CPU, (name, stage, seconds)
        assert int(memory) < MEMORY, (name, memory)
        assert set(told) <= codes, (name, told)
