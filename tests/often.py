"""How often what is drawn at random is tried: a little in each run of the tests, OFTEN times as much in `make soak`."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

TIMES = int(os.environ.get("OFTEN", "1"))


def often(examples: int) -> settings:
    """The settings of a test that draws so many examples in a plain run."""
    return settings(max_examples=examples * TIMES, deadline=None, suppress_health_check=list(HealthCheck))
