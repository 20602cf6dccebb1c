"""The mazes and thresholds of q1 and q5: good players of every style get full points, bad ones do not."""

from itertools import product
from pathlib import Path

import pytest

from autograder.assignment.assignment import OUR_OWN
from autograder.assignment.case_files import CaseFile, properties_text
from autograder.case_types.game_case import GameCase
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from pacman.berkeley.submission import load_submission
from pacman.layout import load_layout

STYLES = Path(__file__).parent / "submissions" / "play_styles.py"
PLAYERS = load_submission(STYLES)
SEEDS = ("0", "1", "2")  # 0 is that of the fixed cases


def points(question: str, moves: int = 1000, **changes: str) -> float:
    """Return the points of a style in the games of a question, with some properties changed."""
    file = CaseFile.read(OUR_OWN / question / "games.test")
    case = GameCase(CaseFile.from_text(properties_text({**file.values, **changes}), file.path), OUR_OWN)
    limits = Limits(pacman_moves=moves)
    return case.run(InProcessStudent(STYLES, limits), limits).points


@pytest.mark.thorough
@pytest.mark.parametrize("name", PLAYERS.RIGHT_REFLEXES)
def test_reflex_agents_of_every_style_get_full_marks(name: str) -> None:
    assert [points("q1", agentName=name, randomSeed=seed) for seed in SEEDS] == [4, 4, 4]


@pytest.mark.thorough
@pytest.mark.parametrize("search", PLAYERS.SEARCHES)
@pytest.mark.parametrize("name", PLAYERS.RIGHT_EVALUATIONS)
def test_evaluations_of_every_style_get_full_marks(name: str, search: str) -> None:
    seed = SEEDS[PLAYERS.SEARCHES.index(search)]
    assert points("q5", agentName=search, agentArgs=f"evalFn={name}", randomSeed=seed) == 6


@pytest.mark.parametrize("name", ["RandomReflex", "WaitingReflex", "ScoreReflex", "GhostOnlyReflex"])
def test_bad_reflex_agents_get_little(name: str) -> None:
    assert points("q1", 300, agentName=name) <= 1


def test_not_seeing_the_ghost_costs_something() -> None:
    assert sum(points("q1", agentName="FearlessReflex", randomSeed=str(seed)) for seed in range(10)) < 39


@pytest.mark.parametrize(("name", "most"), [("nothing", 0), ("ghostsOnly", 0), ("scoreEvaluationFunction", 5)])
def test_bad_evaluations_lose_points(name: str, most: int) -> None:
    assert points("q5", 300, agentArgs=f"evalFn={name}") <= most


def test_a_meadow_has_nothing_that_a_reflex_agent_could_swing_at() -> None:
    meadow = load_layout("meadow")
    for (x, y), (z, w) in product(meadow.open_cells, repeat=2):
        assert meadow.distance((x, y), (z, w)) == abs(x - z) + abs(y - w)
