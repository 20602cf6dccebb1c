"""A Pacman agent that plays a learned policy."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from agents.pacman_game import PacmanGame
from agents.search import SearchResult, minimax
from agents.search_agent import TurnTrace
from pacman.agent_code.agent_arguments import WithArguments
from pacman.directions import Action
from pacman.state import GameState

OUR_POLICY: Final = Path(__file__).with_name("weights") / "learned-policy.npz"  # written by examples/self_play.py


class PolicyAgent(WithArguments):
    """Plays a learned policy, from a file of weights (`policy=FILE.npz`) or a function of an observation.

    policy: a file that `agents.policies.save_policy` wrote, or a function, which returns the number of an action, or a
        score for each action, of which the best legal one is taken.
    observation: of a function, see `agents.observations.observe`; or "successors", a row of features for each action,
        see `successor_features`. features: their names, by default all. A file has its own.
    """

    only_reads_states = True
    ghosts_take = None

    def __init__(
        self,
        policy: str | Path | Callable[[Any], Any] = str(OUR_POLICY),
        *,
        observation: str = "planes",
        features: Iterable[str] | None = None,
    ) -> None:
        from agents.policies import make_policy

        self.policy = make_policy(policy, observation, features)

    def search(self, state: GameState, trace: TurnTrace | None = None) -> SearchResult[Action]:
        """Return the best score as the result of a search of one ply, which the window and `explain` can show."""
        scores = {state.successor(0, action): score for action, score in self.policy.scores(state).items()}
        game = PacmanGame(scores.__getitem__)
        return minimax(game, (state, 0), depth=1, evaluate=game.evaluate, trace=trace)

    traced_search = search

    def get_action(self, state: GameState) -> Action:
        scores = self.policy.scores(state)
        return max(scores, key=scores.__getitem__)

    getAction = get_action
