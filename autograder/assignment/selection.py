"""What a teacher asks for: all of an assignment, a question or a case of it, as it is or in fresh instances."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from autograder.assignment.assignment import OUR_OWN, Assignment, Question, load_assignment, question_named


@dataclass(frozen=True)
class Selection:
    """A folder of cases and what of it is wanted. `seed` makes fresh instances, the same for the same number.

    drawn: those instances, if they are drawn already.
    """

    folder: Path = OUR_OWN
    question: str | None = None
    case: str | None = None
    seed: int | None = None
    drawn: bytes | None = field(default=None, repr=False)

    def load(self, *, with_solutions: bool = True) -> Assignment:
        everything, wanted = self._read(with_solutions)
        if self.seed is None:
            return wanted
        from autograder.assignment.drawn_cases import DrawnSet
        from autograder.assignment.fresh_instances import freshen  # on first use: most gradings need neither

        fresh = freshen(everything, self.seed, DrawnSet.from_bytes(self.drawn) if self.drawn else None)
        return replace(wanted, questions=tuple(_same_cases(each, everything, fresh) for each in wanted.questions))

    def with_drawn(self) -> "Selection":
        """The same, with its fresh instances drawn: they are drawn once for all who load them."""
        if self.seed is None:
            return self
        from autograder.assignment.fresh_instances import draw

        return replace(self, drawn=draw(self._read()[0], self.seed).to_bytes())

    def _read(self, with_solutions: bool = True) -> tuple[Assignment, Assignment]:
        """Return the questions that are wanted with all of their cases, and with those that are wanted.

        Of a case that is named with its question, no other question is read.
        """
        of_case = Path(self.case).parts[-2:-1] if self.case else ()
        names = of_case or ([self.question] if self.question else [])
        assignment = load_assignment(self.folder, names, only_wanted=bool(of_case), with_solutions=with_solutions)
        wanted = assignment
        if self.case:
            wanted = assignment.only_case(self.case)
        elif self.question:
            wanted = assignment.only(self.question)
        kept = tuple(question_named(assignment, question.name) for question in wanted.questions)
        return replace(assignment, questions=kept), wanted


def _same_cases(wanted: Question, everything: Assignment, fresh: Assignment) -> Question:
    """The fresh question, with the cases that take the places of those that are wanted."""
    old, new = question_named(everything, wanted.name).cases, question_named(fresh, wanted.name).cases
    names = {case.name for case in wanted.cases}
    return replace(wanted, cases=tuple(case for place, case in zip(old, new, strict=True) if place.name in names))
