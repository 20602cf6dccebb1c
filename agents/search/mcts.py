"""Monte Carlo tree search: estimate a move by many random games that start with it.

Each iteration takes four steps:

    selection           descend to the child with the best upper confidence bound (UCB1, or PUCT with a prior)
    expansion           create the children of the node reached, and descend to one of them
    simulation          play at random to the end of the game (or for some plies, and evaluate)
    back-propagation    add the outcome to every node on the way back to the root

The total of a node is for the player who moved into it, because that player chooses it. The outcome is one number, the
value for player 0: it is added where player 0 moved, and subtracted where another player did. In a game of two, that is
the change of sign from ply to ply.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from agents.search.bandits import ucb1
from agents.search.contract import CHANCE, MAX, A, Game, S, SearchResult, check_distribution
from agents.search.errors import EvaluationError, SearchError
from agents.search.support.validation import (
    Evaluation,
    checked_evaluation,
    checked_utility,
    no_actions,
    positive,
    root_actions,
)

if TYPE_CHECKING:
    from agents.search.support.trace import GrowthTrace

T = TypeVar("T")
Prior = Callable[[S], Mapping[A, float]]
Answer = Literal["mean", "visits"]


class Node(Generic[S, A]):
    """A state in the tree.

    mover: the player who moved into this node, for whom `total` counts (CHANCE below a chance node).
    prior: probability of the action that leads here, by the prior or at a chance node.
    children: None until the node is expanded, and empty if the game is over here.
    state: generated on the first visit, so that unvisited children cost little.
    """

    __slots__ = ("action", "children", "mover", "parent", "prior", "state", "total", "visits")
    state: S

    def __init__(self, action: A | None, mover: int, parent: Node[S, A] | None = None, prior: float = 1.0) -> None:
        self.action: Any = action
        self.mover, self.parent, self.prior = mover, parent, prior
        self.children: list[Node[S, A]] | None = None
        self.total: float = 0
        self.visits = 0

    @property
    def mean(self) -> float:
        """Average outcome for the mover."""
        return self.total / self.visits

    @property
    def value(self) -> float:
        """Average outcome for player 0."""
        return in_eyes_of(self.mover, self.mean)


@dataclass(frozen=True, slots=True)
class MCTSResult(SearchResult[A]):
    """`value` and `values` are averages for player 0; `visits` is the number of play-outs behind each of them."""

    visits: dict[A, int] = field(default_factory=dict)
    iterations: int = 0


def in_eyes_of(player: int, value: float) -> float:
    """Convert a value for player 0 to one for `player`, or back: all opponents want the opposite."""
    return value if player == MAX else -value


def mcts(
    game: Game[S, A],
    state: S,
    *,
    rng: random.Random,
    iterations: int | None = None,
    seconds: float | None = None,
    exploration: float = 1.0,
    prior: Prior[S, A] | None = None,
    evaluate: Evaluation[S] | None = None,
    playout_plies: int | None = None,
    normalise: bool = False,
    answer: Answer = "mean",
    clock: Callable[[], float] = perf_counter,
    trace: GrowthTrace[S, A] | None = None,
) -> MCTSResult[A]:
    """Search until `iterations` are done or `seconds` have passed (at least one iteration).

    Return the root action with the highest mean (UCB1 with C = 0), or with `answer` "visits" the one visited most.

    exploration: C in UCB1, or in PUCT. It is meant for outcomes from 0 to 1, or of about that size. With `normalise` it
        is multiplied by the range of the outcomes so far, which is equivalent to mapping them to 0 … 1: use it where
        outcomes are scores.
    prior: state -> {action: probability}. With a prior, selection is PUCT: mean + C * prior * sqrt(N) / (1 + n).
    playout_plies, evaluate: stop play-outs after that many plies and evaluate the state there. Required for games that
        random play may never end.
    trace: records the growth of the tree; it computes UCB1, so it excludes a prior.
    """
    if iterations is None and seconds is None:
        raise SearchError("give a budget: iterations, seconds or both")
    if seconds is not None and not seconds >= 0:
        raise SearchError(f"seconds must be 0 or more, not {seconds!r}")
    if answer not in ("mean", "visits"):
        raise SearchError(f"answer must be 'mean' or 'visits', not {answer!r}")
    limit = inf if iterations is None else positive("iterations", iterations)
    started = clock()
    deadline = inf if seconds is None else started + seconds
    search = MonteCarloTreeSearch(
        game,
        state,
        rng=rng,
        exploration=exploration,
        prior=prior,
        evaluate=evaluate,
        playout_plies=playout_plies,
        normalise=normalise,
        trace=trace,
    )
    search.iterate()  # one in any case, since an answer needs a visited action
    while search.root.visits < limit and clock() < deadline:
        search.iterate()
    return search.result(answer, clock() - started)


class MonteCarloTreeSearch(Generic[S, A]):
    """A search tree that grows by one play-out with every `iterate()`. Options as for `mcts`."""

    def __init__(
        self,
        game: Game[S, A],
        state: S,
        *,
        rng: random.Random,
        exploration: float = 1.0,
        prior: Prior[S, A] | None = None,
        evaluate: Evaluation[S] | None = None,
        playout_plies: int | None = None,
        normalise: bool = False,
        trace: GrowthTrace[S, A] | None = None,
    ) -> None:
        if (evaluate is None) != (playout_plies is None):
            raise SearchError("evaluate and playout_plies must be given together: play-outs stop there for evaluation")
        if playout_plies is not None and (type(playout_plies) is not int or playout_plies < 0):
            raise SearchError(f"playout_plies must be 0 or a positive whole number, not {playout_plies!r}")
        if not 0 <= exploration < inf:
            raise SearchError(f"exploration must be 0 or a positive number, not {exploration!r}")
        if trace is not None and prior is not None:
            raise SearchError("a trace cannot be combined with a prior: it shows the terms of UCB1, not of PUCT")
        root_actions(game, state)
        self.game = game
        # A node adds up outcomes for the player who moved into it: for the root, an opponent of the player to move.
        self.root = Node[S, A](None, mover=1 if game.player(state) == MAX else MAX)
        self.root.state = state
        self.nodes = self.depth = 0
        self._rng, self._prior, self._exploration, self._normalise = rng, prior, exploration, normalise
        self._utility, self._estimate = checked_utility(game), checked_evaluation(evaluate)
        self._playout_plies = inf if playout_plies is None else playout_plies
        self._chances: Callable[[S], Sequence[tuple[A, float]]] | None = getattr(game, "probabilities", None)
        self._lowest, self._highest = inf, -inf
        self._trace = trace
        if trace is not None:
            trace.start(game, self.root)

    def iterate(self) -> None:
        leaf = self.expand(self.select(self.root))
        outcome = self.simulate(leaf.state)
        self.back_propagate(leaf, outcome)
        if self._trace is not None:
            self._trace.note(leaf, outcome, self._exploration * self._scale)

    def select(self, node: Node[S, A]) -> Node[S, A]:
        """Descend to a node that has no children (yet)."""
        while node.children:
            node = self._step(node, node.children)
        return node

    def expand(self, node: Node[S, A]) -> Node[S, A]:
        """Create the children of `node` and descend to one; a new node itself is simulated once before that."""
        if node.children is None and (node.visits or node is self.root):
            node.children = self._make_children(node)
            if node.children:
                return self._step(node, node.children)
        return node

    def simulate(self, state: S) -> float:
        """Play at random from a state and return the outcome for player 0."""
        # Local names and a plain draw: this loop takes most of the time of a search. The kernel draws in the same way.
        game, chances, rng = self.game, self._chances, self._rng.random
        player, actions, result, terminal = game.player, game.actions, game.result, game.terminal_test
        plies = 0
        while not terminal(state):
            if plies == self._playout_plies:
                outcome = self._estimate(state)
                break
            if chances is not None and player(state) == CHANCE:
                action = self._roll(chances(state))
            else:
                legal = actions(state)
                if not legal:
                    raise no_actions(state)
                action = legal[int(rng() * len(legal))]
            state = result(state, action)
            plies += 1
        else:
            outcome = self._utility(state)
        if not isfinite(outcome):
            raise EvaluationError(f"a play-out was worth {outcome!r} in {state!r}; only finite numbers have averages")
        self.nodes += plies
        self._lowest, self._highest = min(self._lowest, outcome), max(self._highest, outcome)
        return outcome

    def back_propagate(self, leaf: Node[S, A], outcome: float) -> None:
        """Add the outcome to every node from `leaf` up to the root."""
        node: Node[S, A] | None = leaf
        plies = -1
        while node is not None:
            node.visits += 1
            node.total += in_eyes_of(node.mover, outcome)
            node = node.parent
            plies += 1
        self.depth = max(self.depth, plies)

    def score(self, parent: Node[S, A], child: Node[S, A]) -> float:
        """Return the upper confidence bound of a child for the player who chooses it: UCB1, or PUCT with a prior."""
        exploration = self._exploration * self._scale
        if self._prior is None:
            return ucb1(child.mean, child.visits, parent.visits, exploration) if child.visits else inf
        # A child without visits has no mean: assume that of its parent.
        known = child.value if child.visits else parent.value if parent.visits else 0.0
        bonus = exploration * child.prior * sqrt(parent.visits) / (1 + child.visits)
        return in_eyes_of(child.mover, known) + bonus

    def result(self, answer: Answer, seconds: float) -> MCTSResult[A]:
        """Return the result of the iterations so far."""
        variation = []
        node = self.root
        while visited := [child for child in node.children or () if child.visits]:
            if visited[0].mover == CHANCE:  # an outcome of chance is not a choice: the line ends before it
                break
            node = max(visited, key=lambda child: child.mean if answer == "mean" else child.visits)
            variation.append(node)
        children = [child for child in self.root.children or () if child.visits]
        return MCTSResult(
            action=variation[0].action,
            value=variation[0].value,
            values={child.action: child.value for child in children},
            nodes=self.nodes,
            principal_variation=tuple(node.action for node in variation),
            depth=self.depth,
            seconds=seconds,
            visits={child.action: child.visits for child in children},
            iterations=self.root.visits,
        )

    @property
    def _scale(self) -> float:
        spread = self._highest - self._lowest
        return spread if self._normalise and 0 < spread < inf else 1.0

    def _step(self, node: Node[S, A], children: list[Node[S, A]]) -> Node[S, A]:
        """Return the next child: a random one at a chance node, otherwise the one with the best score."""
        if children[0].mover == CHANCE:
            child = self._roll([(child, child.prior) for child in children])
        else:
            scores = [self.score(node, child) for child in children]
            best = max(scores)
            ties = [child for child, score in zip(children, scores, strict=True) if score == best]
            child = ties[0] if len(ties) == 1 else self._rng.choice(ties)
        if not child.visits:  # generated at its first visit, as many children never have one
            child.state = self.game.result(node.state, child.action)
            self.nodes += 1
        return child

    def _make_children(self, node: Node[S, A]) -> list[Node[S, A]]:
        state = node.state
        if self.game.terminal_test(state):
            return []
        mover, legal = self.game.player(state), self.game.actions(state)
        if not legal:
            raise no_actions(state)
        priors = dict.fromkeys(legal, 1 / len(legal))
        if mover == CHANCE and self._chances is not None:
            priors = dict(self._chances(state))
            check_distribution(priors.items(), f"{state!r}")
        elif self._prior is not None:
            priors = dict(self._prior(state))
            if set(priors) != set(legal):
                raise SearchError(f"the prior names {list(priors)!r} in {state!r}; legal: {list(legal)!r}")
            check_distribution(priors.items(), f"{state!r}")
        return [Node(action, mover, node, priors[action]) for action in legal if action in priors]

    def _roll(self, outcomes: Sequence[tuple[T, float]]) -> T:
        """Draw one of the outcomes by their probabilities."""
        return self._rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]
