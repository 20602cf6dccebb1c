"""Berkeley's modules of agents, for submissions that import them."""
