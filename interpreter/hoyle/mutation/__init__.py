"""Mutation: one rule of a definition is changed at a time, to see whether its trials notice."""
