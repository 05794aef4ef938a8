"""What comes of a step of either engine, in a form that can be compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoyle.diagnostics import HoyleError


def outcome(work: Callable[..., Any], *args: Any) -> Any:
    """What comes of it: a question, None at the end of the game, or the code of what went wrong."""
    try:
        return work(*args)
    except StopIteration:
        return None
    except HoyleError as error:
        return error.diagnostics[0].code
