"""A run that was stopped goes on where it was: no game is lost, none is there twice, nothing of others is touched."""

from __future__ import annotations

import gc
import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from often import TIMES

from hoyle.bulk import out as file_of_rows
from hoyle.bulk import simulate
from hoyle.bulk.out import Out
from hoyle.bulk.work import Work
from hoyle.diagnostics import HoyleError
from hoyle.run import workers
from hoyle.run.game import Game
from hoyle.run.playouts import Run, planned

GAMES = 150
FORMS = [".csv", ".jsonl", ".parquet"]


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small lots, and a point after each."""
    monkeypatch.setattr(workers, "MOST", 11)
    monkeypatch.setattr(file_of_rows, "SECONDS", 0)


@pytest.fixture
def run(take: Game) -> Run:
    return planned(take, 5, "random", "auto", 20)


def whole(run: Run, folder: Path, form: str) -> bytes:
    """The file of a run that nobody stopped."""
    path = folder / f"whole{form}"
    assert simulate(run, GAMES, out=path).complete
    return path.read_bytes()


def killed(call: Callable[[], object], calls: int, since: str = "") -> bool:
    """Whether a process that makes a call is killed, by itself, after so many calls of functions; else it has ended.

    since: the function from which on they are counted.
    """
    process = os.fork()
    if not process:
        left, begun = calls, not since

        def count(frame: Any, event: str, arg: Any) -> None:
            nonlocal left, begun
            begun = begun or frame.f_code.co_name == since
            left -= begun
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

        gc.disable()  # what another test left may wait for threads that are not here
        sys.setprofile(count)
        call()
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(process, 0)[1])


@pytest.mark.parametrize("form", FORMS)
def test_killed_at_any_moment(run: Run, tmp_path: Path, form: str) -> None:
    """Again and again, until it has ended by itself."""
    expected, path = whole(run, tmp_path, form), tmp_path / f"rows{form}"
    for _ in range(2 * TIMES):
        kills = 0
        while killed(lambda: simulate(run, GAMES, out=path), int(random.expovariate(1 / 6_000))):
            kills += 1
        assert path.read_bytes() == expected
        assert {each.name for each in tmp_path.glob("rows*")} == {path.name, f"{path.name}.run"}
        assert simulate(run, GAMES, out=path).found == GAMES
        path.unlink()


@pytest.mark.parametrize("form", [".csv", ".parquet"])
def test_killed_while_the_file_is_put_into_its_place(run: Run, tmp_path: Path, form: str) -> None:
    """At each of the last steps, one after the other."""
    expected, path = whole(run, tmp_path, form), tmp_path / f"rows{form}"
    step = 0
    while killed(lambda: last_steps(run, path), step, "put_into_place"):
        simulate(run, GAMES, out=path)
        assert path.read_bytes() == expected
        assert {each.name for each in tmp_path.glob("rows*")} == {path.name, f"{path.name}.run"}
        for each in tmp_path.glob("rows*"):
            each.unlink()
        step += random.randrange(1, 3 if TIMES > 1 else 9)
    assert path.read_bytes() == expected and step > 30


def last_steps(run: Run, path: Path) -> None:
    """All games at once, and the file made of them."""
    out, done = Out(path, run, GAMES), Work(run, path.suffix)(1, GAMES)
    out.add(done.rows, done.tally)
    out.make_whole(lambda rows: None)
    out.put_into_place()
    out.close()


def stopped_early(run: Run, path: Path, games: int = 100) -> None:
    """A run that Ctrl-C has stopped."""

    def tell(doing: str, done: int) -> None:
        if done >= games:
            raise KeyboardInterrupt

    assert not simulate(run, GAMES, out=path, tell=tell).complete


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("spoil", ["cut", "changed", "longer", "gone"])
@pytest.mark.parametrize("what", [".part", ".run"])
def test_whatever_happened_to_what_was_left(run: Run, tmp_path: Path, form: str, spoil: str, what: str) -> None:
    expected, path = whole(run, tmp_path, form), tmp_path / f"rows{form}"
    for _ in range(3 * TIMES):
        stopped_early(run, path)
        left = path.with_name(path.name + what)
        data = bytearray(left.read_bytes())
        at = random.randrange(len(data))
        match spoil:
            case "cut":
                left.write_bytes(data[:at])
            case "changed":
                data[at] ^= 1 << random.randrange(8)
                left.write_bytes(data)
            case "longer":
                left.write_bytes(data + random.randbytes(random.randrange(1, 200)))
            case "gone":
                left.unlink()
        try:
            simulate(run, GAMES, out=path)
        except HoyleError:  # what is known of the run itself was lost: then nothing is touched
            assert what == ".run" and not path.exists()
            simulate(run, GAMES, out=path, overwrite=True)
        assert path.read_bytes() == expected
        path.unlink()


def test_rows_that_are_sound_are_not_played_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    stopped_early(run, path, 100)
    outcome = simulate(run, GAMES, out=path)
    assert 100 <= outcome.found < GAMES and outcome.tally.games == GAMES
    assert outcome.decisions < outcome.tally.decisions
    assert simulate(run, GAMES, out=path).decisions == 0
    assert simulate(run, GAMES).tally == outcome.tally


def refusal(run: Run, path: Path, games: int = GAMES) -> str:
    """What is said against a run; everything stays as it is."""
    before = {each: each.read_bytes() for each in path.parent.iterdir()}
    with pytest.raises(HoyleError) as caught:
        simulate(run, games, out=path)
    assert {each: each.read_bytes() for each in path.parent.iterdir()} == before
    (found,) = caught.value.diagnostics
    assert found.code == "HYL913" and "--overwrite" in (found.help or "")
    return found.message


@pytest.mark.parametrize("finished", [False, True])
def test_another_run_is_not_touched(run: Run, take: Game, tmp_path: Path, finished: bool) -> None:
    path = tmp_path / "rows.csv"
    if finished:
        simulate(run, GAMES, out=path)
    else:
        stopped_early(run, path)
    others = {
        "seed `5`, not `6`": planned(take, 6, "random", "auto", 20),
        'bots `["random", "random", "random"]`': planned(take, 5, "first", "auto", 20),
        "cap `20`, not `21`": planned(take, 5, "random", "auto", 21),
    }
    for says, other in others.items():
        assert says in refusal(other, path)
    assert ("a run of 150 games" if finished else "holds 1") in refusal(run, path, 10)
    other = planned(take, 6, "random", "python", 20)
    simulate(other, GAMES, out=path, overwrite=True)
    simulate(other, GAMES, out=tmp_path / "else.csv")
    assert path.read_bytes() == (tmp_path / "else.csv").read_bytes()


@pytest.mark.parametrize("name", ["rows.csv", "rows.csv.part", "rows.csv.run"])
def test_a_file_of_somebody_else_is_not_touched(run: Run, tmp_path: Path, name: str) -> None:
    expected = whole(run, tmp_path, ".csv")
    (tmp_path / name).write_text("mine\n" * 10_000)  # longer than ours will be
    assert "no run is known that wrote it" in refusal(run, tmp_path / "rows.csv")
    simulate(run, GAMES, out=tmp_path / "rows.csv", overwrite=True)
    assert (tmp_path / "rows.csv").read_bytes() == expected


def test_what_was_there_stays_until_the_new_file_is_whole(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("mine\n")

    def tell(doing: str, done: int) -> None:
        raise KeyboardInterrupt

    assert not simulate(run, GAMES, out=path, overwrite=True, tell=tell).complete
    assert path.read_text() == "mine\n"
    assert "this run did not write it" in refusal(run, path)
    assert simulate(run, GAMES, out=path, overwrite=True).found > 0
    assert path.read_bytes() == whole(run, tmp_path, ".csv")


def test_a_whole_file_that_was_changed_is_not_touched(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    simulate(run, GAMES, out=path)
    path.write_bytes(path.read_bytes()[:-1])
    assert "was changed" in refusal(run, path)


def test_two_do_not_write_one_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    out = Out(path, run, GAMES)
    process = os.fork()
    if not process:  # a lock is against other processes
        try:
            simulate(run, GAMES, out=path)
        except HoyleError as error:
            os._exit(7 if "another process is writing" in error.diagnostics[0].message else 1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 7
    out.close()
    assert simulate(run, GAMES, out=path).complete


def test_more_games_than_were_asked_for_at_first(run: Run, tmp_path: Path) -> None:
    """A run that was stopped may go on to another number of games."""
    path = tmp_path / "rows.csv"
    stopped_early(run, path)
    simulate(run, GAMES + 30, out=path)
    simulate(run, GAMES + 30, out=tmp_path / "whole.csv")
    assert path.read_bytes() == (tmp_path / "whole.csv").read_bytes()
