"""Exploration: every table that a miniature of a game can come to, and what that proves.

`miniature` makes the smaller game, `search` visits its tables with all that chance can bring (`outcomes`), `sameness`
says when two tables are one (`symmetry` for suits and seats), `verdicts` what follows from it.
"""
