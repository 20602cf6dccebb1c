"""The lecture's table: exact, sampled, and as published."""

import math
import random
from functools import lru_cache

import pytest

from agents import ExpectimaxAgent, MinimaxAgent, MinimaxGhost, RandomGhost
from experiments.batch.game_task import play_game
from experiments.errors import ExperimentError
from experiments.exact.markov import ExactOutcome, exact_outcome
from experiments.exact.memoized_agents import MemoizedGhost, MemoizedPacman, SearchPolicy
from experiments.lecture import BOARDS, CELLS, PUBLISHED, PUBLISHED_GAMES, exact_table, lecture_matchups
from pacman import GameState, Layout, play

EXACT = {
    "lecture-close": ((1.0, 486.0), (1.0, 490.3), (5 / 24, -299.3), (0.9891, 490.7)),
    "lecture": ((1.0, 497.4), (1.0, 502.2), (3 / 16, -314.9), (0.9907, 495.5)),
}
AGENTS = {"minimax": MinimaxAgent, "expectimax": ExpectimaxAgent}


@lru_cache
def exact(board: str) -> dict[str, ExactOutcome]:
    return exact_table(BOARDS[board])


@pytest.mark.parametrize("board", BOARDS)
def test_exact_values_are_those_known(board: str) -> None:
    for outcome, (chance, mean) in zip((exact(board)[name] for name in CELLS), EXACT[board], strict=True):
        assert outcome.win_probability == pytest.approx(chance, abs=0.0005)
        assert outcome.mean_score == pytest.approx(mean, abs=0.1)


@pytest.mark.examples(1000)
@pytest.mark.parametrize("board", BOARDS)
def test_a_large_sample_agrees_with_the_exact_values(board: str, examples: int) -> None:
    """Within four standard deviations, so a correct sample fails for one seed in some thousands."""
    for name, matchup in zip(CELLS, lecture_matchups(BOARDS[board]), strict=True):
        rows = [play_game(matchup, 77, game) for game in range(examples)]
        outcome = exact(board)[name]
        chance = min(1.0, outcome.win_probability)
        wins = sum(row.is_win for row in rows)
        assert abs(wins - examples * chance) <= 4 * math.sqrt(examples * chance * (1 - chance)) + 1e-6
        mean = sum(row.score for row in rows) / examples
        deviation = math.sqrt(sum((row.score - mean) ** 2 for row in rows) / (examples - 1))
        assert abs(mean - outcome.mean_score) <= 4 * deviation / math.sqrt(examples) + 1e-6


@pytest.mark.parametrize("board", BOARDS)
def test_five_games_with_the_selected_seed_come_out_as_published(board: str) -> None:
    for name, matchup in zip(CELLS, lecture_matchups(BOARDS[board]), strict=True):
        rows = [play_game(matchup, BOARDS[board].selected_seed, game) for game in range(PUBLISHED_GAMES)]
        assert sum(row.is_win for row in rows) == PUBLISHED[name].wins
        assert sum(row.score for row in rows) / PUBLISHED_GAMES == pytest.approx(PUBLISHED[name].mean_score, abs=15)


@pytest.mark.parametrize("pacman", AGENTS)
@pytest.mark.parametrize("board", BOARDS)
def test_players_with_a_memory_play_as_the_plain_ones_do(board: str, pacman: str) -> None:
    setting, kind = BOARDS[board], AGENTS[pacman]
    for ghosts in ((MinimaxGhost(1), MemoizedGhost(1)), (RandomGhost(1), RandomGhost(1))):
        plain = kind(depth=4, evaluation=setting.weights, ties="random")
        thought = play(setting.layout, plain, [ghosts[0]], seed=5, max_moves=30)
        remembering = MemoizedPacman(kind.__name__, 4, setting.weights)
        remembered = play(setting.layout, remembering, [ghosts[1]], seed=5, max_moves=30)
        assert remembered.moves == thought.moves


def test_the_policy_does_not_depend_on_the_score() -> None:
    """A detour changes only the score of a state; plain search finds the same best actions."""
    board = BOARDS["lecture-close"]
    policy = SearchPolicy("ExpectimaxAgent", 3, board.weights)
    plain = ExpectimaxAgent(depth=3, evaluation=board.weights)
    rng = random.Random(4)
    state = GameState.initial(board.layout)
    for _ in range(25):
        assert policy.best_actions(state) == plain.search(state).best_actions
        state = state.successor(0, rng.choice(state.legal_actions(0)))
        if not state.is_over:
            state = state.successor(1, rng.choice(state.legal_actions(1)))
        if state.is_over:
            state = GameState.initial(board.layout)


def test_the_reason_is_a_bet_on_the_ghost() -> None:
    """Beside the oncoming ghost, expectimax waits and minimax flees."""
    text = [
        "%%%%%%%%%",
        "%       %",
        "% %%%%P %",
        "%   . G %",
        "%       %",
        "%%%%    %",
        "%%%%    %",
        "%%%%    %",
        "%%%%%%%%%",
    ]
    # The ghost comes from the south: it started a cell below, and moved north.
    rows = [row.replace("G", " ") for row in text]
    rows[4] = "%     G %"
    state = GameState.initial(Layout.from_text(rows)).successor(1, "North")
    weights = BOARDS["lecture"].weights
    values = ExpectimaxAgent(depth=4, evaluation=weights).search(state).values
    assert max(values, key=values.__getitem__) == "Stop"
    assert values["Stop"] > 100
    assert MinimaxAgent(depth=4, evaluation=weights).search(state).values["Stop"] < -490


def test_play_without_end_has_no_mean_score() -> None:
    start = GameState.initial(Layout.from_text(["%%%%%", "%P%.%", "%%%%%"]))
    with pytest.raises(ExperimentError, match="forever"):
        exact_outcome(start, [lambda state: {"Stop": 1.0}])
