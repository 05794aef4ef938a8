"""Bots against each other: who sits where, how good each of them is, and how sure that is."""
