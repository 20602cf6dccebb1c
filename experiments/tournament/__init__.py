"""Tournaments: many players in the same games, ranked with simultaneous confidence intervals."""
