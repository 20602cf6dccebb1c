"""Errors of experiments."""

from pacman.errors import PacmanError


class ExperimentError(PacmanError):
    """An experiment that cannot be run as requested."""
