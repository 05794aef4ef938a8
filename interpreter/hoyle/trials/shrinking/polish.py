"""Polishing: a play made smaller by what its choices say.

To Hypothesis a choice is a number, and the same number says something else once other cards are dealt. Here the choices
are kept by their words, while what chance brings is put back as it lies, and choices are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hoyle.run.state import State
from hoyle.table.script import Script
from hoyle.trials.checks import cost
from hoyle.trials.course import Course, Key
from hoyle.trials.hunt import Finding
from hoyle.trials.pool import Pool, Prepared

TRIES = 300
FEWEST = 30
LONG = 100  # decisions that count as another try

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
        course = _played(prepared, key, tried)
        left -= 1 + (course.spent - len(course.made)) // LONG
        found = Finding(course.plays[key], course.faults[key].lines) if key in course.faults else None
        if found is not None and found.size < best.size:
            best, story = found, _story(prepared, found)
            simpler = _simpler(story)
    return best


def _story(prepared: Prepared, finding: Finding) -> Story:
    play, words = finding.play, list[str]()
    if play.choices:  # what comes last may break the engine: the last choice, or the start if there is none
        state = prepared.game.start(chance=play.chance)
        for number in play.choices[:-1]:
            words.append(state.choices[number].text)
            state.choose(number)
        words.append(state.choices[play.choices[-1]].text)
    return play.chance, tuple(words)


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


def _played(prepared: Prepared, key: Key, story: Story) -> Course:
    """A story, played up to the fault, or to its end."""
    course = prepared.narrow(Script(story[0]), key)
    course.play(
        lambda state: _meant(state, story[1][len(course.made)]),
        lambda: key in course.faults or len(course.made) == len(story[1]),
    )
    return course


def _meant(state: State, words: str) -> int:
    """The choice that says this, or the first."""
    said: Sequence[str] = [choice.text for choice in state.choices]
    return said.index(words) if words in said else 0
