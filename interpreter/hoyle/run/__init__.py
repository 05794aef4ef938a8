"""Run: a game that was emitted, and the states it goes through."""
