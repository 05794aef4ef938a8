"""Apply: from the files of a game and the files of variants to one game.

Assumes files that were parsed (maybe with errors). Guarantees ordinary files: no change of a variant is left in them,
so whoever comes next knows nothing of variants. Every change that was made is told, with what stood there before.
"""
