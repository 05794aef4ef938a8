"""What every game must keep without being asked: a class for each check, named as in `builtins.CHECKS`."""

from __future__ import annotations

from hoyle.trials.checks.check import Check
from hoyle.trials.checks.choices import Choices, Ends
from hoyle.trials.checks.conservation import Box, Conservation, Deals
from hoyle.trials.checks.copies import Copies
from hoyle.trials.checks.outcome import Outcome
from hoyle.trials.checks.reference import Reference
from hoyle.trials.checks.secrets import Secrets
from hoyle.trials.checks.sides import Sides
from hoyle.trials.checks.symmetry import Symmetry
from hoyle.trials.course import Key

# a check relies on those before it
ALL: tuple[type[Check], ...] = (
    *(Conservation, Choices, Deals, Box, Ends, Copies, Reference),
    *(Outcome, Sides, Secrets, Symmetry),
)


def cost(key: Key) -> int:
    """What it takes to look for something at one decision, measured in decisions that are played."""
    return next((check.cost for check in ALL if check.name == key), 1)


__all__ = ["ALL", "Check", "cost"]
