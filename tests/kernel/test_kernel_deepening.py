"""Deep search in the kernel: alpha-beta's value at every depth, within its budget, and interruptible."""

import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from time import perf_counter, process_time
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("numba", reason="the kernel needs numba")

from agents import LinearEvaluation, make_evaluation
from agents.kernel import deepen, deepening, search, time_slices
from agents.kernel.machine import library
from agents.kernel.memory.deep_stack import AGES
from pacman import GameState, layout_names, load_layout

States = Callable[[str, int, random.Random], Iterator[GameState]]
Evaluations = Callable[[random.Random], LinearEvaluation]
TypesOf = Callable[[Any], Any]


def test_cuts_are_counted() -> None:
    state = GameState.initial(load_layout("small"), 2)
    shallow, deep = (deepen(state, make_evaluation("better"), max_depth=depth) for depth in (1, 12))
    assert shallow is not None
    assert deep is not None
    assert shallow.cutoffs == 0
    assert 0 < deep.cutoffs < deep.nodes


@pytest.mark.examples(60)
@pytest.mark.parametrize("name", layout_names())
def test_the_value_is_that_of_alpha_beta_at_the_same_depth(
    name: str, examples: int, random_states: States, random_evaluation: Evaluations, types_of: TypesOf
) -> None:
    rng = random.Random(name)
    for ghosts in (1, 2, 3, 4):
        for state in islice(random_states(name, ghosts, rng), examples // 4):
            evaluation = random_evaluation(rng)
            deep = deepen(state, evaluation, max_depth=rng.randint(1, 12))
            assert deep is not None
            plain = search("alpha_beta", state, deep.depth, evaluation)
            assert plain is not None
            assert deep.value == pytest.approx(plain.value, rel=1e-9, abs=1e-9), (evaluation, state)
            assert deep.action == plain.action
            assert deep.best_actions == plain.best_actions
            assert types_of(replace(deep, values={}, principal_variation=())) == types_of(
                replace(plain, values={}, principal_variation=())
            )
            assert types_of(list(deep.values.values())) == types_of([plain.value] * len(deep.values))
            assert deep.complete or not plain.complete


def test_a_table_is_empty_when_its_ages_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a search would read entries of a much earlier one, perhaps with another evaluation."""
    state = GameState.initial(load_layout("small"), 2)
    score, better = make_evaluation("score"), make_evaluation("better")
    monkeypatch.setattr(deepening, "_spare_tables", [])
    fresh = deepen(state, better, max_depth=12)
    monkeypatch.setattr(deepening, "_spare_tables", [])
    deepen(state, score, max_depth=12)
    (table,) = deepening._spare_tables
    while table._age < AGES - 1:
        table.next_age()
    assert any(table._memory[:])
    assert deepen(state, better, max_depth=12) == fresh
    assert table._age == 1


def test_slices_do_not_change_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    state = GameState.initial(load_layout("capsules"), 2)
    whole = deepen(state, make_evaluation("better"), max_depth=18)
    for name in ("FIRST", "LEAST", "MOST"):
        monkeypatch.setattr(time_slices, name, 3)
    assert deepen(state, make_evaluation("better"), max_depth=18) == whole


def test_deepening_stops_by_itself_when_the_game_is_seen_to_its_end() -> None:
    state = GameState.initial(load_layout("corridor"), 0)
    result = deepen(state, make_evaluation("score"), max_depth=200, nodes=10**6)
    assert result is not None
    assert result.depth < 200 or result.complete


def test_a_budget_of_states_is_kept() -> None:
    state = GameState.initial(load_layout("medium"), 2)
    for nodes in (1, 1_000, 50_000):
        result = deepen(state, make_evaluation("better"), nodes=nodes)
        again = deepen(state, make_evaluation("better"), nodes=nodes)
        assert result == again
        assert result is not None
        assert result.nodes <= max(nodes, len(state.legal_actions(0)))


def test_a_budget_of_seconds_is_kept() -> None:
    state = GameState.initial(load_layout("medium"), 2)
    deepen(state, make_evaluation("better"), nodes=1_000)  # loads the kernel and allocates a table
    spent = []
    for _ in range(5):
        started = process_time()
        result = deepen(state, make_evaluation("better"), seconds=0.1, clock=process_time)
        spent.append(process_time() - started)
        assert result is not None
        assert result.depth >= 3
    assert min(spent) <= 0.12  # the benchmarks show 5 %; the margin is for a busy machine


def test_a_search_can_be_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python handles Ctrl-C between two slices."""
    looks = count(1)
    monkeypatch.setattr(time_slices.TimeSlices, "begin", lambda self: _interrupt() if next(looks) == 3 else 0.0)
    with pytest.raises(KeyboardInterrupt):
        search("minimax", GameState.initial(load_layout("open"), 1), 60, make_evaluation("better"))


def test_other_threads_run_while_the_kernel_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """During a call of compiled code, not only between two calls."""
    kernel = library.functions()
    calls = []

    def timed_run(*arguments: int) -> None:
        started = perf_counter()
        kernel.run_search(*arguments)
        calls.append((started, perf_counter()))

    state = GameState.initial(load_layout("open"), 1)
    search("minimax", state, 1, make_evaluation("better"))  # builds the tables of the board
    timed = SimpleNamespace(begin_search=kernel.begin_search, run_search=timed_run)
    monkeypatch.setattr(library, "functions", lambda: timed)
    monkeypatch.setattr(time_slices, "FIRST", 10**12)
    thread = threading.Thread(target=search, args=("minimax", state, 13, make_evaluation("better")))
    turns = []
    thread.start()
    while thread.is_alive():
        turns.append(perf_counter())
    ((started, ended),) = calls
    quarter = (ended - started) / 4
    assert any(started + quarter < turn < ended - quarter for turn in turns)


def _interrupt() -> float:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    "agent",
    [
        ["AlphaBetaAgent", "-a", "depth=60,engine=kernel"],
        ["ExpectimaxAgent", "-a", "depth=60,engine=kernel"],
        ["DeepeningAgent", "-a", "seconds=600,engine=kernel"],
        ["MCTSAgent", "-a", "iterations=1000000000,engine=kernel"],
    ],
    ids=lambda agent: agent[0],
)
def test_ctrl_c_ends_a_program_that_searches(agent: list[str]) -> None:
    program = f"""
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # the parent of the tests may have it ignored
signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
from agents.kernel import prepare
from agents.search_agent import SearchAgent
prepare()
get_action = SearchAgent.getAction
def get_action_soon_interrupted(agent, state):
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    return get_action(agent, state)
SearchAgent.getAction = get_action_soon_interrupted
from commands.cli import main
sys.exit(main({["play", "-q", "-l", "open", "-p", *agent]}))
"""
    root = Path(__file__).resolve().parent.parent.parent
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, timeout=60)
    assert done.returncode == 130
    assert done.stdout.startswith("Interrupted after 0 moves")
    assert "Traceback" not in done.stderr
