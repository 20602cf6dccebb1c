"""Tuning: local search for the weights of an evaluation, scored by the games that it plays."""
