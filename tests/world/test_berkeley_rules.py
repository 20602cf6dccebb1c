"""Berkeley's rule classes and the last step of a state, both compared with the movement tables."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacman import GameState, IllegalActionError, Layout, load_layout
from pacman.berkeley.modules.game import Actions, Configuration
from pacman.berkeley.modules.layout import Layout as BerkeleyLayout
from pacman.berkeley.rules import ClassicGameRules, GhostRules, PacmanRules
from pacman.scoring import TIME_PENALTY
from pacman.state import BerkeleyState

# Boards on which much happens: capsules, narrow ways, many ghosts.
BOARDS = [
    Layout.from_text(["%%%%%%%%%", "%P.o G.o%", "%.% % % %", "%o..G..o%", "%%%%%%%%%"]),
    Layout.from_text(["%%%%%%%%%%%", "%oooPooo.G%", "%%%%%%%%%%%"]),
    load_layout("capsules"),
    load_layout("small"),
]


def walked(layout: Layout, seed: int, plies: int) -> list[tuple[GameState, int, str]]:
    """Yield steps of a random game: state, agent and action. Agents move in any order, as a search may ask for any."""
    rng = random.Random(seed)
    state = start = GameState.initial(layout)
    steps = []
    for _ in range(plies):
        agent = rng.randrange(state.num_agents)
        legal = state.legal_actions(agent)
        if not legal:
            state = start
            continue
        steps.append((state, agent, rng.choice(legal)))
        state = state.successor(*steps[-1][1:])
    return steps


def step_by_step(state: GameState, agent: int, action: str) -> BerkeleyState:
    """Make one move with Berkeley's rule classes, in the order of the original."""
    copy = BerkeleyState(state)
    data = copy.data
    if agent == 0:
        data._eaten = [False] * copy.getNumAgents()
        PacmanRules.applyAction(copy, action)
        data.scoreChange -= TIME_PENALTY
    else:
        GhostRules.applyAction(copy, action, agent)
        GhostRules.decrementTimer(data.agentStates[agent])
    GhostRules.checkDeath(copy, agent)
    data._agentMoved = agent
    data.score += data.scoreChange
    return copy


def notes(state: GameState) -> dict[str, Any]:
    data = state.data
    names = ("scoreChange", "_agentMoved", "_capsuleEaten", "_eaten", "_foodAdded", "_foodEaten", "_lose", "_win")
    return {name: getattr(data, name) for name in names}


@given(st.sampled_from(BOARDS), st.integers(0, 10_000))
def test_the_pieces_make_the_move_that_the_tables_make(layout: Layout, seed: int) -> None:
    for state, agent, action in walked(layout, seed, 120):
        assert action in (
            PacmanRules.getLegalActions(state) if agent == 0 else GhostRules.getLegalActions(state, agent)
        )
        slow, fast = step_by_step(state, agent, action), state.successor(agent, action)
        assert notes(slow) == notes(fast)
        assert slow == fast
        assert repr(slow.getGhostPositions()) == repr(fast.getGhostPositions())
        assert slow.getPacmanPosition() == fast.getPacmanPosition()


@given(st.sampled_from(BOARDS), st.integers(0, 10_000))
def test_the_notes_are_what_parent_and_child_show(layout: Layout, seed: int) -> None:
    for state, agent, action in walked(layout, seed, 60):
        before, after = state.deepCopy(), state.successor(agent, action)
        food = set(before.getFood().asList()) - set(after.getFood().asList())
        capsules = set(before.getCapsules()) - set(after.getCapsules())
        assert after.data.scoreChange == after.getScore() - before.getScore()
        assert after.data._agentMoved == agent
        assert after.data._foodEaten == (food.pop() if food else None)
        assert after.data._capsuleEaten == (capsules.pop() if capsules else None)
        # A deep copy keeps the mover and what was eaten, but its score change is 0.
        kept = {**notes(after), "scoreChange": 0, "_win": False, "_lose": False}
        assert notes(after.deepCopy()) == kept
        assert notes(BerkeleyState(after)) == {**kept, "_agentMoved": None, "_foodEaten": None, "_capsuleEaten": None}


def test_the_start_has_no_notes() -> None:
    nothing = {"scoreChange": 0, "_agentMoved": None, "_capsuleEaten": None, "_foodAdded": None, "_foodEaten": None}
    assert notes(GameState.initial(BOARDS[1])) == {**nothing, "_eaten": [False, False], "_lose": False, "_win": False}


def test_what_is_not_legal_is_refused() -> None:
    state = BerkeleyState.initial(BOARDS[1])
    with pytest.raises(IllegalActionError, match="Illegal action North; legal: West, Stop, East"):
        PacmanRules.applyAction(state, "North")
    with pytest.raises(IllegalActionError, match="Illegal ghost action Stop; legal: West"):
        GhostRules.applyAction(state, "Stop", 1)


def test_a_game_of_berkeleys(capsys: pytest.CaptureFixture[str]) -> None:
    class Eastward:
        def getAction(self, state: GameState) -> str:
            state.data.score = 1000  # changes only this copy
            return "East"

    rules = ClassicGameRules()
    game = rules.newGame(BerkeleyLayout(["%%%%%", "%P..%", "%%%%%"]), Eastward(), [], None)
    assert game.getProgress() == 1
    game.run()
    assert game.moveHistory == [(0, "East"), (0, "East")]
    assert (game.state.getScore(), game.state.isWin(), game.gameOver) == (518, True, True)
    assert capsys.readouterr().out == "Pacman emerges victorious! Score: 518\n"


def test_a_crash_in_a_game_of_berkeleys(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken:
        def getAction(self, state: GameState) -> str:
            raise KeyError("x")

    layout = BerkeleyLayout(["%%%%%", "%P..%", "%%%%%"])
    with pytest.raises(KeyError):
        ClassicGameRules().newGame(layout, Broken(), [], None).run()
    game = ClassicGameRules().newGame(layout, Broken(), [], None, catchExceptions=True)
    game.run()
    assert game.agentCrashed
    assert capsys.readouterr().out == "Pacman crashed\n"


def test_actions_in_berkeleys_numbers() -> None:
    assert list(Actions._directions) == ["West", "Stop", "East", "North", "South"]
    assert Actions._directionsAsList == list(Actions._directions.items())
    assert Actions._directions["West"] == (-1, 0)
    assert Actions.TOLERANCE == 0.001
    assert repr(Actions.getSuccessor((1, 3), "South")) == "(1.0, 2.0)"
    assert Actions.getPossibleActions(Configuration((1.0005, 1.0), "Stop"), BerkeleyLayout(["%%%", "%P%", "%%%"]).walls)
