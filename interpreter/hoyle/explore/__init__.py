"""Exploration: every table that a miniature of a game can come to, and what that proves.

`search` has the tables of the smaller game visited, by Python (`in_python`) or by C (`in_c`), with all that chance can
bring (`outcomes`); `sameness` says when two tables are one, `verdicts` what follows from what was `explored`.
"""
