"""ExamplesTest: the examples of a submission, and the wrong searches that they catch."""

from collections.abc import Sequence, Set
from pathlib import Path
from typing import ClassVar, Final

from autograder.assignment.case_files import MOST_DIGITS, CaseFile
from autograder.case_types.case import Case
from autograder.case_types.reference import SEARCHES
from autograder.errors import GradingError
from autograder.examples.example import Verdict
from autograder.examples.example_set import Coverage, coverage
from autograder.examples.report import left_lines, set_line, verdict_line
from autograder.examples.worker import judge_in_worker
from autograder.examples.wrong_search_list import wrong_searches
from autograder.results import CaseResult
from autograder.student.limits import Limits
from autograder.student.student import Student
from pacman.errors import one_line, unknown

MOST_EXAMPLES: Final = 30
ALL: Final = "all"


class ExamplesCase(Case):
    """The agents whose wrong searches are to be caught, and the numbers of caught searches that earn a point.

    The submission's code is not run. Without `wanted`, the case has no points and is passed if nothing is left.
    """

    has_solution: ClassVar = False
    keys: ClassVar[Set[str] | None] = frozenset({"agents", "wanted", "maxTime"})

    def __init__(self, file: CaseFile, folder: Path, solution: CaseFile | None = None) -> None:
        super().__init__(file, folder, solution)
        self.agents = tuple(file.get("agents").split()) or tuple(SEARCHES)
        for agent in self.agents:
            if agent not in SEARCHES:
                raise file.error("agents", unknown("agent", agent, SEARCHES))
        self.seconds = file.seconds("maxTime", default=120.0)
        rows = file.rows("wanted") if "wanted" in file else ()
        self.wanted = [self._wanted(file.place(number), line) for number, line in rows]

    def _wanted(self, place: str, line: str) -> tuple[str, int]:
        """Return the agent and the number of caught searches of a line such as `MinimaxAgent 40` or `… all`."""
        agent, _, least = (part.strip() for part in line.strip().partition(" "))
        if agent not in self.agents:
            raise GradingError(f"{place}: {unknown('agent', agent, self.agents)}")
        most = len(wrong_searches(agent))
        if least == ALL:
            return agent, most
        if not least.isdecimal() or len(least) > MOST_DIGITS or int(least) > most:
            raise GradingError(
                f"{place}: {line.strip()!r}; expected an agent and the number of caught searches that earns a point: "
                f"up to {most}, or all"
            )
        return agent, int(least)

    def best_result(self) -> CaseResult:
        return self._result({agent: len(wrong_searches(agent)) for agent in self.agents}, True, ())

    def run(self, student: Student, limits: Limits) -> CaseResult:
        names = sorted(student.examples)
        if not names:
            return self._result({}, False, ["no examples: there is no file examples/*.test beside the submitted file"])
        judged = {name: student.examples[name] for name in names[:MOST_EXAMPLES]}
        try:
            verdicts = judge_in_worker(judged, limits.seconds(self.seconds), student.question_seconds_left())
        except GradingError as error:
            return self._result({}, False, [one_line(str(error))])
        covered = {each.agent: each for each in coverage(verdicts) if each.agent in self.agents}
        caught = {agent: each.caught for agent, each in covered.items()}
        lines = self._lines(verdicts, covered)
        if len(names) > MOST_EXAMPLES:
            lines.append(f"more than {MOST_EXAMPLES} examples; only the first {MOST_EXAMPLES} by name are judged")
        is_clean = len(names) <= MOST_EXAMPLES and all(verdict.counts for verdict in verdicts)
        return self._result(caught, is_clean, lines)

    def _lines(self, verdicts: Sequence[Verdict], covered: dict[str, Coverage]) -> list[str]:
        caught = sum(each.caught for each in covered.values())
        searches = sum(len(wrong_searches(agent)) for agent in self.agents)
        lines = [f"the examples catch {caught} of {searches} wrong searches", *map(verdict_line, verdicts)]
        for agent in self.agents:
            if agent in covered:
                lines += [set_line(covered[agent]), *left_lines(covered[agent].left)]
            else:
                lines.append(f"{agent}: no example")
        return lines

    def _result(self, caught: dict[str, int], is_clean: bool, lines: Sequence[str]) -> CaseResult:
        if self.wanted:
            points = sum(caught.get(agent, 0) >= least for agent, least in self.wanted)
            goals = ", ".join(f"{agent} from {least}" for agent, least in self.wanted)
            return self.partial_result(points, len(self.wanted), [*lines, f"a point each for {goals} caught searches"])
        is_complete = all(caught.get(agent, 0) == len(wrong_searches(agent)) for agent in self.agents)
        return self.result(is_complete and is_clean, lines)
