"""Emit: from a plan to Python functions, plainly written; what has to be quick is played in C (`native`).

A procedure in which nobody is asked becomes a plain function. One that asks is cut into blocks at every decision; its
locals live in a frame on the state, a list `[next block, locals ...]`, so that a game can be stopped at any decision.
"""
