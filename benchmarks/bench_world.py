"""Speed of the game engine: successors, legal actions, a student's search, whole games.

    python benchmarks/bench_world.py

Every figure is also given as a multiple of a reference loop of plain Python, measured in the same round, which makes
machines comparable. The student's search also runs on a tree of prebuilt objects that only return their attributes: no
engine in Python can be faster than that.
"""

import random
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from agents import AlphaBetaAgent, RandomGhost
from benchmarks.measuring import Measurement, Row, measure, show
from benchmarks.student_minimax import StudentMinimax
from pacman import GameState, load_layout, play

DEPTH = 3
REFERENCE = "reference loop of plain Python"
STUDENT = f"a student's minimax, depth {DEPTH}, small, 2 ghosts"
FLOOR = "the same on a prebuilt tree: the floor"
_THREEFOLD = {number: number * 3 for number in range(64)}


def reference(turns: int = 100_000) -> int:
    """Run a loop with a dictionary, a list and some arithmetic; return the number of turns."""
    table, total = _THREEFOLD, 0
    for number in range(turns):
        total += table[number & 63]
        pair = [number, total]
        total ^= pair[0]
    return turns


def successors(states: list[GameState], agent: int) -> Callable[[], int]:
    """Return a function that generates the successor of each legal action of one agent in these states."""
    moves = [(state, action) for state in states for action in state.legal_actions(agent)]

    def run() -> int:
        for state, action in moves:
            state.generateSuccessor(agent, action)
        return len(moves)

    return run


def legal_actions(states: list[GameState]) -> Callable[[], int]:
    def run() -> int:
        for state in states:
            state.getLegalActions(0)
            state.getLegalActions(1)
        return 2 * len(states)

    return run


class TreeState:
    """A state whose successors are prebuilt."""

    __slots__ = ("_actions", "_agents", "_children", "_lost", "_score", "_won")

    def __init__(self, state: GameState, agent: int, plies: int) -> None:
        self._agents, self._score = state.num_agents, state.getScore()
        self._won, self._lost = state.is_win, state.is_lose
        self._actions = state.getLegalActions(agent) if plies else []
        following = (agent + 1) % state.num_agents
        self._children = {
            action: TreeState(state.successor(agent, action), following, plies - 1) for action in self._actions
        }

    def getNumAgents(self) -> int:
        return self._agents

    def isWin(self) -> bool:
        return self._won

    def isLose(self) -> bool:
        return self._lost

    def getScore(self) -> float:
        return self._score

    def getLegalActions(self, agent: int) -> list[str]:
        return self._actions

    def generateSuccessor(self, agent: int, action: str) -> "TreeState":
        return self._children[action]


def student_search(state: GameState | TreeState) -> Callable[[], int]:
    def run() -> int:
        agent = StudentMinimax(DEPTH)
        agent.getAction(state)
        return agent.nodes

    return run


class Wanderer:
    def getAction(self, state: GameState) -> str:
        return random.choice(state.getLegalActions())


def games() -> int:
    layout, ghosts = load_layout("medium"), [RandomGhost(1), RandomGhost(2)]
    for seed in range(100):
        play(layout, Wanderer(), ghosts, seed=seed)
    return 100


def random_states(start: GameState, count: int) -> list[GameState]:
    """Return states of random games, before Pacman's move."""
    rng = random.Random(0)
    states: list[GameState] = []
    state = start
    while len(states) < count:
        states.append(state)
        for agent in range(state.num_agents):
            if not state.is_over:
                state = state.successor(agent, rng.choice(state.legal_actions(agent)))
        if state.is_over:
            state = start
    return states


def rows() -> dict[str, Row]:
    start = GameState.initial(load_layout("small"), ghosts=2)
    states = random_states(start, 5_000)
    agent = AlphaBetaAgent(DEPTH, "score", engine="python")
    tree = TreeState(start, 0, DEPTH * start.num_agents)
    return measure(
        [
            Measurement(REFERENCE, reference, "turns"),
            Measurement("Pacman's successor", successors(states, 0), "states"),
            Measurement("a ghost's successor", successors(states, 1), "states"),
            Measurement("legal actions, as a list", legal_actions(states), "lists"),
            Measurement(STUDENT, student_search(start.deepCopy()), "nodes"),
            Measurement(FLOOR, student_search(tree), "nodes"),
            Measurement("AlphaBetaAgent in Python, the same position", lambda: agent.search(start).nodes, "nodes"),
            Measurement("random games on medium, 2 ghosts", games, "games"),
        ]
    )


def main() -> None:
    table = rows()
    show("The world", table, REFERENCE)
    print(f"a student's search runs at {100 / table[STUDENT].ratio(table[FLOOR]):.0f} % of the floor's speed")


if __name__ == "__main__":
    main()
