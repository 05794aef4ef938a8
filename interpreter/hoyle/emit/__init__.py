"""Emit: from a program to Python functions, as an expert would have written them for this one game.

A procedure in which nobody is asked becomes a plain function. One that asks is cut into blocks at every decision;
its locals
live in a frame on the state, a list `[next block, locals ...]`, so that a game can be stopped at any decision.
"""
