"""Looks: how a table is drawn. A file beside a definition says it; nobody needs it to play, and it changes no rule.

What is wrong in a look is told by `hoyle check` and left out by everybody who draws.
"""

from __future__ import annotations

from hoyle.look.beside import SUFFIX, check_beside, check_look, is_look, load
from hoyle.look.format import format_look

__all__ = ["SUFFIX", "check_beside", "check_look", "format_look", "is_look", "load"]
