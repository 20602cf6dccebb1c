"""LectureTableTest: the lecture's table with the student's own agents.

Two Pacmen, minimax and expectimax, play against two kinds of ghost, one that hunts and one that moves at random.
"""

from collections.abc import Set
from pathlib import Path
from typing import ClassVar, Final

from agents.searching_ghosts import MinimaxGhost
from autograder.assignment.case_files import MOST_DIGITS, CaseFile
from autograder.case_types.case import Case
from autograder.case_types.game_case import SERIES_KEYS, GameSeries, PlayedSeries, ended_by, failure_lines
from autograder.errors import GradingError
from autograder.results import CaseResult
from autograder.student.limits import Limits
from autograder.student.student import AgentRequest, Student
from experiments.lecture import CELLS, PACMEN, PUBLISHED
from pacman.berkeley.modules.ghostAgents import GhostAgent, RandomGhost
from pacman.errors import unknown
from pacman.record import EndReason, Outcome

GHOSTS: Final[dict[str, type[GhostAgent]]] = {"adversarial": MinimaxGhost, "random": RandomGhost}


class TableCase(Case):
    """A layout with one ghost, the depth and evaluation of the agents, and the numbers of wins that earn a point."""

    has_solution: ClassVar = False
    depends_on_luck: ClassVar = True
    keys: ClassVar[Set[str] | None] = SERIES_KEYS | {"depth", "evalFn", "wanted"}

    def __init__(self, file: CaseFile, folder: Path, solution: CaseFile | None = None) -> None:
        super().__init__(file, folder, solution)
        self.series = GameSeries.read(file, folder)
        self.arguments = {"depth": file.whole_number("depth", least=1), "evalFn": file.required("evalFn")}
        self.wanted = dict(_wanted(file.place(number), line) for number, line in file.rows("wanted"))

    def best_result(self) -> CaseResult:
        points = sum(least <= self.series.games for least in self.wanted.values())
        return self.partial_result(points, len(self.wanted), ())

    def run(self, student: Student, limits: Limits) -> CaseResult:
        played = {cell: self._play(cell, student, limits) for cell in CELLS}
        cells = {cell: series.outcomes for cell, series in played.items()}
        wins = {cell: [outcome.reason for outcome in cells[cell]].count(EndReason.WON) for cell in CELLS}
        points = sum(wins[cell] >= least for cell, least in self.wanted.items())
        lecture = "; ".join(f"{cell} {held.wins}/5, {held.mean_score}" for cell, held in PUBLISHED.items())
        goals = ", ".join(f"{cell} from {least} wins" for cell, least in self.wanted.items())
        lines = [
            *_table(cells, wins),
            f"a point each for {goals}",
            f"in the lecture, whose board was not published: {lecture}",
            *(f"{cell}, {line}" for cell, outcomes in cells.items() for line in failure_lines(outcomes)),
        ]
        result = self.partial_result(points, len(self.wanted), lines)
        result.ended_by = [ended_by(outcome).value for cell in CELLS for outcome in cells[cell]]
        result.games_played = sum(series.played for series in played.values())
        result.near_threshold = any(
            wins[cell] == least or wins[cell] == least - 1 < len(cells[cell]) for cell, least in self.wanted.items()
        )
        missed = (cell for cell, least in self.wanted.items() if wins[cell] < least)
        result.game = next((played[cell].lost for cell in missed), None)
        return result

    def _play(self, cell: str, student: Student, limits: Limits) -> PlayedSeries:
        pacman, ghost = cell.split("/")
        ghosts = [lambda rng: GHOSTS[ghost](1, rng=rng)]
        agent = AgentRequest(PACMEN[pacman], self.arguments, self.game_seconds(limits, self.series.seconds))
        return self.series.play(student, f"{self.id}/{cell}", agent, ghosts, limits)


def _wanted(place: str, line: str) -> tuple[str, int]:
    cell, _, least = line.strip().partition(" ")
    if cell not in CELLS:
        raise GradingError(f"{place}: {unknown('cell of the table', cell, CELLS)}")
    if not least.strip().isdecimal() or len(least) > MOST_DIGITS:
        raise GradingError(f"{place}: {line.strip()!r}; expected a cell and the number of wins that earns a point")
    return cell, int(least)


def _table(cells: dict[str, list[Outcome]], wins: dict[str, int]) -> list[str]:
    lines = [f"{'':<20}{'adversarial ghost':<26}random ghost"]
    for pacman in PACMEN:
        texts = []
        for ghost in GHOSTS:
            outcomes = cells[f"{pacman}/{ghost}"]
            mean = sum(outcome.score for outcome in outcomes) / len(outcomes)
            texts.append(f"won {wins[f'{pacman}/{ghost}']}/{len(outcomes)}, average {mean:.0f}")
        lines.append(f"{pacman.capitalize() + ' Pacman':<20}{texts[0]:<26}{texts[1]}")
    return lines
