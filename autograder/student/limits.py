"""How much a student's code may use."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Seconds are CPU time of the student's process; the wall clock only stops code that waits for ever."""

    load: float = 20  # to import the file
    tree: float = 10  # for one fixed tree
    game: float | None = None  # for the moves of one game; None: what the case says
    idle: float = 10  # by the wall clock, without computing at all: an agent has nothing to wait for
    question: float = 1800  # by the wall clock, for all cases of a question
    life: int = 4 * 3600  # after so much CPU time a process ends even if nobody is there to end it
    timeouts: int = 3  # cases of a question that may run out of time before the rest are left out
    pacman_moves: int = 20_000  # in one game: a Pacman who only waits would play for ever
    explored: int = 500_000  # states that one decision may generate where they are counted
    memory: int = 2**30  # bytes
    file_size: int = 2**23
    output: int = 2**16  # bytes that are kept of what one case prints, or one move

    def game_seconds(self, wanted: float) -> float:
        return wanted if self.game is None else min(self.game, wanted)

    @staticmethod
    def wall(cpu_seconds: float) -> float:
        """How long to wait for an answer that may take so much CPU time, on a busy machine."""
        return 2 * cpu_seconds + 5
