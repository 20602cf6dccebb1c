"""What a teacher's mistake is called in this room."""

from pacman.errors import PacmanError


class GradingError(PacmanError):
    """A submission, a case file, a name or a path that grading cannot work with."""
