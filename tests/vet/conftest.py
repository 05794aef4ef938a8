"""A small game, and variants of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.vet.run import Examined, Plan, Vetted, vet
from hoyle.vet.subject import find_subjects

HERE = Path(__file__).parent
SCENARIO = "the higher card is rewarded"

Vet = Callable[..., Vetted]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """Writes a variant into a folder with the game, and gives its path."""
    shutil.copy(HERE / "plain.hoyle", tmp_path)
    monkeypatch.chdir(tmp_path)

    def write_one(name: str, text: str, of: str = "plain") -> str:
        (tmp_path / f"{name}.hoyle").write_text(f'variant "{name.title()}" of {of}\n\n{text}', encoding="utf-8")
        return f"{name}.hoyle"

    return write_one


@pytest.fixture
def vetted(write: Callable[[str, str], str]) -> Vet:
    """Vets variants, given as texts by name; quickly, and in this process."""

    def run(triples: bool = False, games: int = 20, jobs: int = 1, seconds: float = 0, **texts: str) -> Vetted:
        subjects, over = find_subjects([write(name, text) for name, text in texts.items()], [])
        return vet(subjects, Plan(games, 0, seconds, jobs, triples), over)

    return run


KNOWN: dict[str, Examined] = {}


@pytest.fixture
def examined(vetted: Vet) -> Callable[[str], Examined]:
    """What comes of one variant of the game as it is; each is examined but once."""

    def examine(text: str) -> Examined:
        if text not in KNOWN:
            KNOWN[text] = vetted(house=text).singles[0]
        return KNOWN[text]

    return examine
