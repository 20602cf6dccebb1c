"""Submissions in the folder of a class: layouts by people and course systems, and entries that must be refused."""

import os
import sys
import zipfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom import archives, intake
from autograder.classroom.archives import RefusedError, ZipSource
from autograder.classroom.exports import ExportedEntry
from autograder.classroom.intake import Submission, find_submissions, read_entry
from autograder.errors import GradingError
from autograder.student.submission_files import LARGEST_FILE, UnreadableError
from tests.wording import Naming, facts

CODE = b"x = 1\n"


def read(folder: Path) -> dict[str, Submission]:
    return {entry.id: read_entry(entry) for entry in find_submissions(folder)[0]}


def make_zip(path: Path, files: dict[str, bytes]) -> None:
    with ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def put(path: Path, content: bytes = CODE) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def test_a_file_for_each_student_sees_nothing_of_the_others(tmp_path: Path) -> None:
    put(tmp_path / "ann.py")
    put(tmp_path / "张伟.py", b"y = 2\n")
    found = read(tmp_path)
    assert {id: submission.files for id, submission in found.items()} == {
        "ann": {"ann.py": CODE},
        "张伟": {"张伟.py": b"y = 2\n"},
    }
    assert found["ann"].sha256 == sha256(CODE).hexdigest()


def test_layouts_of_course_systems_and_of_people(tmp_path: Path) -> None:
    put(tmp_path / "submission_metadata.yml", b"submission_1:\n  :score: 3\n")
    put(tmp_path / "submission_1" / "multiAgents.py")
    put(tmp_path / "submission_1" / "helper.py", b"h = 1\n")
    put(tmp_path / "Zoë Li_77_assignsubmission_file_" / "multiAgents.py")
    make_zip(tmp_path / "bob.zip", {"project/multiAgents.py": CODE, "project/util.py": b"", "other/x.py": b""})
    put(tmp_path / "deep" / "src" / "multiAgents.py")
    put(tmp_path / "deep" / "src" / "old" / "multiAgents.py")
    put(tmp_path / "other-name" / "agents.py")
    put(tmp_path / "moodle-zip" / "x", b"")
    make_zip(tmp_path / "moodle-zip" / "work.zip", {"multiagents.py": CODE, "__MACOSX/._multiAgents.py": b"\0"})
    found = read(tmp_path)
    assert {id: (s.name, sorted(s.files), s.problem) for id, s in found.items()} == {
        "77": ("multiAgents.py", ["multiAgents.py"], ""),
        "bob": ("multiAgents.py", ["multiAgents.py", "util.py"], ""),
        "deep": ("multiAgents.py", ["multiAgents.py"], ""),
        "moodle-zip": ("multiagents.py", ["multiagents.py"], ""),
        "other-name": ("agents.py", ["agents.py"], ""),
        "submission_1": ("multiAgents.py", ["helper.py", "multiAgents.py"], ""),
    }


def test_what_computers_leave_about_is_no_student(tmp_path: Path) -> None:
    put(tmp_path / "ann.py")
    put(tmp_path / ".DS_Store")
    put(tmp_path / "__MACOSX" / "._ann.py")
    put(tmp_path / "__pycache__" / "ann.cpython-311.pyc")
    entries, notes = find_submissions(tmp_path)
    assert ([entry.id for entry in entries], notes) == (["ann"], [])


def test_gradescope_s_export_may_lie_one_folder_deeper(tmp_path: Path) -> None:
    put(tmp_path / "__MACOSX" / "._assignment_5_export")
    put(tmp_path / "assignment_5_export" / "submission_metadata.yml", b"submission_9:\n  :score: 3\n")
    put(tmp_path / "assignment_5_export" / "submission_9" / "multiAgents.py")
    assert list(read(tmp_path)) == ["submission_9"]


def test_an_id_that_is_there_twice(tmp_path: Path) -> None:
    put(tmp_path / "ann.py")
    make_zip(tmp_path / "ann.zip", {"multiAgents.py": CODE})
    put(tmp_path / "ann" / "multiAgents.py")
    entries, notes = find_submissions(tmp_path)
    assert [entry.id for entry in entries] == ["ann", "ann.py", "ann.zip"]
    assert notes == [Naming("ann:", "3", "ann, ann.py, ann.zip")]


def test_every_id_is_one_submission_s(tmp_path: Path) -> None:
    """Some names look like the ids that other submissions get."""
    for name in ("bob.py", "bob.zip", "bob.py.py", "bob.py~2.py", "ann.py"):
        put(tmp_path / name)
    entries, notes = find_submissions(tmp_path)
    assert {entry.path.name: entry.id for entry in entries} == {
        "ann.py": "ann",
        "bob.py": "bob.py",
        "bob.py.py": "bob.py.py",
        "bob.py~2.py": "bob.py~2",
        "bob.zip": "bob.zip",
    }
    assert notes == [
        Naming("bob:", "2", "bob.py, bob.zip"),
        Naming("bob.py:", "bob.py.py"),
    ]
    (tmp_path / "bob.zip").unlink()
    (tmp_path / "carl.py").write_bytes(CODE)
    entries, _ = find_submissions(tmp_path)
    kept = {"ann.py": "ann", "bob.py.py": "bob.py.py", "bob.py~2.py": "bob.py~2"}
    assert kept.items() <= {entry.path.name: entry.id for entry in entries}.items(), "others do not matter"


@pytest.mark.skipif(sys.platform == "win32", reason="names that Unix takes")
def test_names_that_print_alike_have_different_ids(tmp_path: Path) -> None:
    names = ["a\x01.py", "a\x02.py", "a\ufffd.py", "b\\xff.py", os.fsdecode(b"b\xff.py"), os.fsdecode(b"b\xff.zip")]
    for name in names:
        (tmp_path / name).write_bytes(CODE)
    ids = {entry.path.name: entry.id for entry in find_submissions(tmp_path)[0]}
    assert len(set(ids.values())) == len(names)
    assert all(id.isprintable() for id in ids.values())
    (tmp_path / "c.py").write_bytes(CODE)
    assert {entry.path.name: entry.id for entry in find_submissions(tmp_path)[0]} == {**ids, "c.py": "c"}


@given(st.sets(st.text("ab.~2/p\x01\ufffd", min_size=1, max_size=6).map(lambda text: text.replace("/", ".py"))))
def test_ids_are_unique_whatever_the_names(names: set[str]) -> None:
    paths = [Path(f"nowhere-at-all/{name}{end}") for name in names for end in ("", ".py", ".zip") if name.strip(".")]
    entries, _ = intake._with_ids([ExportedEntry(path, path.name) for path in dict.fromkeys(paths)])
    assert len({entry.id for entry in entries}) == len(entries) == len(set(paths))


@given(st.sets(st.sampled_from(["bob", "bob.py", "bob.zip", "bob~2", "bob~2.zip", "ann", "ann.py"])), st.data())
def test_ids_in_a_file_of_grades_stay_unique(known: set[str], data: st.DataObject) -> None:
    names = data.draw(st.sets(st.sampled_from(["bob", "bob.py", "bob.zip", "bob~2.zip", "ann.py", "ann.zip"])))
    paths = [Path(f"nowhere-at-all/{name}") for name in names]
    entries, _ = intake._with_ids([ExportedEntry(path, path.name) for path in paths])
    found = intake.under_known_ids(entries, known)
    assert len({entry.id for entry in found}) == len(names)
    assert {entry.path for entry in found} == set(paths)


def test_a_known_id_that_two_files_could_have_had_is_given_to_neither(tmp_path: Path) -> None:
    for name in ("bob.py", "bob.zip", "ann.py"):
        put(tmp_path / name)
    entries, _ = find_submissions(tmp_path)
    assert [entry.id for entry in intake.under_known_ids(entries, {"bob", "ann"})] == ["ann", "bob.py", "bob.zip"]


def test_ids_that_look_alike_are_told(tmp_path: Path) -> None:
    for name in ("ann.py", "Ann Lee.py", "ann lee.zip", "Jose\u0301.py", "Jos\u00e9.zip"):
        put(tmp_path / name)
    entries, notes = find_submissions(tmp_path)
    assert [entry.id for entry in entries] == ["Ann Lee", "Jose\u0301", "Jos\u00e9", "ann", "ann lee"]
    assert notes == [Naming("Ann Lee, ann lee:"), Naming("Jose\u0301, Jos\u00e9:")]


def test_what_is_no_submission_is_told(tmp_path: Path) -> None:
    put(tmp_path / "ann.py")
    put(tmp_path / "notes.txt")
    put(tmp_path / ".DS_Store")
    assert find_submissions(tmp_path)[1] == [Naming("notes.txt:", "Python file", "folder", "zip file")]


def test_what_a_student_typed_beside_a_file_is_no_second_student(tmp_path: Path) -> None:
    put(tmp_path / "Ann Lee_1_assignsubmission_file_" / "multiAgents.py")
    put(tmp_path / "Bob_2_assignsubmission_file_agents.py")
    for name in ("Ann Lee_1", "Bob_2", "Cy_3"):
        put(tmp_path / f"{name}_assignsubmission_onlinetext_" / "onlinetext.html")
    assert {id: submission.problem for id, submission in read(tmp_path).items()} == {
        "1": "",
        "2": "",
        "3": Naming("no multiAgents.py", "no Python file"),
    }
    assert find_submissions(tmp_path)[1] == [
        Naming(f"{name}_assignsubmission_onlinetext_:", "file is graded") for name in ("Ann Lee_1", "Bob_2")
    ]


@pytest.mark.parametrize("name", ["ann.rar", "ann.7Z", "ann.tgz", "ann.ipynb"])
def test_work_in_another_form_has_its_row(name: str, tmp_path: Path) -> None:
    put(tmp_path / name)
    assert read(tmp_path)["ann"].problem == Naming(f"{name}:", "Python file", "zip file", "expected")


def test_an_empty_folder_and_the_folder_of_one_student(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GradingError, match=facts(str(tmp_path), "expected", "file, folder or zip file")):
        find_submissions(tmp_path)
    put(tmp_path / "multiAgents.py")
    put(tmp_path / "util.py")
    with pytest.raises(GradingError, match=facts(str(tmp_path), "expected", str(tmp_path / "multiAgents.py"))):
        find_submissions(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GradingError, match=facts("expected multiAgents.py", "folder")):
        find_submissions(Path())


def test_a_folder_whose_files_may_not_be_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, **_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    put(tmp_path / "ann.py")
    monkeypatch.setattr(Path, "stat", refuse)
    with pytest.raises(GradingError, match=r"cannot be read: Permission denied$"):
        find_submissions(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of Unix")
def test_links_pipes_and_emptiness_are_refused(tmp_path: Path) -> None:
    put(tmp_path / "secret", b"root:x:0:0")
    folder = tmp_path / "class"
    put(folder / "empty.py", b" \n")
    (folder / "link.py").symlink_to(tmp_path / "secret")
    (folder / "folder-link").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.py")
    (folder / "void").mkdir()
    put(folder / "two" / "a.py")
    put(folder / "two" / "b.py")
    put(folder / "inner" / "helper.py")
    (folder / "inner" / "multiAgents.py").symlink_to(tmp_path / "secret")
    put(folder / "beside" / "multiAgents.py")
    (folder / "beside" / "link.py").symlink_to(tmp_path / "secret")
    os.mkfifo(folder / "beside" / "pipe.py")
    (folder / "beside" / "old").mkdir()
    (folder / "beside" / "old" / "multiAgents.py").symlink_to("../multiAgents.py")
    put(folder / "binary.py", b"\xff\xfe")
    put(folder / "large.py", b"#" * 2**21)
    found = read(folder)
    assert {id: submission.problem for id, submission in found.items()} == {
        "beside": "",
        "binary": found["binary"].problem,
        "empty": Naming("empty.py:", "empty", "expected a Python file"),
        "folder-link": Naming("folder-link:", "link", "expected a Python file", "folder", "zip file"),
        "inner": Naming("multiAgents.py:", "link", "expected a Python file"),
        "large": Naming("large.py:", "1,048,576 bytes", "expected a Python file"),
        "link": Naming("link.py:", "link", "expected a Python file", "folder", "zip file"),
        "pipe": Naming("pipe.py:", "pipe", "expected a Python file", "folder", "zip file"),
        "two": Naming("no multiAgents.py", "a.py, b.py"),
        "void": Naming("no multiAgents.py", "no Python file"),
    }
    assert found["binary"].problem == Naming("binary.py:", "not text")
    assert found["beside"].notes == (
        Naming("link.py:", "link"),
        Naming("old/multiAgents.py:", "link"),
        Naming("pipe.py:", "pipe"),
    )
    assert list(found["beside"].files) == ["multiAgents.py"]
    assert not any(submission.is_unread for submission in found.values())


def test_zip_files_that_want_out_or_want_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_zip(tmp_path / "up.zip", {"../multiAgents.py": CODE})
    make_zip(tmp_path / "root.zip", {"/etc/multiAgents.py": CODE})
    make_zip(tmp_path / "back.zip", {"a\\..\\..\\multiAgents.py": CODE})
    make_zip(tmp_path / "drive.zip", {"C:/multiAgents.py": CODE})
    make_zip(tmp_path / "bomb.zip", {"multiAgents.py": b" " * 2**24})
    make_zip(tmp_path / "inner.zip", {"work.zip": b"PK"})
    make_zip(tmp_path / "dot.zip", {".": CODE, "multiAgents.py": CODE})
    make_zip(tmp_path / "nameless.zip", {"?": CODE})
    put(tmp_path / "nameless.zip", (tmp_path / "nameless.zip").read_bytes().replace(b"?", b"\0"))
    put(tmp_path / "none.zip", b"PK\x03\x04 not really")
    link = ZipInfo("multiAgents.py")
    link.external_attr = 0o120777 << 16
    with ZipFile(tmp_path / "link.zip", "w") as archive:
        archive.writestr(link, "/etc/passwd")
    with ZipFile(tmp_path / "lzma.zip", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("multiAgents.py", CODE)
    monkeypatch.setattr(archives, "MOST_ENTRIES", 50)
    make_zip(tmp_path / "many.zip", {f"{number}.txt": b"" for number in range(51)})
    problems = {id: submission.problem for id, submission in read(tmp_path).items()}
    assert problems == {
        "back": Naming("a/../../multiAgents.py:", "out of the zip file"),
        "bomb": Naming("multiAgents.py:", "more than 1,048,576 bytes"),
        "dot": Naming("a file without a name"),
        "drive": Naming("C:/multiAgents.py:", "out of the zip file"),
        "inner": Naming("no multiAgents.py", "zip file"),
        "link": Naming("multiAgents.py:", "link", "expected a Python file"),
        "lzma": Naming("multiAgents.py:", "compressed", "expected deflate"),
        "many": Naming("more than 50 files"),
        "nameless": Naming("a file without a name"),
        "none": Naming("not a zip file", "File is not a zip file"),
        "root": Naming("/etc/multiAgents.py:", "out of the zip file"),
        "up": Naming("../multiAgents.py:", "out of the zip file"),
    }


@pytest.mark.parametrize(
    "names", [("multiAgents.py",) * 2, ("x/multiAgents.py", "x\\multiAgents.py"), ("a.txt", "./a.txt")]
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_of_one_name_are_refused(tmp_path: Path, names: tuple[str, str]) -> None:
    """Programs disagree on which of them to unpack."""
    with ZipFile(tmp_path / "ann.zip", "w") as archive:
        for name in ("agents.py", *names):
            info = ZipInfo("z")
            info.filename = name
            archive.writestr(info, name)
    ann = read(tmp_path)["ann"]
    name = names[0]
    assert (ann.problem, ann.is_unread) == (Naming(name, "several times", "expected once"), False)


@pytest.mark.parametrize("name", ["n" * 253 + ".py", "张" * 85 + ".py"], ids=["ascii", "chinese"])
def test_a_name_that_is_too_long_is_the_submission_s_fault(tmp_path: Path, name: str) -> None:
    size = len(name.encode())
    make_zip(tmp_path / "ann.zip", {"hw/multiAgents.py": CODE, f"hw/{name}": CODE})
    make_zip(tmp_path / "bob.zip", {f"hw/{name}": CODE})
    make_zip(tmp_path / "cy.zip", {"hw/multiAgents.py": CODE, f"hw/lib/{name}": CODE, f"hw/{name}.docx": b""})
    found = read(tmp_path)
    refused = Naming(f"{name[:40]}…:", f"{size} bytes", "at most 255")
    assert [(found[id].problem, found[id].is_unread) for id in ("ann", "bob")] == [(refused, False)] * 2
    assert found["cy"].problem == "", "what is not written anywhere may have any name"


def test_links_in_a_zip_file_are_left_out_as_in_a_folder(tmp_path: Path) -> None:
    """A project that was packed with its virtual environment contains links."""
    with ZipFile(tmp_path / "ann.zip", "w") as archive:
        archive.writestr("hw/multiAgents.py", CODE)
        for name in ("hw/env/bin/python", "hw/.venv/bin/python", "hw/helper.py"):
            link = ZipInfo(name)
            link.external_attr = 0o120755 << 16
            archive.writestr(link, "/etc/passwd")
        folder = ZipInfo("hw/env")  # as some programs write it, without a slash
        folder.external_attr = 0o040755 << 16
        archive.writestr(folder, b"")
    ann = read(tmp_path)["ann"]
    assert ann.files == {"multiAgents.py": CODE}
    assert ann.notes == (Naming("hw/env/bin/python:", "link"), Naming("hw/helper.py:", "link"))


def test_packages_are_left_out_and_told(tmp_path: Path) -> None:
    put(tmp_path / "ann" / "hw" / "multiAgents.py", b"import lib.deep.tree\n")
    put(tmp_path / "ann" / "hw" / "lib" / "deep" / "tree.py")
    put(tmp_path / "ann" / "hw" / "lib" / "__init__.py")
    put(tmp_path / "ann" / "other" / "notes.py")
    ann = read(tmp_path)["ann"]
    assert list(ann.files) == ["multiAgents.py"]
    assert ann.notes == (Naming("Python files in hw/lib, hw/lib/deep:", "multiAgents.py"),)


def test_a_fault_of_ours_costs_one_submission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(content: bytes) -> None:
        raise IndexError("out of range")

    put(tmp_path / "ann.py")
    make_zip(tmp_path / "bob.zip", {"multiAgents.py": CODE})
    monkeypatch.setattr(archives, "ZipSource", stumble)
    found = read(tmp_path)
    assert (found["ann"].problem, found["ann"].is_unread) == ("", False)
    assert (found["bob"].problem, found["bob"].is_unread) == (
        Naming("the grader failed:", "IndexError: out of range"),
        True,
    )


def test_a_bomb_is_known_by_what_it_says_of_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LARGEST_UNPACKED", 2**20)
    make_zip(tmp_path / "bob.zip", {"multiAgents.py": CODE, "data.bin": b"\0" * 2**21})
    assert read(tmp_path)["bob"].problem == Naming("the zip file", "2,097,158 bytes", "at most 1,048,576")


@given(st.binary(max_size=300), st.integers(0, 300), st.binary(min_size=1, max_size=4))
def test_a_zip_file_may_hold_anything(garbage: bytes, place: int, change: bytes) -> None:
    """Garbage, or a good file with some bytes changed, is read or refused in one line."""
    buffer = BytesIO()
    with ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("multiAgents.py", CODE * 20)
    good = buffer.getvalue()
    for content in (garbage, good[:place] + change + good[place + len(change) :]):
        try:
            source = ZipSource(content)
            for name in source.names:
                assert len(source.read(name)) <= LARGEST_FILE
        except RefusedError as error:
            assert str(error).isprintable() or "\n" not in str(error)


@pytest.mark.skipif(sys.platform == "win32" or os.getuid() == 0, reason="root reads everything")
def test_what_we_may_not_read_is_not_the_students_fault(tmp_path: Path) -> None:
    put(tmp_path / "ann.py")
    (tmp_path / "ann.py").chmod(0)
    assert read(tmp_path)["ann"].is_unread


def test_a_helper_that_we_may_not_read_is_not_the_students_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "ann" / "multiAgents.py", b"import helper\n")
    put(tmp_path / "ann" / "helper.py")

    def read_regular_file(path: Path, *_: object, **__: object) -> bytes:
        if path.name == "helper.py":
            raise UnreadableError("helper.py: cannot be read: Permission denied")
        return path.read_bytes()

    monkeypatch.setattr(archives, "read_regular_file", read_regular_file)
    assert read(tmp_path)["ann"] == Submission(
        "ann", problem="helper.py: cannot be read: Permission denied", is_unread=True
    )


def test_a_python_file_in_capitals(tmp_path: Path) -> None:
    put(tmp_path / "ANN.PY")
    put(tmp_path / "bob" / "MULTIAGENTS.PY")
    make_zip(tmp_path / "cy.zip", {"HW/AGENTS.PY": CODE})
    found = read(tmp_path)
    assert [submission.problem for submission in found.values()] == ["", "", ""]
    assert [submission.files for submission in found.values()] == [{intake.MAIN: CODE}] * 3


def test_several_zip_files_in_a_folder(tmp_path: Path) -> None:
    put(tmp_path / "ann" / "a.zip")
    put(tmp_path / "ann" / "b.zip")
    assert read(tmp_path)["ann"].problem == Naming("no multiAgents.py", "2 zip files")


def test_a_name_that_hides_a_module_is_changed(tmp_path: Path) -> None:
    for name in ("random.py", "util.py", "numpy.py", "ann.py"):
        put(tmp_path / name)
    assert {id: submission.name for id, submission in read(tmp_path).items()} == {
        "ann": "ann.py",
        "numpy": "multiAgents.py",
        "random": "multiAgents.py",
        "util": "multiAgents.py",
    }


def test_names_in_signs_that_do_not_print(tmp_path: Path) -> None:
    (tmp_path / "a\n=cmd.py").write_bytes(CODE)
    (tmp_path / os.fsdecode(b"b\xff.py")).write_bytes(CODE)
    found = read(tmp_path)
    assert list(found) == ["a =cmd", "b\\xff"]
    assert [submission.name for submission in found.values()] == [intake.MAIN, intake.MAIN]


def test_names_that_are_spelled_with_joiners(tmp_path: Path) -> None:
    put(tmp_path / "علی\u200cرضا" / "multiAgents.py")
    assert list(read(tmp_path)) == ["علی\u200cرضا"]
