"""Complete solutions of small games: the value of every reachable state.

Retrograde analysis works backwards from the terminal states to their predecessors: a state is won as soon as one action
leads to a state won for the player to move, and lost as soon as all its actions lead to states lost for that player. A
state that is never decided in this way is a draw: neither side can force a result, and the game may repeat states
forever.

For outcomes that are numbers rather than win, draw and loss, backward induction solves games that cannot repeat a
state, and value iteration those that can.
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
    """Outcome of a state under best play.

    winner: 1 if player 0 wins, -1 if player 0 loses, 0 for a draw.
    distance: plies to the end if the winner minimises them and the loser maximises them; None for a draw that is not
        terminal.
    """

    winner: int
    distance: int | None


@dataclass(frozen=True, slots=True)
class SolvedGame(Generic[S, A]):
    """Result of retrograde analysis: an outcome for every reachable state."""

    game: Game[S, A]
    outcomes: Mapping[S, GameValue]

    def action(self, state: S) -> A:
        """Return the best action: win soonest, else draw, else lose latest. Ties go to the first action."""
        if self.game.terminal_test(state):
            raise EmptyTreeError(f"nothing to choose: the game is over in {state!r}")
        side = _side(self.game, state)

        def merit(action: A) -> tuple[int, int]:
            winner, distance = self.outcomes[self.game.result(state, action)]
            return side * winner, -side * winner * (distance or 0)

        return max(self.game.actions(state), key=merit)


def reachable(game: Game[S, A], start: S, *, max_states: int = 5_000_000) -> list[S]:
    """Return every reachable state in breadth-first order; raise SearchError if there are more than `max_states`."""
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
    """Return win, draw or loss of every reachable state. A win is a utility above 0 for player 0.

    Player 0 plays against all others, as in minimax. Raise GameError at a chance node.
    """
    predecessors: dict[S, list[S]] = {state: [] for state in reachable(game, start, max_states=max_states)}
    sides: dict[S, int] = {}
    undecided: dict[S, int] = {}  # number of a state's actions that are not yet known to lose
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
    """Return the exact value of every reachable state; raise GameError if the game can repeat a state."""
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
    """Return the value of every reachable state in a game with cycles, chance nodes or both.

    All values start at 0, and every sweep computes each state from its successors: after n sweeps, the values are those
    of the game of n plies. Endless play therefore has the value 0. A discount below 1 reduces later outcomes.

    It stops when all further sweeps together would change no value by more than `tolerance`. A small change in one
    sweep is not sufficient: if the game ends with a tiny probability, every sweep adds as little as the one before.
    Raise SearchError after `max_sweeps`.
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
            # If changes halve every n sweeps, all further changes add up to at most 2 n times the present one.
            small = change and tolerance / (2 * _half_life(game, values, discount, max_sweeps))
            if change <= small:
                return values
    raise SearchError(f"the values still change by {change:g} after {max_sweeps} sweeps")


def _half_life(game: Game[S, A], values: Mapping[S, float], discount: float, max_sweeps: int) -> int:
    """Return the number of sweeps after which at most half of any change remains, if all play by the values."""
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
    raise SearchError(f"the end is so unlikely from {state!r} that {max_sweeps} sweeps do not determine its value")


def _ways_to_end(game: Game[S, A], values: Mapping[S, float]) -> dict[S, list[tuple[S, float]]]:
    """Return the next states, with probabilities, for every state that best play can bring to an end.

    Of equally good actions, players take the one that is nearest to the end.
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
    """Return the outcomes of a chance node with probabilities, or the successors of a player's best actions."""
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
    """Return the side of the player to move: 1 for player 0, -1 for the others; raise GameError at a chance node."""
    player = game.player(state)
    if player == CHANCE:
        raise GameError(f"chance moves in {state!r}; retrograde analysis needs a game without chance nodes")
    return 1 if player == MAX else -1


def _backed_up(game: Game[S, A], state: S, values: Mapping[S, float]) -> float:
    """Return the value of a state from those of its successors, by the rule of its player."""
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
