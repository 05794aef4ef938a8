"""Bots that play any game from its rules alone, and know no more than their seat: see `grammar/BOTS.md`."""

from hoyle.bots.seat import Bot, Seat

__all__ = ["Bot", "Seat"]
