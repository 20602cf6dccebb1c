"""Watching games: their time and the controls, without pictures and without pygame."""
