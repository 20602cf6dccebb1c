"""Agents that never return are interrupted, in the main thread and in others, with a message that names their line."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import pacman
from agents import RandomGhost, load_agent
from pacman import EndReason, Game, GameState
from pacman.agent_code.time_limit import OutOfTime, call_within

ENDLESS = """\
import random

class AtOnce:
    def getAction(self, state):
        while True:
            random.random()

class Later(AtOnce):
    moves = 0
    def getAction(self, state):
        self.moves += 1
        return 'Stop' if self.moves < 4 else super().getAction(state)

class Before:
    def registerInitialState(self, state):
        while True:
            pass
    def getAction(self, state):
        return 'Stop'

class Careless:
    def getAction(self, state):
        while True:
            try:
                state.getScore()
            except Exception:
                pass
"""


def in_main_thread(call: Callable[[], Any]) -> Any:
    return call()


def in_another_thread(call: Callable[[], Any]) -> Any:
    answers: list[Any] = []
    thread = threading.Thread(target=lambda: answers.append(call()), daemon=True)
    thread.start()
    thread.join(timeout=60)
    return answers[0]


@pytest.mark.parametrize("run", [in_main_thread, in_another_thread])
@pytest.mark.parametrize(
    ("agent", "moves", "lines", "limit"),
    [
        ("AtOnce", 0, (5, 6), "move_time"),
        ("AtOnce", 0, (5, 6), "total_time"),
        ("Later", 3, (5, 6), "total_time"),
        ("Before", 0, (16, 17), "total_time"),
    ],
)
def test_an_agent_that_never_answers_runs_out_of_time(
    run: Callable[..., Any], agent: str, moves: int, lines: tuple[int, ...], limit: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(ENDLESS)
    limits: dict[str, Any] = {limit: 0.05}
    game = Game("small", load_agent(f"{path}:{agent}"), **limits)
    outcome = run(game.run).outcome
    assert (outcome.reason, outcome.agent, outcome.moves) == (EndReason.TIMED_OUT, 0, moves)
    assert any(outcome.error.endswith(f"({path}:{line})") for line in lines), outcome.error
    assert "the limit is 0.05 s" in outcome.error


def test_catching_every_exception_does_not_help(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ENDLESS)
    record = pacman.play("small", load_agent(f"{tmp_path / 'mine.py'}:Careless"), total_time=0.05)
    assert record.outcome.reason is EndReason.TIMED_OUT


class SleepsAtTheEnd:
    def getAction(self, state: GameState) -> str:
        return "Stop"

    def final(self, state: GameState) -> None:
        for _ in count():
            time.sleep(0.001)


def test_the_end_of_a_game_does_not_wait_for_ever() -> None:
    outcome = pacman.play("small", SleepsAtTheEnd(), max_moves=1, total_time=0.05).outcome
    assert outcome.reason is EndReason.MOVE_LIMIT
    assert outcome.error is not None
    assert "the limit is 0.05 s" in outcome.error


@pytest.mark.parametrize("run", [in_main_thread, in_another_thread])
def test_what_is_quick_enough_is_left_alone(run: Callable[..., Any]) -> None:
    timed = Game("small", load_agent("ReflexAgent"), [RandomGhost(1)], seed=1, max_moves=50, total_time=1000)
    plain = Game("small", load_agent("ReflexAgent"), [RandomGhost(1)], seed=1, max_moves=50)
    assert run(timed.run).moves == run(plain.run).moves


def _endless() -> None:
    while True:
        pass


def _spin(seconds: float = 0.001) -> None:
    with pytest.raises(OutOfTime):
        call_within(seconds, _endless)
    for _ in range(10_000):  # nothing comes after the end
        pass


@pytest.mark.parametrize("run", [in_main_thread, in_another_thread])
def test_nothing_is_raised_after_the_block(run: Callable[..., Any]) -> None:
    def often() -> bool:
        for number in range(40):
            _spin(seconds=0.0001 * number)  # from the first step on
        return True

    assert run(often)


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="signals")
def test_the_callers_alarm_is_put_back() -> None:
    before = signal.getsignal(signal.SIGALRM)
    _spin()
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.parametrize("seconds", ["60", "0.01"])
def test_a_limit_leaves_nothing_pending(seconds: str) -> None:
    """In Python 3.11 a pending check for exceptions keeps the first call after sys.setprofile from returning."""
    script = f"""
import sys, threading
from pacman.agent_code.time_limit import OutOfTime, call_within

def busy():
    while {seconds} < 1:
        pass

def limited():
    try:
        call_within({seconds}, busy)
    except OutOfTime:
        pass

thread = threading.Thread(target=limited)
thread.start()
thread.join()
sys.setprofile(lambda *_: None)
(lambda: None)()
sys.setprofile(None)
print("returned")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.stdout == "returned\n", done.stderr
