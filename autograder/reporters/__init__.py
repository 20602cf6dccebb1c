"""Reporters draw a grade: on the terminal, or into a file that another program reads."""
