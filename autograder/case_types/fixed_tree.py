"""A small game tree written out in a case file."""

from dataclasses import dataclass, replace

from autograder.assignment.case_files import CaseFile, finite
from autograder.case_types.evaluation_key import is_negated
from autograder.errors import GradingError


@dataclass(frozen=True)
class FixedTree:
    """States by name. Agents move in turn from agent 0; the order of actions is that of the lines in the file.

    is_negated: agents are given an evaluation that returns the negated score.
    """

    start: str
    num_agents: int
    wins: frozenset[str]
    losses: frozenset[str]
    successors: dict[str, dict[str, str]]  # state -> action -> next state
    values: dict[str, float]  # the states whose score may be asked for
    is_negated: bool = False

    @classmethod
    def read(cls, file: CaseFile) -> "FixedTree":
        successors: dict[str, dict[str, str]] = {}
        for place, line in file.rows("successors"):
            words = line.split()
            if len(words) != 3:
                raise GradingError(f"{place}: {line.strip()!r} is no successor; expected: state action next-state")
            successors.setdefault(words[0], {})[words[1]] = words[2]
        values = {}
        for place, line in file.rows("evaluation"):
            words = line.split()
            try:
                state, value = words
                values[state] = finite(value)
            except ValueError:
                raise GradingError(f"{place}: {line.strip()!r} is no evaluation; expected: state number") from None
        return cls(
            start=file.required("start_state"),
            num_agents=file.whole_number("num_agents", least=1),
            wins=frozenset(file.required("win_states").split(" ")),
            losses=frozenset(file.required("lose_states").split(" ")),
            successors=successors,
            values=values,
            is_negated=is_negated(file),
        )

    @property
    def by_score(self) -> "FixedTree":
        """The same tree, evaluated by the score."""
        return replace(self, is_negated=False)

    def evaluation(self, state: str) -> float | None:
        """The value that an agent's evaluation has for a state; None where the file gives none."""
        score = self.values.get(state)
        return 0 - score if self.is_negated and score is not None else score  # not -score: 0 stays 0

    def actions(self, state: str) -> list[str]:
        return list(self.successors.get(state, ()))

    def is_over(self, state: str) -> bool:
        return state in self.wins or state in self.losses

    def is_end(self, state: str) -> bool:
        """True if no move follows: won, lost, or without actions."""
        return self.is_over(state) or not self.successors.get(state)
