"""The reference evaluator: the core, read aloud. Slow and obvious; the emitted code must agree with it."""
