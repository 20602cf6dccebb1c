"""A decision of a game as a fixed tree: the text of a `.test` file, which the grader, `examples` and `explain` read.

Every state gets its score as its evaluation; the names of states are the actions that lead to them. A comment says
which position it is, so that the same position has the same text wherever it is saved: by `case`, in the window, on a
page and in the lab.
"""

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
    tree = _Tree(state)
    while tree.depth < depth:
        if not tree.deepen():
            fits = f"the largest depth that fits is {tree.depth}" if tree.depth else "not even depth 1 fits"
            most = f"{MOST_STATES} states or {MOST_PLIES} plies"
            raise TooLargeTreeError(f"the tree of depth {depth} has more than {most}; {fits}")
    return tree.text(agent)


def decision_cases(state: GameState, agent: str = AGENTS[0]) -> list[str]:
    """Return the texts of the cases of depth 1, 2, … that fit; none if the game is over."""
    tree = _Tree(state)
    texts: list[str] = []
    while not state.is_over and tree.deepen():
        texts.append(tree.text(agent))
    return texts


class _Tree:
    """The states that can follow in `depth` rounds, by name."""

    def __init__(self, root: GameState) -> None:
        self.root, self.depth = root, 0
        self.moves: list[str] = []
        self.scores: dict[str, float] = {START: root.score}
        self.wins: list[str] = []
        self.losses: list[str] = []
        self._layer = {START: root}  # the states of the last ply in which the game is not over

    def deepen(self) -> bool:
        """Add a round; return False if the tree with it does not fit into a case, and is incomplete."""
        if (self.depth + 1) * self.root.num_agents > MOST_PLIES:
            return False
        for agent in range(self.root.num_agents):
            self._layer = self._below(agent)
            if len(self.scores) > MOST_STATES:
                return False
        self.depth += 1
        return True

    def _below(self, agent: int) -> dict[str, GameState]:
        """Add the states that follow those of the last ply, and return those in which the game is not over."""
        goes_on = {}
        for name, state in self._layer.items():
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
