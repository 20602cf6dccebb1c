"""Berkeley's modules, under the names by which submissions import them."""
