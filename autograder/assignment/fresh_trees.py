"""Fresh trees for a question: together they fail every wrong search that the trees do whose places they take.

Each tree is a variant of an old one. Of several candidates the one is taken that fails most of the wrong searches that
still need it. Then trees are drawn again, one by one, until all of them fail.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
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
WANTED: Final = 3  # trees by which candidates are chosen: one to spare
WORTH: Final = (4, 3, 1)  # of one more failed tree, by how many there are
CANDIDATES: Final = 2
CHANGED: Final = 0.15  # the share of the values of a tree that are changed
LESS_CHANGED: Final = (0.1, 0.05, 0)  # where a tree must be drawn again
MOST_REDRAWN: Final = 1000  # trees; so many are never needed, and take seconds


@dataclass(frozen=True)
class _Drawn:
    """A fresh tree, and the wrong searches that are known to fail it."""

    case: TreeCase
    fails: frozenset[Rules]

    def texts(self) -> DrawnCase:
        return DrawnCase.of(self.case.file.values, self.case.solve())


def failing(case: TreeCase, searches: Sequence[Rules]) -> frozenset[Rules]:
    """The wrong searches whose answer on a tree is wrong."""
    return frozenset(rules for rules in searches if not passes(case, rules))


def required_searches(cases: Sequence[TreeCase]) -> dict[Rules, list[int]]:
    """The wrong searches that fail at least two of these trees, and the places of those that they are known to fail.

    All trees are about one agent; what is right is what our own search says.
    """
    solved = [TreeCase(case.file, case.folder) for case in cases]
    for case in solved:
        case.take_reference()
    found = {}
    for rules in wrong_searches(cases[0].agent):
        failed = (place for place, case in enumerate(solved) if not passes(case, rules))
        found[rules] = [place for _, place in zip(range(WANTED), failed, strict=False)]
    return {rules: places for rules, places in found.items() if len(places) >= NEEDED}


def fresh_trees(cases: Sequence[TreeCase], rng: random.Random, advance: Callable[[], None]) -> list[DrawnCase]:
    """New trees in the places of others, which are about one agent; `advance` is called for each of them.

    GradingError if there are none that fail the same wrong searches.
    """
    required = required_searches(cases)
    counts: Counter[Rules] = Counter()
    drawn: dict[int, _Drawn] = {}
    for place in reversed(range(len(cases))):  # the later trees fail more of them
        open_searches = [rules for rules in required if counts[rules] < WANTED]
        candidates = (_draw(cases[place], CHANGED, rng, open_searches) for _ in range(CANDIDATES))
        drawn[place] = max(candidates, key=lambda each: sum(WORTH[counts[rules]] for rules in each.fails))
        counts.update(drawn[place].fails)
        advance()
    for _ in range(MOST_REDRAWN):
        lacking = [rules for rules in required if counts[rules] < NEEDED]
        if not lacking:
            return [drawn[place].texts() for place in range(len(cases))]
        place = rng.choice(required[rng.choice(lacking)])  # a tree of the same kind can show it
        _redraw(cases[place], place, drawn, counts, lacking, rng)
    raise GradingError(
        f"{cases[0].file.path.parent}: no fresh trees were found that fail every wrong search that these trees fail; "
        "try another seed"
    )


def _redraw(
    case: TreeCase,
    place: int,
    drawn: dict[int, _Drawn],
    counts: Counter[Rules],
    lacking: list[Rules],
    rng: random.Random,
) -> None:
    """Draw one tree again, and keep the new one unless more wrong searches lack a tree then."""
    old = drawn[place]
    at_risk = [rules for rules in old.fails if counts[rules] == NEEDED]
    searches = [*lacking, *(rules for rules in at_risk if rules not in lacking)]
    new = _draw(case, rng.choice(LESS_CHANGED), rng, searches)
    gained = sum(rules in new.fails for rules in lacking) - sum(rules in old.fails for rules in lacking)
    if gained > 0 and gained >= sum(rules not in new.fails for rules in at_risk):
        others = [rules for rules in counts if rules not in searches]
        new = _Drawn(new.case, new.fails | failing(new.case, others))
        counts.subtract(old.fails)
        counts.update(new.fails)
        drawn[place] = new


def _draw(case: TreeCase, changed: float, rng: random.Random, searches: Sequence[Rules]) -> _Drawn:
    values = {**case.file.values, **tree_variant(case.tree, changed, rng)}
    fresh = TreeCase(CaseFile.from_text(properties_text(values), case.file.path), case.folder)
    fresh.take_reference()
    return _Drawn(fresh, failing(fresh, searches))
