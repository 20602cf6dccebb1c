"""What a teacher asks for: all of an assignment, a question or a case of it, as it is or in fresh instances."""

from dataclasses import dataclass
from pathlib import Path

from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment
from autograder.assignment.fresh_instances import freshen


@dataclass(frozen=True)
class Selection:
    """A folder of cases and what of it is wanted. `seed` makes fresh instances, the same for the same number."""

    folder: Path = OUR_OWN
    question: str | None = None
    case: str | None = None
    seed: int | None = None

    def load(self, *, with_solutions: bool = True) -> Assignment:
        """Read what is wanted; of a case that is named with its question, no other question is read."""
        of_case = Path(self.case).parts[-2:-1] if self.case else ()
        wanted = of_case or ([self.question] if self.question else [])
        assignment = load_assignment(self.folder, wanted, only_wanted=bool(of_case), with_solutions=with_solutions)
        if self.case:
            assignment = assignment.only_case(self.case)
        elif self.question:
            assignment = assignment.only(self.question)
        return assignment if self.seed is None else freshen(assignment, self.seed)
