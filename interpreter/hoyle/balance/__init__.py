"""What a designer wants to know of a game that is played by somebody who thinks: see `grammar/BALANCE.md`."""
