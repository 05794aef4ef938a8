"""What every game must keep without being asked: a file for each check, named as in `builtins.CHECKS`."""

from __future__ import annotations

from hoyle.trials.checks.check import Check
from hoyle.trials.checks.choices import Choices
from hoyle.trials.checks.conservation import Conservation
from hoyle.trials.checks.copies import Copies
from hoyle.trials.checks.ends import Ends
from hoyle.trials.checks.secrets import Secrets

ALL: tuple[type[Check], ...] = (Conservation, Choices, Ends, Copies, Secrets)

__all__ = ["ALL", "Check"]
