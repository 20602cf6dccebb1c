"""What a number of games says: sums, intervals and comparisons."""
