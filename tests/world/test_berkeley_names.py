"""What submissions see of a state: Berkeley's names, and nothing that reaches back into the game."""

import copy

import pytest

from pacman import GameState, Layout, load_layout
from pacman.berkeley.explored import counting_explored
from pacman.berkeley.game import Actions, Configuration, Directions
from pacman.berkeley.grid import Grid
from pacman.berkeley.layout import getLayout

ROWS = ["%%%%%%%", "%P.o G%", "% %%% %", "%. . G%", "%%%%%%%"]


@pytest.fixture
def state() -> GameState:
    return GameState.initial(Layout.from_text(ROWS))


def test_the_names_say_what_the_core_says(state: GameState) -> None:
    assert state.getLegalActions() == state.getLegalPacmanActions() == list(state.legal_actions(0))
    assert state.generatePacmanSuccessor("East") == state.generateSuccessor(0, "East") == state.successor(0, "East")
    assert state.getPacmanPosition() == (1, 3)
    assert state.getGhostPositions() == [(5, 1), (5, 3)]
    assert state.getGhostPosition(2) == (5, 3)
    assert state.getNumAgents() == 3
    assert (state.getScore(), type(state.getScore())) == (0, float)
    assert state.getNumFood() == 3
    assert state.getCapsules() == [(3, 3)]
    assert (state.hasFood(2, 3), state.hasFood(1, 3), state.hasWall(0, 0), state.hasWall(1, 3)) == (
        True,
        False,
        True,
        False,
    )
    assert (state.isWin(), state.isLose()) == (False, False)


def test_pacman_has_integers_and_a_ghost_that_moved_has_floats(state: GameState) -> None:
    state = state.successor(0, "East").successor(1, "West")
    assert repr(state.getPacmanPosition()) == "(2, 3)"
    assert repr(state.getGhostPositions()) == "[(4.0, 1.0), (5, 3)]"
    with pytest.raises(TypeError):
        state.getFood()[4.0]  # type: ignore[index]


def test_ghost_states(state: GameState) -> None:
    state = state.successor(1, "West")
    ghost = state.getGhostStates()[0]
    assert ghost.getPosition() == ghost.configuration.getPosition() == ghost.configuration.pos == (4.0, 1.0)
    assert ghost.getDirection() == ghost.configuration.direction == "West"
    assert (ghost.scaredTimer, ghost.isPacman, ghost.start.pos) == (0, False, (5, 1))
    assert ghost == state.getGhostState(1) == ghost.copy()
    assert hash(ghost) == hash(state.getGhostState(1))
    assert ghost != state.getGhostState(2)
    assert str(ghost) == "Ghost: (x,y)=(4.0, 1.0), West"
    with pytest.raises(IndexError, match="agent 0 is not a ghost"):
        state.getGhostPosition(0)


def test_food_as_a_grid(state: GameState) -> None:
    food = state.getFood()
    assert (food.width, food.height) == (7, 5)
    assert food.asList() == [(1, 1), (2, 3), (3, 1)]
    assert food.count() == food.count(True) == 3
    assert food.count(False) == 32
    assert food[2][3] is True
    assert food == state.getFood()  # one has been looked into, the other has not
    assert hash(food) == hash(state.getFood())
    assert food.asList(False)[:2] == [(0, 0), (0, 1)]
    assert len({food, food.copy(), food.deepCopy(), copy.deepcopy(food)}) == 1
    assert str(food).splitlines()[1] == "FFTFFFF"
    assert food != state.successor(0, "East").getFood()
    assert food != "food"


def test_nothing_handed_out_leads_back_into_the_game(state: GameState) -> None:
    before = str(state), hash(state), repr(state.getGhostStates()[0].scaredTimer)
    state.getFood()[2][3] = False
    state.getFood().data[1] = []
    state.getWalls()[1][3] = True
    state.getCapsules().clear()
    state.getLegalActions(0).clear()
    state.getGhostPositions().clear()
    state.getGhostStates()[0].scaredTimer = 40
    state.getGhostStates()[0].configuration.pos = (1, 3)
    state.getPacmanState().configuration.direction = "North"
    state.data.score = 1000
    state.data.food[2][3] = False
    state.data.capsules.clear()
    state.data.agentStates.clear()
    state.data.layout.walls[1][3] = True
    assert (str(state), hash(state), repr(state.getGhostStates()[0].scaredTimer)) == before
    assert state.getFood().count() == 3
    assert state.getCapsules() == [(3, 3)]
    assert not state.hasWall(1, 3)
    assert state.successor(0, "East").score == 9


def test_a_grid_that_was_changed_shows_the_change(state: GameState) -> None:
    food = state.getFood()
    food[2][3] = False
    assert food.asList() == [(1, 1), (3, 1)]
    assert food.count() == 2
    shared = food.shallowCopy()
    shared[1][1] = False
    assert not food[1][1]
    assert food.copy() == food


def test_an_agent_state_that_was_changed_shows_the_change(state: GameState) -> None:
    ghost = state.getGhostState(1)
    ghost.configuration = Configuration((2, 3), "East")
    assert (ghost.getPosition(), ghost.getDirection()) == ((2, 3), "East")
    with pytest.raises(AttributeError, match="no 'colour'"):
        _ = ghost.colour  # type: ignore[attr-defined]


def test_state_data(state: GameState) -> None:
    data = state.successor(0, "East").data
    assert [agent.getPosition() for agent in data.agentStates] == [(2, 3), (5, 1), (5, 3)]
    assert data.agentStates[0].isPacman
    assert data.food.count() == 2
    assert data.capsules == [(3, 3)]
    assert (data.score, data._win, data._lose) == (9, False, False)
    assert (data.layout.width, data.layout.height) == (7, 5)


def test_berkeleys_layout(state: GameState) -> None:
    layout = state.data.layout
    assert layout.layoutText == ROWS
    assert layout.walls == state.getWalls()
    assert layout.food.asList() == state.getFood().asList()
    assert layout.capsules == [(3, 3)]
    assert layout.agentPositions == [(True, (1, 3)), (False, (5, 1)), (False, (5, 3))]
    assert (layout.numGhosts, layout.getNumGhosts(), layout.totalFood) == (2, 2, 3)
    assert layout.isWall((0, 0))
    assert layout.getFurthestCorner((1, 1)) == (5, 3)
    assert layout.getRandomCorner() in [(1, 1), (1, 3), (5, 1), (5, 3)]
    assert not layout.isWall(layout.getRandomLegalPosition())
    assert str(layout.deepCopy()) == "\n".join(ROWS)
    small = getLayout("small")
    assert small is not None
    assert small.layoutText == list(load_layout("small").rows)
    assert getLayout("no such layout") is None


def test_explored_states_are_counted_only_while_asked_for(state: GameState) -> None:
    state.generateSuccessor(0, "East")
    assert GameState.getAndResetExplored() == set()
    with counting_explored() as explored:
        child = state.generateSuccessor(0, "East")
        state.generateSuccessor(0, "East")
        child.generateSuccessor(1, "West")
        assert len(explored) == len(GameState.explored) == 3
        assert GameState.getAndResetExplored() >= {state, child}
        assert GameState.getAndResetExplored() == set()
    state.generateSuccessor(0, "East")
    assert GameState.explored == set()


def test_actions_move_positions() -> None:
    walls = GameState.initial(Layout.from_text(ROWS)).getWalls()
    assert Actions.getLegalNeighbors((1, 3), walls) == [(1, 3), (2, 3), (1, 2)]
    assert Actions.getPossibleActions(Configuration((1, 3), "Stop"), walls) == ["Stop", "East", "South"]
    assert Actions.getPossibleActions(Configuration((1.5, 3.0), "East"), walls) == ["East"]
    assert Actions.directionToVector("West", 0.5) == (-0.5, 0)
    assert Actions.getSuccessor((1, 3), "South") == (1, 2)
    assert [Actions.vectorToDirection(v) for v in ((0, 2), (0, -1), (-1, 0), (1, 0), (0, 0))] == [
        "North",
        "South",
        "West",
        "East",
        "Stop",
    ]
    assert Actions.reverseDirection("Stop") == "Stop"
    assert Directions.LEFT["North"] == "West"
    assert Directions.RIGHT["West"] == "North"
    assert Directions.REVERSE["East"] == "West"


def test_a_grid_of_anything() -> None:
    grid = Grid(2, 3, "x")
    grid[1][2] = "y"
    assert grid.asList("y") == [(1, 2)]
    assert grid.count("x") == 5
    assert str(grid) == "xy\nxx\nxx"
