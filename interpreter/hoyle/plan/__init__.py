"""The plan between core and code: slots, points and decisions, the same for every back end."""
