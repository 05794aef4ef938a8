"""Runs of any size: rows into files, gone on with after whatever stopped them, on one machine or many."""

from hoyle.bulk.simulate import Outcome, simulate

__all__ = ["Outcome", "simulate"]
