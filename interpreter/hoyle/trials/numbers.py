"""The numbers that Hypothesis draws for a game: all of them small, and 0 the simplest."""

from __future__ import annotations

from functools import cache

from hypothesis.strategies import SearchStrategy, integers


@cache
def numbers(limit: int) -> SearchStrategy[int]:
    """From 0 up to, not including, the limit."""
    return integers(0, limit - 1)
