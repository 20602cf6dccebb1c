"""Errors of running tasks and storing their results."""

from pacman.errors import PacmanError


class JobError(PacmanError):
    """A job that cannot be run as requested."""


class ClusterLostError(JobError):
    """The connection to a cluster, or its last worker, was lost while a job ran on it."""


class ResultsError(JobError):
    """A file of results that cannot be read, written or resumed."""
