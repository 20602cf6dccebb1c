"""Groups of a class by bug: the students, the first node that differs, and a page for each group."""

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment.assignment import OUR_OWN, load_assignment
from autograder.classroom.bug_groups import bug_groups
from autograder.classroom.case_facts import CaseFact, NodeDifference, first_difference
from autograder.classroom.class_rows import ClassGrades, ClassRow
from autograder.classroom.students import Student
from autograder.diagnosis import bug_names
from autograder.errors import GradingError
from autograder.grading import grade as grade_submission
from autograder.reporters.class_pages import ClassPages
from autograder.reporters.class_summary import bug_counts, draw_class_json, draw_class_text
from autograder.reporters.group_report import draw_group_page
from autograder.results import CaseResult, Grade, Status
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from pacman.display.messages import LANGUAGES, Words

from .conftest import NO_PRUNING, RIGHT, SUBMISSIONS

SCRIPT = "<script>alert(1)</script>"
HIDDEN = "04-tie-at-the-root"


def fact(bug: str, name: str = "q3/a", difference: NodeDifference | None = None, **more: Any) -> CaseFact:
    return CaseFact(name, name[:2], False, bug=bug, advice=f"{bug}: look", difference=difference, **more)


def row(id: str, *cases: CaseFact, **fields: Any) -> ClassRow:
    bugs = tuple(sorted({case.bug for case in cases}))
    return ClassRow(id, "ok", 2, 10, 1, {"q3": 2}, bugs=bugs, cases=cases, **fields)


ROOT = NodeDifference("value")
DEEP = NodeDifference("only student", ("Left", "Right"), "c2")


def test_a_class_from_end_to_end(
    cases: Path, handed_in: Path, tmp_path: Path, grade: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Two submissions share a bug, and fail a hidden case."""
    config = cases / "q3" / "CONFIG"
    config.write_text(config.read_text() + f'\nvisibility: """\n{HIDDEN} hidden\n"""\n')
    for name, source in (("ann", RIGHT), ("bob", NO_PRUNING), ("cleo", NO_PRUNING), ("dan", b"def (")):
        (handed_in / f"{name}.py").write_bytes(source)
    pages, summary = tmp_path / "pages", tmp_path / "class.json"
    options = ["--cases", cases, "--jsonl", tmp_path / "g.jsonl", "--json", summary, "--html", pages]
    options += ["-q", "q3"]
    assert grade(handed_in, *options) == 0
    text = capsys.readouterr().out
    assert f"  {bug_names.NO_PRUNING} (2 of 3): bob, cleo\n    first difference (2 of 2): q3/01-" in text
    (group,) = json.loads(summary.read_text())["bug_groups"]
    node = {
        "case": "q3/01-lecture-three-by-three",
        "difference": "only student",
        "path": ["middle", "middle"],
        "state": "b5",
        "move": None,
        "submissions": ["bob", "cleo"],
    }
    assert group == {
        "bug": bug_names.NO_PRUNING,
        "students": ["bob", "cleo"],
        "submissions": ["bob", "cleo"],
        "first_differing_nodes": [node],
        "unknown_node": [],
    }
    page = (pages / "bug-no_pruning.html").read_text()
    assert "after middle, middle (b5)" in page
    assert 'href="bob.html"' in page
    assert 'href="index.html#bug-0"' in page
    index = (pages / "index.html").read_text()
    assert 'href="bug-no_pruning.html"' in index
    assert HIDDEN in index
    for student in ("ann", "bob", "cleo"):
        content = (pages / f"{student}.html").read_text()
        assert HIDDEN not in content
        assert "bug-no_pruning" not in content
    first = summary.read_text(), page
    assert grade(handed_in, *options, "--resume") == 0
    assert json.loads(summary.read_text())["bug_groups"] == json.loads(first[0])["bug_groups"]
    shown = re.compile("<main>.*</main>", re.DOTALL)
    assert shown.findall((pages / "bug-no_pruning.html").read_text()) == shown.findall(page)


# -- the first node that differs --------------------------------------------------------------------------------------


WRONG = (
    "bug_depth_at_pacman",
    "bug_equality_and_root",
    "wrong_no_pruning",
    "wrong_one_ghost_for_all",
    "wrong_prunes_on_equality",
    "wrong_sums_the_chances",
    "wrong_swapped",
)
PUT = (
    "q2/08-two-ghosts",
    "q3/01-lecture-three-by-three",
    "q3/04-tie-at-the-root",
    "q3/99-game",
    "q4/09-fractions-2",
)


@pytest.mark.parametrize("name", WRONG)
def test_the_node_is_that_of_the_students_page(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The recorded trees have no words; the lines for students, written when the trees are compared, name the node."""
    monkeypatch.setattr("autograder.diagnosis.diagnose.pairs_of_bugs", lambda agent: ())  # they take long
    words = Words()
    assignment = load_assignment(OUR_OWN).only_cases(*PUT)
    limits = Limits(case=20, load=5)
    student = InProcessStudent(SUBMISSIONS / f"{name}.py", limits)
    done = grade_submission(assignment, student, Grade(name, "none"), limits)
    failed = [case for question in done.questions for case in question.cases if (case.search or {}).get("trees")]
    assert failed
    for case in failed:
        assert case.search is not None
        found, text = first_difference(case), " ".join(case.search["lines"])
        assert found is not None
        place = words("after", actions=", ".join(found.path)) if found.path else words("at-root")
        kinds = {
            "only student": ("surplus", "surplus-over", "surplus-depth", "surplus-cut"),
            "only reference": ("missing",),
            "mover": ("mover",),
            "value": ("value-differs",),
            "own value": ("own-leaf", "own-inner", "own-root"),
        }
        beginnings = [words.messages[key].split("{")[0] for key in kinds[found.kind]]
        assert any(beginning in text for beginning in beginnings), (found, text)
        assert f" {place}" in text
        assert (found.move is not None) == case.name.endswith("game")


def test_searches_that_agree_have_no_node() -> None:
    trees: list[dict[str, Any]] = [{"marked": None, "misfit": None, "data": {}}, {"marked": None, "data": {}}]
    case = CaseResult("a", "q3/a", Status.FAILED, search={"trees": trees, "move": 3})
    assert first_difference(case) == NodeDifference("none", move=3)


def test_a_hidden_tree_shows_the_first_state_that_only_one_search_generates() -> None:
    states: list[dict[str, Any]] = [
        {"state": "a", "parent": None, "action": None, "is_expected": True, "is_generated": True},
        {"state": "b", "parent": "a", "action": "Left", "is_expected": True, "is_generated": True},
        {"state": "c", "parent": "b", "action": "Right", "is_expected": False, "is_generated": True},
    ]
    case = CaseResult("a", "q3/a", Status.FAILED, tree={"first_difference": "c", "states": states})
    assert first_difference(case) == NodeDifference("only student", ("Left", "Right"), "c")
    states[2] |= {"is_expected": True, "is_generated": False}
    assert first_difference(case) == NodeDifference("only reference", ("Left", "Right"), "c")
    case.tree = {"first_difference": None, "states": states}
    assert first_difference(case) is None, "the values may differ"


@pytest.mark.parametrize(
    "search",
    [
        {"trees": [{}, {}]},
        {"trees": [1]},
        {"trees": [{"marked": 2, "data": {"parents": [1, 0], "action": [0, 0], "actions": ["a"]}}] * 2},
        {"trees": [{"marked": 9, "data": {"parents": [1], "action": [0], "actions": ["a"], "names": None}}] * 2},
    ],
)
def test_the_node_of_an_edited_row_is_unknown(search: dict[str, Any]) -> None:
    assert first_difference(CaseResult("a", "q3/a", Status.FAILED, search=search)) is None


def test_the_first_case_with_a_node_counts() -> None:
    cases = (fact("x"), fact("x", "q3/b", NodeDifference("none")), fact("x", "q3/c", DEEP), fact("x", "q3/d", ROOT))
    (group,) = bug_groups([row("ann", *cases), row("bob", cases[1]), row("cy", cases[0]), row("dee", cases[2])])
    assert [(node.case.name, node.difference, [each.row.id for each in node.members]) for node in group.nodes()] == [
        ("q3/c", DEEP, ["ann", "dee"]),
        ("q3/b", NodeDifference("none"), ["bob"]),
    ]
    assert [member.row.id for member in group.unknown()] == ["cy"]


# -- the groups -------------------------------------------------------------------------------------------------------


def test_the_largest_group_comes_first_as_on_the_page_of_the_class() -> None:
    rows = [
        row("ann", fact("x")),
        row("bob", fact("y")),
        row("cy", fact("y"), fact("x", "q3/b")),
        row("dee", fact("y")),
    ]
    assert [group.bug for group in bug_groups(rows)] == ["y", "x"]
    assert bug_counts(rows) == [("y", 3), ("x", 2)]


def test_ids_are_those_of_the_gradebook() -> None:
    """A team has one submission and several ids; a student with two submissions is listed once."""
    team = (Student("101", "sid", "Ann"), Student("102", "sid", "Bob"))
    rows = [row("submission_1", fact("x"), members=team), row("submission_2", fact("x"), members=team[:1])]
    (group,) = bug_groups(rows)
    assert [student.id for student in group.students] == ["101", "102"]
    assert "x (2 of 2): 101, 102" in draw_class_text(ClassGrades({"q3": 10}, rows))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_from_submissions_is_escaped(language: str) -> None:
    evil = NodeDifference("only student", (SCRIPT,), SCRIPT)
    hostile = fact(SCRIPT, f"q3/{SCRIPT}", evil, advice_in={language: SCRIPT})
    rows = [row(SCRIPT, hostile, fact("y", "q3/b"), members=(Student(f"</textarea>{SCRIPT}", name=SCRIPT),))]
    group = next(group for group in bug_groups(rows) if group.bug == SCRIPT)
    page = draw_group_page(group, 0, 1, {SCRIPT: "s.html"}, {"y": "bug-y.html"}, Words(language))
    assert "<script>alert" not in page
    assert page.count("</textarea>") == 1
    assert unescape(page).count(SCRIPT) >= 6


def test_hidden_cases_are_marked() -> None:
    """The page is for the teacher, who may show it to others."""
    (group,) = bug_groups([row("ann", fact("x", "q3/secret", DEEP, is_visible=False), fact("x", "q3/open"))])
    page = draw_group_page(group, 0, 1, {}, {})
    assert page.count('q3/secret <small class="unseen">hidden</small>') == 2
    assert "q3/open</span>" in page


def test_the_text_has_one_line_for_each_bug() -> None:
    rows = [row("a\nb", fact("x\ny", "q3/\n", NodeDifference("value", ("\x1b[31m",), "\r")))]
    text = draw_class_text(ClassGrades({"q3": 10}, rows))
    assert "\x1b" not in text
    assert "\r" not in text
    assert len(text.partition("Most common bugs\n")[2].splitlines()) == 2


def test_long_lists_are_cut_in_the_text_alone() -> None:
    rows = [row(f"s{number:02d}", fact("x"), fact(f"bug {number}", f"q3/{number}")) for number in range(30)]
    grades = ClassGrades({"q3": 10}, rows)
    text = draw_class_text(grades)
    assert "s19 and 10 more" in text
    assert "  and 21 more" in text
    assert len(json.loads(draw_class_json(grades))["bug_groups"]) == 31


# -- the files --------------------------------------------------------------------------------------------------------


def finished(folder: Path, *rows: ClassRow, ids: tuple[str, ...] = ()) -> dict[str, str]:
    """Write the pages; return the names of those of groups by bug."""
    pages = ClassPages(folder)
    for id in ids:
        pages._name(id)
    pages.finish(ClassGrades({"q3": 10}, list(rows)))
    return pages._groups


def test_names_of_files_are_valid_and_unique(tmp_path: Path) -> None:
    composed, parts = "\ud55c", "\u1112\u1161\u11ab"  # the same name for systems that normalise
    bugs = ("a/b", "a\\b", "A:B", "..", "x" * 300, "x" * 301, "con", composed, parts)
    rows = [row(f"s{number}", fact(bug)) for number, bug in enumerate(bugs)]
    names = list(finished(tmp_path / "pages", *rows, ids=("bug-a_b",)).values())
    assert names[:3] == ["bug-a_b-2.html", "bug-a_b-3.html", "bug-A_B-4.html"]
    assert all(re.fullmatch(r"bug[\w.-]{0,60}\.html", name) for name in names)
    written = {path.name for path in (tmp_path / "pages").iterdir()}
    assert written == {*names, "index.html"}
    pages = ClassPages(tmp_path / "other")
    assert [pages._name(id) for id in ("CON", "nul.txt", composed, parts, "index", "INDEX")] == [
        "student-CON.html",
        "student-nul.txt.html",
        f"{composed}.html",
        f"{parts}-2.html",
        "index-2.html",
        "INDEX-3.html",
    ]


def test_a_page_that_cannot_be_written_does_not_prevent_the_others(tmp_path: Path) -> None:
    (tmp_path / "bug-x.html").mkdir()
    with pytest.raises(GradingError, match="bug-x.html"):
        finished(tmp_path, row("ann", fact("x")), row("bob", fact("y")))
    assert (tmp_path / "bug-y.html").is_file()
    assert "bug-x.html" not in (tmp_path / "index.html").read_text(), "there is no such page"
