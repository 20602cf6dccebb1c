"""A decision of a game as a fixed tree: the same decision, within limits, and files that other commands read."""

import re
from pathlib import Path

import pytest

from agents import ExpectimaxAgent, MinimaxAgent, RandomGhost
from autograder.diagnosis.case_explanation import load_case
from autograder.examples.example import judge_example
from commands.cli import main
from pacman import GameState, load_layout, play
from pacman.decision_case import AGENTS, MOST_STATES, TooLargeTreeError, decision_case, decision_cases
from pacman.errors import PacmanError
from pacman.layout import Layout

ROOM = Layout.from_text(["%%%%%%%", "%P.. G%", "%%%%%%%"], "room")


def states_of(name: str, seed: int) -> list[GameState]:
    """Return the states of a short game in which Pacman moves."""
    record = play(name, MinimaxAgent(depth=1), [RandomGhost(1)], seed=seed, max_moves=16)
    states = [*record.states()]
    return [state for state in states[:: states[0].num_agents] if not state.is_over]


@pytest.mark.parametrize("name", ["lecture", "small", "trap"])
def test_the_tree_has_the_decision_of_the_game(name: str, tmp_path: Path) -> None:
    states = states_of(name, 1)[:3]
    assert states
    for number, state in enumerate(states):
        depth = min(len(decision_cases(state)), 2)
        for alg, agent in (("MinimaxAgent", MinimaxAgent), ("ExpectimaxAgent", ExpectimaxAgent)):
            path = tmp_path / f"{number}{alg}.test"
            path.write_text(decision_case(state, depth, alg))
            case = load_case(path)
            found = agent(depth=depth, evaluation="score", engine="python").search(state)
            assert case.expected.actions[0] == found.action  # type: ignore[union-attr]
            verdict = judge_example(f'{path.read_text()}expect_value: "{found.value}"', "mine.test")
            assert (verdict.problem, verdict.wrong) == ("", ())


def test_a_tree_that_is_too_large_names_the_largest_depth_that_fits() -> None:
    state = GameState.initial(load_layout("medium"), 2)
    most = len(decision_cases(state))
    assert most >= 1
    assert decision_case(state, most).count("\n") > 20
    with pytest.raises(
        TooLargeTreeError, match=rf"than {MOST_STATES} states .* the largest depth that fits is {most}$"
    ):
        decision_case(state, most + 1)


def test_all_cases_of_a_decision_are_those_of_each_depth() -> None:
    state = GameState.initial(ROOM)
    cases = decision_cases(state, "ExpectimaxAgent")
    assert cases == [decision_case(state, depth, "ExpectimaxAgent") for depth in (1, 2, 3, 4)]


def test_the_states_of_a_tree_are_counted() -> None:
    """The corridor's tree: Pacman has two actions, the ghost one or two; written out by hand."""
    state = GameState.initial(ROOM)
    text = decision_case(state, 1)
    (moves,) = [block for block in text.split('"""') if "start East E" in block]
    assert set(moves.split("\n")) - {""} == {
        "start East E",
        "start Stop P",
        "E West EW",
        "P West PW",
    }


def test_a_game_that_is_over_has_no_case() -> None:
    over = [*play(ROOM, MinimaxAgent(depth=2), seed=1).states()][-1]
    assert over.is_over
    with pytest.raises(PacmanError, match="the game is over here"):
        decision_case(over, 1)
    assert decision_cases(over) == []


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, case = tmp_path / "game.json", tmp_path / "mine.test"
    play("small", MinimaxAgent(depth=1), [RandomGhost(1)], seed=2, max_moves=30).save(game)
    where = ["case", str(game), "--depth", "1", "-o", str(case)]
    assert main([*where, "--move", "8", "-p", "AlphaBetaAgent"]) == 0
    assert re.match(r"# small: Pacman at \(\d+, \d+\), score -?\d+\n", case.read_text())
    assert f'alg: "{AGENTS[1]}"' in case.read_text()
    before = case.read_bytes()
    assert main([*where, "--move", "99"]) == 2
    assert main([*where[:2], "--depth", "9", "--move", "1", "-o", str(case)]) == 2
    problem = capsys.readouterr().err.splitlines()
    assert "there is no move 99" in problem[0]
    assert "the largest depth that fits is" in problem[1]
    assert case.read_bytes() == before
    assert main(["case", str(game), "--move", "1", "--depth", "1", "-o", str(tmp_path / "mine.txt")]) == 2
