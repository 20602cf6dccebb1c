"""The grammar of the files of an assignment."""

from pathlib import Path

import pytest

from autograder.assignment.case_files import CaseFile, properties_text
from autograder.errors import GradingError

PATH = Path("q1/a.test")


def read(text: str) -> CaseFile:
    return CaseFile.from_text(text, PATH)


def test_one_line_values() -> None:
    file = read('# all of this is a comment\n\nclass: "A"  # so is this\nkey with blanks:"b"\nempty: ""\n')
    assert file.values == {"class": "A", "key with blanks": "b", "empty": ""}
    assert file.lines == {"class": 3, "key with blanks": 4, "empty": 5}


def test_blocks_are_taken_as_they_are() -> None:
    file = read('a: """\n  one # kept\n\n"two"\n"""\nb: "x"')
    assert file.values == {"a": '  one # kept\n\n"two"', "b": "x"}
    assert [file.place(number) for number, _ in file.rows("a")] == ["q1/a.test:2", "q1/a.test:4"]


def test_an_empty_block() -> None:
    assert read('a: """\n"""').values == {"a": ""}


def test_later_values_win() -> None:
    assert read('a: "1"\na: "2"').values == {"a": "2"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("what is this", "q1/a.test:1: cannot be read"),
        ('a: "1"\nb: "say "hi""', "q1/a.test:2: cannot be read"),
        ('a: "1" b', "q1/a.test:1: cannot be read"),
        ('\na: """\nno end', "q1/a.test:2: the value that begins here is not closed"),
        ('a: "half # comment"', "q1/a.test:1: cannot be read"),
    ],
)
def test_errors_name_file_and_line(text: str, message: str) -> None:
    with pytest.raises(GradingError, match=message):
        read(text)


def test_numbers() -> None:
    file = read('\nn: "3"\nx: "2.5"\nlist: "500 1000.5"\nbad: "three"')
    assert file.whole_number("n") == 3
    assert file.number("x") == 2.5
    assert file.numbers("list") == [500, 1000.5]
    assert file.numbers("missing") == []
    assert file.whole_number("missing", default=7) == 7
    for ask in (file.whole_number, file.number, file.numbers):
        with pytest.raises(GradingError, match="q1/a.test:5: bad is 'three'; expected"):
            ask("bad")
    with pytest.raises(GradingError, match="q1/a.test: no 'missing'; expected a line missing:"):
        file.required("missing")


def test_what_is_written_is_read_back() -> None:
    values = {"a": "plain", "b": "two\nlines", "c": 'a "quote"', "d": "a # sign", "e": ""}
    assert read(properties_text(values, "comment\nof two lines")).values == values


def test_unreadable_files(tmp_path: Path) -> None:
    (tmp_path / "CONFIG").write_bytes(b'class: "\xff"')
    with pytest.raises(GradingError, match="CONFIG: byte 9 is not text"):
        CaseFile.read(tmp_path / "CONFIG")
    with pytest.raises(GradingError, match="cannot be read"):
        CaseFile.read(tmp_path / "nothing")
