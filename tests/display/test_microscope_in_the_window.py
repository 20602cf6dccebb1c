"""The microscope in the window: searches of students' agents, steps by rounds, and E for Pacman's death."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from agents import AlphaBetaAgent, ExpectimaxAgent, MinimaxAgent, RandomGhost, ReflexAgent
from agents.loading import load_agent
from agents.microscope.death_messages import view_death
from agents.microscope.decision import watch_decision
from agents.microscope.watched_thought import watched_thought
from pacman import Layout, load_layout
from pacman.display.draw import pg
from pacman.display.messages import IN_ENGLISH
from pacman.display.watch.session import Session
from pacman.display.watch.thought import NO_DATA, NOT_KNOWN, OTHER_LEAVES, Thought, think, value_text
from pacman.state import GameState

SUBMISSION = Path(__file__).parents[1] / "autograder" / "submissions" / "recursive_pairs.py"

STYLES = Path(__file__).parents[1] / "microscope" / "submissions" / "search_styles.py"

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
    """Agent that follows a list of actions, then stops."""

    def __init__(self, actions: Sequence[str]) -> None:
        self._actions = iter(actions)

    def getAction(self, state: GameState) -> str:
        return next(self._actions, "Stop")


@pytest.mark.parametrize("agent", ["MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent", "ReflexAgent"])
def test_a_students_agent_is_seen_thinking(agent: str, room: Layout) -> None:
    state = GameState.initial(room)
    student = load_agent(f"{SUBMISSION}:{agent}")
    thought = think([student, RandomGhost(1), RandomGhost(2)], state, 0, watched_thought)
    facts = {key.removeprefix("fact-"): IN_ENGLISH.text(text) for key, text in thought.facts}
    assert thought.problem is None
    assert thought.action in state.legal_actions(0)
    assert set(thought.values) == set(state.legal_actions(0))
    assert facts["values"] == ("evaluations" if agent == "ReflexAgent" else "inferred")
    depth = "1 ply" if agent == "ReflexAgent" else "2 rounds (6 plies)"
    assert facts["depth"] == depth
    assert int(facts["states"].replace(",", "")) >= len(state.legal_actions(0))
    assert facts["time"]


@pytest.mark.parametrize("agent", ["MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent"])
def test_the_window_says_what_explain_says(agent: str) -> None:
    """The values are those of the whole search, not of one ply: no action is better than the chosen one."""
    for state in (GameState.initial(Layout.from_text(TRAP)), GameState.initial(load_layout("small"))):
        student = load_agent(f"{SUBMISSION}:{agent}")
        thought = think([student, *map(RandomGhost, range(1, state.num_agents))], state, 0, watched_thought)
        explained = watch_decision(load_agent(f"{SUBMISSION}:{agent}"), state)
        known = {str(node.action): node.value for node in explained.candidates if node.value is not None}
        assert thought.action == explained.action
        assert known
        assert {action: thought.values[action] for action in known} == {
            action: value_text(value) for action, value in known.items()
        }
        for node in explained.candidates:
            if node.value is None:
                assert thought.values[node.action or ""][0] in "≤≥?"
        assert thought.lags.get(explained.action or "", 0) == 0


def test_what_evaluations_for_the_order_of_moves_say_is_no_value() -> None:
    """In a maze of one row, a search with move ordering prunes some moves after evaluating them."""
    state = GameState.initial(Layout.from_text("%%%%%%\n% G.P%\n%%%%%%"))
    student = load_agent(f"{STYLES}:OrderedAlphaBetaAgent", evalFn="scoreEvaluationFunction")
    thought = think([student, RandomGhost(1)], state, 0, watched_thought)
    assert thought.action == "West"
    assert thought.values == {"West": "509", "Stop": "≤ 508"}
    assert thought.lags == {"West": 0}


def test_bars_of_features_add_up_or_are_left_out_with_a_reason() -> None:
    shown = left_out = 0
    for name in ("small", "trap", "open", "minimax"):
        state = GameState.initial(load_layout(name))
        ghosts = [*map(RandomGhost, range(1, state.num_agents))]
        for agent in (ReflexAgent(), MinimaxAgent(2), ExpectimaxAgent(1), AlphaBetaAgent(2)):
            thought = think([agent, *ghosts], state, 0)
            values = agent.search(state).values
            if thought.differences:
                shown += 1
                lead = values[str(thought.action)] - values[str(thought.rival)]
                assert sum(thought.differences.values()) == pytest.approx(lead)
                assert not thought.remark
            elif thought.rival is not None and not isinstance(agent, ReflexAgent):
                left_out += thought.remark in (OTHER_LEAVES, NOT_KNOWN)
    assert shown > 3
    assert left_out > 3


def test_who_does_not_search_has_no_data(windows: Any, room: Layout) -> None:
    agents = [windows.First(), RandomGhost(1)]
    assert think(agents, GameState.initial(room, 1), 0, watched_thought).problem == NO_DATA
    assert think(agents, GameState.initial(room, 1), 0).problem == NO_DATA


def test_the_window_watches_a_students_agent(windows: Any) -> None:
    layout = Layout.from_text(TRAP)
    rig = windows.live(layout, lambda: load_agent(f"{SUBMISSION}:AlphaBetaAgent"), watch_pacman=watched_thought)
    rig.press(pg.K_SPACE, pg.K_t)
    rig.run(0.5)
    state = rig.session.line.states[rig.cursor - rig.cursor % layout_agents(layout)]
    explained = watch_decision(load_agent(f"{SUBMISSION}:AlphaBetaAgent"), state)
    values = {node.action: value_text(node.value) for node in explained.candidates if node.value is not None}
    assert values
    assert values.items() <= rig.session.lasting_thought.values.items()


def layout_agents(layout: Layout) -> int:
    return 1 + len(layout.ghost_starts)


def test_thoughts_of_a_crash_are_told(room: Layout) -> None:
    class Crashing:
        def getAction(self, state: GameState) -> str:
            raise KeyError("lost")

    assert "KeyError" in str(think([Crashing()], GameState.initial(room, 0), 0, watched_thought).problem)


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
    """Pacman's thought stays while ghosts without a search move, with their probabilities; others have their own."""
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


def test_e_shows_why_pacman_died(windows: Any) -> None:
    layout = Layout.from_text(TRAP, "trap-by-hand")
    rig = windows.live(layout, lambda: Follows(["East", "East", "East"]), explain_death=view_death)
    rig.press(pg.K_e)
    assert "After a lost game" in rig.window.notice
    rig.run_until(lambda: rig.session.is_finished)
    rig.run(1.5)
    rig.press(pg.K_e)
    rig.let_pictures_be_written()
    rig.run(0.1)
    death = rig.session.death
    assert death is not None
    assert "would have saved Pacman" in rig.window.notice
    assert "safe" in death.values.values()
    assert death.values[death.action] == "dies"
    assert death.paths[0]
    rig.press(pg.K_LEFT)
    rig.run(0.5)
    assert rig.session.death is None
