"""Vetting: whether a variant, or several together, can be played by as it is, and the evidence for what cannot."""
