"""Exact results without sampling: Markov chains of known policies, and perfect play on small boards."""
