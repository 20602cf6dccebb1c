"""Practice grading and the microscope of the lab, in CPython: the same results as on the command line."""

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from agents import AlphaBetaAgent, MinimaxAgent
from agents.microscope.decision import watch_decision
from commands.cli import main
from lab.practice import LOST, Interrupted, practice_assignment, practise
from lab.session import Session
from pacman.display.messages import IN_ENGLISH
from pacman.layout import LAYOUT_FOLDER, load_layout
from pacman.state import GameState
from tests.conftest import ROOT

SUBMISSIONS = ROOT / "tests" / "autograder" / "submissions"
RIGHT = (
    "recursive_pairs",
    "right_filled_template",
    "right_one_sign",
    "right_stack_of_frames",
    "right_textbook_functions",
)
WRONG = (
    "wrong_prunes_on_equality",
    "bug_expectimax_prunes",
    "bug_starts_at_zero",
    "wrong_depth_too_small",
    "wrong_no_pruning",
)
OURS = practice_assignment(Path("no such folder"))
ALL = tuple(question.name for question in OURS.questions)

Report = dict[str, tuple[float, set[str], list[str]]]  # points, names of bugs and failed cases by question


def copied(name: str, folder: Path) -> Path:
    """Copy a submission and the files that it imports to a folder, as multiAgents.py and its helpers."""
    for path in SUBMISSIONS.glob("*.py"):
        if path.stem == name or re.search(rf"^(from|import) {path.stem}\b", source_of(name), flags=re.MULTILINE):
            shutil.copy(path, folder / ("multiAgents.py" if path.stem == name else path.name))
    return folder / "multiAgents.py"


def source_of(name: str) -> str:
    return (SUBMISSIONS / f"{name}.py").read_text()


def on_the_command_line(submission: Path, questions: Sequence[str] = ALL) -> Report:
    out = submission.with_name("grade.json")
    only = [word for question in questions for word in ("-q", question)]
    assert main(["grade", str(submission), "--json", str(out), *only]) == 0
    report: Report = {}
    for question in json.loads(out.read_text())["questions"]:
        messages = "\n".join(case["message"] for case in question["cases"])
        bugs = set(re.findall(r"^Likely bug: (.*?)(?: \(|$)", messages, flags=re.MULTILINE))
        failed = [case["name"] for case in question["cases"] if not case["passed"]]
        report[question["name"]] = question["points"], bugs, failed
    return report


def in_the_lab(submission: Path, questions: Sequence[str]) -> Report:
    report: Report = {}
    for question in questions:
        found = practise(OURS, question, submission.parent, IN_ENGLISH, lambda message: None)
        json.dumps(found)  # plain data
        report[question] = float(found["question"]["points"]), set(found["bugs"]), found["failed"]
    return report


@pytest.mark.parametrize(
    ("name", "questions"),
    [
        (WRONG[0], ("q1", "q3")),
        *(pytest.param(name, ALL, marks=pytest.mark.thorough) for name in (*RIGHT, *WRONG)),
    ],
)
def test_points_bugs_and_failed_cases_are_those_of_the_command_line(
    name: str, questions: Sequence[str], tmp_path: Path
) -> None:
    submission = copied(name, tmp_path)
    report = in_the_lab(submission, questions)
    assert list(report) == list(questions)
    assert report == on_the_command_line(submission, questions)
    searches = [report[name] for name in ("q2", "q3", "q4") if name in questions]  # some have no agents for the others
    assert all(not failed for _, _, failed in searches) == (name in RIGHT)


@pytest.mark.parametrize("reason", LOST)
def test_a_case_that_the_page_ended_loses_only_itself(reason: str, tmp_path: Path) -> None:
    copied(RIGHT[0], tmp_path)
    messages: list[dict[str, Any]] = []
    found = practise(OURS, "q2", tmp_path, IN_ENGLISH, messages.append, Interrupted(lost={"3": reason}))
    (failed,) = found["question"]["failed"]
    assert LOST[reason].text in failed["lines"]
    assert OURS.questions[1].cases[3].name in failed["heading"]
    assert [each["number"] for each in messages if each["kind"] == "case"] == list(range(len(OURS.questions[1].cases)))
    assert messages[-1] == {"kind": "analysis"}


def test_finished_cases_are_not_run_again_after_a_case_that_hung(tmp_path: Path) -> None:
    """The other worker has code that fails every case: only the cases after the one that hung are its own."""
    copied(WRONG[0], tmp_path)
    hung, names = 5, [case.name for case in OURS.questions[2].cases]
    sent: list[dict[str, Any]] = []
    whole = practise(OURS, "q3", tmp_path, IN_ENGLISH, sent.append, Interrupted(lost={"5": "time"}))
    packed = {str(each["number"]): each["result"] for each in sent if each["kind"] == "result"}
    assert [*packed] == [str(number) for number in range(len(names))]
    before = Interrupted({number: packed[number] for number in [*packed][:hung]}, lost={"5": "time"})
    rest: list[dict[str, Any]] = []
    resumed = practise(OURS, "q3", tmp_path, IN_ENGLISH, rest.append, before)
    assert without_time(resumed) == without_time(whole)
    assert [each["number"] for each in rest if each["kind"] == "result"] == [*range(hung, len(names))]
    (tmp_path / "multiAgents.py").write_text("")
    other = practise(OURS, "q3", tmp_path, IN_ENGLISH, rest.append, before)
    assert other["failed"] == [name for name in names if name in whole["failed"] or names.index(name) >= hung]


def without_time(found: dict[str, Any]) -> str:
    return re.sub(r"[0-9.]+ (ms|s)\b", "-", json.dumps(found))


def test_a_call_of_the_analysis_that_hung_costs_no_points(tmp_path: Path) -> None:
    copied(WRONG[0], tmp_path)
    sent: list[dict[str, Any]] = []
    whole = practise(OURS, "q3", tmp_path, IN_ENGLISH, sent.append)
    asked = [each["number"] for each in sent if each["kind"] == "asked"]
    assert asked == [*range(1, len(asked) + 1)]
    assert sent[-1] == {"kind": "analysis"}
    packed = {str(each["number"]): each["result"] for each in sent if each["kind"] == "result"}
    late = Interrupted(packed, unanswered=dict.fromkeys(map(str, asked), "time"))
    rest: list[dict[str, Any]] = []
    again = practise(OURS, "q3", tmp_path, IN_ENGLISH, rest.append, late)
    assert not [each for each in rest if each["kind"] in ("asked", "result")]
    assert (again["failed"], again["question"]["points"]) == (whole["failed"], whole["question"]["points"])


@pytest.mark.parametrize("text", ["", "no base64", "gASVBQAAAAAAAABLBS4="])
def test_a_result_that_cannot_be_read_is_computed_again(text: str, tmp_path: Path) -> None:
    copied(RIGHT[0], tmp_path)
    found = practise(OURS, "q2", tmp_path, IN_ENGLISH, lambda message: None, Interrupted({"0": text}))
    assert found["isSolved"]


def test_our_packages_stay_closed_while_a_submission_is_graded(tmp_path: Path) -> None:
    (tmp_path / "multiAgents.py").write_text("import agents\n")
    found = practise(OURS, "q2", tmp_path, IN_ENGLISH, lambda message: None)
    assert "import of agents halted" in json.dumps(found["question"]["failed"])


def asked(folder: Path, call: str, **arguments: Any) -> dict[str, Any]:
    session = Session(folder, lambda text: None)
    answer = json.loads(session.answer(json.dumps({"id": 1, "call": call, "arguments": arguments})))["answer"]
    assert "failure" not in answer, answer
    found: dict[str, Any] = answer
    return found


def root_values(tree: dict[str, Any]) -> dict[str, float]:
    """Return the values of the actions at the root of a tree, from its data; those of cut actions are bounds."""
    data = tree["data"]
    below = [node for node in range(1, data["visited"]) if data["parents"][node - 1] == node]
    return {data["actions"][data["action"][node - 1]]: float(data["numbers"][data["low"][node]]) for node in below}


def test_a_decision_has_the_values_of_the_python_search(tmp_path: Path) -> None:
    copied(RIGHT[0], tmp_path)
    maze = {"name": "small", "text": (LAYOUT_FOLDER / "small.lay").read_text()}
    after, moves = GameState.initial(load_layout("small")), []
    for agent in range(3):
        moves.append((agent, after.legal_actions(agent)[0]))
        after = after.successor(*moves[-1])
    request = {"layout": maze, "moves": moves, "number": 3, "ghosts": 2, "played": None}
    student = {"agent": "multiAgents.py:MinimaxAgent", "arguments": ""}
    search = asked(tmp_path, "explain", pacman=student, **request)["search"]
    expected = {str(action): value for action, value in MinimaxAgent(evaluation="score").search(after).values.items()}
    assert [root_values(tree) for tree in search["trees"]] == [expected, expected]
    assert search["title"].startswith("MinimaxAgent at move 4 of small")
    built_in = asked(tmp_path, "explain", pacman={"agent": "AlphaBetaAgent", "arguments": "depth=1"}, **request)
    assert built_in["search"]["trees"][0]["action"] == watch_decision(AlphaBetaAgent(1), after).action
    assert built_in["search"]["xray"]["actions"]


def test_a_death_is_explained(tmp_path: Path) -> None:
    maze = {"name": "corridor", "text": "%%%%%%%%\n%.P  G.%\n%%%%%%%%"}
    moves = [[0, "East"], [1, "West"], [0, "East"]]
    death = asked(tmp_path, "death", layout=maze, moves=moves, ghosts=1)["death"]
    assert death["sentence"]
    assert death["lines"][0]["moves"][-1] == [0, "East"]
    assert asked(tmp_path, "death", layout=maze, moves=moves[:2], ghosts=1)["death"] is None
