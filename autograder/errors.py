"""The exception for input that the autograder cannot use."""

from pacman.errors import PacmanError


class GradingError(PacmanError):
    """Raised for a submission, a case file, a name or a path that cannot be used for grading."""
