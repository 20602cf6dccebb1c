"""Writes to a state: the state shows them, its successors continue from them, and no other state changes."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pacman
from pacman import GameState, Layout, PacmanError, load_layout
from pacman.berkeley.agent_state import AgentState, Configuration
from pacman.berkeley.grid import Grid
from pacman.berkeley.modules.game import Agent
from pacman.berkeley.modules.layout import Layout as BerkeleyLayout
from pacman.berkeley.state_data import GameStateData
from pacman.state import BerkeleyState
from tests.wording import Naming

ROWS = ["%%%%%%%", "%P.o G%", "% %%% %", "%. . G%", "%%%%%%%"]
LAYOUT = Layout.from_text(ROWS)


@pytest.fixture
def state() -> BerkeleyState:
    return BerkeleyState.initial(LAYOUT)


def seen(state: GameState) -> tuple[Any, ...]:
    """Return everything that a state reports, under Berkeley's names and ours."""
    agents = range(state.getNumAgents())
    return (
        *(state.getScore(), state.isWin(), state.isLose(), state.getCapsules(), state.getFood().asList()),
        *(state.getNumFood(), [state.hasFood(x, y) for x in range(7) for y in range(5)], state.getWalls().asList()),
        *(state.getPacmanPosition(), state.getGhostPositions(), [state.getLegalActions(agent) for agent in agents]),
        *([(ghost.getPosition(), ghost.getDirection(), ghost.scaredTimer) for ghost in state.getGhostStates()],),
        *(state.score, state.is_win, state.is_lose, state.is_over, state.food_mask, state.capsules, state.num_agents),
        *([(state.position(agent), state.direction(agent), state.scared_timer(agent)) for agent in agents],),
        *(state.packed(), hash(state), str(state), state.pacman_position),
    )


def write_score(state: BerkeleyState) -> None:
    state.data.score = 17


def write_food(state: BerkeleyState) -> None:
    state.getFood()[2][3] = False


def write_food_by_data(state: BerkeleyState) -> None:
    food = Grid(7, 5)
    food[5][2] = True
    state.data.food = food


def write_capsules(state: BerkeleyState) -> None:
    state.getCapsules().remove((3, 3))


def write_new_capsule(state: BerkeleyState) -> None:
    state.data.capsules.insert(0, (1, 2))  # the rules list them row by row from below


def write_timer(state: BerkeleyState) -> None:
    state.getGhostStates()[0].scaredTimer = 12


def write_ghost(state: BerkeleyState) -> None:
    state.getGhostState(1).configuration = Configuration((3.0, 1.0), "West")


def write_ghost_in_place(state: BerkeleyState) -> None:
    state.getGhostState(-1).configuration.pos = (4, 3)


def write_pacman(state: BerkeleyState) -> None:
    state.data.agentStates[0].configuration = Configuration((1, 1), "South")


def write_agents(state: BerkeleyState) -> None:
    state.data.agentStates.pop()


def write_walls(state: BerkeleyState) -> None:
    state.getWalls()[2][3] = True


def write_more_space(state: BerkeleyState) -> None:
    state.data.layout.walls[2][2] = False


def write_end(state: BerkeleyState) -> None:
    state.data._win = True


def write_loss(state: BerkeleyState) -> None:
    state.data._lose = True


WRITES: list[Callable[[BerkeleyState], None]] = [
    *(write_score, write_food, write_food_by_data, write_capsules, write_new_capsule, write_timer, write_ghost),
    *(write_ghost_in_place, write_pacman, write_agents, write_walls, write_more_space, write_end, write_loss),
]
writes = pytest.mark.parametrize("write", WRITES)


@writes
def test_a_write_changes_the_state_and_no_other(state: BerkeleyState, write: Callable[[BerkeleyState], None]) -> None:
    parent = state.successor(0, "Stop")
    sibling, child, twin = (parent.successor(1, "West") for _ in range(3))
    before = seen(parent), seen(sibling)
    write(child)
    assert seen(child) != seen(twin)
    assert (seen(parent), seen(sibling)) == before
    assert seen(parent.successor(1, "West")) == seen(twin)


@writes
def test_copies_are_independent(state: BerkeleyState, write: Callable[[BerkeleyState], None]) -> None:
    state = state.successor(0, "Stop").successor(1, "West")
    write(state)
    written = seen(state)
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert seen(twin) == written
        twin.data.score = -5
        twin.getFood()[3][1] = False
        twin.getGhostStates()[0].scaredTimer = 3
        assert seen(state) == written


@writes
def test_a_write_goes_on_into_successors(state: BerkeleyState, write: Callable[[BerkeleyState], None]) -> None:
    """Compare by brute force with the same step from an equal state that was never written to."""
    write(state)
    agents, edible, timers, marks, score, status = state.packed()
    built = BerkeleyState.unpacked(state.layout, agents, edible, timers, marks, score, status)
    assert seen(built) == seen(state)
    for agent in range(state.getNumAgents()):
        for action in state.getLegalActions(agent):
            assert seen(state.generateSuccessor(agent, action)) == seen(built.generateSuccessor(agent, action))


def test_each_write_in_the_successors(state: BerkeleyState) -> None:
    def after(write: Callable[[BerkeleyState], None], agent: int, action: str) -> BerkeleyState:
        mine = state.successor(0, "Stop")
        write(mine)
        return mine.successor(agent, action)

    assert after(write_score, 1, "West").getScore() == 17
    assert after(write_food, 0, "East").getScore() == -2  # nothing to eat there now
    assert after(write_food_by_data, 2, "West").getFood().asList() == [(5, 2)]
    assert after(write_capsules, 1, "West").getCapsules() == []
    assert after(write_new_capsule, 0, "South").getGhostState(2).scaredTimer == 40
    assert after(write_timer, 1, "West").getGhostPosition(1) == (4.5, 1)
    assert after(write_ghost, 1, "West").getGhostPosition(1) == (2, 1)
    assert repr(after(write_ghost_in_place, 1, "West").getGhostPosition(2)) == "(4, 3)"
    assert after(write_pacman, 0, "East").getPacmanPosition() == (2, 1)
    assert after(write_agents, 0, "Stop").getNumAgents() == 2
    assert after(write_more_space, 0, "East").getLegalActions(0) == ["West", "Stop", "East", "South"]
    with pytest.raises(PacmanError, match="Illegal action East"):
        after(write_walls, 0, "East")
    for write in (write_end, write_loss):
        with pytest.raises(PacmanError, match="terminal state"):
            after(write, 0, "East")


def test_a_game_that_is_over_can_be_reopened() -> None:
    over = BerkeleyState.initial(Layout.from_text(["%%%%%", "%PG.%", "%%%%%"])).successor(0, "East")
    assert over.isLose()
    over.data._lose = False
    assert over.getLegalActions(0) == ["West", "Stop", "East"]
    assert over.successor(0, "East").isWin()


def test_a_float_for_a_score(state: BerkeleyState) -> None:
    child = state.successor(0, "East")
    child.data.score = child.getScore() + 0.25
    assert child.getScore() == 9.25
    assert child.successor(0, "East").getScore() == 8.25
    assert child != state.successor(0, "East")
    assert str(child).endswith("Score: 9\n")


def test_what_is_read_and_not_written_changes_nothing(state: BerkeleyState) -> None:
    twin = state.writable_copy()
    for _ in range(2):
        assert not state.getFood()[0][0]
        assert state.getGhostStates()[0].configuration.getPosition() == (5, 1)
        assert state.data.layout.walls[0][0]
        assert state == twin
        assert twin == state
        assert state.successor(0, "East") == twin.successor(0, "East")
    assert len({state, twin}) == 1


def test_parts_are_live_and_the_same_ones(state: BerkeleyState) -> None:
    assert state.getFood() is state.getFood() is state.data.food
    assert state.getCapsules() is state.data.capsules
    assert state.getWalls() is state.data.layout.walls
    assert state.getGhostStates()[0] is state.getGhostState(1) is state.data.agentStates[1]
    assert state.getPacmanState() is not state.data.agentStates[0]  # only Pacman's is a copy
    state.getPacmanState().scaredTimer = 3
    assert state.data.agentStates[0].scaredTimer == 0
    assert state.data is state.data
    assert state.data == state.data
    state.getFood().data[2] = [False] * 5
    assert state.getNumFood() == 2


def test_state_data_is_compared_by_its_parts(state: BerkeleyState) -> None:
    one, other = state.successor(0, "East"), state.successor(0, "East")
    assert one.data == other.data
    assert hash(one.data) == hash(other.data)
    other.data._win = True
    assert one.data == other.data  # how the game stands is not compared
    other.data.score += 1
    assert one.data != other.data
    assert one.data != "data"


def test_data_can_be_copied_and_given_to_a_state(state: BerkeleyState) -> None:
    lost = BerkeleyState.initial(Layout.from_text(["%%%%%", "%PG.%", "%%%%%"])).successor(0, "East")
    for twin in (lost.data.deepCopy(), GameStateData(lost.data)):
        assert twin == lost.data
        assert not twin._lose
        twin.score = 0
        assert lost.getScore() == -501
    agents = state.data.copyAgentStates(state.data.agentStates)
    assert agents == state.data.agentStates
    assert agents[1] is not state.data.agentStates[1]
    other = BerkeleyState(state)
    data = state.data.deepCopy()
    data.score = 3
    other.data = data
    assert (other.getScore(), state.getScore()) == (3, 0)
    with pytest.raises(PacmanError, match="state.data cannot be a dict; expected a GameStateData"):
        other.data = {}  # type: ignore[assignment]
    with pytest.raises(PacmanError, match="state.data cannot be an empty GameStateData"):
        other.data = GameStateData()
    with pytest.raises(AttributeError, match="a GameStateData has no 'colour'"):
        _ = data.colour


# Every method that reads a state, each called first: the first call decides which views are created.
QUESTIONS: list[Callable[[BerkeleyState], object]] = [
    BerkeleyState.getNumAgents,
    BerkeleyState.getScore,
    BerkeleyState.isWin,
    BerkeleyState.isLose,
    BerkeleyState.getPacmanPosition,
    BerkeleyState.getPacmanState,
    BerkeleyState.getGhostPositions,
    BerkeleyState.getGhostStates,
    BerkeleyState.getNumFood,
    BerkeleyState.getFood,
    BerkeleyState.getCapsules,
    BerkeleyState.getLegalActions,
    lambda state: state.hasFood(1, 1),
    lambda state: state.hasWall(1, 1),
    lambda state: state.getGhostPosition(1),
    lambda state: state.score,
    lambda state: state.num_agents,
    str,
]


@pytest.mark.parametrize("ask", QUESTIONS)
def test_a_state_answers_by_the_data_it_was_given(state: BerkeleyState, ask: Callable[[BerkeleyState], object]) -> None:
    ended = BerkeleyState.initial(LAYOUT, 1).successor(0, "East").successor(0, "East")
    other = BerkeleyState(state)
    other.data = GameStateData(ended.data)
    assert ask(other) == ask(BerkeleyState(ended))
    bare = BerkeleyState()
    bare.initialize(BerkeleyLayout(ROWS), 1)
    assert ask(bare) == ask(BerkeleyState.initial(LAYOUT, 1))


@pytest.mark.parametrize(
    ("write", "complaint"),
    [
        (lambda s: setattr(s.data, "score", "many"), ("the score 'many'", "expected a number")),
        (lambda s: setattr(s.data, "score", float("nan")), ("the score nan", "expected a number")),
        (lambda s: setattr(s.getGhostState(1), "scaredTimer", -1), ("agent 1", "-1", "expected a whole number from 0")),
        (
            lambda s: setattr(s.getGhostState(1), "scaredTimer", 0.5),
            ("agent 1", "0.5", "expected a whole number from 0"),
        ),
        (
            lambda s: setattr(s.getGhostState(1).configuration, "pos", (0, 0)),
            ("agent 1 at (0, 0) heading 'Stop'", "expected an open cell"),
        ),
        (
            lambda s: setattr(s.getGhostState(1).configuration, "pos", (4.3, 1)),
            ("agent 1 at (4.3, 1)", "expected an open cell", "half-way"),
        ),
        (
            lambda s: setattr(s.getGhostState(1).configuration, "pos", (99, 1)),
            ("agent 1 at (99, 1)", "expected an open cell"),
        ),
        (
            lambda s: setattr(s.getGhostState(1).configuration, "pos", None),
            ("agent 1 at None", "expected an open cell"),
        ),
        (
            lambda s: setattr(s.getGhostState(1).configuration, "direction", "Up"),
            ("agent 1", "heading 'Up'", "expected"),
        ),
        (
            lambda s: setattr(s.getGhostState(1), "configuration", Configuration((4.5, 1), "West")),
            ("agent 1 at (4.5, 1)", "scared ghost half-way"),
        ),
        (
            lambda s: setattr(s.data.agentStates[0].configuration, "pos", (1.5, 3)),
            ("agent 0 at (1.5, 3)", "expected an open cell"),
        ),
        (
            lambda s: setattr(s.getGhostState(1), "start", Configuration((1, 1), "Stop")),
            ("agent 1", "expected a ghost that starts", "layout"),
        ),
        (lambda s: setattr(s.getGhostState(1), "isPacman", True), ("agent 1", "expected a ghost that starts")),
        (lambda s: s.data.agentStates.clear(), ("0 agents", "expected 1 to 3")),
        (
            lambda s: s.data.agentStates.append(AgentState(Configuration((1, 1), "Stop"), False)),
            ("4 agents", "expected 1 to 3"),
        ),
        (lambda s: s.data.capsules.append((9, 9)), ("a capsule at (9, 9)", "expected")),
        (lambda s: s.data.capsules.append((3, 3)), ("a capsule at (3, 3)", "expected", "different cell")),
        (lambda s: s.data.capsules.append("here"), ("a capsule at 'here'", "expected")),
        (lambda s: setattr(s.data, "capsules", None), ("the capsules", "NoneType", "expected a list")),
        (lambda s: setattr(s.data, "food", []), ("the food:", "list", "expected a Grid")),
        (lambda s: s.getFood().data.pop(), ("the food:", "shape", "expected 7 columns of 5 cells")),
        (lambda s: s.getWalls()[5].__setitem__(1, True), ("a wall at (5, 1)", "expected none", "ghost starts")),
        (lambda s: setattr(s.data, "layout", None), ("the walls:", "NoneType", "expected")),
    ],
)
def test_what_the_rules_cannot_follow_is_refused(
    write: Callable[[BerkeleyState], object], complaint: tuple[str, ...]
) -> None:
    state = BerkeleyState.initial(LAYOUT).successor(0, "East")
    write(state)
    for use in (lambda: state.generateSuccessor(0, "Stop"), lambda: state.getLegalActions(1), lambda: hash(state)):
        with pytest.raises(PacmanError) as error:
            use()
        assert str(error.value) == Naming("the rules cannot continue", "this state:", *complaint)


def test_a_wall_under_an_agent_is_refused(state: BerkeleyState) -> None:
    state = state.successor(0, "East")
    state.getWalls()[2][3] = True
    with pytest.raises(PacmanError, match=r"agent 0 at \(2, 3\) heading 'East'; expected an open cell"):
        state.getLegalActions(0)


def test_attributes_may_be_hung_on_a_state(state: BerkeleyState) -> None:
    state.parent = None  # type: ignore[attr-defined]
    child = state.successor(0, "East")
    child.parent = state  # type: ignore[attr-defined]
    assert child.getFood().count() == 2
    assert child.parent is state  # type: ignore[attr-defined]
    assert not hasattr(child.successor(0, "East"), "parent")
    assert not hasattr(child.deepCopy(), "parent")
    assert copy.copy(child).parent is state  # type: ignore[attr-defined]
    assert copy.deepcopy(child).parent is not state  # type: ignore[attr-defined]


def test_states_made_by_their_class(state: BerkeleyState) -> None:
    over = BerkeleyState.initial(Layout.from_text(["%%%%%", "%PG.%", "%%%%%"])).successor(0, "East")
    twin = BerkeleyState(over)
    assert (twin == over, twin.isLose(), over.isLose()) == (True, False, True)
    bare = BerkeleyState()
    bare.initialize(BerkeleyLayout(ROWS), 1)
    assert bare == BerkeleyState.initial(LAYOUT, 1)
    assert isinstance(bare, BerkeleyState)
    assert bare.successor(0, "East") == BerkeleyState.initial(LAYOUT, 1).successor(0, "East")
    bare.initialize(LAYOUT)
    assert bare == state
    assert all(type(one).__name__ == "GameState" for one in (bare, twin, state, state.successor(0, "East")))


def test_a_layout_may_be_changed_before_the_start() -> None:
    layout = BerkeleyLayout(ROWS)
    layout.food[1][1] = False
    layout.capsules.clear()
    state = BerkeleyState()
    state.initialize(layout)
    assert (state.getNumFood(), state.getCapsules()) == (2, [])
    layout.agentPositions[1] = (False, (4, 1))
    state.initialize(layout)
    with pytest.raises(PacmanError, match="as in the layout"):
        state.getLegalActions()


class Vandal(Agent):
    """Agent that writes to every part of each state it receives."""

    def _write(self, state: BerkeleyState) -> None:
        state.hung = self  # type: ignore[attr-defined]
        state.getFood().data[:] = [[False] * state.getFood().height for _ in range(state.getFood().width)]
        state.getCapsules().clear()
        state.getWalls()[1][1] = True
        state.data.score = 10_000
        state.data._win = True
        for agent in state.data.agentStates:
            agent.scaredTimer = 40
            agent.configuration.pos = (1, 1)

    registerInitialState = final = _write

    def getAction(self, state: BerkeleyState) -> str:
        action = state.getLegalActions(self.index)[0]
        self._write(state)
        return action


def test_what_agents_write_never_reaches_the_game() -> None:
    class Plain(Agent):
        def getAction(self, state: BerkeleyState) -> str:
            assert not hasattr(state, "hung")
            return state.getLegalActions(self.index)[0]

    layout = load_layout("small")
    games = [pacman.play(layout, kind(), [kind(1), kind(2)], max_moves=60) for kind in (Plain, Vandal)]
    assert games[0].moves == games[1].moves
    assert games[0].outcome == games[1].outcome
    assert [seen(state) for state in games[0].states()] == [seen(state) for state in games[1].states()]


@writes
def test_a_game_state_refuses_writes_or_hands_out_copies(write: Callable[[Any], None]) -> None:
    state = GameState.initial(LAYOUT).successor(0, "Stop")
    before = seen(state)
    copies: tuple[object, ...] = (write_capsules, write_new_capsule, write_agents)  # lists, which belong to the caller
    if write in copies:
        write(state)
    else:
        with pytest.raises((AttributeError, TypeError)):
            write(state)
    assert seen(state) == before


def test_a_refused_write_says_what_to_do() -> None:
    state = GameState.initial(LAYOUT)
    with pytest.raises(
        PacmanError, match=r"a GameState cannot be changed \('score'\); write to a copy made by state.deep"
    ):
        state.data.score = 17
    with pytest.raises(AttributeError):
        state.note = "mine"  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        del state.getGhostStates()[0].configuration.pos
    assert copy.copy(state) is copy.deepcopy(state) is state


def test_a_game_state_and_a_berkeley_state_tell_the_same(state: BerkeleyState) -> None:
    frozen, over = GameState.initial(LAYOUT), GameState.initial(Layout.from_text(["%%%%%", "%PG.%", "%%%%%"]))
    assert (seen(frozen), {frozen}) == (seen(state), {state})
    assert (frozen == state, state == frozen, state.data == frozen.data) == (True, True, True)
    assert (frozen.getFood() == state.getFood(), state.getFood() == frozen.getFood()) == (True, True)
    assert frozen.getGhostStates() == state.getGhostStates()
    for kept in (frozen.getFood().copy(), frozen.getFood().shallowCopy()):
        kept[2][3] = False
        assert kept != frozen.getFood()
    agent = frozen.getGhostState(1).copy()
    agent.configuration.pos = (1, 1)
    assert agent != frozen.getGhostState(1)
    lost = over.successor(0, "East")
    assert (lost.writable_copy().isLose(), lost.deepCopy().isLose()) == (True, False)
    state.getFood()[2][3] = False
    assert (frozen == state, state == frozen, hash(state) == hash(frozen)) == (False, False, False)


def test_successors_are_of_their_parents_kind(state: BerkeleyState) -> None:
    for made in (state, BerkeleyState(state), state.deepCopy(), pickle.loads(pickle.dumps(state)), copy.copy(state)):
        for _ in range(2):
            assert isinstance(made.generateSuccessor(0, "East"), BerkeleyState)
            made.getFood()  # afterwards the views are authoritative
    frozen = GameState.initial(LAYOUT)
    for made in (frozen, frozen.reopened(), pickle.loads(pickle.dumps(frozen)), frozen.successor(0, "East")):
        assert type(made) is type(made.successor(0, "East")) is GameState


def test_only_a_class_itself_can_say_that_it_only_reads() -> None:
    class Reader(Agent):
        only_reads_states = True

        def getAction(self, state: BerkeleyState) -> str:
            states.append(state)
            return "Stop"

    class Heir(Reader):
        pass

    states: list[BerkeleyState] = []
    for kind, is_own in ((Reader, True), (Heir, False)):
        game = pacman.Game(LAYOUT, kind())
        start = game.state
        game.step()
        assert (states.pop() is start) == is_own


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 3), st.booleans()), max_size=6), st.integers(-999, 999))
def test_any_board_that_is_written_can_be_played(cells: list[tuple[int, int, bool]], score: int) -> None:
    state = BerkeleyState.initial(LAYOUT)
    for x, y, is_there in cells:
        state.getFood()[x][y] = is_there
    state.data.score = score
    food = state.getFood().asList()
    child = state.generateSuccessor(0, "South")
    assert child.getFood().asList() == [cell for cell in food if cell != (1, 2)]
    assert child.getScore() == score - 1 + 10 * ((1, 2) in food) + 500 * (food == [(1, 2)])
