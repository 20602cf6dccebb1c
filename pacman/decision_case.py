"""A decision of a game as a fixed tree: the text of a `.test` file, which the grader, `examples` and `explain` read.

Every state gets its score as its evaluation; the names of states are the actions that lead to them. A comment says
which position it is, so that the same position has the same text wherever it is saved: by `case`, in the window, on a
page and in the lab.
"""

from collections.abc import Iterator
from itertools import count
from typing import Final

from pacman.errors import PacmanError
from pacman.state import GameState

MOST_STATES: Final = 500
MOST_PLIES: Final = 8
AGENTS: Final = ("MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent")
START: Final = "start"
_LETTERS: Final = {"North": "N", "South": "S", "East": "E", "West": "W", "Stop": "P"}
_QUOTES: Final = '"""'


class TooLargeTreeError(PacmanError):
    """Raised for a decision whose tree is too large for a case."""


def decision_case(state: GameState, depth: int, agent: str = AGENTS[0]) -> str:
    """Return the text of a case in which an agent searches `depth` rounds from a state in which Pacman moves.

    Raise TooLargeTreeError, which names the largest depth that fits, if the tree has more than MOST_STATES states or
    MOST_PLIES plies, and PacmanError if the game is over.
    """
    if state.is_over:
        raise PacmanError("the game is over here; expected a state in which Pacman moves")
    tree = _Tree(state, depth)
    if not tree.fits:
        raise TooLargeTreeError(_too_large(state, depth))
    return tree.text(agent)


def decision_cases(state: GameState, agent: str = AGENTS[0]) -> list[str]:
    """Return the texts of the cases of depth 1, 2, … that fit; none if the game is over."""
    return [] if state.is_over else [tree.text(agent) for tree in _fitting_trees(state)]


def largest_depth(state: GameState) -> int:
    """Return the largest number of rounds whose tree fits into a case; 0 if not even one does."""
    return sum(1 for _ in _fitting_trees(state))


def _fitting_trees(state: GameState) -> "Iterator[_Tree]":
    """Yield the trees of depth 1, 2, … as long as they fit into a case."""
    for depth in count(1):
        tree = _Tree(state, depth)
        if not tree.fits:
            return
        yield tree


def _too_large(state: GameState, depth: int) -> str:
    most = largest_depth(state)
    fits = f"the largest depth that fits is {most}" if most else "not even depth 1 fits"
    return f"the tree of depth {depth} has more than {MOST_STATES} states or {MOST_PLIES} plies; {fits}"


class _Tree:
    """The states that can follow in `depth` rounds, by name; a tree that does not fit is incomplete."""

    def __init__(self, root: GameState, depth: int) -> None:
        self.root, self.depth = root, depth
        self.moves: list[str] = []
        self.scores: dict[str, float] = {START: root.score}
        self.wins: list[str] = []
        self.losses: list[str] = []
        layer = {START: root}
        plies = depth * root.num_agents
        self.fits = plies <= MOST_PLIES
        for ply in range(plies if self.fits else 0):
            layer = self._below(layer, ply % root.num_agents)
            if len(self.scores) > MOST_STATES:
                self.fits = False
                return

    def _below(self, layer: dict[str, GameState], agent: int) -> dict[str, GameState]:
        """Add the states that follow the states of a layer, and return those in which the game is not over."""
        goes_on = {}
        for name, state in layer.items():
            for action in state.legal_actions(agent):
                child = f"{'' if name == START else name}{_LETTERS[action]}"
                after = state.successor(agent, action)
                self.moves.append(f"{name} {action} {child}")
                self.scores[child] = after.score
                if after.is_win:
                    self.wins.append(child)
                elif after.is_lose:
                    self.losses.append(child)
                else:
                    goes_on[child] = after
        return goes_on

    def text(self, agent: str) -> str:
        """Return the text of the case in which this agent searches the tree."""
        root = self.root
        x, y = root.position(0)
        blocks = {
            "successors": "\n".join(self.moves),
            "evaluation": "\n".join(f"{name} {score:g}" for name, score in self.scores.items()),
        }
        lines = {
            "class": "GraphGameTreeTest",
            "alg": agent,
            "depth": str(self.depth),
            "num_agents": str(root.num_agents),
            "start_state": START,
            "win_states": " ".join(self.wins),
            "lose_states": " ".join(self.losses),
        }
        return "\n".join(
            [
                f"# {' '.join(root.layout.name.split())}: Pacman at ({x:g}, {y:g}), score {root.score:g}\n",
                *(f'{key}: "{value}"\n' for key, value in lines.items()),
                *(f"{key}: {_QUOTES}\n{value}\n{_QUOTES}\n" for key, value in blocks.items()),
            ]
        )
