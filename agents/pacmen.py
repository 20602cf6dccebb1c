"""The searching Pacman agents: each applies an algorithm of `agents.search` to Pacman."""

import random
from functools import partial
from typing import TYPE_CHECKING, Any

from agents.chase import chase_value
from agents.evaluation import Evaluation, EvaluationLike
from agents.ghost_models import GhostModel, believed, compiled_name, make_model
from agents.pacman_game import Engine, PacmanGame, Turn
from agents.search import (
    CHANCE,
    Game,
    SearchResult,
    alpha_beta,
    expectimax,
    expectiminimax,
    iterative_deepening,
    max_n,
    mcts,
    minimax,
)
from agents.search.expectimax import Model
from agents.search_agent import (
    CompiledSearch,
    DepthLimitedAgent,
    FixedDepthAgent,
    KernelSearch,
    Picker,
    SearchAgent,
    Ties,
    TurnTrace,
)
from pacman.agent_code.agent_arguments import number, whole_number
from pacman.directions import Action
from pacman.state import GameState

if TYPE_CHECKING:
    from agents.search.support.trace import GrowthTrace

__all__ = [
    "AlphaBetaAgent",
    "DeepeningAgent",
    "ExpectimaxAgent",
    "ExpectiminimaxAgent",
    "MCTSAgent",
    "MaxNAgent",
    "MinimaxAgent",
    "ReflexAgent",
]


class ReflexAgent(SearchAgent):
    """Takes the action whose next state has the best evaluation: a search of one ply."""

    ghosts_take = None
    compiled = CompiledSearch("minimax")  # in whole games

    def search(self, state: GameState, trace: TurnTrace | None = None) -> SearchResult[Action]:
        return minimax(self.game, (state, 0), depth=1, evaluate=self.game.evaluate, trace=trace)

    traced_search = search


class MinimaxAgent(FixedDepthAgent):
    """Maximises the worst case: every ghost takes the move that is worst for Pacman."""

    algorithm = staticmethod(minimax)
    compiled = CompiledSearch("minimax")


class AlphaBetaAgent(FixedDepthAgent):
    """Plays minimax's moves, from fewer states."""

    algorithm = staticmethod(alpha_beta)
    compiled = CompiledSearch("alpha_beta")


class ExpectimaxAgent(FixedDepthAgent):
    """Maximises the average over the ghosts' moves, weighted by a model of them.

    model: "uniform", "directional", "minimax:P" (the best move of a MinimaxGhost with probability P, otherwise a random
        one), or a function from a state and a ghost's index to its distribution.
    """

    ghosts_take = "mean"

    def __init__(
        self,
        depth: int | str = 2,
        evaluation: EvaluationLike = "better",
        *,
        model: str | GhostModel = "uniform",
        ties: Ties = "first",
        rng: Picker | None = None,
        engine: Engine = "auto",
    ) -> None:
        super().__init__(depth, evaluation, ties=ties, rng=rng, engine=engine)
        ghosts = make_model(model)
        name = compiled_name(ghosts)
        self.compiled = CompiledSearch("expectimax", model=name) if name else None
        belief: Model[Turn, Action] | None = ghosts and (lambda turn: believed(ghosts, *turn))
        self.algorithm = partial(expectimax, model=belief)


class ExpectiminimaxAgent(FixedDepthAgent):
    """Minimises over the moves of the first `hunters` ghosts and averages over those of the others."""

    algorithm = staticmethod(expectiminimax)

    def __init__(
        self,
        depth: int | str = 2,
        evaluation: EvaluationLike = "better",
        *,
        hunters: int | str = 1,
        ties: Ties = "first",
        rng: Picker | None = None,
        engine: Engine = "auto",
    ) -> None:
        super().__init__(depth, evaluation, ties=ties, rng=rng, engine=engine)
        self.compiled = CompiledSearch("expectiminimax", hunters=whole_number("hunters", hunters, least=0))
        self.game = _LayeredGame(self.evaluation, self.compiled.hunters)


class _LayeredGame(PacmanGame):
    """The game in which ghosts after the first `hunters` are chance nodes."""

    def __init__(self, evaluation: Evaluation, hunters: int) -> None:
        super().__init__(evaluation)
        self.hunters = hunters

    def player(self, turn: Turn, /) -> int:
        return turn[1] if turn[1] <= self.hunters else CHANCE


class MaxNAgent(DepthLimitedAgent):
    """Each agent maximises its own value: Pacman the evaluation, a ghost its nearness (if scared, distance)."""

    ghosts_take = None

    def search(self, state: GameState, trace: TurnTrace | None = None) -> SearchResult[Action]:
        game = _SelfishGame(self.evaluation)
        plies, players = self.plies(state), state.num_agents
        return max_n(game, (state, 0), players=players, depth=plies, evaluate=game.evaluate_for_all, trace=trace)

    traced_search = search


class _SelfishGame(PacmanGame):
    """The game in which each ghost has its own utility, its nearness to Pacman."""

    def utility(self, turn: Turn, player: int, /) -> float:
        state = turn[0]
        if player == 0:
            return self.worth(state)
        return -chase_value(state, [player])

    def evaluate_for_all(self, turn: Turn, /) -> list[float]:
        return [self.utility(turn, player) for player in range(turn[0].num_agents)]


class DeepeningAgent(KernelSearch):
    """Alpha-beta, one ply deeper at a time for `seconds`; plays the move of the deepest finished search."""

    def __init__(
        self,
        seconds: float | str = 0.1,
        evaluation: EvaluationLike = "better",
        *,
        ties: Ties = "first",
        rng: Picker | None = None,
        engine: Engine = "auto",
    ) -> None:
        super().__init__(evaluation, ties=ties, rng=rng, engine=engine)
        self.seconds = number("seconds", seconds, least=0)

    def _search_in_python(self, state: GameState, game: Game[Turn, Action]) -> SearchResult[Action]:
        return iterative_deepening(self.game, (state, 0), evaluate=self.game.evaluate, seconds=self.seconds)

    def _search_in_kernel(self, state: GameState) -> SearchResult[Action] | None:
        from agents import kernel

        return kernel.deepen(state, self.evaluation, seconds=self.seconds)


class MCTSAgent(KernelSearch):
    """Monte Carlo tree search: ghosts are opponents in the tree, play-outs are random and stop after `rounds` rounds.

    Stops after `iterations` play-outs, or after `seconds` if that comes first.
    """

    ghosts_take = "min"

    def __init__(
        self,
        iterations: int | str = 300,
        evaluation: EvaluationLike = "better",
        *,
        seconds: float | str | None = None,
        rounds: int | str = 5,
        ties: Ties = "first",
        rng: random.Random | None = None,
        engine: Engine = "auto",
    ) -> None:
        super().__init__(evaluation, ties=ties, rng=rng, engine=engine)
        self.iterations = whole_number("iterations", iterations)
        self.seconds = None if seconds is None else number("seconds", seconds, least=0)
        self.rounds = whole_number("rounds", rounds, least=0)
        self._rng_for_playouts = rng

    def traced_search(self, state: GameState, trace: "GrowthTrace[Turn, Action] | None" = None) -> SearchResult[Action]:
        self._seed_playouts()
        return self._search_in_python(state, self.game, trace)

    def search(self, state: GameState) -> SearchResult[Action]:
        self._seed_playouts()
        return super().search(state)

    def _seed_playouts(self) -> None:
        """Seed the play-outs from the game's own generator, so that a game's seed determines the search too."""
        self._playout_rng = self._rng_for_playouts or random.Random(random.random())

    def _search_in_python(
        self, state: GameState, game: Game[Turn, Action], trace: "GrowthTrace[Turn, Action] | None" = None
    ) -> SearchResult[Action]:
        options = self._budget(state)
        return mcts(self.game, (state, 0), evaluate=self.game.evaluate, normalise=True, trace=trace, **options)

    def _search_in_kernel(self, state: GameState) -> SearchResult[Action] | None:
        from agents import kernel

        return kernel.monte_carlo(state, self.evaluation, **self._budget(state))

    def _budget(self, state: GameState) -> dict[str, Any]:
        return {
            "rng": self._playout_rng,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "playout_plies": self.rounds * state.num_agents,
        }
