"""Bots that play any game from its rules alone, and know no more than their seat: see `grammar/BOTS.md`."""
