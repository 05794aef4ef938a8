"""What vetting finds: findings, each with its evidence, and what else is to be told of a variant."""

from __future__ import annotations

import attrs

REFUSED = "refused"
FAILS = "fails"
STUCK = "stuck"
ENDLESS = "endless"
FAULT = "fault"
INERT = "inert"
DEAD = "dead option"
UNREACHABLE = "unreachable"
CONFLICT = "conflict"

# what each of them means, in the order in which they are told
KINDS = {
    REFUSED: "it does not check, so it cannot be played",
    CONFLICT: "variants that know nothing of each other disagree",
    FAILS: "a scenario, property or check that held before does not any more, and nothing says that it should not",
    STUCK: "a table at which nobody is asked anything, and the game is not over",
    ENDLESS: "a game that goes on and on",
    FAULT: "a table from which the rules do not know how to go on",
    INERT: "a change that never changes a play",
    DEAD: "an option that never changes a play, whatever its value",
    UNREACHABLE: "a rule of the game that was reached before and is not any more",
}


@attrs.frozen
class Finding:
    """kind: one of KINDS. about: what it is about, a name that tells it from others of its kind. words: a sentence.

    place: where the variant says it; base: where the game does. lines: what is to be seen, line by line. play: the text
    of a recorded play that leads there. ways: what to write to settle it; removal: what to write if a trial of the game
    is meant to fail, and wrong: what is wrong with it, in one line. certain: it follows from the rules, or a play
    shows it; else it is what many games have not come to. known: of several variants, some of them show it already.
    """

    kind: str
    about: str
    words: str
    place: str | None = None
    base: str | None = None
    lines: tuple[str, ...] = ()
    play: str = ""
    ways: tuple[str, ...] = ()
    certain: bool = True
    known: bool = False
    removal: str = ""
    wrong: str = ""


@attrs.frozen
class Acting:
    """A change that acts. about: as the variant says it. lines: the first play in which it shows; play: to sit down at.

    together: others that had to be taken out with it. why: if there is no such play, why not.
    """

    about: str
    place: str
    lines: tuple[str, ...] = ()
    play: str = ""
    together: tuple[str, ...] = ()
    why: str = ""


@attrs.frozen
class Meant:
    """A scenario or property of the game that a variant replaces or removes: no finding. done: which of the two."""

    kind: str
    name: str
    done: str
    place: str


@attrs.frozen
class Moved:
    """A measure of play that a variant moves: before, after, and by how much, from where to where, in words."""

    key: str
    title: str
    before: str
    after: str
    by: str


@attrs.frozen
class Part:
    """What one piece of an examination came to. notes: what is to be told, and is no finding."""

    findings: tuple[Finding, ...] = ()
    acting: tuple[Acting, ...] = ()
    held: dict[str, int] = attrs.field(factory=dict)
    notes: tuple[str, ...] = ()
    moved: tuple[Moved, ...] = ()
