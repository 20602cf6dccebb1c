"""How much a student's code may use."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Seconds are CPU time, the student's and ours on its behalf, and time that its code spends waiting.

    How long a tree or a game may take, the cases say; the original's say nothing of trees.
    """

    load: float = 30  # to import the file
    case: float | None = None  # for one fixed tree, or for the moves of one game; None: what the case says
    question: float = 1800  # by the wall clock, without what a busy machine took, for all cases of a question
    life: int = 4 * 3600  # after so much CPU time a process ends even if nobody is there to end it
    pacman_moves: int = 20_000  # in one game: a Pacman who only waits would play for ever
    memory: int = 2**30  # bytes
    file_size: int = 2**23  # of one file
    disk: int = 2**26  # of all that it leaves in its folder
    files: int = 1000  # and folders
    output: int = 2**16  # bytes that are kept of what one case prints, or one move

    def seconds(self, wanted: float) -> float:
        """For a case that wants so much."""
        return wanted if self.case is None else min(self.case, wanted)


def wall(seconds: float) -> float:
    """How long to wait for what may take so many seconds: by the wall clock, without what a busy machine took."""
    return 2 * seconds + 5
