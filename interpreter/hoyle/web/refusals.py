"""What a table does not do, and why: data for a page, never a traceback."""

from __future__ import annotations

from typing import Any

from hoyle.diagnostics import HoyleError


class Refused(Exception):
    """Somebody asked for what cannot be had. code: for programs; says: for people; do: what to do instead."""

    def __init__(self, code: str, says: str, do: str = "") -> None:
        super().__init__(says)
        self.code, self.says, self.do = code, says, do

    @classmethod
    def of(cls, error: HoyleError, code: str) -> Refused:
        """What the engine has refused."""
        first = error.diagnostics[0]
        return cls(code, first.message, first.help or "")

    def data(self) -> dict[str, Any]:
        return {"code": self.code, "says": self.says, "do": self.do}
