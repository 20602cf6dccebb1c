"""Tuning: local search for the weights of an evaluation, judged by the games that it plays."""
