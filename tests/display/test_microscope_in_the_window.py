"""The microscope in the window: students' agents are seen thinking, rounds are stepped, E says why he died."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from agents import RandomGhost
from agents.loading import load_agent
from agents.microscope.death import view_death
from pacman import Layout
from pacman.display.draw import pg
from pacman.display.watch.session import Session
from pacman.display.watch.thought import NO_DATA, Thought, think
from pacman.state import GameState

SUBMISSION = Path(__file__).parents[1] / "autograder" / "submissions" / "recursive_pairs.py"

# Pacman in a dead end, a ghost at the open side: West was the last way out.
TRAP = """\
%%%%%%%%%
%......G%
%.%%%%%.%
%...P...%
%.%%%%%%%
%.......%
%%%%%%%%%
"""


class Follows:
    """Goes where it is told, then stays."""

    def __init__(self, actions: Sequence[str]) -> None:
        self._actions = iter(actions)

    def getAction(self, state: GameState) -> str:
        return next(self._actions, "Stop")


@pytest.mark.parametrize("agent", ["MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent", "ReflexAgent"])
def test_a_students_agent_is_seen_thinking(agent: str, room: Layout) -> None:
    state = GameState.initial(room)
    student = load_agent(f"{SUBMISSION}:{agent}")
    thought = think([student, RandomGhost(1), RandomGhost(2)], state, 0)
    facts = dict(thought.facts)
    assert thought.problem is None
    assert thought.action in state.legal_actions(0)
    assert set(thought.values) == set(state.legal_actions(0))  # his evaluation after each action
    assert min(thought.lags.values()) == 0
    depth = "1 ply" if agent == "ReflexAgent" else "2 rounds (6 plies)"
    assert facts["depth"] == depth
    assert int(facts["states"].replace(",", "")) >= len(state.legal_actions(0))
    assert facts["time"]


def test_who_does_not_search_has_no_data(windows: Any, room: Layout) -> None:
    assert think([windows.First(), RandomGhost(1)], GameState.initial(room, 1), 0).problem == NO_DATA


def test_thoughts_of_a_crash_are_told(room: Layout) -> None:
    class Crashing:
        def getAction(self, state: GameState) -> str:
            raise KeyError("lost")

    assert "KeyError" in str(think([Crashing()], GameState.initial(room, 0), 0).problem)


def test_pacmans_thoughts_stay_while_ghosts_move(windows: Any, room: Layout) -> None:
    rig = windows.live(room, lambda: load_agent("AlphaBetaAgent", depth=1))
    rig.press(pg.K_SPACE, pg.K_t)
    rig.run(0.2)
    pacmans = rig.session.lasting_thought
    assert pacmans is not None
    assert pacmans.mover == 0
    rig.press(pg.K_RIGHT)
    rig.run(0.5)
    assert rig.cursor == 1
    assert rig.session.thought.problem == NO_DATA  # of the ghost that is to move
    assert rig.session.lasting_thought.facts == pacmans.facts
    assert rig.session.lasting_thought.values == pacmans.values


GHOST_CHANCES: dict[int, dict[str, float]] = {1: {"West": 1.0}}


@pytest.mark.parametrize(
    ("mover", "of_pacman", "of_mover", "shown"),
    [
        (1, Thought(0, values={"East": "3"}), Thought(1, chances=GHOST_CHANCES, problem=NO_DATA), "both"),
        (1, Thought(0, values={"East": "3"}), None, "of_pacman"),
        (1, Thought(0, values={"East": "3"}), Thought(1, values={"West": "-3"}), "of_mover"),
        (1, None, Thought(1, problem=NO_DATA), "of_mover"),
        (1, None, None, "of_mover"),
        (0, Thought(0, problem=NO_DATA), Thought(0, problem=NO_DATA), "of_mover"),
    ],
)
def test_whose_thoughts_stay(mover: int, of_pacman: Thought | None, of_mover: Thought | None, shown: str) -> None:
    """Pacman's stay while ghosts move that do not search, with what those may do; who searches has his own."""
    known = {0: of_pacman, mover: of_mover}
    session = SimpleNamespace(
        thought=of_mover,
        timeline=SimpleNamespace(num_agents=3),
        _index=6 + mover,
        _thought_key=lambda index: index - 6,
        _thoughts={index: thought for index, thought in known.items() if thought is not None},
    )
    lasting = Session.lasting_thought.fget(session)  # type: ignore[attr-defined]
    if shown == "both":
        assert of_pacman is not None
        assert lasting == replace(of_pacman, chances=GHOST_CHANCES)
    else:
        assert lasting is (of_pacman if shown == "of_pacman" else of_mover)


def test_shift_steps_by_rounds(windows: Any, room: Layout) -> None:
    rig = windows.live(room)
    rig.press(pg.K_SPACE)
    rig.run(0.5)
    rig.session.seek(0)
    pg.event.post(pg.event.Event(pg.KEYDOWN, key=pg.K_LSHIFT))
    for expected in (3, 6, 9):
        rig.press(pg.K_RIGHT)
        rig.run(0.5)
        assert rig.cursor == expected
    rig.press(pg.K_LEFT)
    rig.run(0.5)
    assert rig.cursor == 6
    pg.event.post(pg.event.Event(pg.KEYUP, key=pg.K_LSHIFT))
    rig.press(pg.K_LEFT)
    rig.run(0.5)
    assert rig.cursor == 5
    pg.event.post(pg.event.Event(pg.KEYDOWN, key=pg.K_RSHIFT))
    rig.press(pg.K_LEFT)
    rig.run(0.5)
    assert rig.cursor == 3


def test_e_shows_why_he_died(windows: Any) -> None:
    layout = Layout.from_text(TRAP, "trap-by-hand")
    rig = windows.live(layout, lambda: Follows(["East", "East", "East"]), explain_death=view_death)
    rig.press(pg.K_e)
    assert "once he has" in rig.window.notice
    rig.run_until(lambda: rig.session.is_finished)
    rig.run(1.5)
    rig.press(pg.K_e)
    rig.let_pictures_be_written()
    rig.run(0.1)
    death = rig.session.death
    assert death is not None
    assert "would have saved him" in rig.window.notice
    assert "alive" in death.values.values()
    assert death.values[death.action] == "dies"
    assert death.paths[0]
    rig.press(pg.K_LEFT)
    rig.run(0.5)
    assert rig.session.death is None
