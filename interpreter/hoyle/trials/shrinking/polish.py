"""Polishing: a play made smaller by what its choices say.

To Hypothesis a choice is a number, and the same number says something else once other cards are dealt. Here the choices
are kept by their words, while what chance brings is put back as it lies, and choices are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hoyle.run.script import Script
from hoyle.run.state import State
from hoyle.trials.checks import cost
from hoyle.trials.course import Key
from hoyle.trials.hunt import Finding
from hoyle.trials.pool import Pool, Prepared

TRIES = 300
FEWEST = 30

Story = tuple[tuple[int, ...], tuple[str, ...]]  # what chance brings, and what the choices say


def polish(pool: Pool, key: Key, finding: Finding) -> Finding:
    """A smaller play that shows the same, if one is found."""
    prepared = pool[pool.of(finding.play)]
    best, story = finding, _story(prepared, finding)
    left, simpler = max(TRIES // cost(key), FEWEST), _simpler(story)
    while left > 0:
        tried = next(simpler, None)
        if tried is None:
            break
        left -= 1
        found = _tried(prepared, key, tried)
        if found is not None and found.size < best.size:
            best, story = found, _story(prepared, found)
            simpler = _simpler(story)
    return best


def _story(prepared: Prepared, finding: Finding) -> Story:
    state = prepared.game.start(chance=finding.play.chance)
    words = []
    for number in finding.play.choices:
        words.append(state.choices[number].text)
        if len(words) < len(finding.play.choices):  # the last one may be one that breaks the engine
            state.choose(number)
    return finding.play.chance, tuple(words)


def _simpler(story: Story) -> Iterator[Story]:
    chance, words = story
    moved = [place for place, number in enumerate(chance) if number]
    if len(moved) > 1:
        yield (), words
    for place in reversed(moved):
        yield (*chance[:place], 0, *chance[place + 1 :]), words
    for place in range(len(words)):
        yield chance, (*words[:place], *words[place + 1 :])
    for place in moved:
        yield (*chance[:place], chance[place] - 1, *chance[place + 1 :]), words


def _tried(prepared: Prepared, key: Key, story: Story) -> Finding | None:
    """What comes of a story, if it shows the fault before it ends."""
    course = prepared.narrow(Script(story[0]), key)
    course.play(
        lambda state: _meant(state, story[1][len(course.made)]),
        lambda: key in course.faults or len(course.made) == len(story[1]),
    )
    return Finding(course.plays[key], course.faults[key].lines) if key in course.faults else None


def _meant(state: State, words: str) -> int:
    """The choice that says this, or the first."""
    said: Sequence[str] = [choice.text for choice in state.choices]
    return said.index(words) if words in said else 0
