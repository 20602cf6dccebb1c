"""The table of docs/developer/adding.md: each change, made in its places alone, takes effect everywhere."""

import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("agents", "autograder", "commands", "experiments", "jobs", "layouts", "pacman")
ADVICE = "cut only when a value is strictly beyond alpha or beta"

# For each change, the edits of files: a text and its replacement, or text that is appended.
CHANGES: Mapping[str, Mapping[str, tuple[str, str] | str]] = {
    "the points for a ghost": {"pacman/scoring.py": ("GHOST_SCORE: Final = 200", "GHOST_SCORE: Final = 333")},
    "a new ghost": {
        "agents/searching_ghosts.py": '\n\nclass LazyGhost(MixedGhost):\n    """Plays lazily."""\n',
        "agents/registry.py": (
            '"MixedGhost": "agents.searching_ghosts:MixedGhost",',
            '"MixedGhost": "agents.searching_ghosts:MixedGhost", "LazyGhost": "agents.searching_ghosts:LazyGhost",',
        ),
    },
    "a search for `-p`": {
        "agents/pacmen.py": '\n\nclass HastyAgent(MinimaxAgent):\n    """Plays hastily."""\n',
        "agents/registry.py": (
            '"PathAgent": "agents.path_agent:PathAgent",',
            '"PathAgent": "agents.path_agent:PathAgent", "HastyAgent": "agents.pacmen:HastyAgent",',
        ),
    },
    "the colour of walls": {"pacman/display/theme.py": ("wall=(22, 29, 66)", "wall=(1, 2, 3)")},
    "a class of cases": {
        "autograder/case_types/tree_case.py": "\n\nclass OtherTreeCase(TreeCase):\n    pass\n",
        "autograder/registry.py": (
            '"LectureTableTest"',
            '"OtherTreeTest": "autograder.case_types.tree_case:OtherTreeCase", "LectureTableTest"',
        ),
    },
    "a format of reports": {
        "autograder/reporters/junit.py": "\n\ndef draw_total(grade):\n    return f'{grade.points:g} points'\n",
        "autograder/registry.py": (
            '"junit": "autograder.reporters.junit:draw_junit",',
            '"junit": "autograder.reporters.junit:draw_junit", "total": "autograder.reporters.junit:draw_total",',
        ),
    },
    "a message to a student": {
        "autograder/diagnosis/advice.py": (ADVICE, "an instruction of another kind"),
        "autograder/failures.py": ("has no method getAction(self, gameState)", "lacks getAction"),
    },
    "the memory limit of a submission": {
        "autograder/student/limits.py": ("memory: int = 2**30", "memory: int = 2**29")
    },
    "what `compare` prints": {
        "experiments/output/comparison_report.py": ("At most 5 % of comparisons", "Few comparisons"),
        "pacman/display/messages.py": ("B is better by {measure}", "B wins by {measure}"),
    },
    "an option of `batch`": {
        "commands/batch.py": ("    add_limits(parser)\n", '    parser.add_argument("--loud")\n    add_limits(parser)\n')
    },
}

CHECK = """
import contextlib, io
from pathlib import Path
from commands.cli import main

def printed(*words):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(SystemExit):
        main(list(words))
    return out.getvalue()

from pacman import GameState, Layout
corridor = GameState.initial(Layout.from_text("%%%%%%%\\n%PoG .%\\n%%%%%%%"))
assert corridor.successor(0, "East").successor(1, "West").score == 332

agents = printed("agents")
assert "LazyGhost" in agents and "HastyAgent" in agents, agents
assert "Score" in printed(*"-q -p HastyAgent -a depth=1 -g LazyGhost -l trap --max-moves 4".split())

from pacman.display.theme import DARK
from pacman.display.web.board_svg import board_svg
from pacman.display.web.assets import style_sheet
assert "#010203" in board_svg(corridor) and "#010203" in style_sheet() and DARK.wall == (1, 2, 3)

from autograder.assignment.assignment import OUR_OWN
case = OUR_OWN / "q3" / "04-tie-at-the-root.test"
own = Path("cases/q1/tie.test")
own.parent.mkdir(parents=True)
own.write_text(case.read_text().replace("GraphGameTreeTest", "OtherTreeTest"))
own.with_suffix(".solution").write_text(case.with_suffix(".solution").read_text())
own.with_name("missing.test").write_text(own.read_text().replace("AlphaBetaAgent", "Idle"))
own.with_name("missing.solution").write_text(case.with_suffix(".solution").read_text())
(own.parent / "CONFIG").write_text('max_points: "2"\\nclass: "PassAllTestsQuestion"\\n')
(own.parent.parent / "CONFIG").write_text('order: "q1"\\n')
with open("wrong_prunes_on_equality.py", "a") as file:
    file.write("\\n\\nclass Idle:\\n    def __init__(self, depth=1): pass\\n")
report = printed(*"grade wrong_prunes_on_equality.py --isolation none --cases cases --report total=t.txt".split())
assert "FAIL: cases/q1/tie.test" in report and "Idle lacks getAction" in report, report
assert Path("t.txt").read_text().strip() == "0 points"
from autograder.diagnosis import bug_names
from autograder.diagnosis.advice import Finding
found = Finding(bug_names.PRUNED_ON_EQUALITY, (bug_names.PRUNED_ON_EQUALITY,))
assert "an instruction of another kind" in found.text()

assert "default: 512" in " ".join(printed("grade", "--help").split())
compared = printed(*"compare GreedyAgent LeftTurnAgent -l trap -n 20 --max-moves 9 --workers 1 --no-progress".split())
assert "Few comparisons" in compared, compared
from experiments.output.comparison_report import verdict_text
from types import SimpleNamespace
assert "B wins by" in verdict_text(SimpleNamespace(measure="score", verdict="better"))
assert "--loud" in printed("batch", "--help")
print("all changes took effect")
"""


def places_of() -> dict[str, list[str]]:
    """Return the places of each change in the page."""
    page = (ROOT / "docs" / "developer" / "adding.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", page[: page.index("## A search")], re.MULTILINE))
    return {change: re.findall(r"`(\S+)`", places) for change, places in rows.items() if change in CHANGES}


@pytest.mark.parametrize("change", CHANGES)
def test_the_page_names_at_most_two_places(change: str) -> None:
    places = places_of()[change]
    assert 1 <= len(places) <= 2
    assert all((ROOT / place).exists() for place in places)
    for file in CHANGES[change]:
        assert any(Path(file).is_relative_to(place) for place in places), file


def test_edits_of_these_places_take_effect(tmp_path: Path) -> None:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    for edits in CHANGES.values():
        for file, edit in edits.items():
            path = tmp_path / file
            text = path.read_text(encoding="utf-8")
            if isinstance(edit, str):
                text += edit
            else:
                assert text.count(edit[0]) == 1, edit[0]
                text = text.replace(*edit)
            path.write_text(text, encoding="utf-8")
    submissions = ROOT / "tests" / "autograder" / "submissions"
    for name in ("wrong_prunes_on_equality.py", "recursive_pairs.py"):
        shutil.copy(submissions / name, tmp_path)
    result = subprocess.run([sys.executable, "-c", CHECK], cwd=tmp_path, capture_output=True, text=True)
    assert result.stdout == "all changes took effect\n", result.stderr
