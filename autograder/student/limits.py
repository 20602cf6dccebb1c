"""Limits on the time, memory, disk space and output of a student's code."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Limits on a student's code.

    Seconds are CPU time of the student's code and of the grader on its behalf, plus time that the code spends waiting.
    Cases set the time of a tree or a game; the original's cases set none for trees.
    """

    load: float = 30  # to import the file
    case: float | None = None  # for one fixed tree, or for the moves of one game; None: as the case says
    question: float = 1800  # by the wall clock, without delays by a busy machine, for all cases of a question
    life: int = 4 * 3600  # CPU time after which the kernel ends a process, even if the grader is gone
    pacman_moves: int = 20_000  # in one game: a Pacman that only waits would play for ever
    memory: int = 2**30  # bytes
    file_size: int = 2**23  # of one file
    disk: int = 2**26  # of all files in its folder
    files: int = 1000  # and folders
    output: int = 2**16  # bytes that are kept of the output of one case, or of one move

    def seconds(self, wanted: float) -> float:
        """Return the time for a case that sets `wanted` seconds."""
        return wanted if self.case is None else min(self.case, wanted)


def wall_clock_limit(seconds: float) -> float:
    """Return the seconds by the fair clock after which an answer that may take `seconds` of CPU time is too late."""
    return 2 * seconds + 5
