"""Berkeley's names of a state, as submissions use them."""

import copy
import gc
import pickle
import random
from pathlib import Path
from weakref import WeakKeyDictionary, ref

import pytest

from pacman import GameState, IllegalActionError, Layout, load_layout
from pacman.berkeley.grid import Grid
from pacman.berkeley.modules.game import Actions, Configuration, Directions, GameStateData, reconstituteGrid
from pacman.berkeley.modules.layout import Layout as BerkeleyLayout
from pacman.berkeley.modules.layout import getLayout, tryToLoad
from pacman.berkeley.rules import GhostRules
from pacman.berkeley.search_recorder import counting_explored
from pacman.state import BerkeleyState

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
    for ask in (state.getGhostPosition, state.getGhostState):
        with pytest.raises(IndexError, match="agent 0 is not a ghost; ghosts are 1 to 2"):
            ask(0)
        with pytest.raises(IndexError, match="agent 3 is not a ghost"):
            ask(3)


def test_negative_indices_count_from_the_end(state: GameState) -> None:
    state = state.successor(0, "East").successor(0, "East")  # all ghosts are scared
    for live in (False, True):
        if live:
            state.getGhostStates()
        assert state.getGhostState(-1) == state.getGhostState(2)
        assert state.getGhostPosition(-2) == state.getGhostPosition(1) == state.position(-2)
        assert state.getLegalActions(-1) == state.getLegalActions(2)
        for action in state.getLegalActions(-1):
            child = state.generateSuccessor(-1, action)
            assert child == state.generateSuccessor(2, action)
            assert child.data._agentMoved == -1
        with pytest.raises(IllegalActionError, match="Illegal ghost action Up for agent -1"):
            state.generateSuccessor(-1, "Up")
        with pytest.raises(IndexError):
            state.getGhostState(-4)


@pytest.mark.parametrize("ghosts", [0, 1, 2])
def test_pacman_counted_from_the_end_has_a_ghosts_actions(ghosts: int) -> None:
    """As in the original, every index but 0 follows the rules of ghosts: no Stop, no reversal."""
    state = BerkeleyState.initial(Layout.from_text(ROWS), ghosts)
    for moved in (state, state.generateSuccessor(0, "East")):
        for live in (False, True):
            if live:
                moved.getGhostStates()
            for index in range(-ghosts - 1, 0):
                assert moved.getLegalActions(index) == GhostRules.getLegalActions(moved, index)
            with pytest.raises(IndexError):
                moved.getLegalActions(-ghosts - 2)
    assert state.getLegalActions(-ghosts - 1) == ["East", "South"]
    assert state.generateSuccessor(0, "East").getLegalActions(-ghosts - 1) == ["East"]


def test_weak_references_to_a_state(state: GameState) -> None:
    """A student's cache may hold weak references to states."""
    cache: WeakKeyDictionary[BerkeleyState, str] = WeakKeyDictionary()
    kept, other = state.deepCopy(), state.deepCopy().generateSuccessor(0, "East")
    cache[kept], cache[other] = "start", "east"
    assert ref(kept)() is kept
    assert cache[state.deepCopy()] == "start"
    del other
    gc.collect()
    assert list(cache.values()) == ["start"]


def test_names_of_other_editions(state: GameState) -> None:
    assert state.getNextState(1, "West") == state.generateNextState(1, "West") == state.generateSuccessor(1, "West")
    assert state.getPacmanNextState("East") == state.generatePacmanSuccessor("East")
    assert state.getAvailableActions(1) == state.getLegalActions(1)


def test_food_as_a_grid(state: GameState) -> None:
    food = state.getFood()
    assert (food.width, food.height) == (7, 5)
    assert food.asList() == [(1, 1), (2, 3), (3, 1)]
    assert food.count() == food.count(True) == 3
    assert food.count(False) == 32
    assert food[2][3] is True
    assert food == state.getFood()  # the lists of one are built, those of the other are not
    assert hash(food) == hash(state.getFood())
    assert food.asList(False)[:2] == [(0, 0), (0, 1)]
    assert len({food, food.copy(), food.deepCopy(), copy.deepcopy(food)}) == 1
    assert str(food).splitlines()[1] == "FFTFFFF"
    assert food != state.successor(0, "East").getFood()
    assert food != "food"


def test_a_grid_that_was_changed_shows_the_change(state: GameState) -> None:
    food = state.deepCopy().getFood()
    food[2][3] = False
    assert food.asList() == [(1, 1), (3, 1)]
    assert food.count() == 2
    shared = food.shallowCopy()
    shared[1][1] = False
    assert not food[1][1]
    assert food.copy() == food


def test_an_agent_state_that_was_changed_shows_the_change(state: GameState) -> None:
    ghost = state.deepCopy().getGhostState(1)
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


def test_state_data_can_be_started_anew(state: GameState) -> None:
    layout = BerkeleyLayout(ROWS)
    data = GameStateData()
    data.initialize(layout, 1)
    assert (data.score, data.scoreChange, data._win, data._lose) == (0, 0, False, False)
    assert data.food == layout.food
    assert data.food is not layout.food
    assert data.capsules == [(3, 3)]
    assert [agent.getPosition() for agent in data.agentStates] == [(1, 3), (5, 1)]
    assert [agent.isPacman for agent in data.agentStates] == [True, False]
    assert data._eaten == [False, False]
    moved = BerkeleyState.initial(Layout.from_text(ROWS)).generateSuccessor(0, "East")
    moved.data.initialize(layout, 2)
    assert moved == BerkeleyState.initial(Layout.from_text(ROWS))
    assert moved.generateSuccessor(0, "East").getScore() == 9


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
    assert layout.getFurthestCorner((3, 2)) == (5, 3)  # all are as far: the last as a pair
    assert layout.getFurthestCorner((5, 2)) == (1, 3)
    assert layout.isVisibleFrom((4.5, 3), (1, 3), "East")
    assert not layout.isVisibleFrom((4.5, 3), (1, 3), "West")
    assert not layout.isVisibleFrom((3, 1), (3, 3), "South")  # a wall between
    assert layout.getRandomCorner() in [(1, 1), (1, 3), (5, 1), (5, 3)]
    assert not layout.isWall(layout.getRandomLegalPosition())
    assert str(layout.deepCopy()) == "\n".join(ROWS)
    small = getLayout("small")
    assert small is not None
    assert small.layoutText == list(load_layout("small").rows)
    assert getLayout("no such layout") is None


def test_random_places_are_drawn_as_in_the_original() -> None:
    layout = BerkeleyLayout(ROWS)
    for seed in range(20):
        random.seed(seed)
        drawn = layout.getRandomLegalPosition(), layout.getRandomCorner()
        random.seed(seed)
        x, y = random.choice(range(7)), random.choice(range(5))
        while layout.isWall((x, y)):
            x, y = random.choice(range(7)), random.choice(range(5))
        assert drawn == ((x, y), random.choice([(1, 1), (1, 3), (5, 1), (5, 3)]))


def test_layouts_are_looked_for_here_and_above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("a/b/c/d", "layouts", "a/layouts"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "layouts" / "top.lay").write_text("%%%%\n%P.%\n%%%%\n")
    (tmp_path / "a" / "near.lay").write_text("%%%%%\n%P..%\n%%%%%\n")
    (tmp_path / "a" / "layouts" / "bad.lay").write_text("%%%%%\n%...%\n%%%%%\n")
    monkeypatch.chdir(tmp_path / "a" / "b" / "c")
    for name in ("top", "near", "near.lay"):
        assert getLayout(name) is not None
    assert getLayout("bad") is None
    assert tryToLoad("../../near.lay") is not None
    assert tryToLoad("near.lay") is None
    monkeypatch.chdir(tmp_path / "a" / "b" / "c" / "d")
    assert getLayout("near") is not None
    assert getLayout("top") is None  # four up
    assert getLayout("top", 3) is not None


def test_rows_are_taken_as_they_are_and_files_line_by_line(tmp_path: Path) -> None:
    rows = ["        ", "  %%%%  ", "  %P.%  ", "%%%%%%  "]
    layout = BerkeleyLayout(rows)
    assert (layout.width, layout.height) == (8, 4)
    assert layout.agentPositions == [(True, (3, 1))]
    assert layout.food.asList() == [(4, 1)]
    assert [x for x in range(8) if layout.isWall((x, 0))] == [0, 1, 2, 3, 4, 5]
    assert not any(layout.isWall((x, 3)) for x in range(8))
    assert str(layout) == "\n".join(rows)
    assert layout.deepCopy().walls == layout.walls
    start = BerkeleyState()
    start.initialize(layout)
    assert pickle.loads(pickle.dumps(start)).getWalls() == layout.walls
    assert BerkeleyLayout(["%%%%\n", "%P.%\n", "%%%%\n"]).width == 5
    path = tmp_path / "indented.lay"
    path.write_text("  %%%%  \n    %P.%\n%%%%\n")
    read = tryToLoad(str(path))
    assert read is not None
    assert read.layoutText == ["%%%%", "%P.%", "%%%%"]


def test_rows_beyond_the_width_of_the_first_are_ignored() -> None:
    rows = ["%%%%%", "%P..%", "%%%%%GG.%%"]
    layout = BerkeleyLayout(rows)
    assert layout.layoutText == rows
    assert str(layout) == "\n".join(rows)
    assert (layout.width, layout.height, layout.numGhosts, layout.totalFood) == (5, 3, 0, 2)
    assert str(layout.deepCopy()) == "\n".join(rows)
    state = BerkeleyState()
    state.initialize(layout, 2)
    assert str(state) == "%%%%%\n%<..%\n%%%%%\nScore: 0\n"


def test_a_state_is_drawn_as_berkeley_draws_it() -> None:
    rows = ["%%%%%%%%%", "%Poo   G%", "%G% % % %", "%.      %", "%%%%%%%%%"]
    state = GameState.initial(Layout.from_text(rows))
    assert str(state) == "\n".join(["%%%%%%%%%", "%<oo   G%", *rows[2:], "Score: 0\n"])
    scared = state.successor(0, "East").successor(2, "West")
    assert str(scared).splitlines()[1] == "% <o   G%"  # at 6.5 and scared, drawn at 7
    assert str(state.successor(1, "South")).splitlines()[3] == "%G      %"  # over the food
    assert str(state.successor(1, "North")).splitlines()[1] == "%Goo   G%"  # over Pacman, which it has killed
    thrice = state.successor(2, "West").successor(2, "West").successor(2, "West").successor(2, "West")
    assert str(thrice).splitlines()[1] == "%<oo    %"  # under a capsule
    assert [str(scared.successor(0, way)).splitlines()[1][1:4] for way in ("West", "East")] == ["> o", "  <"]
    south = scared.successor(0, "East").successor(0, "South")
    assert "^" in str(south)
    assert "v" in str(south.successor(0, "North"))


def test_grids_in_berkeleys_packed_form() -> None:
    grid = Grid(5, 7)
    cells = [(0, 0), (0, 6), (3, 2), (4, 6)]
    for x, y in cells:
        grid[x][y] = True
    packed = grid.packBits()
    assert Grid.CELLS_PER_INT == 30
    assert packed == (5, 7, 1 << 29 | 1 << 23 | 1 << 6, 1 << 25)
    assert Grid(5, 7, bitRepresentation=packed[2:]) == grid
    assert grid._cellIndexToPosition(10) == (10 / 7, 3)
    assert grid._unpackInt(1 << 29 | 1 << 27, 4) == [True, False, True, False]
    with pytest.raises(ValueError, match="positive"):
        grid._unpackInt(-1, 30)


def test_a_grid_from_its_packed_form(state: GameState) -> None:
    walls = state.getWalls()
    assert reconstituteGrid(walls.packBits()) == walls
    assert reconstituteGrid(walls) is walls


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
