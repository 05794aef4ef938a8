"""Scenarios: set up in `stage`, played and judged in `play`; `retell` makes them of plays
in which something failed, `kept` of those at a table."""
