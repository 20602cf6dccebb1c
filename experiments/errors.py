"""What can go wrong with many games, as errors of the product's family."""

from pacman.errors import PacmanError


class ExperimentError(PacmanError):
    """An experiment that cannot be run as it was asked for."""


class ClusterLostError(ExperimentError):
    """A cluster that is gone in the middle of the work."""


class ResultsError(ExperimentError):
    """A results file that cannot be read, written, or gone on with."""
