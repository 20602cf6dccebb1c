"""Games of imperfect information: a player does not see everything, such as the cards of the opponent.

A deal is a start of the game together with everything that is hidden in it. Two answers to the question which action is
best, when only the probabilities of the deals are known:

    averaging over deals    search every deal as if all of it were visible, and average the values of each action
    the exact value         both players choose by what they know, and mix their choices where that is better

Averaging is right if nothing more will be learned. Otherwise it is too optimistic: it assumes that the player will know
the deal from the next move on. Actions that gather information or give none away have no value for it. The exact value
is computed by linear programming (scipy, extra `lectures`).
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, cast

from agents.search.contract import CHANCE, MAX, A, Game, S, SearchResult, StochasticGame, check_distribution
from agents.search.errors import GameError, SearchError
from agents.search.minimax import minimax
from agents.search.support.validation import bad_average, checked_utility, explain_recursion, no_actions, positive

Deals = Iterable[tuple[S, float]]  # states with their probabilities
Policy = Mapping[Hashable, Mapping[A, float]]  # what a player knows -> the probability of each action


class HiddenGame(Game[S, A], Protocol[S, A]):
    """A game in which the players know less than the state contains."""

    def deals(self) -> Deals[S]:
        """Return the states in which the game may begin, with their probabilities."""

    def draw(self, rng: random.Random, /) -> S:
        """Return one of these states, drawn with its probability. Used where there are too many to list."""

    def information(self, state: S, player: int, /) -> Hashable:
        """Return everything that `player`, who is to move, knows: equal in states that look the same to this player.

        Players forget neither their own actions nor anything that they knew before.
        """


def draw_deals(draw: Callable[[random.Random], S], count: int, rng: random.Random) -> list[tuple[S, float]]:
    """Return `count` deals drawn at random, as a distribution; a deal drawn twice is listed once."""
    drawn = Counter(draw(rng) for _ in range(positive("count of deals", count)))
    return [(state, times / count) for state, times in drawn.items()]


def average_over_deals(
    game: Game[S, A], deals: Deals[S], *, search: Callable[[Game[S, A], S], SearchResult[A]] = minimax
) -> SearchResult[A]:
    """Return the action with the best average value over `deals`: all of them, or a sample by `draw_deals`.

    `search` computes the value of every root action in one deal. Raise GameError if the player to move or the legal
    actions differ between deals: the player would know more about the deal than `deals` says.
    """
    deals = list(deals)
    check_distribution(deals, "the deals")
    first = deals[0][0]
    totals = dict.fromkeys(game.actions(first), 0.0)
    nodes = depth = 0
    seconds = 0.0
    complete = True
    for state, probability in deals:
        found = search(game, state)
        if game.player(state) != game.player(first) or found.values.keys() != totals.keys():
            raise GameError(f"the player to move can tell {state!r} from {first!r}: their actions differ")
        for action, value in found.values.items():
            totals[action] += probability * value
        nodes, depth, seconds = nodes + found.nodes, max(depth, found.depth), seconds + found.seconds
        complete = complete and found.complete
    choose = max if game.player(first) == MAX else min
    best = choose(totals, key=totals.__getitem__)
    if totals[best] != totals[best]:
        raise bad_average(totals[best], 1, first)
    return SearchResult(
        best, totals[best], totals, nodes, principal_variation=(best,), depth=depth, seconds=seconds, complete=complete
    )


@dataclass(frozen=True, slots=True)
class HiddenSolution(Generic[A]):
    """The value of a game for player 0, and a policy of each player that secures it.

    A policy holds the choices of every information set of its player that occurs in the game; one that the policy
    itself never reaches has equal probabilities.
    """

    value: float
    policies: tuple[Policy[A], Policy[A]]


@explain_recursion
def solve_hidden_game(game: HiddenGame[S, A], deals: Deals[S], *, max_nodes: int = 200_000) -> HiddenSolution[A]:
    """Return the exact solution of a small zero-sum game of two players, by linear programming in sequence form.

    A sequence is a player's information set with an action there; its weight is the probability with which the player
    plays it, as far as it depends on this player. The weights of the actions of an information set add up to the weight
    of the sequence before it. The payoff is linear in the weights of each player, so that the minimax theorem applies
    as to a matrix game, but the program grows with the game tree, not with the number of strategies.

    Raise SearchError beyond `max_nodes` states or without scipy, GameError if a player forgets.
    """
    deals = list(deals)
    check_distribution(deals, "the deals")
    form = _SequenceForm[S, A](game, max_nodes)
    for state, probability in deals:
        form.add(state, probability, (0, 0))
    return form.solve()


def hidden_action_values(game: HiddenGame[S, A], deals: Deals[S]) -> dict[A, float]:
    """Return the exact value of the game after each of the first actions.

    The largest (for player 1: the smallest) is the value of the game if the opponent sees the action and the player to
    move has nothing to hide: one who knows different things in different deals may gain by mixing actions.
    """
    deals = list(deals)
    return {
        action: solve_hidden_game(game, [(game.result(state, action), share) for state, share in deals]).value
        for action in game.actions(deals[0][0])
    }


class _InformationSet(NamedTuple, Generic[A]):
    number: int  # of its row among the constraints of the player; 0 is the row of the empty sequence
    before: int  # the sequence that leads to it
    first: int  # the sequence of its first action; those of the others follow
    actions: Sequence[A]


class _Sequences(Generic[A]):
    """The sequences of one player by number, from 0, the empty one, and the information sets."""

    def __init__(self) -> None:
        self.sets: dict[Hashable, _InformationSet[A]] = {}
        self.count = 1

    def at(self, information: Hashable, before: int, actions: Sequence[A], state: object) -> _InformationSet[A]:
        known = self.sets.get(information)
        if known is None:
            known = _InformationSet(len(self.sets) + 1, before, self.count, tuple(actions))
            self.sets[information] = known
            self.count += len(actions)
        if known.before != before:
            raise GameError(f"a player forgets: {information!r} is known after different own actions, in {state!r}")
        if known.actions != tuple(actions):
            raise GameError(f"the actions differ where a player knows the same, {information!r}, in {state!r}")
        return known

    def constraints(self) -> list[tuple[int, int, float]]:
        """Return (row, sequence, factor): weights of actions minus that of the sequence before them are 0."""
        entries = [(0, 0, 1.0)]
        for number, before, first, actions in self.sets.values():
            entries.append((number, before, -1.0))
            entries += [(number, first + index, 1.0) for index in range(len(actions))]
        return entries

    def policy(self, weights: Sequence[float]) -> Policy[A]:
        """Return the probabilities of the actions in each information set, from the weights of the sequences."""
        chances: dict[Hashable, dict[A, float]] = {}
        for information, (_, _, first, actions) in self.sets.items():
            shares = [max(0.0, weights[first + index]) for index in range(len(actions))]
            total = sum(shares)
            shares = [share / total for share in shares] if total > 1e-9 else [1 / len(actions)] * len(actions)
            chances[information] = dict(zip(actions, shares, strict=True))
        return chances


class _SequenceForm(Generic[S, A]):
    """Sequences of both players, and the expected payoff of each pair that leads to the end of the game."""

    def __init__(self, game: HiddenGame[S, A], max_nodes: int) -> None:
        self._game, self._left, self._limit = game, max_nodes, max_nodes
        self._utility = checked_utility(game)
        self._players: tuple[_Sequences[A], _Sequences[A]] = (_Sequences(), _Sequences())
        self._payoffs: defaultdict[tuple[int, int], float] = defaultdict(float)  # of a sequence of each player

    def add(self, state: S, probability: float, sequences: tuple[int, int]) -> None:
        """Add the tree below `state`; `probability` is that of chance, `sequences` are those that lead here."""
        game = self._game
        self._left -= 1
        if self._left < 0:
            raise SearchError(f"more than {self._limit} states; this game is too large to be solved exactly")
        if game.terminal_test(state):
            self._payoffs[sequences] += probability * self._utility(state)
            return
        player = game.player(state)
        if player == CHANCE:
            outcomes = cast(StochasticGame[S, A], game).probabilities(state)
            check_distribution(outcomes, repr(state))
            for action, chance in outcomes:
                self.add(game.result(state, action), probability * chance, sequences)
            return
        if player not in (0, 1):
            raise GameError(f"player {player!r} moves in {state!r}; exact solutions are for players 0 and 1")
        actions = game.actions(state)
        if not actions:
            raise no_actions(state)
        here = self._players[player].at(game.information(state, player), sequences[player], actions, state)
        for number, action in enumerate(here.actions, start=here.first):
            own = (number, sequences[1]) if player == 0 else (sequences[0], number)
            self.add(game.result(state, action), probability, own)

    def solve(self) -> HiddenSolution[A]:
        """Maximise over player 0's weights the least payoff that player 1's weights can reach.

        That least payoff is itself a linear program; its dual has one variable for each information set of player 1,
        and the variable of the empty sequence is the value. The multipliers of its rows are player 1's weights.
        """
        linprog, coo_array = _solver()
        first, second = self._players
        rows = len(second.sets) + 1
        payoff = [(j, i, -value) for (i, j), value in self._payoffs.items()]
        dual = [(sequence, first.count + row, factor) for row, sequence, factor in second.constraints()]
        at_most = coo_array(_as_matrix(payoff + dual), shape=(second.count, first.count + rows))
        equal = coo_array(_as_matrix(first.constraints()), shape=(len(first.sets) + 1, first.count + rows))
        costs = [0.0] * (first.count + rows)
        costs[first.count] = -1.0  # linprog minimises
        found = linprog(
            costs,
            A_ub=at_most,
            b_ub=[0.0] * second.count,
            A_eq=equal,
            b_eq=[1.0] + [0.0] * len(first.sets),
            bounds=[(0, None)] * first.count + [(None, None)] * rows,
        )
        if found.status != 0:
            raise SearchError(f"the linear program was not solved: {found.message}")
        weights = found.x[: first.count].tolist(), (-found.ineqlin.marginals).tolist()
        return HiddenSolution(float(found.x[first.count]), (first.policy(weights[0]), second.policy(weights[1])))


def _as_matrix(entries: list[tuple[int, int, float]]) -> tuple[list[float], tuple[list[int], list[int]]]:
    """Return the entries of a matrix in the order that scipy expects; entries of the same place are added."""
    return [value for _, _, value in entries], ([row for row, _, _ in entries], [column for _, column, _ in entries])


def _solver() -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return scipy's functions, imported on first use."""
    try:
        from scipy.optimize import linprog  # type: ignore[import-untyped]
        from scipy.sparse import coo_array  # type: ignore[import-untyped]
    except ModuleNotFoundError as missing:
        raise SearchError("exact values of hidden games need scipy: pip install -e '.[lectures]'") from missing
    return linprog, coo_array
