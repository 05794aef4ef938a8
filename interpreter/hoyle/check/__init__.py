"""Check: from parsed files to a `Model`, with everything that is wrong with them.

Assumes files that were read and parsed (maybe with errors). Guarantees, when it reports no error, that nothing in
the model can fault when it is played: no unknown name, no wrong type, no none where something is needed.
"""

from __future__ import annotations

from hoyle.check.passes import check_files

__all__ = ["check_files"]
