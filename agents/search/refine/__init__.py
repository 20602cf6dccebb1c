"""What makes a search look deeper: order, memory, time, and bets."""
