"""Base classes of the searching agents."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from math import inf
from typing import Any, ClassVar, Final, Literal, NamedTuple, Protocol, TypeAlias, get_args, runtime_checkable

from agents.evaluation import EvaluationLike, LinearEvaluation, make_evaluation
from agents.pacman_game import Algorithm, CompiledModel, Engine, PacmanGame, Turn
from agents.search import Game, SearchResult, Trace
from agents.search.support.timed_game import TimedGame, TimeUp
from pacman.agent_code.agent_arguments import WithArguments, checked_rng, choice, whole_number
from pacman.directions import Action
from pacman.errors import AgentError
from pacman.state import GameState

TurnTrace: TypeAlias = Trace[Turn, Action]

Ties: TypeAlias = Literal["first", "random"]
TIES: Final[tuple[Ties, ...]] = get_args(Ties)
ENGINES: Final[tuple[Engine, ...]] = get_args(Engine)


class Picker(Protocol):
    """The part of `random.Random` that breaks ties."""

    def choice(self, actions: tuple[Action, ...], /) -> Action: ...


@runtime_checkable
class Traceable(Protocol):
    """An agent whose search can be traced.

    ghosts_take: how values are combined at a ghost's node: "min", "mean", or None for any other rule.
    """

    @property
    def ghosts_take(self) -> str | None: ...

    def traced_search(self, state: GameState, trace: Any = None) -> SearchResult[Action]:
        """Return the result of `search`, computed in Python; record the searched tree in the trace.

        trace: a `Trace`, or a `GrowthTrace` for Monte Carlo tree search.
        """


class SearchAgent(WithArguments, ABC):
    """A Pacman agent that chooses its actions by search.

    evaluation: a name, a JSON file of weights, a mapping of weights, or a function of a state.
    ties: "first" takes the first of equally good actions, in the order of the legal ones; "random" draws among those
        with exactly the same value, from `rng` or else from the global generator of `random`.
    engine: "python" searches with `agents.search`, "kernel" with compiled code, "auto" with the fastest available; the
        results are the same. Searches without a compiled version run in Python.
    """

    def __init__(
        self,
        evaluation: EvaluationLike = "better",
        *,
        ties: Ties = "first",
        rng: Picker | None = None,
        engine: Engine = "auto",
    ) -> None:
        self.evaluation = make_evaluation(evaluation)
        self.ties = choice("ties", ties, TIES)
        self.engine = choice("engine", engine, ENGINES)
        if engine == "kernel" and not isinstance(self.evaluation, LinearEvaluation):
            raise AgentError("engine 'kernel' needs an evaluation that is a sum of features")
        self.game = PacmanGame(self.evaluation)
        self._rng: Picker = checked_rng(rng) or random

    @abstractmethod
    def search(self, state: GameState) -> SearchResult[Action]:
        """Search from this state with Pacman to move."""

    def get_action(self, state: GameState) -> Action:
        result = self.search(state)
        return result.action if self.ties == "first" else self._rng.choice(result.best_actions)

    getAction = get_action

    def contributions(self, state: GameState) -> dict[str, float]:
        """Return each feature's contribution to the evaluation of a state; empty if it is not a sum of features."""
        return self.evaluation.contributions(state) if isinstance(self.evaluation, LinearEvaluation) else {}


class KernelSearch(SearchAgent):
    """A search that the kernel supports, too.

    `may_wait`: True if a search that takes long in Python may wait until the kernel is built.
    """

    may_wait = True

    def search(self, state: GameState) -> SearchResult[Action]:
        if self.engine == "python" or not self._suits_kernel():
            return self._search_in_python(state, self.game)
        from agents import kernel

        if not kernel.use_kernel(self.engine):
            try:
                with kernel.python_search(self.may_wait) as deadline:
                    game = self.game if deadline == inf else TimedGame(self.game, deadline=deadline)
                    return self._search_in_python(state, game)
            except TimeUp:  # restarting in the kernel is faster than finishing in Python
                if not kernel.take_over(self.may_wait):
                    return self._search_in_python(state, self.game)
        return self._search_in_kernel(state) or self._search_in_python(state, self.game)

    def _suits_kernel(self) -> bool:
        return isinstance(self.evaluation, LinearEvaluation)

    @abstractmethod
    def _search_in_python(self, state: GameState, game: Game[Turn, Action]) -> SearchResult[Action]:
        """Return the result of `agents.search`.

        `game` is `self.game`, or a wrapper that raises TimeUp in a search that takes long. A search that draws random
        numbers or has a time limit of its own must not be restarted: it uses `self.game`.
        """

    @abstractmethod
    def _search_in_kernel(self, state: GameState) -> SearchResult[Action] | None:
        """Return the same result from the kernel; None if it does not support this search."""


class DepthLimitedAgent(SearchAgent):
    """Searches `depth` rounds ahead; in a round every agent moves once."""

    ghosts_take: ClassVar[str | None] = "min"  # as in Traceable

    def __init__(
        self,
        depth: int | str = 2,
        evaluation: EvaluationLike = "better",
        *,
        ties: Ties = "first",
        rng: Picker | None = None,
        engine: Engine = "auto",
    ) -> None:
        super().__init__(evaluation, ties=ties, rng=rng, engine=engine)
        self.depth = whole_number("depth", depth)

    def plies(self, state: GameState) -> int:
        """Return the depth in plies, which searches count; rounds are converted to plies only here."""
        return self.depth * state.num_agents


class CompiledSearch(NamedTuple):
    """The kernel's version of a search: an algorithm of `agents.search`, and its treatment of the ghosts.

    hunters: number of ghosts that minimise in expectiminimax. model: of expectimax, "uniform" or "directional".
    """

    algorithm: Algorithm
    hunters: int = 0
    model: CompiledModel = "uniform"


class FixedDepthAgent(KernelSearch, DepthLimitedAgent):
    """One search to one depth.

    algorithm: of `agents.search`; a subclass sets it, as a `staticmethod`, because a plain function would be bound.
    compiled: the same in the kernel; None if only Python supports it.
    """

    algorithm: Callable[..., SearchResult[Action]]
    compiled: CompiledSearch | None = None

    def _suits_kernel(self) -> bool:
        return self.compiled is not None and super()._suits_kernel()

    def _search_in_kernel(self, state: GameState) -> SearchResult[Action] | None:
        from agents import kernel

        if self.compiled is None:
            return None
        algorithm, hunters, model = self.compiled
        plies = self.plies(state)
        return kernel.search(algorithm, state, plies, self.evaluation, hunters=hunters, model=model)

    def traced_search(self, state: GameState, trace: TurnTrace | None = None) -> SearchResult[Action]:
        return self._search_in_python(state, self.game, trace)

    def _search_in_python(
        self, state: GameState, game: Game[Turn, Action], trace: TurnTrace | None = None
    ) -> SearchResult[Action]:
        return self.algorithm(game, (state, 0), depth=self.plies(state), evaluate=self.game.evaluate, trace=trace)
