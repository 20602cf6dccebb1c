"""A set of examples: the verdicts, and which wrong searches the set catches."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from autograder.case_types.reference import SEARCHES
from autograder.errors import GradingError
from autograder.examples.example import LARGEST_FILE, Verdict, judge_example
from autograder.examples.wrong_search_list import wrong_searches
from pacman.files import read_text


@dataclass(frozen=True)
class KindCoverage:
    """The wrong searches of one bug: the numbers of those that are caught, and of those that are left."""

    bug: str
    caught: tuple[int, ...]
    left: tuple[int, ...]


@dataclass(frozen=True)
class Coverage:
    """The wrong searches of one agent that a set catches; `kinds` has them by bug. examples: those that count."""

    agent: str
    examples: int
    kinds: tuple[KindCoverage, ...]

    @property
    def caught(self) -> int:
        return sum(len(kind.caught) for kind in self.kinds)

    @property
    def searches(self) -> int:
        return sum(len(kind.caught) + len(kind.left) for kind in self.kinds)

    @property
    def left(self) -> list[KindCoverage]:
        """The kinds of which at least one search is not caught."""
        return [kind for kind in self.kinds if kind.left]


def kinds_of(agent: str, caught: Set[int]) -> tuple[KindCoverage, ...]:
    """Return the wrong searches of an agent by bug, divided into the caught ones and the others."""
    numbers: dict[str, list[int]] = {}
    for each in wrong_searches(agent):
        numbers.setdefault(each.bug, []).append(each.number)
    return tuple(
        KindCoverage(
            bug, tuple(each for each in all_ if each in caught), tuple(each for each in all_ if each not in caught)
        )
        for bug, all_ in numbers.items()
    )


def coverage(verdicts: Sequence[Verdict]) -> list[Coverage]:
    """Return what a set catches, for each agent of its examples; only legal games with a right answer count."""
    found = []
    for agent in SEARCHES:
        of_agent = [verdict for verdict in verdicts if verdict.agent == agent]
        if of_agent:
            counted = [verdict for verdict in of_agent if verdict.counts]
            caught = {number for verdict in counted for number in verdict.caught}
            found.append(Coverage(agent, len(counted), kinds_of(agent, caught)))
    return found


def judge_file(path: Path) -> Verdict:
    """Return the verdict on a file; one that cannot be read has a problem, too."""
    try:
        text = read_text(path, LARGEST_FILE, GradingError, "an example, the .test file of a fixed tree")
    except GradingError as error:
        return Verdict(str(path), problem=str(error))
    return judge_example(text, str(path))
