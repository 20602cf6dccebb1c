"""Write exports of submissions and gradebooks as Moodle, Canvas and Gradescope do.

`python tests/classroom/course_exports.py FOLDER` writes all of them, to try the grader by hand.
"""

import csv
import io
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
CRLF = "\r\n"


def csv_text(
    rows: Sequence[Sequence[str]], *, ending: str = "\n", quote_all: bool = False, delimiter: str = ","
) -> str:
    text = io.StringIO()
    if quote_all:
        csv.writer(text, lineterminator=ending, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(rows)
    else:
        csv.writer(text, lineterminator=ending, delimiter=delimiter).writerows(rows)
    return text.getvalue()


def put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def write_moodle(folder: Path, right: bytes, wrong: bytes) -> Path:
    """Write folders, loose files, typed text and a team, and return the grading worksheet."""
    end = "_assignsubmission_file_"
    put(folder / f"Ada Lovelace_101{end}" / "multiAgents.py", right)
    put(folder / "Ada Lovelace_101_assignsubmission_onlinetext_" / "onlinetext.html", b"<p>see file</p>")
    put(folder / f"Jörg Müller-Öz_102{end}multiAgents.py", wrong)
    put(folder / f"Jörg Müller-Öz_102{end}report.pdf", PDF)
    put(folder / f"张伟_103{end}" / "report.pdf", PDF)
    for name, number in (("Ann Lee", 104), ("Bob Ray", 105)):
        put(folder / f"Team 7-{name}_{number}{end}" / "multiAgents.py", wrong)
    header: tuple[str, ...] = ("Identifier", "Full name", "ID number", "Email address", "Status", "Grade")
    header += (
        "Maximum Grade",
        "Grade can be changed",
        "Last modified (submission)",
        "Last modified (grade)",
        "Feedback comments",
    )
    names = ("Ada Lovelace", "Jörg Müller-Öz", "张伟", "Ann Lee", "Bob Ray", 'Carl "CJ" Jay, jr.')
    rows = [
        (
            *(f"Participant {number}", name, f"s{number}", f"s{number}@x.edu", "Submitted for grading", "", "10.00"),
            *("Yes", "Wednesday, 4 March 2026, 9:00 PM", "-", 'good,\r\n"very" good' if number == 103 else ""),
        )
        for number, name in enumerate(names, start=101)
    ]
    worksheet = folder.parent / "moodle.csv"
    worksheet.write_bytes("\ufeff".encode() + csv_text([header, *rows], ending=CRLF).encode())
    return worksheet


def write_canvas(folder: Path, right: bytes, wrong: bytes) -> Path:
    """Write several attempts, helpers, late marks, a PDF and typed text, and return the gradebook."""
    files = {
        "lovelaceada_LATE_2001_90_multiAgents-2.py": right,
        "lovelaceada_2001_50_multiAgents.py": b"def (",
        "lovelaceada_2001_51_helper.py": b"old = 1\n",
        "lovelaceada_LATE_2001_89_helper-1.py": b"new = 1\n",
        "lovelaceada_2001_70_multiAgents-1.py": b"def (",
        "müllerjörg_2002_60_multiAgents.py": wrong,
        "zhangwei_2003_61_report.pdf": PDF,
        "leeann_2004_text.html": b"<p>I have no file</p>",
    }
    for name, content in files.items():
        put(folder / name, content)
    header = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Quiz (1)", "Project 2 (4711)", "Final Score")
    rows: list[Sequence[str]] = [
        ("", "", "", "", "", "", "Manual Posting", ""),
        ("    Points Possible", "", "", "", "", "5", "10.00", "(read only)"),
        ("Lovelace, Ada", "2001", "s1", "ada@x.edu", "Lab 1, early", "3", "", "30.0"),
        ("Müller, Jörg", "2002", "s2", "joerg@x.edu", "Lab 1, early", "4.50", "7", "31.0"),
        ("Zhang, Wei", "2003", "s3", "wei@x.edu", "Lab 2", "", "", ""),
        ("Lee, Ann", "2004", "s4", "ann@x.edu", "Lab 2", "", "", ""),
        ("Ray, Bob", "2005", "s5", "bob@x.edu", "Lab 2", "5", "", ""),
        ("Student, Test", "2999", "", "", "Lab 2", "", "", ""),
    ]
    gradebook = folder.parent / "canvas.csv"
    gradebook.write_bytes(csv_text([header, *rows]).encode())
    return gradebook


def write_gradescope(folder: Path, right: bytes, wrong: bytes) -> Path:
    """Write a group, a late submission and one without a student id, and return a roster."""
    submissions: Mapping[str, tuple[bytes, str, Sequence[tuple[str, str, str]]]] = {
        "submission_11": (
            right,
            "2026-03-01 22:30:00.123456000 Z",
            [("Ada Lovelace", "s1", "ada@x.edu"), ("张伟", "s3", "wei@x.edu")],
        ),
        "submission_12": (wrong, "2026-03-02 22:59:00.000000000 Z", [("Jörg Müller", "s2", "joerg@x.edu")]),
        "submission_13": (b"def (", "2026-03-04 23:59:01.000000000 Z", [("Ann Lee", "", "ann@x.edu")]),
    }
    lines = ["---"]
    for name, (content, time, students) in submissions.items():
        put(folder / name / "multiAgents.py", content)
        lines += [f"{name}:", "  :submitters:"]
        for student, sid, email in students:
            lines += [f"  - :name: {student}", f"    :sid: '{sid}'", f"    :email: {email}"]
        lines += [f"  :created_at: {time}", "  :score: 3.0", "  :results:", "    tests: [{name: a, output: '}{'}]"]
    put(folder / "submission_metadata.yml", ("\n".join(lines) + "\n").encode())
    roster = folder.parent / "gradescope.csv"
    header = ("First Name", "Last Name", "SID", "Email", "Role")
    rows = [("Ada", "Lovelace", "s1", "ada@x.edu", "Student"), ("Wei", "Zhang", "s3", "wei@x.edu", "Student")]
    rows += [("Jörg", "Müller", "s2", "joerg@x.edu", "Student"), ("Ann", "Lee", "s4", "Ann@X.edu", "Student")]
    rows += [("Bob", "Ray", "s5", "bob@x.edu", "Student")]
    roster.write_bytes(csv_text([header, *rows], quote_all=True, delimiter=";").encode())
    return roster


if __name__ == "__main__":
    for write in (write_moodle, write_canvas, write_gradescope):
        print(write(Path(sys.argv[1], write.__name__.removeprefix("write_")), b"right = 1\n", b"wrong = 1\n"))
