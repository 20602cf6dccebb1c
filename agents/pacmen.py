"""The searching Pacmen: each is its algorithm of `agents.search`, told about Pacman."""

import random
from typing import TYPE_CHECKING, Any

from agents.chase import chase_value
from agents.evaluation import Evaluation, EvaluationLike
from agents.ghost_models import GhostModel, believed, compiled_name, make_model
from agents.pacman_game import PacmanGame, Turn
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
from agents.search_agent import (
    CompiledSearch,
    DepthLimitedAgent,
    FixedDepthAgent,
    KernelSearch,
    Picker,
    SearchAgent,
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

    def search(self, state: GameState) -> SearchResult[Action]:
        return self.traced_search(state)

    def traced_search(self, state: GameState, trace: TurnTrace | None = None) -> SearchResult[Action]:
        return minimax(self.game, (state, 0), depth=1, evaluate=self.game.evaluate, trace=trace)


class MinimaxAgent(FixedDepthAgent):
    """Expects the worst: every ghost does what hurts most."""

    compiled = CompiledSearch("minimax")

    def _search_in_python(
        self, state: GameState, game: Game[Turn, Action], trace: TurnTrace | None = None
    ) -> SearchResult[Action]:
        return minimax(game, (state, 0), depth=self.plies(state), evaluate=self.game.evaluate, trace=trace)


class AlphaBetaAgent(FixedDepthAgent):
    """Minimax's moves from fewer states."""

    compiled = CompiledSearch("alpha_beta")

    def _search_in_python(
        self, state: GameState, game: Game[Turn, Action], trace: TurnTrace | None = None
    ) -> SearchResult[Action]:
        return alpha_beta(game, (state, 0), depth=self.plies(state), evaluate=self.game.evaluate, trace=trace)


class ExpectimaxAgent(FixedDepthAgent):
    """Expects the average, over what a model says the ghosts do.

    model: "uniform", "directional", "minimax:P" (its searching ghost's best move with probability P, otherwise a random
        one), or a function from a state and a ghost's index to its distribution.
    """

    ghosts_take = "mean"

    def __init__(
        self,
        depth: int | str = 2,
        evaluation: EvaluationLike = "better",
        *,
        model: str | GhostModel = "uniform",
        ties: str = "first",
        rng: Picker | None = None,
        engine: str = "auto",
    ) -> None:
        super().__init__(depth, evaluation, ties=ties, rng=rng, engine=engine)
        self._model = make_model(model)
        name = compiled_name(self._model)
        self.compiled = CompiledSearch("expectimax", model=name) if name else None

    def _search_in_python(
        self, state: GameState, game: Game[Turn, Action], trace: TurnTrace | None = None
    ) -> SearchResult[Action]:
        model = self._model
        return expectimax(
            game,
            (state, 0),
            depth=self.plies(state),
            evaluate=self.game.evaluate,
            model=model and (lambda turn: believed(model, *turn)),
            trace=trace,
        )


class ExpectiminimaxAgent(FixedDepthAgent):
    """Fears the first `hunters` ghosts as minimax does and averages over the others."""

    def __init__(
        self,
        depth: int | str = 2,
        evaluation: EvaluationLike = "better",
        *,
        hunters: int | str = 1,
        ties: str = "first",
        rng: Picker | None = None,
        engine: str = "auto",
    ) -> None:
        super().__init__(depth, evaluation, ties=ties, rng=rng, engine=engine)
        self.compiled = CompiledSearch("expectiminimax", hunters=whole_number("hunters", hunters, least=0))
        self.game = _LayeredGame(self.evaluation, self.compiled.hunters)

    def _search_in_python(
        self, state: GameState, game: Game[Turn, Action], trace: TurnTrace | None = None
    ) -> SearchResult[Action]:
        return expectiminimax(game, (state, 0), depth=self.plies(state), evaluate=self.game.evaluate, trace=trace)


class _LayeredGame(PacmanGame):
    """Ghosts beyond the hunters are fair dice."""

    def __init__(self, evaluation: Evaluation, hunters: int) -> None:
        super().__init__(evaluation)
        self.hunters = hunters

    def player(self, turn: Turn, /) -> int:
        return turn[1] if turn[1] <= self.hunters else CHANCE


class MaxNAgent(DepthLimitedAgent):
    """Everybody for himself: Pacman wants a good evaluation, each ghost to be near him, or far while it is scared."""

    ghosts_take = None

    def search(self, state: GameState) -> SearchResult[Action]:
        return self.traced_search(state)

    def traced_search(self, state: GameState, trace: TurnTrace | None = None) -> SearchResult[Action]:
        game = _SelfishGame(self.evaluation)
        plies, players = self.plies(state), state.num_agents
        return max_n(game, (state, 0), players=players, depth=plies, evaluate=game.evaluate_for_all, trace=trace)


class _SelfishGame(PacmanGame):
    """Each ghost has a utility of its own: how near it is to Pacman."""

    def utility(self, turn: Turn, player: int, /) -> float:
        state = turn[0]
        if player == 0:
            return self.worth(state)
        return -chase_value(state, [player])

    def evaluate_for_all(self, turn: Turn, /) -> list[float]:
        return [self.utility(turn, player) for player in range(turn[0].num_agents)]


class DeepeningAgent(KernelSearch):
    """Alpha-beta, a ply deeper at a time until `seconds` are over; answers with the deepest finished search."""

    def __init__(
        self,
        seconds: float | str = 0.1,
        evaluation: EvaluationLike = "better",
        *,
        ties: str = "first",
        rng: Picker | None = None,
        engine: str = "auto",
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

    def __init__(
        self,
        iterations: int | str = 300,
        evaluation: EvaluationLike = "better",
        *,
        seconds: float | str | None = None,
        rounds: int | str = 5,
        ties: str = "first",
        rng: random.Random | None = None,
        engine: str = "auto",
    ) -> None:
        super().__init__(evaluation, ties=ties, rng=rng, engine=engine)
        self.iterations = whole_number("iterations", iterations)
        self.seconds = None if seconds is None else number("seconds", seconds, least=0)
        self.rounds = whole_number("rounds", rounds, least=0)
        self._rng_for_playouts = rng

    def grown_search(self, state: GameState, trace: "GrowthTrace[Turn, Action]") -> SearchResult[Action]:
        """What `search` answers, by Python; how the tree grew is left in the trace."""
        self._seed_playouts()
        return self._search_in_python(state, self.game, trace)

    def search(self, state: GameState) -> SearchResult[Action]:
        self._seed_playouts()
        return super().search(state)

    def _seed_playouts(self) -> None:
        """From the game's own stream, so that a game's seed fixes the search too."""
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
        plies = self.rounds * state.num_agents
        return {
            "rng": self._playout_rng,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "playout_plies": plies,
        }
