"""A table for people, in the browser: games, seats and choices, kept in a file and shown over a socket.

It needs what comes with `hoyle[web]`; `tables.py`, `store.py` and `catalogue.py` need nothing of it.
"""
