"""Texts on the edges of drawn trees do not overlap, in a real browser with its own fonts."""

import random
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from agents import ExpectimaxAgent, MCTSAgent, MinimaxAgent
from agents.microscope.decision import watch_decision
from agents.microscope.decision_page import decision_page
from agents.microscope.explanation import Explanation
from agents.microscope.tree_drawing import tree_drawing
from autograder.diagnosis.case_explanation import explain_case, explain_reference, load_case
from autograder.diagnosis.explanation_page import explanation_page
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from pacman.state import GameState

ROOT = Path(__file__).parents[2]
GALLERY = sorted((ROOT / "docs" / "images").glob("*tree*.svg"))
CASES = [
    ROOT / "autograder" / "cases" / name for name in ("q3/01-lecture-three-by-three.test", "q4/03-lecture-chance.test")
]
SUBMISSIONS = ROOT / "tests" / "autograder" / "submissions"
EDGES = "({ viewBox: { baseVal: box } }) => [box.x, box.x + box.width, box.y + box.height]"
LABELS = ".tree .edge text, .tree .note, .tree .window"
AGENTS: dict[str, Callable[[], Any]] = {
    "minimax": lambda: MinimaxAgent(depth=2),
    "chance": lambda: ExpectimaxAgent(depth=2),
    "mcts": lambda: MCTSAgent(iterations=150, rng=random.Random(1)),
}

Box = tuple[float, float, float, float, str]


def boxes(page: Any) -> list[Box]:
    return boxes_of(page.locator(LABELS))


def boxes_of(labels: Any) -> list[Box]:
    """Return left, top, right, bottom and text of all labels."""
    code = """(all) => all.filter((each) => each.textContent).map((each) => {
        const { x, y, width, height } = each.getBBox();
        return [x, y, x + width, y + height, each.textContent];
    })"""
    return [tuple(box) for box in labels.evaluate_all(code)]


def meeting(labels: list[Box]) -> list[tuple[str, str]]:
    """Return the labels whose letters touch; a box is taller than its letters."""
    return [
        (one[4], other[4])
        for one, other in combinations(labels, 2)
        if one[0] < other[2] and other[0] < one[2] and one[1] + 3 < other[3] and other[1] + 3 < one[3]
    ]


@pytest.mark.parametrize("drawing", GALLERY, ids=lambda path: path.stem)
def test_in_the_gallery(open_page: Callable[..., Any], drawing: Path) -> None:
    labels = boxes(open_page(drawing))
    assert len(labels) >= 4
    assert meeting(labels) == []


@pytest.mark.parametrize("agent", AGENTS)
def test_in_drawings_of_decisions(open_page: Callable[..., Any], tmp_path: Path, agent: str) -> None:
    tree = watch_decision(AGENTS[agent](), GameState.initial("small")).tree
    path = tmp_path / "tree.svg"
    path.write_text(tree_drawing(tree, plies=4), encoding="utf-8")
    labels = boxes(open_page(path))
    assert len(labels) > 40
    assert meeting(labels) == []


@pytest.mark.parametrize("agent", AGENTS)
def test_on_pages_of_decisions(open_page: Callable[..., Any], tmp_path: Path, agent: str) -> None:
    decision = watch_decision(AGENTS[agent](), GameState.initial("small"))
    path = tmp_path / "page.html"
    path.write_text(decision_page(Explanation(decision, "here")), encoding="utf-8")
    check_page(open_page(path))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_on_pages_of_cases(open_page: Callable[..., Any], tmp_path: Path, case: Path) -> None:
    """Check trees with the names of their actions, and with long names."""
    path, renamed = tmp_path / "page.html", tmp_path / "renamed.test"
    for suffix in (".test", ".solution"):
        text = case.with_suffix(suffix).read_text()
        renamed.with_suffix(suffix).write_text(re.sub(r"\b(left|middle|right|one|two|three)\b", r"\1-from-here", text))
    for each in (case, renamed):
        path.write_text(explanation_page(explain_reference(load_case(each))), encoding="utf-8")
        check_page(open_page(path))
    path = tmp_path / "tree.svg"
    path.write_text(tree_drawing(explain_reference(load_case(renamed)).trees.reference), encoding="utf-8")
    assert meeting(boxes(open_page(path))) == []


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("submission", "name"),
    [
        ("wrong_forgets_alpha", "q3/04-tie-at-the-root"),
        ("wrong_forgets_alpha", "q3/11-win-on-the-way"),
        ("wrong_depth_too_large", "q3/13-stop-at-the-depth"),  # the first node of its row, folded beside folded ones
        ("template", "q3/06-equal-is-not-worse"),  # the root alone
    ],
)
def test_where_two_searches_part(
    open_page: Callable[..., Any], tmp_path: Path, submission: str, name: str, language: str
) -> None:
    student = InProcessStudent(SUBMISSIONS / f"{submission}.py", Limits())
    case = load_case(ROOT / "autograder" / "cases" / f"{name}.test")
    path = tmp_path / "page.html"
    path.write_text(explanation_page(explain_case(case, student, Limits()), language), encoding="utf-8")
    student.close()
    page = open_page(path)
    page.wait_for_selector("svg.tree .part")
    trees = page.locator("svg.tree")
    for number in range(trees.count()):
        labels = boxes_of(trees.nth(number).locator(".edge text, .window, .part, .more"))
        assert meeting(labels) == []
        left, right, bottom = trees.nth(number).evaluate(EDGES)
        assert min(label[0] for label in labels) >= left
        assert max(label[2] for label in labels) <= right
        assert max(label[3] for label in labels) <= bottom


def check_page(page: Any) -> None:
    page.wait_for_selector("svg.tree")
    page.locator("button.open-more").click()
    labels = boxes(page)
    assert len(labels) >= 4
    assert meeting(labels) == []
