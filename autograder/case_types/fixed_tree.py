"""A small game tree that is written out in a case file."""

from dataclasses import dataclass, replace

from autograder.assignment.case_files import CaseFile, finite, shortened
from autograder.errors import GradingError


@dataclass(frozen=True)
class FixedTree:
    """A game tree whose states are names. Agents move in turn, starting with agent 0.

    The order of actions is that of the lines in the file. is_negated: agents get an evaluation that returns the negated
    score. contradictions: remarks for the teacher on entries of the file that contradict each other.
    """

    start: str
    num_agents: int
    wins: frozenset[str]
    losses: frozenset[str]
    successors: dict[str, dict[str, str]]  # state -> action -> next state
    values: dict[str, float]  # scores of the states whose score may be read
    is_negated: bool = False
    contradictions: tuple[str, ...] = ()

    @classmethod
    def read(cls, file: CaseFile, *, is_negated: bool = False) -> "FixedTree":
        contradictions = []
        successors: dict[str, dict[str, str]] = {}
        for number, line in file.rows("successors"):
            try:
                state, action, child = line.split()
            except ValueError:
                problem = f"{shortened(line.strip())} is not a successor; expected: state action next-state"
                raise GradingError(f"{file.place(number)}: {problem}") from None
            children = successors.setdefault(state, {})
            if children.get(action, child) != child:
                place = file.place(number)
                contradictions.append(f"{place}: a second successor of {state!r} by {action!r}; the first is ignored")
            children[action] = child
        values: dict[str, float] = {}
        for number, line in file.rows("evaluation"):
            try:
                state, word = line.split()
                value = finite(word)
            except ValueError:
                problem = f"{shortened(line.strip())} is not an evaluation; expected: state number"
                raise GradingError(f"{file.place(number)}: {problem}") from None
            if values.get(state, value) != value:
                contradictions.append(f"{file.place(number)}: a second evaluation of {state!r}; the first is ignored")
            values[state] = value
        wins, losses = (frozenset(file.required(key).split(" ")) for key in ("win_states", "lose_states"))
        place = file.place_of("lose_states")
        contradictions += [f"{place}: {state!r} is won and lost" for state in sorted(wins & losses - {""})]
        return cls(
            start=file.required("start_state"),
            num_agents=file.whole_number("num_agents", least=1),
            wins=wins,
            losses=losses,
            successors=successors,
            values=values,
            is_negated=is_negated,
            contradictions=tuple(contradictions),
        )

    @property
    def by_score(self) -> "FixedTree":
        """This tree, evaluated by the score."""
        return replace(self, is_negated=False) if self.is_negated else self

    def evaluation(self, state: str) -> float | None:
        """Return an agent's evaluation of a state; None if the file has none."""
        score = self.values.get(state)
        return 0 - score if self.is_negated and score is not None else score  # -score would turn 0.0 into -0.0

    def actions(self, state: str) -> list[str]:
        return list(self.successors.get(state, ()))

    def is_over(self, state: str) -> bool:
        return state in self.wins or state in self.losses

    def is_end(self, state: str) -> bool:
        """True if no move follows: won, lost, or without actions."""
        return self.is_over(state) or not self.successors.get(state)
