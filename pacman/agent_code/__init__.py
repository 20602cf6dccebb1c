"""Handling of an agent's code: its arguments, the limits on its time, and messages about its errors."""
