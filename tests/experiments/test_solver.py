"""Perfect play: checked by hand, against other solvers, and as the reference for depth-limited agents."""

import math
from functools import lru_cache

import pytest

from agents import MinimaxGhost, RandomGhost
from agents.search import CHANCE, value_iteration
from agents.search import solve as solve_outcomes
from experiments.errors import ExperimentError
from experiments.exact.markov import exact_outcome
from experiments.exact.memoized_agents import SearchPolicy
from experiments.exact.optimal_agent import OptimalAgent, solved
from experiments.exact.solver import PerfectPlay, explore, solve
from experiments.exact.state_estimate import is_far_too_large
from experiments.exact.state_key import state_key
from experiments.lecture import BOARDS
from pacman import GameState, Layout, load_layout, play
from pacman.directions import Action
from pacman.packed_state import PackedState

CORNERED = ["%%%%%%", "%P .G%", "%%%%%%"]
ROOM = ["%%%%%%%", "%P    %", "% %%% %", "%. G  %", "%%%%%%%"]
CAPSULE = ["%%%%%%%", "%Po G.%", "%%%%%%%"]


@lru_cache
def solution(rows: tuple[str, ...], opponents: str) -> PerfectPlay:
    return solve(explore(GameState.initial(Layout.from_text(rows))), opponents)


@pytest.mark.parametrize(
    ("rows", "adversarial", "random"),
    [
        (["%%%%%", "%P .%", "%%%%%"], 508, 508),  # two moves to the food, no ghost
        (["%%%%%%%", "%P. G %", "%%%%%%%"], 509, 509),  # one move, before the ghost can arrive
        (["%%%%%", "%P%.%", "%%%%%"], -math.inf, -math.inf),  # no path: every move costs, forever
        (["%%%%%", "%PG.%", "%%%%%"], -501, -501),  # waiting or running, the ghost is there
    ],
)
def test_values_by_hand(rows: list[str], adversarial: float, random: float) -> None:
    assert solution(tuple(rows), "adversarial").value == adversarial
    assert solution(tuple(rows), "random").value == random


class ScorelessGame:
    """The same game for the general solvers: states have no score, and utilities are the points of the last move.

    With the score there would be infinitely many states, so moves are free here and only the last points count.
    """

    def __init__(self, rows: list[str], is_random: bool) -> None:
        self.is_random = is_random
        self.states: dict[object, tuple[GameState, int]] = {}
        self.root = self._key(GameState.initial(Layout.from_text(rows)), 0)

    def _key(self, state: GameState, turn: int) -> object:
        key = (state_key(state), turn, state.is_win, state.is_lose)
        self.states.setdefault(key, (state, turn))
        return key

    def player(self, key: object, /) -> int:
        turn = self.states[key][1]
        return CHANCE if turn and self.is_random else turn

    def actions(self, key: object, /) -> tuple[Action, ...]:
        state, turn = self.states[key]
        return state.legal_actions(turn)

    def result(self, key: object, action: Action, /) -> object:
        state, turn = self.states[key]
        return self._key(state.successor(turn, action), (turn + 1) % state.num_agents)

    def terminal_test(self, key: object, /) -> bool:
        return self.states[key][0].is_over

    def utility(self, key: object, player: int, /) -> float:
        value = 1 if self.states[key][0].is_win else -1
        return value if player == 0 else -value

    def probabilities(self, key: object, /) -> list[tuple[Action, float]]:
        legal = self.actions(key)
        return [(action, 1 / len(legal)) for action in legal]


@pytest.mark.parametrize("rows", [CORNERED, ROOM, CAPSULE])
def test_who_wins_is_what_retrograde_analysis_finds(rows: list[str]) -> None:
    """A win is worth hundreds of points more than anything else, so perfect play wins where a win can be forced."""
    game = ScorelessGame(rows, is_random=False)
    ours = solution(tuple(rows), "adversarial")
    outcomes = solve_outcomes(game, game.root).outcomes
    checked = 0
    for key, outcome in outcomes.items():
        state, turn = game.states[key]
        if not state.is_over:
            assert (ours.value_of(state, turn) > 0) == (outcome.winner > 0)
            checked += 1
    assert checked == len(ours.graph)


@pytest.mark.parametrize("rows", [CORNERED, ROOM])
def test_the_chance_to_win_is_at_most_the_best_there_is(rows: list[str]) -> None:
    game = ScorelessGame(rows, is_random=True)
    best = (1 + value_iteration(game, game.root)[game.root]) / 2
    assert solution(tuple(rows), "random").win_probability <= best + 1e-6


@pytest.mark.parametrize("board", BOARDS)
def test_the_optimal_agent_scores_what_was_promised(board: str) -> None:
    """Against random ghosts on average, computed exactly; against adversaries at least, in every game."""
    start = GameState.initial(load_layout(board))
    agent = OptimalAgent("random")
    agent.registerInitialState(start)
    outcome = exact_outcome(start, [lambda state: {agent.get_action(state): 1.0}, RandomGhost(1).distribution])
    promised = solved(start, "random")
    assert outcome.mean_score == pytest.approx(promised.value, abs=1e-6)
    assert outcome.win_probability == pytest.approx(promised.win_probability, abs=1e-6)
    for ghost in (MinimaxGhost(1), RandomGhost(1)):
        record = play(start.layout, OptimalAgent(), [ghost], seed=1)
        assert record.outcome.score >= solved(start, "adversarial").value


@pytest.mark.parametrize(("kind", "opponents"), [("MinimaxAgent", "adversarial"), ("ExpectimaxAgent", "random")])
def test_looking_further_ahead_comes_nearer_to_perfect_play(kind: str, opponents: str) -> None:
    """Against the opponents that an agent assumes: the loss of its moves, averaged over all states."""
    start = GameState.initial(load_layout("corridor"))
    perfect = solve(explore(start), opponents)
    states = _states(start)
    given_away = []
    for depth in (3, 4, 6, 10):
        policy = SearchPolicy(kind, depth, {"score": 1, "nearest-food": -1})
        losses = []
        for state in states:
            values = perfect.action_values(state)
            losses.append(max(values.values()) - min(values[action] for action in policy.best_actions(state)))
        given_away.append(sum(losses) / len(losses))
    assert given_away == sorted(given_away, reverse=True)
    assert given_away[0] > 50
    assert given_away[-1] == pytest.approx(0, abs=1e-6)


def _states(start: GameState) -> list[GameState]:
    """Return every state with Pacman to move, ignoring scores, against one ghost."""
    found = {state_key(start): start}
    queue = [start]
    for state in queue:
        for action in state.legal_actions(0):
            moved = state.successor(0, action)
            for reply in moved.legal_actions(1):
                after = moved.successor(1, reply)
                if not after.is_over and state_key(after) not in found:
                    found[state_key(after)] = after
                    queue.append(after)
    return queue


def test_where_nothing_can_be_forced_it_still_plays_on() -> None:
    """On a board where play can be endless, all values are minus infinity; the agent must neither crash nor hang."""
    layout = Layout.from_text(["%%%%%%%", "%P%  .%", "%%%G% %", "%%%   %", "%%%%%%%"])
    record = play(layout, OptimalAgent(), [RandomGhost(1)], seed=1, max_moves=20)
    assert record.outcome.reason.value == "move limit"


def test_boards_that_cannot_be_solved_are_refused() -> None:
    with pytest.raises(ExperimentError, match="duel: more than 1,000 states"):
        explore(GameState.initial(load_layout("duel")), most_states=1000)
    with pytest.raises(ExperimentError, match="ghost 1 has no legal action"):
        explore(GameState.initial(Layout.from_text(["%%%%%%", "%P.%G%", "%%%%%%"])))
    with pytest.raises(ExperimentError, match="expected adversarial or random"):
        solve(explore(GameState.initial(Layout.from_text(["%%%%", "%P.%", "%%%%"]))), "friendly")


@pytest.mark.parametrize(
    ("name", "ghosts"), [("corridor", 1), ("lecture", 1), ("lecture-close", 1), ("thrash", 1), ("trap", 1), ("trap", 2)]
)
def test_a_board_that_can_be_solved_is_not_refused_beforehand(name: str, ghosts: int) -> None:
    start = GameState.initial(name, ghosts)
    assert not is_far_too_large(start, len(explore(start)))


@pytest.mark.parametrize("rows", [["%%%%%%", "%P...%", "%. ..%", "%%%%%%"], ["%%%%%", "%P.o%", "%%%%%"]])
def test_for_pacman_alone_the_number_of_states_is_exact(rows: list[str]) -> None:
    start = GameState.initial(Layout.from_text(rows))
    states = len(explore(start))
    assert not is_far_too_large(start, states)
    assert is_far_too_large(start, states - 1)


@pytest.mark.parametrize("name", ["small", "open", "islands"])
def test_a_large_board_is_refused_before_it_is_explored(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(PackedState, "successor")
    with pytest.raises(ExperimentError, match=f"{name}: more than 1,000,000 states expected; the board is too large"):
        explore(GameState.initial(name))
