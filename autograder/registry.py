"""Registries of case classes and of grade reports, by name."""

from collections.abc import Callable
from typing import Final

from autograder.case_types.case import Case
from autograder.results import Grade
from pacman.registry import Registry

CASE_CLASSES: Final[Registry[type[Case]]] = Registry(
    "class of case",
    {
        "GraphGameTreeTest": "autograder.case_types.tree_case:TreeCase",
        "PacmanGameTreeTest": "autograder.case_types.counted_case:CountedCase",
        "EvalAgentTest": "autograder.case_types.game_case:GameCase",
        "LectureTableTest": "autograder.case_types.table_case:TableCase",
        "ExamplesTest": "autograder.examples.examples_case:ExamplesCase",
    },
)
REPORTS: Final[Registry[Callable[[Grade], str]]] = Registry(
    "report",
    {
        "json": "autograder.reporters.json_report:draw_json",
        "gradescope": "autograder.reporters.gradescope:draw_gradescope",
        "junit": "autograder.reporters.junit:draw_junit",
        "html": "autograder.reporters.grade_page:draw_grade_page",
    },
    hyphenated=True,
)
