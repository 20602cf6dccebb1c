"""Statistics of games: tallies, confidence intervals and comparisons."""
