"""Batches: what is played, and how it is spread over processes, resumed and written down."""
