"""Reporters render a grade on the terminal, or to a file for people or other programs."""
