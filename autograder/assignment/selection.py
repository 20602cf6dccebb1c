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
        wanted = [self.question] if self.question else []
        if self.case and len(Path(self.case).parts) > 1:
            wanted.append(Path(self.case).parts[-2])
        assignment = load_assignment(self.folder, wanted, with_solutions=with_solutions)
        if self.case:
            assignment = assignment.only_case(self.case)
        elif self.question:
            assignment = assignment.only(self.question)
        return assignment if self.seed is None else freshen(assignment, self.seed)
