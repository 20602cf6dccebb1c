"""Berkeley's flags on the command line of this project."""

from pathlib import Path

import pytest

from agents import load_agent
from commands.cli import COMMANDS, main
from commands.handout.old_flags import new_spelling
from tests.wording import assert_refusal

TEMPLATE = Path(__file__).parents[2] / "examples" / "student" / "multiAgents.py"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("--frameTime", "--frame-time"),
        ("--frameTime=0", "--frame-time=0"),
        ("--numghosts", "--num-ghosts"),
        ("--textGraphics", "--text"),
        ("--frame-time", "--frame-time"),
        ("--noSuchThing", "--noSuchThing"),
        ("frameTime", "frameTime"),
        ("-frameTime", "-frameTime"),
    ],
)
def test_spellings(typed: str, meant: str) -> None:
    assert new_spelling(typed, {"--frame-time", "--num-ghosts", "--text"}) == meant


def test_old_and_camel_case_flags_are_understood(capsys: pytest.CaptureFixture[str]) -> None:
    old = "--quietTextGraphics --pacman MinimaxAgent --agentArgs evalFn=better,depth=1 --numGames 2 --numghosts 1"
    assert main(["-l", "small", "--maxMoves", "9", "--fixRandomSeed", "-c", *old.split()]) == 0
    first = capsys.readouterr()
    new = "--quiet --pacman MinimaxAgent --agent-args evaluation=better,depth=1 --num-games 2 --num-ghosts 1"
    assert main(["-l", "small", "--max-moves", "9", "-f", *new.split()]) == 0
    assert capsys.readouterr() == first
    assert first.err == ""


def test_games_and_the_students_file_go_by_their_old_names(capsys: pytest.CaptureFixture[str]) -> None:
    batch = "batch --pacman ReflexAgent --layout small --numGames 2 --maxMoves 3 --workers 1 --json -"
    assert main(batch.split()) == 0
    assert '"games": 2' in capsys.readouterr().out
    old = f"grade --student-code {TEMPLATE} --no-graphics --print-tests -t q2/01-lecture-three-by-three"
    assert main(old.split()) == 0
    assert "alg: MinimaxAgent" in capsys.readouterr().out


def test_they_are_not_shown_in_help(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        with pytest.raises(SystemExit):
            main([command, "--help"])
        shown = capsys.readouterr().out
        for flag in (
            "--numTraining",
            "--num-training",
            "-x ",
            "--catch",
            "--record-actions",
            "--replay",
            "--frameTime",
            "--student-code",
            "graphics",
        ):
            assert flag not in shown


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        (["-x", "5"], ["run.py play: -x: ", "reinforcement learning"]),
        (["--numTraining", "many"], ["run.py play: ", "-x/--num-training: 'many'", "whole number"]),
        (["--frameTime", "soon"], ["run.py play: ", "--frame-time: 'soon'", "number"]),
        (["--numGmaes", "2"], ["run.py play: ", "option '--numGmaes'", "'--num-games'?"]),
        (["--numghost", "2"], ["run.py play: ", "option '--numghost'", "'--num-ghosts'?"]),
        (["grade", "x.py", "--gs-output"], ["run.py grade: --gs-output: ", "--gradescope FILE"]),
        (["grade", "--code-directory", "."], ["run.py grade: --code-directory: ", "path", "student's file"]),
        (["grade", "--edx-output", "-q", "q1"], ["run.py grade: --edx-output: ", "edX", "--html"]),
    ],
)
def test_mistyped_flags(words: list[str], facts: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(words)
    except SystemExit as end:
        code = int(str(end.code))
    assert code == 2
    assert_refusal(capsys.readouterr().err, *facts)


def test_a_namesake_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("multiAgents.py").write_text("class MinimaxAgent:\n    pass\nraise SystemExit('never run')\n")
    quick = ["-q", "-l", "small", "--max-moves", "3"]
    assert main([*quick, "-p", "MinimaxAgent"]) == 0
    facts = "MinimaxAgent", "built-in", "multiAgents.py:MinimaxAgent", "this folder"
    assert_refusal(capsys.readouterr().err, *facts)
    assert main([*quick, "-p", "GreedyAgent"]) == 0
    assert capsys.readouterr().err == ""
    few = ["-l", "small", "-n", "1", "--workers", "1", "--max-moves", "3"]
    assert main(["batch", "-p", "MinimaxAgent,depth=1", *few]) == 0
    assert_refusal(capsys.readouterr().err.splitlines()[0], *facts)


def test_an_agent_that_was_not_named_needs_no_note_and_two_share_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("multiAgents.py").write_text("class ExpectimaxAgent:\n    pass\nclass ReflexAgent:\n    pass\n")
    assert main(["-q", "-l", "small", "--max-moves", "3"]) == 0
    assert "built-in" not in capsys.readouterr().err, "ExpectimaxAgent is the default"
    assert main(["-q", "-l", "small", "--max-moves", "3", "-p", "ExpectimaxAgent"]) == 0
    assert capsys.readouterr().err.count("is the built-in agent") == 1
    few = ["-l", "small", "-n", "2", "--workers", "1", "--max-moves", "3"]
    assert main(["compare", "ReflexAgent", "ExpectimaxAgent,depth=1", *few]) == 0
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "built-in" in line]
    theirs = "multiAgents.py:ReflexAgent", "multiAgents.py:ExpectimaxAgent"
    assert_refusal(line, "ReflexAgent", "ExpectimaxAgent", "built-in", *theirs, "this folder")


def test_berkeleys_names_of_evaluations() -> None:
    for name in ("better", "betterEvaluationFunction"):
        assert load_agent("MinimaxAgent", evalFn=name).search is not None
    assert load_agent("MinimaxAgent", evalFn="scoreEvaluationFunction", depth="1").made_as.arguments == {
        "evaluation": "score",
        "depth": "1",
    }
