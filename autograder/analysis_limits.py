"""Limits on the work that the grader does on an answer beyond judging it: naming the bug, and drawing the search.

Nodes and plies are limited first, so that a name or a picture does not depend on the load of the machine. Seconds come
last, and cost a picture only. Whatever goes wrong in this work costs a name or a picture, never a grade.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from autograder.errors import GradingError
from autograder.results import CaseResult
from pacman.berkeley.search_recorder import RecorderLimits
from pacman.errors import one_line

TREE_STATES: Final = 50_000  # of a search in a fixed tree that are written down
COUNTED_STATES: Final = 20_000  # of one decision in a game that are counted, or so many
COUNTED_BEYOND: Final = 10  # times what is right: enough to see a search without pruning, or one round too deep
NAMING_NODES: Final = 5_000_000  # that the searches with known bugs generate while one question is diagnosed
GRADED: Final = RecorderLimits(states=3_000, plies=100)  # of a search that a report of a grade shows
EXPLAINED: Final = RecorderLimits(states=200_000, plies=200)  # of a search that `explain` shows
SHOWN_TREE_STATES: Final = 2_000  # of a fixed tree
SHOWN_GAME_MOVES: Final = 5_000  # of a game that is kept; one that is longer shows nothing that it has not shown before
WATCHED_SECONDS: Final = 10.0  # for a decision of a game that is asked for once more, to be watched
PICTURE_SECONDS: Final = 30.0  # of CPU time for all searches of one question: no further one is begun after that


class AnalysisLimitError(GradingError):
    """The work on an answer would exceed one of the limits; the message says which."""


class NodeBudget:
    """Nodes that may still be generated."""

    def __init__(self, nodes: int = NAMING_NODES) -> None:
        self._nodes = self._left = nodes

    def spend(self) -> None:
        """Raises AnalysisLimitError when all are spent."""
        if not self._left:
            raise AnalysisLimitError(f"the searches with known bugs generate more than {self._nodes:,} states")
        self._left -= 1


def check_size(limits: RecorderLimits, states: int, plies: int = 0) -> None:
    """Raises AnalysisLimitError for a search that is larger."""
    if states > limits.states:
        raise AnalysisLimitError(f"a search of more than {limits.states:,} states")
    if plies > limits.plies:
        raise AnalysisLimitError(f"a search of more than {limits.plies:,} plies")


@contextmanager
def costs_only(what: str, results: Iterable[CaseResult]) -> Iterator[None]:
    """Let work that only explains results fail: they say in a line what is left out and why."""
    try:
        yield
    except AnalysisLimitError as error:
        reason = f"no {what}: {error}"
    except Exception as error:  # MemoryError and RecursionError, too
        reason = f"no {what}: the grader failed ({type(error).__name__}: {error})"
    else:
        return
    for result in results:
        result.reasons.append(one_line(reason))
