"""Errors of running tasks and keeping their results."""

from pacman.errors import PacmanError


class JobError(PacmanError):
    """A job that cannot be run as it was asked for."""


class ClusterLostError(JobError):
    """A cluster that was lost while a job ran on it."""


class ResultsError(JobError):
    """A file of results that cannot be read, written or resumed."""
