"""The folder of the pages of a class, which may contain pages of an earlier grading and files of the teacher's."""

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.classroom.class_rows import ClassGrades, ClassRow, RowData
from autograder.errors import GradingError
from autograder.reporters.class_pages import ClassPages
from autograder.reporters.json_report import grade_data
from autograder.results import CaseResult, Grade, QuestionResult, Status

Command = Callable[..., int]
SOLVED = "class MinimaxAgent:\n    def getAction(self, state):\n        return 'left'\n"


def row_with(id: str, bug: str = "") -> RowData:
    case = CaseResult("1", "q2/1.test", Status.FAILED, bug=bug or None, advice=bug)
    grade = Grade(f"{id}.py", "strict", [QuestionResult("q2", 0, 4, [case])], is_complete=True)
    return {"id": id, "status": "ok", "reason": "", "seconds": 1.0, **grade_data(grade)}


def write_pages(folder: Path, *rows: RowData) -> None:
    pages, grades = ClassPages(folder), ClassGrades({"q2": 4})
    for row in rows:
        pages.add(row)
        grades.add(ClassRow.read(row))
    pages.finish(grades)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """The pages of a class of two students with a bug each."""
    write_pages(tmp_path / "pages", row_with("ann", "no pruning"), row_with("bob", "no search"))
    pages = {"index.html", "ann.html", "bob.html", "bug-no_pruning.html", "bug-no_search.html"}
    assert names(tmp_path / "pages") == pages
    return tmp_path / "pages"


def test_pages_of_an_earlier_grading_are_removed(written: Path) -> None:
    write_pages(written, row_with("ann", "no search"), row_with("eve"))
    assert names(written) == {"index.html", "ann.html", "eve.html", "bug-no_search.html"}


def test_a_student_without_a_grade_has_no_earlier_page(written: Path) -> None:
    lost = {**row_with("bob"), "status": "no grade", "points": None, "reason": "no process"}
    write_pages(written, row_with("ann"), lost)
    assert names(written) == {"index.html", "ann.html"}


def test_files_of_the_teacher_are_kept(written: Path) -> None:
    """Such as a page of another program, and a page of ours that was renamed, changed or linked."""
    page = (written / "bob.html").read_bytes()
    (written / "notes.html").write_text("<h1>Notes</h1>")
    (written / "empty.html").write_text("")
    (written / "copy.html").write_bytes(page)
    (written / "bob.html").write_bytes(page.replace(b"</body>", b"<p>well done</p></body>"))
    (written / "bug-no_search.html").write_bytes((written / "bug-no_search.html").read_bytes() + b"seen\n")
    (written / "plan.txt").write_bytes(page)
    (written / "mine").mkdir()
    (written / "mine" / "bob.html").write_bytes(page)
    (written / "linked.html").symlink_to("bob.html")
    (written / "folder.html").mkdir()
    before = names(written)
    write_pages(written, row_with("ann"))
    assert names(written) == before - {"bug-no_pruning.html"}
    assert (written / "mine" / "bob.html").is_file()


def test_an_interrupted_grading_removes_no_page(written: Path) -> None:
    before = names(written)
    pages = ClassPages(written)
    pages.add(row_with("ann"))
    pages.add({**row_with("bob"), "status": "no grade", "points": None, "reason": "no process"})
    assert names(written) == before


def test_earlier_pages_are_kept_if_the_new_page_of_the_class_cannot_be_written(written: Path) -> None:
    pages, before = ClassPages(written), names(written)
    (written / "index.html").unlink()
    (written / "index.html").mkdir()
    with pytest.raises(GradingError, match=r"index.html: cannot be written"):
        pages.finish(ClassGrades({"q2": 4}))
    assert names(written) == before


def test_an_earlier_page_that_cannot_be_removed_is_reported(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unlink = Path.unlink

    def unlink_or_refuse(path: Path, *, missing_ok: bool = False) -> None:
        if path.name == "bob.html":
            raise PermissionError(13, "Permission denied")
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink_or_refuse)
    with pytest.raises(GradingError, match=r"bob.html: .* cannot be removed: Permission denied"):
        write_pages(written, row_with("ann"), row_with("eve"))
    assert names(written) == {"index.html", "ann.html", "bob.html", "eve.html"}, "the others are removed"
    assert "eve.html" in (written / "index.html").read_text()


def test_earlier_pages_are_kept_if_a_new_page_cannot_be_written(written: Path) -> None:
    (written / "ann.html").unlink()
    (written / "ann.html").mkdir()
    with pytest.raises(GradingError, match=r"ann.html: cannot be written"):
        write_pages(written, row_with("ann"))
    assert {"bob.html", "bug-no_pruning.html", "bug-no_search.html"} <= names(written)


def test_a_second_grading_of_a_folder_replaces_the_pages(
    handed_in: Path, tmp_path: Path, grade: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("ann", "bob"):
        (handed_in / f"{name}.py").write_text(SOLVED)
    options = [handed_in, "-q", "q2", "--html", tmp_path / "pages", "--workers", 1]
    assert grade(*options) == 0
    earlier = names(tmp_path / "pages")
    assert {"ann.html", "bob.html"} <= earlier
    assert any(name.startswith("bug-") for name in earlier)
    (handed_in / "bob.py").unlink()
    (handed_in / "ann.py").write_text("def x(:\n")
    (tmp_path / "pages" / "notes.html").write_text("mine")
    capsys.readouterr()
    assert grade(*options) == 0
    assert f"{len(earlier) - 2} pages of an earlier grading removed" in capsys.readouterr().out
    assert names(tmp_path / "pages") == {"index.html", "ann.html", "notes.html"}
