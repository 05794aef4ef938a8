"""The whole examination: what there is to look at, piece by piece, on several processes, and what came of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import attrs

from hoyle.conflicts.conflict import CODES
from hoyle.diagnostics import Diagnostic, Severity
from hoyle.english import listed
from hoyle.files.lineage import Over
from hoyle.syntax import tree
from hoyle.syntax.walk import below
from hoyle.vet.conflicts import conflicts
from hoyle.vet.finding import (
    CONFLICT,
    ENDLESS,
    FAULT,
    INERT,
    KINDS,
    REFUSED,
    STUCK,
    Acting,
    Finding,
    Meant,
    Moved,
    Part,
)
from hoyle.vet.inert import WHOLE, change, company, deltas, option, whole
from hoyle.vet.lost import lost
from hoyle.vet.players import moved
from hoyle.vet.subject import Subject, together
from hoyle.vet.trying import meant, try_beside, try_rules

Progress = Callable[[int, int], None]

GAMES = 60
MORE = 4  # so many times as many games are played to find a difference: they cost less
CUT_SHORT = (STUCK, ENDLESS, FAULT)


@attrs.frozen
class Plan:
    """games: how many are played for properties and checks. seconds: after that no more is begun; 0 for no limit.
    bots: between whom games are played to see what a variant moves, if anybody asks."""

    games: int = GAMES
    seed: int = 0
    seconds: float = 0
    jobs: int = 1
    triples: bool = False
    bots: tuple[str, ...] = ()


@attrs.frozen
class Examined:
    """What came of one variant, or of several together. base: the title of the game without them.

    diagnostics: what `hoyle check` says. left: what was not looked at, because the time was up. moved: what it moves
    for whoever plays.
    """

    names: tuple[str, ...]
    title: str
    base: str
    diagnostics: tuple[Diagnostic, ...]
    findings: tuple[Finding, ...]
    meant: tuple[Meant, ...] = ()
    acting: tuple[Acting, ...] = ()
    held: dict[str, int] = attrs.field(factory=dict)
    notes: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    moved: tuple[Moved, ...] = ()

    @property
    def verdict(self) -> str:
        return "unsound" if self.findings else "sound"

    @property
    def kinds(self) -> list[str]:
        found = {finding.kind for finding in self.findings}
        return [kind for kind in KINDS if kind in found]


@attrs.frozen
class Vetted:
    """Each variant by itself, then all pairs, then all triples if they were asked for."""

    plan: Plan
    singles: tuple[Examined, ...]
    pairs: tuple[Examined, ...] = ()
    triples: tuple[Examined, ...] = ()

    @property
    def every(self) -> tuple[Examined, ...]:
        return (*self.singles, *self.pairs, *self.triples)

    @property
    def sound(self) -> bool:
        return not any(examined.findings for examined in self.every)


def vet(
    subjects: Sequence[Subject], plan: Plan, over: Sequence[Over] = (), on_progress: Progress = lambda done, total: None
) -> Vetted:
    """Examine variants of one game, each alone and with each other. over: which counts where two disagree."""
    sets = [list(subjects), together(subjects, over, 2)]
    sets.append(together(subjects, over, 3) if plan.triples else [])
    jobs = [job for some in sets for subject in some for job in _jobs(subject, plan.bots)]
    parts: dict[Subject, list[tuple[Job, Part | None]]] = {subject: [] for some in sets for subject in some}
    for done, (job, part) in enumerate(_done(jobs, plan), 1):
        parts[job.subject].append((job, part))
        on_progress(done, len(jobs))
    found: dict[Subject, Examined] = {}
    for some in sets:
        for subject in some:
            known = [found[other] for other in found if set(other.variants) < set(subject.variants)]
            found[subject] = _examined(subject, parts[subject], known)
    return Vetted(plan, *(tuple(found[subject] for subject in some) for some in sets))


# ---------------------------------------------------------------------------------------------- piece by piece


@attrs.frozen
class Job:
    """A piece of an examination. words: what it looks at; work: what it does; times: how many times the games."""

    subject: Subject
    words: str
    work: Callable[[int, int], Part]
    times: int = 1


def _jobs(subject: Subject, bots: Sequence[str]) -> Iterator[Job]:
    """All there is to do, what takes longest first."""
    reading = subject.read()
    if subject.base is not None and reading.conflicts:
        yield Job(subject, "conflicts", partial(conflicts, subject), MORE)
    if reading.failed or subject.base is None or subject.read_base().failed:
        return
    yield Job(subject, "trials", partial(try_rules, subject))
    for path in subject.trials():
        yield Job(subject, f"trials {path}", partial(try_beside, subject, path))
    yield Job(subject, "reach", partial(lost, subject))
    yield Job(subject, "whole", partial(whole, subject), MORE)
    if len(subject.variants) == 1:
        for delta in deltas(reading):
            yield Job(subject, f"change {delta.number}", partial(change, subject, delta.number), MORE)
    else:
        for number in range(len(subject.variants)):
            yield Job(subject, f"company {number}", partial(company, subject, number), MORE)
    for name in reading.model.options:
        yield Job(subject, f"option {name}", partial(option, subject, name), MORE)
    if bots:
        yield Job(subject, "players", partial(moved, subject, bots))


def _done(jobs: list[Job], plan: Plan) -> Iterator[tuple[Job, Part | None]]:
    """What came of each, in order; None if the time was up before it was begun."""
    until = time.monotonic() + plan.seconds if plan.seconds else None
    work = partial(_work, games=plan.games, seed=plan.seed, until=until)
    if plan.jobs < 2 or len(jobs) < 2:
        yield from zip(jobs, map(work, jobs), strict=True)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(plan.jobs) as pool:
        yield from zip(jobs, pool.map(work, jobs), strict=True)


def _work(job: Job, games: int, seed: int, until: float | None) -> Part | None:
    return None if until is not None and time.monotonic() > until else job.work(games * job.times, seed)


# ---------------------------------------------------------------------------------------------- put together


def _examined(subject: Subject, parts: list[tuple[Job, Part | None]], known: list[Examined]) -> Examined:
    """All pieces together. known: what was found of those of the variants that were looked at before."""
    reading = subject.read()
    own = [variant for variant in reading.variants if variant.span.source.path in subject.variants]
    title = listed([variant.header.title or "" for variant in own])
    base = reading.parsed.header.title if reading.parsed is not None else None
    made = [part for _, part in parts if part is not None]
    findings = _settled([finding for part in made for finding in part.findings])
    held: Counter[str] = Counter()
    for part in made:
        held.update(part.held)
    diagnostics = reading.diagnostics
    if not reading.failed and subject.base is not None and subject.read_base().failed:
        diagnostics = subject.read_base().diagnostics  # the variant takes out what is wrong with its game
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]
    disagreed = any(finding.kind == CONFLICT for finding in findings)
    if errors and not (disagreed and all(error.code in CODES.values() for error in errors)):
        findings = [*findings, _refused(subject, errors)]
    old = {(finding.kind, finding.about) for examined in known for finding in examined.findings}
    findings = [attrs.evolve(f, known=(f.kind, f.about) in old) for f in findings]
    return Examined(
        subject.names,
        title or subject.variants[0].stem,
        base or "",
        tuple(diagnostics),
        tuple(sorted(findings, key=lambda f: list(KINDS).index(f.kind))),
        tuple(meant(reading)),
        tuple(acting for part in made for acting in part.acting),
        held,
        tuple(dict.fromkeys([*(note for part in made for note in part.notes), *_acting(own)])),
        tuple(job.words for job, part in parts if part is None),
        tuple(row for part in made for row in part.moved),
    )


def _acting(variants: Sequence[tree.File]) -> Iterator[str]:
    """Where variants let somebody decide in the place of another, who sees then what only the other saw before."""
    for node in below(*(decl for variant in variants for decl in variant.decls)):
        if isinstance(node, tree.Decide) and node.acting is not None:
            who, of = node.who.span.text, node.acting.span.text
            yield f"{node.span.place}: `{who}` decides for `{of}`, and sees as it does so what `{of}` sees"


def _settled(findings: list[Finding]) -> list[Finding]:
    """Without what only follows from something else that was found."""
    if any(finding.kind == INERT and finding.about == WHOLE for finding in findings):
        findings = [finding for finding in findings if finding.kind != INERT or finding.about == WHOLE]
    if any(finding.kind in CUT_SHORT for finding in findings):
        # games that do not come to their end come to many other things neither
        findings = [finding for finding in findings if finding.certain]
    return findings


def _refused(subject: Subject, errors: Sequence[Diagnostic]) -> Finding:
    more = f", and {len(errors) - 1} more" if len(errors) > 1 else ""
    words = f"{'it does' if len(subject.variants) == 1 else 'they do'} not check: {errors[0].message}{more}"
    spans = [d.span for d in errors if d.span is not None]
    ours = [span.place for span in spans if span.source.path in subject.variants]
    others = [span.place for span in spans if span.source.path not in subject.variants]
    return Finding(REFUSED, "", words, next(iter(ours), subject.names[-1]), next(iter(others), None))
