"""Conflicts: where variants of one game that know nothing of each other disagree, and how that can be settled."""

from __future__ import annotations

from hoyle.conflicts.conflict import Conflict, Way

__all__ = ["Conflict", "Way"]
