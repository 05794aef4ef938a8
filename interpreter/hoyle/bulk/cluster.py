"""Games played by a cluster of dask. A definition travels as text, for others have other disks; rules are compared.

Whoever dies costs nothing but time: what was lost is played again, by somebody else, and is the same.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from importlib.util import find_spec
from typing import Any

from hoyle import __version__
from hoyle.bulk.work import Done, Lots, Work
from hoyle.diagnostics import quote
from hoyle.run.carried import game_of, named
from hoyle.run.playouts import planned, refused
from hoyle.run.workers import Timed, handed_out, timed

LOCAL = "local"
PATIENCE = 10  # seconds, until somebody answers
TRIES = 5  # so often somebody may die of one lot before it is taken for the reason


@contextmanager
def joined(address: str, work: Work, workers: int) -> Iterator[Lots]:
    """A cluster that does work, at an address; or of so many processes here, for as long as it is needed."""
    if find_spec("distributed") is None:
        help = "install it with `pip install 'hoyle[cluster]'`"
        raise refused("a cluster is asked by dask.distributed, which is not installed", help)
    with _client(address, workers) as client:
        sent = _sent(work)

        def lots(first: int, games: int) -> Iterator[Done]:
            def ahead() -> int:
                threads: dict[str, int] = client.nthreads()
                return max(2, 2 * sum(threads.values()))

            yield from handed_out(lambda *lot: _Lot(client, sent, *lot), first, games, ahead)

        yield lots


@contextmanager
def _client(address: str, workers: int) -> Iterator[Any]:
    import dask
    from distributed import Client, LocalCluster

    dask.config.set({"logging.distributed": "critical", "distributed.worker.daemon": True})
    if address == LOCAL:
        how = {"n_workers": workers, "threads_per_worker": 1, "dashboard_address": None}
        cluster = LocalCluster(**how, silence_logs=logging.CRITICAL)
        try:
            with Client(cluster) as client:
                yield client
        finally:
            with suppress(TimeoutError):  # it waits for whoever has died
                cluster.close(timeout=PATIENCE)
        return

    class Tidy(Client):  # type: ignore[misc]
        """One that is closed if nobody answers: dask leaves it to whoever collects garbage, and if that is another one
        which is starting, both wait for each other."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            try:
                super().__init__(*args, **kwargs)
            except BaseException:
                with suppress(Exception):
                    self.close(timeout=PATIENCE)
                raise

    try:
        client = Tidy(address, timeout=PATIENCE)
    except Exception as error:  # dask has many ways to say it, and on a busy machine fails to start at all
        reason = (str(error).splitlines() or ["no reason is known"])[0][:200]
        raise refused(
            f"no cluster answers at {quote(address)}: {reason}",
            "give the address of its scheduler, as `tcp://HOST:8786`, or `local`",
        ) from None
    with client:
        yield client


class _Lot:
    """A lot that a cluster works on."""

    def __init__(self, client: Any, sent: str, first: int, games: int) -> None:
        self.ask: Callable[[], Any] = partial(client.submit, played, sent, first, games, pure=False)
        self.future = self.ask()

    def result(self) -> Timed[Done]:
        from distributed import CancelledError
        from distributed.comm.core import CommClosedError
        from distributed.scheduler import KilledWorker

        patience, deaths = PATIENCE, 0
        while deaths < TRIES:
            try:
                return self.future.result(timeout=patience)  # type: ignore[no-any-return]
            except TimeoutError:  # it takes long, or was lost on the way: who plays it twice plays the same
                patience *= 2
            except KilledWorker:
                deaths += 1
            except (CancelledError, CommClosedError, OSError):
                raise refused("the cluster is gone", "give the same command again when it is there") from None
            except ImportError as error:
                help = f"install hoyle {__version__} where the workers are"
                raise refused(f"a worker of the cluster has no Hoyle: {error}", help) from None
            self.future = self.ask()
        help = "see what the workers say; there may be too little memory"
        raise refused("whoever plays these games dies of it", help)


# ---------------------------------------------------------------------------------------------- where it is done


def _sent(work: Work) -> str:
    """All that is to be known of a run elsewhere."""
    run = work.run
    own = {"seed": run.seed, "bots": run.bots, "cap": run.cap, "engine": run.wanted, "form": work.form}
    return json.dumps(own | {"version": __version__, "game": named(run.game)})


def played(sent: str, first: int, games: int) -> Timed[Done]:
    """A lot of a run that was sent here."""
    return timed(_received(sent), first, games)


@lru_cache(maxsize=4)
def _received(sent: str) -> Work:
    data = json.loads(sent)
    if data["version"] != __version__:
        help = f"install hoyle {data['version']} where the workers are"
        raise refused(f"a worker of the cluster has Hoyle {__version__}, not {data['version']}", help)
    game = game_of(data["game"])
    if game.fingerprint != data["game"]["rules"]:
        help = "install the same Hoyle where the workers are"
        raise refused(f"a worker of the cluster knows other rules of {quote(game.title)}", help)
    return Work(planned(game, data["seed"], data["bots"], data["engine"], data["cap"]), data["form"])
