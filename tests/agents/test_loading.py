"""Agents by name, with arguments as text from the command line."""

from pathlib import Path
from typing import Any

import numpy
import pytest

import pacman
from agents import load_agent, load_ghosts
from agents.loading import parse_arguments
from agents.registry import AGENTS, GHOSTS
from agents.search_agent import SearchAgent
from pacman import AgentError, EndReason, GameState, load_layout
from pacman.errors import nearest


@pytest.mark.parametrize("name", AGENTS)
def test_every_pacman_plays(name: str) -> None:
    arguments = {"seconds": "0.01"} if name == "DeepeningAgent" else {"iterations": "20"} if name == "MCTSAgent" else {}
    agent = load_agent(name, **arguments)
    record = pacman.play(load_layout("small"), agent, load_ghosts("RandomGhost", 2), seed=2, max_moves=30)
    assert record.outcome.reason is not EndReason.CRASHED, record.outcome.error
    assert record.moves


@pytest.mark.parametrize("name", GHOSTS)
def test_every_ghost_plays(name: str) -> None:
    record = pacman.play(load_layout("small"), load_agent("PathAgent"), load_ghosts(name, 2), seed=2, max_moves=30)
    assert record.outcome.reason is not EndReason.CRASHED, record.outcome.error


def test_names_that_are_not_there() -> None:
    with pytest.raises(AgentError, match="unknown agent 'MinmaxAgent'; did you mean 'MinimaxAgent'?"):
        load_agent("MinmaxAgent")
    with pytest.raises(AgentError, match=r"unknown ghost 'xyz'; known: .*RandomGhost"):
        load_ghosts("xyz", 1)
    for spec, own in (("Careful", "FILE.py:Careful"), ("careful:Careful", "careful.py:Careful")):
        with pytest.raises(AgentError, match=f"known: .*; one of your own is {own}$"):
            load_agent(spec)


@pytest.mark.parametrize("name", ["TurnTurnAgent", "SomeAgent", "Agent"])
def test_an_ending_that_all_agents_have_makes_none_of_them_near(name: str) -> None:
    with pytest.raises(AgentError, match=f"unknown agent '{name}'; known: AlphaBetaAgent, .*ReflexAgent"):
        load_agent(name)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("minimaxagent", "MinimaxAgent"),
        ("ReflexAgnet", "ReflexAgent"),
        ("AlphaBeta", "AlphaBetaAgent"),
        ("LeftTurn", "LeftTurnAgent"),
    ],
)
def test_typing_mistakes_are_near(typed: str, meant: str) -> None:
    with pytest.raises(AgentError, match=f"did you mean '{meant}'?"):
        load_agent(typed)


def test_a_class_that_a_file_only_imports_is_not_offered(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("from game import Agent\nclass Careful(Agent):\n    pass\n")
    with pytest.raises(AgentError, match="unknown class 'Brave'; known: Careful$"):
        load_agent(f"{tmp_path / 'mine.py'}:Brave")


@pytest.mark.parametrize(
    ("name", "arguments", "complaint"),
    [
        ("MinimaxAgent", {"dept": "3"}, "MinimaxAgent: unknown argument 'dept'; did you mean 'depth'?"),
        ("MinimaxAgent", {"depth": "0"}, "MinimaxAgent: depth is '0'; expected a whole number from 1 up"),
        ("MinimaxAgent", {"depth": "-2"}, "depth is '-2'"),
        ("MinimaxAgent", {"depth": "deep"}, "depth is 'deep'"),
        ("MinimaxAgent", {"depth": 2.5}, "depth is 2.5"),
        ("MinimaxAgent", {"depth": True}, "depth is True"),
        ("AlphaBetaAgent", {"ties": "last"}, "unknown ties 'last'"),
        ("AlphaBetaAgent", {"engine": "steam"}, "unknown engine 'steam'"),
        ("AlphaBetaAgent", {"engine": "kernel", "evaluation": len}, "needs an evaluation that is a sum of features"),
        ("AlphaBetaAgent", {"evaluation": "bettr"}, "unknown evaluation 'bettr'; did you mean 'better'?"),
        ("ExpectimaxAgent", {"model": "psychic"}, "unknown model 'psychic'"),
        ("ExpectimaxAgent", {"model": "minimax:2"}, "skill is '2'; expected a number from 0 to 1"),
        ("ExpectimaxAgent", {"model": None}, "model is None; expected a function, or one of uniform, directional"),
        ("MCTSAgent", {"rng": "5"}, "rng is '5'; expected a random.Random"),
        ("DeepeningAgent", {"seconds": "-1"}, "seconds is '-1'; expected a number from 0 up"),
        ("DeepeningAgent", {"seconds": "nan"}, "seconds is 'nan'"),
        ("PathAgent", {"search": "teleport"}, "unknown search 'teleport'"),
        ("GreedyAgent", {"depth": "2"}, "unknown argument 'depth'; known: evalFn"),
    ],
)
def test_arguments_that_make_no_sense(name: str, arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises(AgentError) as error:
        load_agent(name, **arguments)
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("name", "arguments", "complaint"),
    [
        ("DirectionalGhost", {"prob_attack": "2"}, "prob_attack is '2'; expected a number from 0 to 1"),
        ("DirectionalGhost", {"prob_scaredFlee": "x"}, "prob_scaredFlee is 'x'"),
        ("MixedGhost", {"skill": "-1"}, "skill is '-1'"),
        ("MinimaxGhost", {"depth": "0"}, "depth is '0'"),
        ("RandomGhost", {"index": 0}, "index is 0; expected a whole number from 1 up"),
        ("RandomGhost", {"rng": "5"}, "rng is '5'"),
        ("RandomGhost", {"speed": "2"}, "unknown argument 'speed'"),
    ],
)
def test_arguments_of_ghosts_that_make_no_sense(name: str, arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises(AgentError) as error:
        load_ghosts(name, 1, **arguments)
    assert complaint in str(error.value)


def test_numbers_come_as_text_or_from_numpy() -> None:
    assert load_ghosts("DirectionalGhost", 1, prob_attack="0.9")[0].prob_attack == 0.9
    assert load_agent("MinimaxAgent", depth=numpy.int64(3)).depth == 3


@pytest.mark.parametrize("name", [name for name, kind in AGENTS.items() if issubclass(kind, SearchAgent)])
def test_every_searching_pacman_takes_every_engine(name: str) -> None:
    state = GameState.initial(load_layout("small"), 1)
    for engine in ("auto", "python"):
        assert load_agent(name, engine=engine).search(state).action in state.legal_actions(0)


def test_arguments_from_the_command_line() -> None:
    assert parse_arguments("depth=3, ties=random") == {"depth": "3", "ties": "random"}
    assert parse_arguments("") == {}


@pytest.mark.parametrize("text", ["depth", "ties=random,depth", "depth=", "depth= ,ties=random"])
def test_an_argument_without_a_value_is_refused(text: str) -> None:
    with pytest.raises(AgentError, match="argument 'depth' has no value; expected depth=VALUE"):
        parse_arguments(text)


def test_an_argument_given_twice_is_refused() -> None:
    with pytest.raises(AgentError, match="argument 'depth' is given twice"):
        parse_arguments("depth=1,ties=random,depth=2")


def test_in_berkeleys_files_a_word_alone_means_1_and_the_last_value_counts() -> None:
    assert parse_arguments("depth=3,fast,depth=2", of_a_bare_word=1) == {"depth": "2", "fast": 1}


@pytest.mark.parametrize(
    ("typed", "known", "meant"),
    [
        ("q33", ["q1", "q2", "q3"], "q3"),
        ("q", ["q1", "q2", "q3"], None),  # all are equally near, so none is suggested
        ("--gf", ["-g", "--gif", "--ghosts"], "--gif"),
        ("LeftTurnAgent", ["ReflexAgent", "GreedyAgent"], None),
        ("Directional", ["DirectionalGhost", "RandomGhost"], "DirectionalGhost"),
        ("anything", [], None),
    ],
)
def test_the_name_that_was_meant_is_the_one_that_is_nearest(typed: str, known: list[str], meant: str | None) -> None:
    assert nearest(typed, known) == meant
