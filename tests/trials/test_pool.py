"""Games that are made ready once, whoever asks for them."""

from __future__ import annotations

import pytest
from trials.conftest import read

from hoyle.diagnostics import HoyleError
from hoyle.read import Reading
from hoyle.trials import pool as pools
from hoyle.trials.pool import Pool
from hoyle.trials.record import Play
from hoyle.trials.settings import Setting, settings


@pytest.fixture
def reading() -> Reading:
    return read("")


def model_settings(reading: Reading) -> list[Setting]:
    assert reading.world is not None
    return settings(reading.world.model, 4, 0)


def test_a_game_is_made_ready_once(reading: Reading) -> None:
    pool = Pool(reading, model_settings(reading))
    setting = pool.settings[1]
    assert pool[1] is pool[1]
    assert pool[1].game is pool.game(Play(setting.players, setting.options, (), ()))
    assert pool.at(setting) is pool.at(Setting(setting.players, dict(setting.options)))


def test_pools_of_one_definition_share_what_is_ready(reading: Reading) -> None:
    pool = Pool(reading, model_settings(reading))
    fewer = pool.among([pool.settings[2], pool.settings[0], pool.settings[2]])
    assert [str(setting) for setting in fewer.settings] == [str(pool.settings[n]) for n in (2, 0)]
    assert fewer[0] is pool[2] and pool[0] is fewer[1]
    assert pool.ignoring(()).ignoring(())[0] is pool[0]


def test_what_is_watched_makes_another_game(reading: Reading) -> None:
    pool = Pool(reading)
    setting = model_settings(reading)[0]
    watched = pool.at(setting, {"deals"})
    assert watched is not pool.at(setting) is pool.at(setting, watched=False)
    assert watched is pool.at(setting, ("deals",))


def test_what_cannot_be_played_is_tried_once(reading: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, prepare = [], pools.prepare
    monkeypatch.setattr(pools, "prepare", lambda *args, **more: (asked.append(more), prepare(*args, **more))[1])
    pool, nobody = Pool(reading), Setting(99, {})
    said = []
    for _ in range(2):
        with pytest.raises(HoyleError) as caught:
            pool.at(nobody)
        said.append(caught.value.diagnostics)
    assert pool.find(nobody) is None
    assert said[0] == said[1] and len(asked) == 1
