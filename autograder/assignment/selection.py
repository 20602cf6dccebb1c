"""Selection of cases: a whole assignment, questions or single cases, as they are or as fresh instances."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment


@dataclass(frozen=True)
class Selection:
    """A folder of cases, and the questions or cases to select from it; none means all.

    seed: replace the cases by fresh instances, which are the same for the same seed.
    drawn: the fresh instances, if they have already been drawn.
    """

    folder: Path = OUR_OWN
    questions: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    seed: int | None = None
    drawn: bytes | None = field(default=None, repr=False)

    def load(self, *, with_solutions: bool = True) -> Assignment:
        assignment = self._read(with_solutions)
        if self.seed is None:
            return assignment
        from autograder.assignment.drawn_cases import DrawnSet
        from autograder.assignment.fresh_instances import freshen  # on first use: most gradings need neither

        return freshen(assignment, self.seed, DrawnSet.from_bytes(self.drawn) if self.drawn else None)

    def with_drawn(self) -> "Selection":
        """Return this selection with its fresh instances, so that they are drawn once and not by every worker."""
        if self.seed is None:
            return self
        from autograder.assignment.fresh_instances import draw

        return replace(self, drawn=draw(self._read(), self.seed).to_bytes())

    def _read(self, with_solutions: bool = True) -> Assignment:
        """Read the selected part. If all cases are given with their questions, no other question is read."""
        of_cases = [name for case in self.cases for name in Path(case).parts[-2:-1]]
        is_enough = bool(of_cases) and len(of_cases) == len(self.cases)
        names = list(dict.fromkeys([*of_cases, *self.questions]))
        assignment = load_assignment(self.folder, names, only_wanted=is_enough, with_solutions=with_solutions)
        if self.cases:
            return assignment.only_cases(*self.cases, among=self.questions)
        return assignment.only(*self.questions) if self.questions else assignment
