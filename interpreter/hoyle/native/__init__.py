"""The same games in C: written from the plan, compiled by whatever compiler is there, played without words.

What is found in C is told in Python: the same seed and the same answers give the same game there.
"""
