"""Every command works with an output encoding of few characters, as files and pipes have on Windows."""

import io
import os
import runpy
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from commands.cli import main
from commands.shared.output import run_program

ROOT = Path(__file__).parent.parent
STUDENT = "class Talker:\n    def getAction(self, state):\n        print('→ é 漢')\n        return 'Stop'\n"


def streams(monkeypatch: pytest.MonkeyPatch, encoding: str) -> tuple[io.TextIOWrapper, io.TextIOWrapper]:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    return out, err


def written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize(
    ("command", "result"),
    [
        ("table", "minimax/adversarial"),
        ("batch -p GreedyAgent -l small -n 2 --workers 1", "GreedyAgent"),
        ("compare GreedyAgent ReflexAgent -l small -n 2 --workers 1", "same seeds"),
        ("solve -l lecture", "perfect play"),
        ("play -t -l trap --seed 1 -p {student}:Talker --max-moves 4", "Stopped after 4 moves."),
        ("play -q -l trap --seed 1 -p {student}:Talker --max-moves 4", "Stopped after 4 moves."),
        ("play --help", "K=V,"),
        ("agents", "danger-N"),
        ("grade examples/student/multiAgents.py -t q3/01-lecture-three-by-three", "FAIL"),
    ],
)
def test_a_command_tells_its_results(
    command: str, result: str, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    (tmp_path / "mine.py").write_text(STUDENT, encoding="utf-8")
    out, _ = streams(monkeypatch, encoding)
    words = command.format(student=tmp_path / "mine.py").split()
    if "--help" in words:
        with pytest.raises(SystemExit):
            main(words)
    else:
        assert main(words) == 0
    assert result in written(out)


def test_a_grade_is_printed_by_a_separate_process() -> None:
    command = ["run.py", "grade", "examples/student/multiAgents.py", "-t", "q3/01-lecture-three-by-three"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    result = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, env=environment)
    assert result.returncode == 0, result.stderr
    text = result.stdout.decode("ascii")
    assert "FAIL" in text
    assert "Total: 0/" in text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize(
    ("example", "result"),
    [
        ("tic_tac_toe.py --demo --seed 1", "A draw."),
        ("coin_splitting.py --demo --seed 1", "wins."),
        ("reversi.py --demo --iterations 1 --seed 1", "X 2  O 2"),
        ("gomoku.py --demo --depth 1 --board 3 3 3", "moves. Time"),
    ],
)
def test_an_example_tells_its_game(example: str, result: str, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    out, _ = streams(monkeypatch, encoding)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))  # as for a program, which may import its neighbours
    name, *arguments = example.split()
    assert run_program(partial(runpy.run_path(str(ROOT / "examples" / name))["main"], arguments)) == 0
    assert result in written(out)


def test_a_sign_that_is_there_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    out, _ = streams(monkeypatch, "utf-8")
    assert main(["layouts", "trap"]) == 0
    print("● → …")
    print("\udcff")  # from a file name that is not valid text
    assert written(out).endswith("● → …\n?\n")


def test_an_error_is_printed_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    _, err = streams(monkeypatch, "ascii")
    assert main(["-l", "läbyrinth"]) == 2
    assert "unknown layout 'l?byrinth'" in written(err)
