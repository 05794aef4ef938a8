"""What every table can draw, whatever the game: its colours by name, and its drawings."""

from __future__ import annotations

import re

COLORS = (
    *("red", "orange", "gold", "yellow", "green", "teal", "blue", "purple", "pink"),
    *("brown", "black", "grey", "white", "rainbow"),
)
PIPS = (
    *("spade", "heart", "diamond", "club", "star", "fist", "crown", "coin", "cup", "sword", "wand", "moon", "sun"),
    *("leaf", "drop", "flame", "mask", "bell", "shield", "skull", "eye", "bolt", "wave", "gem"),
)
EXACT = re.compile(r"#[0-9a-fA-F]{6}")
LONGEST_SHORT = 4  # signs in the corner of a card
