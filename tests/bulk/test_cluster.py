"""A cluster plays the same games, bit for bit, also if somebody in it dies."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.bulk import cluster as ours
from hoyle.bulk import simulate
from hoyle.diagnostics import HoyleError
from hoyle.run.carried import named
from hoyle.run.game import Game
from hoyle.run.playouts import planned

distributed = pytest.importorskip("distributed")
GAMES = 3_000


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers in processes of their own, with other folders than ours; whoever dies is replaced."""
    import dask

    with dask.config.set({"distributed.scheduler.allowed-failures": 0, "distributed.scheduler.worker-ttl": None}):
        made = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50, env={"PYTHONPATH": _path()}
        )
        yield made
        with suppress(TimeoutError):  # it waits for whoever has died
            made.close(timeout=10)


def _path() -> str:
    return os.pathsep.join(sys.path)


def test_somebody_dies(take: Game, cluster: Any, tmp_path: Path) -> None:
    """Nobody is allowed to die of anything there, so that we have to ask again ourselves."""
    run = planned(take, 5, "random", "python", 20)
    simulate(run, GAMES, out=tmp_path / "here.csv")
    died = []

    def tell(doing: str, done: int) -> None:
        if len(died) < 2 and done > GAMES / 3 * len(died):
            workers = [each.pid for each in cluster.workers.values() if each.pid is not None]
            if workers:
                died.append(workers[0])
                os.kill(workers[0], signal.SIGKILL)

    address = cluster.scheduler_address
    outcome = simulate(run, GAMES, out=tmp_path / "there.csv", cluster=address, tell=tell)
    assert outcome.complete and len(died) == 2
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


def test_a_definition_travels_as_text(taken: Path, cluster: Any, tmp_path: Path) -> None:
    """Whoever plays need not have the file, nor those it names."""
    game, variant = tmp_path / "take.hoyle", tmp_path / "harder.hoyle"
    game.write_text(taken.read_text())
    variant.write_text('variant "Harder" of take\n\nset target = 20\n')
    run = planned(hoyle.load(str(game), variants=[str(variant)]), "s", "random", "auto", 20)
    expected = simulate(run, 200, out=tmp_path / "here.parquet")
    game.unlink()
    variant.unlink()
    found = simulate(run, 200, out=tmp_path / "there.parquet", cluster=cluster.scheduler_address)
    assert found.tally == expected.tally
    assert (tmp_path / "there.parquet").read_bytes() == (tmp_path / "here.parquet").read_bytes()


def test_other_rules_are_noticed(take: Game, cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    run = planned(take, "s", "random", "auto", 20)
    lies = [("named", lambda game: named(game) | {"rules": "others"}, "knows other rules")]
    for name, lie, says in [*lies, ("__version__", "0.0", "has Hoyle")]:
        with monkeypatch.context() as patch, pytest.raises(HoyleError, match=says):
            patch.setattr(ours, name, lie)
            simulate(run, 20, cluster=cluster.scheduler_address)


def test_what_stops_a_game_is_told(cluster: Any, tmp_path: Path, taken: Path) -> None:
    text = taken.read_text().replace("var points[Player] : number = 0", "var points[Player] : -5..9 = 0")
    (tmp_path / "stops.hoyle").write_text(text)
    run = planned(hoyle.load(str(tmp_path / "stops.hoyle")), "s", "random", "auto", 20)
    with pytest.raises(HoyleError, match="HYL907"):
        simulate(run, 500, cluster=cluster.scheduler_address)


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "gopher://there:1", ""])
def test_no_address(take: Game, address: str, tmp_path: Path) -> None:
    with pytest.raises(HoyleError, match="no cluster answers at"):
        simulate(planned(take, 1, "random", "auto", 20), 5, out=tmp_path / "rows.csv", cluster=address)
    assert not list(tmp_path.iterdir())
    clients = [found for found in gc.get_objects() if isinstance(found, distributed.Client)]
    assert not [client for client in clients if client.status == "connecting"], "who tidies them up may wait for itself"
