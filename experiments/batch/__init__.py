"""Batches of games: their matchups, their distribution over processes, and the files they resume from."""
