"""Small games solved completely: every state that can be reached gets its value.

Retrograde analysis works backwards. Start with the finished games, ask who could have moved into them, and go on from
there: a state is won as soon as one action leads to a state won for the player to move, and lost as soon as all its
actions lead to states lost for that player. What is never reached in this way is a draw: neither side can force
anything, and the game may go round in circles for ever.

Where outcomes are numbers rather than win, draw and loss: backward induction solves games that cannot repeat a state,
and value iteration those that can.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from agents.search.contract import CHANCE, MAX, A, Game, S
from agents.search.errors import EmptyTreeError, GameError, SearchError
from agents.search.support.validation import bad_average, checked_utility, no_actions, positive


class GameValue(NamedTuple):
    """winner: 1 if player 0 wins, -1 if player 0 loses, 0 for a draw.

    distance: plies to the end if the winner hurries and the loser delays; None for a draw, except
        at the end itself.
    """

    winner: int
    distance: int | None


@dataclass(frozen=True, slots=True)
class SolvedGame(Generic[S, A]):
    """What retrograde analysis found: an outcome for every state that can be reached."""

    game: Game[S, A]
    outcomes: Mapping[S, GameValue]

    def action(self, state: S) -> A:
        """The best action: win soonest, else draw, else lose latest. Ties go to the first."""
        if self.game.terminal_test(state):
            raise EmptyTreeError(f"nothing to choose: the game is over in {state!r}")
        side = _side(self.game, state)

        def merit(action: A) -> tuple[int, int]:
            winner, distance = self.outcomes[self.game.result(state, action)]
            return side * winner, -side * winner * (distance or 0)

        return max(self.game.actions(state), key=merit)


def reachable(game: Game[S, A], start: S, *, max_states: int = 5_000_000) -> list[S]:
    """Every state that play can lead to, `start` first and nearer ones before farther ones."""
    found = {start: None}
    queue = deque([start])
    while queue:
        for successor in _successors(game, queue.popleft()):
            if successor not in found:
                found[successor] = None
                queue.append(successor)
        if len(found) > max_states:
            raise SearchError(f"more than {max_states} states can be reached; this game is too large to be solved")
    return list(found)


def solve(game: Game[S, A], start: S, *, max_states: int = 5_000_000) -> SolvedGame[S, A]:
    """Win, draw or loss for every reachable state, by retrograde analysis. A win is a utility above 0 for player 0.

    Player 0 plays against all others, as in minimax. There must be no chance nodes.
    """
    predecessors: dict[S, list[S]] = {state: [] for state in reachable(game, start, max_states=max_states)}
    sides: dict[S, int] = {}
    undecided: dict[S, int] = {}  # actions of a state that are not yet known to lose
    outcomes: dict[S, GameValue] = {}
    utility = checked_utility(game)
    for state in predecessors:
        if game.terminal_test(state):
            worth = utility(state)
            outcomes[state] = GameValue((worth > 0) - (worth < 0), 0)
        else:
            successors = list(_successors(game, state))
            sides[state], undecided[state] = _side(game, state), len(successors)
            for successor in successors:
                predecessors[successor].append(state)
    # First in, first out: states are decided in the order of their distance. So the first winning action found is the
    # quickest win, and the last losing action the slowest loss.
    queue = deque(state for state, outcome in outcomes.items() if outcome.winner)
    while queue:
        state = queue.popleft()
        winner, distance = outcomes[state]
        for before in predecessors[state]:
            undecided[before] -= 1
            if before not in outcomes and (sides[before] == winner or not undecided[before]):
                outcomes[before] = GameValue(winner, (distance or 0) + 1)
                queue.append(before)
    return SolvedGame(game, {state: outcomes.get(state, GameValue(0, None)) for state in predecessors})


def backward_induction(game: Game[S, A], start: S) -> dict[S, float]:
    """The exact value of every reachable state, each computed once, in a game that never repeats a state."""
    utility = checked_utility(game)
    values: dict[S, float] = {}
    path: dict[S, Iterator[S]] = {start: _successors(game, start)}  # the states on the way down
    while path:
        state = next(reversed(path))
        for successor in path[state]:
            if successor in path:
                raise GameError(f"the game can come back to {successor!r}; use solve or value_iteration")
            if successor not in values:
                path[successor] = _successors(game, successor)
                break
        else:
            values[state] = utility(state) if game.terminal_test(state) else _backed_up(game, state, values)
            del path[state]
    return values


def value_iteration(
    game: Game[S, A],
    start: S,
    *,
    discount: float = 1.0,
    tolerance: float = 1e-9,
    max_sweeps: int = 10_000,
    max_states: int = 5_000_000,
) -> dict[S, float]:
    """The value of every reachable state in a game with cycles, chance nodes or both.

    Start with 0 everywhere, and compute every state from its successors again and again: after n sweeps, this is the
    game of n plies. So endless play is worth 0. A discount below 1 makes later outcomes worth less.

    It stops when all further sweeps together would change nothing by more than `tolerance`. That one sweep changes
    little does not say so: where the end comes with a tiny probability, every sweep adds as little as the one before.
    """
    if not 0 < discount <= 1:
        raise SearchError(f"discount must be above 0 and at most 1, not {discount!r}")
    utility = checked_utility(game)
    states = reachable(game, start, max_states=max_states)
    values = {state: utility(state) if game.terminal_test(state) else 0.0 for state in states}
    inner = [state for state in states if not game.terminal_test(state)]
    small = tolerance
    for _ in range(positive("max_sweeps", max_sweeps)):
        update = {state: discount * _backed_up(game, state, values) for state in inner}
        change = max((abs(update[state] - values[state]) for state in inner), default=0)
        values.update(update)
        if change <= small:
            # A change halves every so many sweeps, so that all to come are at most twice so many of this one.
            small = change and tolerance / (2 * _half_life(game, values, discount, max_sweeps))
            if change <= small:
                return values
    raise SearchError(f"the values still change by {change:g} after {max_sweeps} sweeps")


def _half_life(game: Game[S, A], values: Mapping[S, float], discount: float, max_sweeps: int) -> int:
    """The sweeps until no more than half of any change is felt anywhere, if everybody plays as the values say."""
    ways = _ways_to_end(game, values)
    felt = dict.fromkeys(ways, 1.0)
    for sweeps in range(1, max_sweeps + 1):
        felt = {
            state: discount * sum(p * felt.get(successor, 0.0) for successor, p in onward)
            for state, onward in ways.items()
        }
        if max(felt.values(), default=0.0) <= 0.5:
            return sweeps
    state = max(felt, key=felt.__getitem__)
    raise SearchError(f"the end is so unlikely from {state!r} that {max_sweeps} sweeps cannot tell what it is worth")


def _ways_to_end(game: Game[S, A], values: Mapping[S, float]) -> dict[S, list[tuple[S, float]]]:
    """How play goes on from every state that best play can bring to an end: the next states, with probabilities.

    Of actions that are equally good, players take the one that is nearest to the end.
    """
    predecessors: dict[S, list[S]] = {state: [] for state in values}
    choices: dict[S, list[tuple[S, float]]] = {}
    for state in values:
        choices[state] = [] if game.terminal_test(state) else _best_choices(game, state, values)
        for successor, _ in choices[state]:
            predecessors[successor].append(state)
    ways: dict[S, list[tuple[S, float]]] = {}
    queue = deque(state for state in values if not choices[state])
    while queue:
        successor = queue.popleft()
        for state in predecessors[successor]:
            if state not in ways:
                ways[state] = choices[state] if game.player(state) == CHANCE else [(successor, 1.0)]
                queue.append(state)
    return ways


def _best_choices(game: Game[S, A], state: S, values: Mapping[S, float]) -> list[tuple[S, float]]:
    """What chance may do, with probabilities; or where a player's best actions lead."""
    if game.player(state) == CHANCE:
        stochastic: Any = game
        return [(game.result(state, action), p) for action, p in stochastic.probabilities(state) if p]
    best = _backed_up(game, state, values)
    successors = [game.result(state, action) for action in game.actions(state)]
    return [(successor, 1.0) for successor in successors if values[successor] == best]


def _successors(game: Game[S, A], state: S) -> Iterator[S]:
    if game.terminal_test(state):
        return
    actions = game.actions(state)
    if not actions:
        raise no_actions(state)
    for action in actions:
        yield game.result(state, action)


def _side(game: Game[S, A], state: S) -> int:
    """For whom the player to move plays: 1 for player 0, -1 for the others."""
    player = game.player(state)
    if player == CHANCE:
        raise GameError(f"chance moves in {state!r}; retrograde analysis needs a game without dice")
    return 1 if player == MAX else -1


def _backed_up(game: Game[S, A], state: S, values: Mapping[S, float]) -> float:
    """The value of a state by the rule of its player, from the values of its successors."""
    player = game.player(state)
    if player == CHANCE:
        stochastic: Any = game
        outcomes = [(values[game.result(state, action)], p) for action, p in stochastic.probabilities(state) if p]
        total: float = sum(value * p for value, p in outcomes)
        weight: float = sum(p for _, p in outcomes)
        if total != total or not 0.999999 < weight < 1.000001:
            raise bad_average(total, weight, state)
        return total
    best = max if player == MAX else min
    return best(values[game.result(state, action)] for action in game.actions(state))
