"""Fresh trees for a question: together they fail every wrong search that the trees do whose places they take.

Each tree is a variant of an old one. Where a wrong search fails too few of them, trees are drawn again, one by one.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from autograder.assignment.case_files import CaseFile, properties_text
from autograder.assignment.drawn_cases import DrawnCase
from autograder.assignment.tree_variants import tree_variant
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.criterion import wrong_searches
from autograder.diagnosis.diagnose import passes
from autograder.diagnosis.wrong_searches import Rules
from autograder.errors import GradingError

NEEDED: Final = 2  # trees that must fail a wrong search
WANTED: Final = 3  # trees that are looked for: one to spare
CHANGED: Final = (0.04, 0.02)  # the share of a tree that is changed; less, if so much is too much
MOST_REDRAWN: Final = 150  # trees, before less is changed


@dataclass(frozen=True)
class _Drawn:
    """A fresh tree, and the numbers of the wrong searches that are known to fail it."""

    case: TreeCase
    fails: frozenset[int]

    def texts(self) -> DrawnCase:
        return DrawnCase.of(self.case.file.values, self.case.solve())


def required_searches(cases: Sequence[TreeCase]) -> dict[Rules, list[int]]:
    """The wrong searches that fail at least two of these trees, and the places of those that they are known to fail.

    All trees are about one agent; what is right is what our own search says.
    """
    solved = [TreeCase(case.file, case.folder) for case in cases]
    for case in solved:
        case.take_reference()
    found = {}
    for rules in wrong_searches(cases[0].agent):
        failed = (place for place in reversed(range(len(solved))) if not passes(solved[place], rules))
        found[rules] = [place for _, place in zip(range(WANTED), failed, strict=False)]
    return {rules: places for rules, places in found.items() if len(places) >= NEEDED}


def fresh_trees(cases: Sequence[TreeCase], rng: random.Random, advance: Callable[[], None]) -> list[DrawnCase]:
    """New trees in the places of others, which are about one agent; `advance` is called for each of them.

    GradingError if there are none that fail the same wrong searches.
    """
    required = required_searches(cases)
    for changed in CHANGED:
        drawing = _Drawing(cases, required, changed, rng)
        for place in reversed(range(len(cases))):  # the later trees of our own cases fail more of them
            drawing.draw(place)
            if changed == CHANGED[0]:
                advance()
        for _ in range(MOST_REDRAWN):
            if not drawing.lacking():
                return [drawing.drawn[place].texts() for place in range(len(cases))]
            drawing.redraw()
    raise GradingError(
        f"{cases[0].file.path.parent}: no fresh trees were found that fail every wrong search that these trees fail; "
        "try another seed"
    )


class _Drawing:
    """Fresh trees in the making. Wrong searches have numbers; it is counted how many trees each is known to fail."""

    def __init__(
        self, cases: Sequence[TreeCase], required: Mapping[Rules, list[int]], changed: float, rng: random.Random
    ) -> None:
        self._cases = cases
        self._changed = changed
        self._rng = rng
        self._searches = list(required)
        self._places = list(required.values())
        self._counts = [0] * len(required)
        self.drawn: dict[int, _Drawn] = {}

    def lacking(self) -> list[int]:
        """The wrong searches that too few trees fail."""
        return [number for number, count in enumerate(self._counts) if count < NEEDED]

    def draw(self, place: int) -> None:
        wanted = [number for number, count in enumerate(self._counts) if count < WANTED]
        self._put(place, self._variant(place, self._changed, wanted))

    def redraw(self) -> None:
        """Draw one tree again, and keep the new one unless more wrong searches lack a tree then."""
        lacking = self.lacking()
        place = self._rng.choice(self._places[self._rng.choice(lacking)])  # a tree of the same kind can show it
        old = self.drawn[place].fails
        at_risk = [number for number in old if self._counts[number] == NEEDED]
        new = self._variant(place, self._changed * self._rng.random(), [*lacking, *at_risk])
        gained = sum(number in new.fails for number in lacking) - sum(number in old for number in lacking)
        if gained > 0 and gained >= sum(number not in new.fails for number in at_risk):
            others = {n for n, count in enumerate(self._counts) if count <= WANTED or n in old}
            fails = self._failing(new.case, others.difference(lacking, at_risk))
            self._put(place, _Drawn(new.case, new.fails | fails))

    def _put(self, place: int, new: _Drawn) -> None:
        for number in self.drawn[place].fails if place in self.drawn else ():
            self._counts[number] -= 1
        for number in new.fails:
            self._counts[number] += 1
        self.drawn[place] = new

    def _variant(self, place: int, changed: float, numbers: Iterable[int]) -> _Drawn:
        """A variant of an old tree; of these wrong searches it is found out which fail it."""
        case = self._cases[place]
        values = {**case.file.values, **tree_variant(case.tree, changed, self._rng)}
        fresh = TreeCase(CaseFile.from_text(properties_text(values), case.file.path), case.folder)
        fresh.take_reference()
        return _Drawn(fresh, self._failing(fresh, numbers))

    def _failing(self, case: TreeCase, numbers: Iterable[int]) -> frozenset[int]:
        return frozenset(number for number in numbers if not passes(case, self._searches[number]))
