"""Trials: the scenarios and properties of a definition, and what every game must keep.

`run` does them all. `scenario` has the written cases; `hunt` plays the games of a `pool` at random, each a `course`
with watchers (`properties`, `checks`), and `shrink` makes the play that went wrong (`record`) small; `coverage`
tells what was left out.
"""
