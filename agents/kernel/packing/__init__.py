"""Layouts, states, evaluations and players as arrays of numbers."""
