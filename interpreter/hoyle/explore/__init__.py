"""Exploration: every table that a miniature of a game can come to, and what that proves.

`search` visits the tables of the smaller game with all that chance can bring (`outcomes`), `sameness` says when two
tables are one, `verdicts` what follows from it.
"""
