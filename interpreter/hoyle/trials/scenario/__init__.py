"""Scenarios: checked in `scenarios`, set up in `stage`, played in `play`, judged in `claims`; `retell` makes them."""
