"""Apply: from the files of a game and the files of variants to one game.

Assumes files that were parsed (maybe with errors). Guarantees ordinary files: no change of a variant is left in them,
so whoever comes next knows nothing of variants. Every change that was made is told, with what stood there before.
"""

from __future__ import annotations

from hoyle.apply.blame import blame
from hoyle.apply.change import Change
from hoyle.apply.inherited import inherited, without_misfits
from hoyle.apply.together import apply_all
from hoyle.apply.variant import apply_variant

__all__ = ["Change", "apply_all", "apply_variant", "blame", "inherited", "without_misfits"]
