"""A verdict in words that need no explanation."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.diagnostics import Severity
from hoyle.english import counted, listed
from hoyle.vet.finding import CONFLICT, DEAD, ENDLESS, FAILS, FAULT, INERT, REFUSED, STUCK, UNREACHABLE, Finding
from hoyle.vet.inert import WHOLE
from hoyle.vet.run import Examined

TRIED = ("scenario", "property", "check")


def sentence(examined: Examined) -> str:
    """Whether a variant is sound, or what is wrong with it."""
    if examined.findings:
        return f"not sound: {'; '.join(_wrong(examined, kind) for kind in examined.kinds)}"
    if examined.left:
        return "sound so far, but not everything was looked at: the time was up"
    several = len(examined.names) > 1
    return f"sound: {'they go together' if several else 'nothing speaks against it'}"


def _wrong(examined: Examined, kind: str) -> str:
    found = [finding for finding in examined.findings if finding.kind == kind]
    it = "it" if len(examined.names) == 1 else "together they"
    match kind:
        case "refused":
            return f"{it} cannot be played, because {'it does' if len(examined.names) == 1 else 'they do'} not check"
        case "conflict":
            return "they contradict each other" if len(examined.names) > 1 else "it contradicts the game"
        case "fails":
            return f"{counted(len(found), 'trial')} that held before {'fail' if len(found) > 1 else 'fails'}"
        case "stuck":
            return "a table can get stuck"
        case "endless":
            return "a game can go on for ever"
        case "fault":
            return "the rules can break down in play"
        case "inert":
            return _inert(found)
        case "dead option":
            names = listed([f"`{finding.about}`" for finding in found])
            many = len(found) > 1
            return f"the option{'s' * many} {names} never change{'s' * (not many)} a play"
    return f"{counted(len(found), 'rule')} of the game {'are' if len(found) > 1 else 'is'} not reached any more"


def _inert(found: Sequence[Finding]) -> str:
    if found[0].about == WHOLE:
        return "it changes nothing in play"
    if any(" beside " in finding.about for finding in found):
        return "one of them changes nothing beside the other"
    return f"{counted(len(found), 'change')} never {'change' if len(found) > 1 else 'changes'} a play"


def points(examined: Examined, games: int) -> list[tuple[str, str, bool]]:
    """All that was looked at: what it is called, what came of it, and whether that is as it should be."""
    if REFUSED in examined.kinds or not examined.held:
        return [(*_checks(examined), not examined.findings)]
    found = [(*_checks(examined), True), (*_trials(examined), FAILS not in examined.kinds)]
    stopped = [kind for kind in examined.kinds if kind in (STUCK, ENDLESS, FAULT)]
    fine = f"nobody is stuck and every game ends, in {counted(games, 'game')}"
    found.append(("tables", listed(stopped) or fine, not stopped))
    found.append(_about(examined, "changes", INERT, _changes(examined)))
    options = examined.held.get("options", 0)
    alive = "there are none" if not options else f"{options} of {options} can change a play"
    reached = "nothing of the game became unreachable"
    if stopped:
        alive = reached = "not known, because games do not come to their end"
    found.append(_about(examined, "options", DEAD, alive))
    found.append(_about(examined, "rules", UNREACHABLE, reached))
    if len(examined.names) > 1:
        found.append(_about(examined, "conflicts", CONFLICT, "they do not contradict each other"))
    return found


def _checks(examined: Examined) -> tuple[str, str]:
    errors = sum(diagnostic.severity is Severity.ERROR for diagnostic in examined.diagnostics)
    warnings = len(examined.diagnostics) - errors
    parts = [counted(n, word) for n, word in ((errors, "error"), (warnings, "warning")) if n]
    return "checks", listed(parts) or "no problems"


def _trials(examined: Examined) -> tuple[str, str]:
    parts = [counted(examined.held[name], name) for name in TRIED if examined.held.get(name)]
    told = [f"{listed(parts)} hold"] if parts else []
    failed = sum(finding.kind == FAILS for finding in examined.findings)
    told += [f"{failed} {'fails' if failed == 1 else 'fail'}"] if failed else []
    told += [f"{len(examined.meant)} of the game {'is' if len(examined.meant) == 1 else 'are'} meant to change"]
    return "trials", ", ".join(told if examined.meant else told[:-1])


def _changes(examined: Examined) -> str:
    count = sum(acting.about != WHOLE for acting in examined.acting)
    if len(examined.names) > 1:
        return "each of them changes plays beside the others"
    return "each of them changes plays" if count > 1 else "it changes plays" if count else "no rules are changed"


def _about(examined: Examined, label: str, kind: str, fine: str) -> tuple[str, str, bool]:
    found = [finding for finding in examined.findings if finding.kind == kind]
    return label, (f"{len(found)} {kind}" if found else fine), not found
