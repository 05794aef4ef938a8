"""All trials of a definition: its scenarios in the order of the file, its properties, and what every game must keep."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs

from hoyle import builtins
from hoyle.check import script
from hoyle.check.scenarios import check_scenarios
from hoyle.read import Reading, read_like
from hoyle.run.game import Game, prepare
from hoyle.source import Span
from hoyle.trials.checks import ALL
from hoyle.trials.checks.choices import Choices, broken_at
from hoyle.trials.checks.conservation import Deals, short_at
from hoyle.trials.course import Failing, Key, Wrong
from hoyle.trials.hunt import Failings, hunt
from hoyle.trials.pool import Pool, checks_of
from hoyle.trials.properties import expected
from hoyle.trials.record import Play, write
from hoyle.trials.scenario.play import play
from hoyle.trials.scenario.retell import retell
from hoyle.trials.settings import settings
from hoyle.trials.shrink import share, shrink
from hoyle.trials.words import said, tell

Progress = Callable[[int, int], None]

GAMES = 60
EMPTY = ("HYL316", "HYL317")  # properties that say nothing
# so far: not everything was looked at; not here: the game may come to it, but its miniature does not
HOLDS, FAILS, SO_FAR, NOT_HERE, WAIVED = "holds", "FAILS", "so far", "not here", "waived"
PLACES = {Choices.name: broken_at, Deals.name: short_at}  # checks that can say which step is wrong


@attrs.frozen
class Result:
    """What became of a trial. kind: scenario, property or check. word: one of those above. span: where it failed, else
    where it stands. wrong: what is, as far as it was expected otherwise. more: lines behind that, as how it came to it.

    waived: why it was left out, by the definition or because it does not apply, or "". replay: the smallest play in
    which it failed, as a file (see record.py). scenario: the same as a scenario of the definition, if it can be said.
    note: what to know of it though it passed. inherited: a variant is tried, and the trial is one of its game. play:
    the one in which it failed or came true.
    """

    kind: str
    name: str
    word: str
    span: Span | None
    wrong: tuple[Wrong, ...] = ()
    more: tuple[str, ...] = ()
    waived: str = ""
    replay: str = ""
    scenario: str = ""
    note: str = ""
    inherited: bool = False
    play: Play | None = None

    @property
    def passed(self) -> bool:
        return self.word != FAILS

    @property
    def place(self) -> str:
        return self.span.place if self.span is not None else ""

    @property
    def removal(self) -> str:
        """What a variant says if a trial of its game is meant to come out otherwise; "" if it is no such trial."""
        if self.passed or not self.inherited:
            return ""
        return f'remove scenario "{self.name}"' if self.kind == "scenario" else f"remove property {self.name}"

    @property
    def in_short(self) -> str:
        """The first thing that is wrong, in one line."""
        if not self.wrong:
            return next(iter(self.detail.splitlines()), "")
        first = self.wrong[0]
        # a property says itself what is expected, and it can be long
        return "; ".join(first.instead) if self.kind == "property" else f"{first.expected[0]}, but {first.instead[0]}"

    @property
    def detail(self) -> str:
        """All that there is to tell of it, in lines."""
        return "\n".join([*(line for wrong in self.wrong for line in wrong.told()), *self.more])

    def told(self) -> list[str]:
        """What is wrong, and where, for people to read; last the scenario, which starts at the left edge."""
        place = [self.place] if self.place else []
        pasted = ["as a scenario:", "", *self.scenario.splitlines(), ""] if self.scenario else []
        return [*place, *self.detail.splitlines(), *pasted]


def kept(name: str, result: Result, folder: Path) -> Result:
    """A result whose play, if it has one, lies in a file of that folder; what went wrong tells where."""
    if not result.replay:
        return result
    path = folder / f"{Path(name).stem}-{result.name}.play.json"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(result.replay, encoding="utf-8")
    return attrs.evolve(result, more=(*result.more, f"replay: hoyle play --from {path}"), replay=str(path))


class Trials:
    """All that is tried of one file, to be tried scenario by scenario and by play.

    Raises `HoyleError` if the definition has errors.
    """

    def __init__(self, reading: Reading) -> None:
        self.reading, self.model = reading, reading.model
        # a trials file is about a game in another file, and that is what is played
        self.game = attrs.evolve(reading, source=reading.files[0].span.source)
        self.scenarios = check_scenarios(reading.right, reading.trials)
        self.keys = tried_by_play(reading)
        self.games = Pool(self.game)

    def scenario(self, scenario: script.Scenario) -> Result:
        """What becomes of a scenario."""
        failed = play(self.games, scenario)
        if failed is None:
            return Result("scenario", scenario.title, HOLDS, scenario.span)
        of_game = inherited(self.reading, scenario.span)
        return Result("scenario", scenario.title, FAILS, failed.span, failed.wrong, failed.more, inherited=of_game)

    def by_play(self, games: int, seed: int, step: Callable[[], None] = lambda: None) -> list[Result]:
        """What becomes of the properties, and of the checks, in so many games; each counts as a step."""
        if not self.keys:
            return []
        checks = [check for check in checks_of(self.game) if check.name in self.keys]
        pool = Pool(self.game, settings(self.model, games, seed), checks)
        return _tried(self.reading, pool, self.keys, games, seed, step)


def run_trials(
    reading: Reading, *, games: int = GAMES, seed: int = 0, on_progress: Progress = lambda done, total: None
) -> list[Result]:
    """Try everything. games: how many are played at random for the properties; with none, only scenarios are run.

    on_progress is told how many steps are done, and of how many. Raises `HoyleError` if the definition has errors.
    """
    trials = Trials(reading)
    done, total = 0, len(trials.scenarios) + games

    def step() -> None:
        nonlocal done
        done += 1
        on_progress(done, total)

    results = []
    for scenario in trials.scenarios:
        results.append(trials.scenario(scenario))
        step()
    return results + (trials.by_play(games, seed, step) if games > 0 else [])


def inherited(reading: Reading, span: Span) -> bool:
    """Whether a variant is read, and what stands there is not its own."""
    applied = [variant.span.source.path for variant in reading.variants]
    own = {path for path in applied if path == reading.source.path or path in reading.given}
    return bool(applied) and span.source.path not in own


def tried_by_play(reading: Reading) -> dict[Key, Result]:
    """All that is tried by play, with what becomes of it if it holds: properties, and for a game its checks.

    In a trials file only its own properties: those of the game belong to the game's file.
    """
    header = reading.files[0].header.span
    found: dict[Key, Result] = {}
    doubts = {(d.span.source, d.span.start): d.message for d in reading.diagnostics if d.code in EMPTY and d.span}
    for number, declared in enumerate(reading.model.properties):
        if reading.source in (header.source, declared.span.source):
            note = doubts.get((declared.span.source, declared.span.start), "")
            of_game = inherited(reading, declared.span)
            found[number] = Result("property", declared.name, HOLDS, declared.span, note=note, inherited=of_game)
    for check in ALL if reading.source is header.source else ():
        waived = reading.model.waived.get(check.name)
        if not check.concerns(reading.model):
            continue
        found[check.name] = Result("check", check.name, HOLDS, header)
        if waived is not None:
            found[check.name] = Result("check", check.name, WAIVED, waived.span, waived=waived.reason)
    return found


def _tried(
    reading: Reading, pool: Pool, keys: dict[Key, Result], games: int, seed: int, step: Callable[[], None]
) -> list[Result]:
    """What became of everything that is tried by play."""
    failings = hunt(pool, games, seed, step)
    draws = share(len(keys.keys() & failings.found.keys()))
    results = []
    points = {number for number, made in enumerate(pool.model.properties) if made.point in pool.model.procedures}
    cut = points & failings.found.keys()  # these have ended games; what else was found lies in games they did not end
    for key, result in keys.items():
        tables = pool.ignoring(cut - {key})
        if key in failings.found:
            found = shrink(tables, key, failings.found[key], draws)
            results.append(failed(reading, tables.game(found.play), result, key, found))
        elif isinstance(key, int):
            results.append(_reached(tables, result, key, failings))
        else:
            check = next(check for check in ALL if check.name == key)  # maybe there was nothing to look at
            why = "" if result.waived else check.left_out(pool[0].game)
            results.append(attrs.evolve(result, word=WAIVED, waived=why) if why else result)
    return results


def failed(reading: Reading, game: Game, result: Result, key: Key, found: Failing) -> Result:
    """What failed, in a play that is as small as it could be made: told, as a file, and as a scenario."""
    wrong, more = found.wrong, tuple(tell(game, found.play))
    if isinstance(key, str):
        wrong = attrs.evolve(wrong, expected=(builtins.CHECKS[key],))
        find = PLACES.get(key)
        result = attrs.evolve(result, span=(find(game, found.play) if find is not None else None) or result.span)
    replay = write(found.play, _plain(game), f"{result.kind} {result.name}")
    scenario = retell(reading, game, found.play, result.name, found.wrong)
    result = attrs.evolve(result, word=FAILS, wrong=(wrong,), more=more)
    return attrs.evolve(result, replay=replay, scenario=scenario, play=found.play)


def _plain(game: Game) -> Game:
    """The game without what was put into it to watch it: that is no part of its rules."""
    reading = game.reading
    if game.model.cover is not None and reading.source.path is not None:
        reading = read_like(reading)
    return prepare(reading, players=game.players, options=game.options)


def _reached(pool: Pool, result: Result, number: int, failings: Failings) -> Result:
    """A property that nothing spoke against: where it came true, or that it never could have failed."""
    declared, play = pool.model.properties[number], failings.reached.get(number)
    games = failings.games
    tried = "the game that was tried" if games == 1 else f"the {games} games that were tried"
    if declared.kind == "eventually" and play is None:
        wrong = Wrong((f"it did not come true in {tried}",), (expected(declared),))
        return attrs.evolve(result, word=FAILS, wrong=(wrong,))
    if declared.point is not None and play is None:
        assert declared.about is not None
        why = f"never put to the test: {said(declared.about)} did not happen in {tried}"
        return attrs.evolve(result, word=FAILS, more=(why,))
    if declared.kind != "eventually" or play is None:
        return result
    return attrs.evolve(result, more=("reached:", *tell(pool.game(play), play)), play=play)
