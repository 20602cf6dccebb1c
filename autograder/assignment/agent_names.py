"""Check the names of agent classes that cases require from a submission."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from autograder.assignment.key_names import and_more
from autograder.case_types.case import Case
from pacman.berkeley import STUDENTS_FILE
from pacman.berkeley.submission import names_defined_in
from pacman.errors import nearest

BERKELEYS_AGENTS: Final = frozenset(
    {"ReflexAgent", "MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent", "ContestAgent"}
)


def unknown_agents(folder: Path, cases: Iterable[Case]) -> dict[str, list[Case]]:
    """Return the cases of an assignment that require an unknown agent, by its name.

    Known agents are Berkeley's and those of a `multiAgents.py` in the folder of the assignment or beside it. If such a
    file cannot be read, it may define any agent, so none is unknown.
    """
    asked: dict[str, list[Case]] = {}
    for case in cases:
        if case.agent and case.agent not in BERKELEYS_AGENTS:
            asked.setdefault(case.agent, []).append(case)
    if not asked:
        return {}
    defined = _beside(folder)
    return {} if defined is None else {name: cases for name, cases in asked.items() if name not in defined}


def agent_remarks(folder: Path, cases: Iterable[Case]) -> list[str]:
    """Return one line for each unknown agent: a submission without it gets no points for the cases."""
    remarks = []
    for name, asking in unknown_agents(folder, cases).items():
        near = nearest(name, BERKELEYS_AGENTS | (_beside(folder) or set()))
        text = f"agent {name!r} is neither Berkeley's nor in a {STUDENTS_FILE} beside the cases"
        meant = f"; did you mean {near!r}?" if near else ""
        remarks.append(f"{_place(asking[0])}: {text}{meant}{and_more(len(asking) - 1, 'case')}")
    return remarks


def _beside(folder: Path) -> set[str] | None:
    """Return the names that templates in or beside the folder of an assignment define; None if one is unreadable."""
    defined: set[str] = set()
    for template in (folder.resolve().parent / STUDENTS_FILE, folder / STUDENTS_FILE):
        names = names_defined_in(template) if template.is_file() else set()
        if names is None:
            return None
        defined |= names
    return defined


def _place(case: Case) -> str:
    lines = (line for key, line in case.file.lines.items() if case.file.values[key] == case.agent)
    return ":".join(map(str, (case.file.path, *list(lines)[:1])))
