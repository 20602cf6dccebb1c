"""The searching Pacman agents: they agree with each other, and reproduce the lectures' demonstrations."""

import random
from itertools import pairwise

import pytest

import pacman
from agents import (
    AlphaBetaAgent,
    DeepeningAgent,
    ExpectimaxAgent,
    ExpectiminimaxAgent,
    GreedyAgent,
    KeyboardAgent,
    MaxNAgent,
    MCTSAgent,
    MinimaxAgent,
    MinimaxGhost,
    MixedGhost,
    PathAgent,
    RandomGhost,
    ReflexAgent,
)
from agents.evaluation import EVALUATIONS
from agents.pacman_game import PacmanGame
from agents.search import EmptyTreeError, check_game
from pacman import AgentError, EndReason, GameState, Layout, load_layout
from pacman.berkeley.modules import pacmanAgents


def positions(layout: str, ghosts: int, count: int) -> list[GameState]:
    """Return states from random play, all before Pacman's move."""
    rng = random.Random(f"{layout} {ghosts}")
    found: list[GameState] = []
    while len(found) < count:
        state = GameState.initial(load_layout(layout), ghosts)
        while not state.is_over and len(found) < count:
            if rng.random() < 0.2:
                found.append(state)
            for agent in range(state.num_agents):
                if not state.is_over:
                    state = state.successor(agent, rng.choice(state.legal_actions(agent)))
    return found


@pytest.mark.parametrize(("layout", "ghosts"), [("small", 1), ("capsules", 2), ("trap", 2), ("duel", 1)])
@pytest.mark.parametrize("evaluation", ["score", "better"])
def test_minimax_and_its_variants_agree(layout: str, ghosts: int, evaluation: str) -> None:
    for state in positions(layout, ghosts, 15):
        plain = MinimaxAgent(2, evaluation, engine="python").search(state)
        pruned = AlphaBetaAgent(2, evaluation, engine="python").search(state)
        assert (pruned.action, pruned.value) == (plain.action, plain.value)
        assert pruned.best_actions == plain.best_actions
        assert pruned.nodes <= plain.nodes
        everyone_hunts = ExpectiminimaxAgent(2, evaluation, hunters=ghosts).search(state)
        assert (everyone_hunts.action, everyone_hunts.values) == (plain.action, plain.values)
        nobody_hunts = ExpectiminimaxAgent(2, evaluation, hunters=0).search(state)
        average = ExpectimaxAgent(2, evaluation, engine="python").search(state)
        assert nobody_hunts == average
        assert plain.value <= average.value + 1e-9


def test_pacman_obeys_the_contract_of_a_game() -> None:
    for layout in ("small", "capsules", "lecture"):
        state = GameState.initial(load_layout(layout))
        assert check_game(PacmanGame(EVALUATIONS["better"]), (state, 0), games=3) > 20


def test_depth_counts_rounds() -> None:
    state = GameState.initial(load_layout("small"), 2)
    assert MinimaxAgent(depth="1").search(state).depth == 3
    assert MinimaxAgent(depth=2).search(state).depth == 6


def test_ties_go_to_the_first_or_are_drawn() -> None:
    state = GameState.initial(load_layout("thrash"))
    first = MinimaxAgent(1, "score")
    assert {first.get_action(state) for _ in range(20)} == {"West"}
    drawn = MinimaxAgent(1, "score", ties="random", rng=random.Random(0))
    assert {drawn.get_action(state) for _ in range(50)} == {"West", "Stop", "East"}


def test_a_model_of_the_ghost_may_be_any_function() -> None:
    state = GameState.initial(Layout.from_text(["%%%%%%%%", "%.  PG.%", "%%%%%%%%"]))
    brave = ExpectimaxAgent(1, "score", model=lambda state, ghost: {"East": 1.0}).search(state)
    fearful = ExpectimaxAgent(1, "score", model=lambda state, ghost: {"West": 1.0}).search(state)
    assert brave.values["Stop"] == -1
    assert fearful.values["Stop"] == -501
    with pytest.raises(AgentError, match="the ghost model returned None; expected probabilities by action"):
        ExpectimaxAgent(1, "score", model=lambda state, ghost: None).search(state)  # type: ignore[arg-type,return-value]


def test_max_n_ghosts_look_after_themselves() -> None:
    state = GameState.initial(Layout.from_text(["%%%%%%%%", "%P .  G%", "%%%%%%%%"]))
    result = MaxNAgent(2, "score").search(state)
    assert result.action == "East"
    assert result.values.keys() == {"Stop", "East"}


def test_deepening_answers_in_time_and_says_how_deep_it_was() -> None:
    state = GameState.initial(load_layout("small"), 1)
    result = DeepeningAgent(seconds=0.5).search(state)
    assert result.depth >= 2
    assert result.action in state.legal_actions(0)
    assert DeepeningAgent(seconds=0).search(state).depth == 1


def test_monte_carlo_takes_the_win_and_repeats_itself_for_a_seed() -> None:
    state = GameState.initial(Layout.from_text(["%%%%%%%%", "%  P.  G%"[:7] + "%", "%%%%%%%%"]))
    assert MCTSAgent(200, "score", rng=random.Random(1)).search(state).action == "East"
    layout = load_layout("small")
    games = [pacman.play(layout, MCTSAgent(30), [RandomGhost(1)], seed=1, max_moves=20).moves for _ in range(2)]
    assert games[0] == games[1]


def test_reflex_and_greedy() -> None:
    state = GameState.initial(Layout.from_text(["%%%%%%%%", "%  P.  %", "%%%%%%%%"]))
    result = ReflexAgent("score").search(state)
    assert (result.action, result.value, result.nodes) == ("East", 509, 3)


def test_greedy_is_the_courses_own_and_never_stops() -> None:
    assert GreedyAgent is pacmanAgents.GreedyAgent
    empty = GameState.initial(Layout.from_text(["%%%%%%%%", "%P    .%", "%%%%%%%%"]))
    assert {GreedyAgent().getAction(empty) for _ in range(50)} == {"East"}  # although Stop has the same score


@pytest.mark.parametrize("search", ["a-star", "breadth-first", "uniform-cost", "greedy", "depth-first"])
def test_a_path_agent_eats_everything(search: str) -> None:
    for layout in ("small", "spiral"):
        record = pacman.play(load_layout(layout), PathAgent(search), max_moves=3000)
        assert record.outcome.reason is EndReason.WON


def test_shortest_paths_take_as_few_steps_as_the_maze_allows() -> None:
    layout = Layout.from_text(["%%%%%%%", "%P    %", "% %%% %", "%    .%", "%%%%%%%"])
    for search in ("a-star", "breadth-first", "uniform-cost"):
        assert len(pacman.play(layout, PathAgent(search)).moves) == 6


def test_a_path_agent_that_can_reach_nothing_stands_still() -> None:
    assert PathAgent().get_action(GameState.initial(Layout.from_text(["%%%%%%", "%P %.%", "%%%%%%"]))) == "Stop"


def test_a_path_agent_finds_its_way_from_wherever_it_is_put() -> None:
    layout = Layout.from_text(["%%%%%%%", "%P   .%", "% %%% %", "%.    %", "%%%%%%%"])
    agent, start = PathAgent("depth-first"), GameState.initial(layout)
    state = start.successor(0, agent.get_action(start))
    agent.get_action(state)
    assert agent.get_action(start) in start.legal_actions(0)  # after going back to the start
    elsewhere = GameState.initial(Layout.from_text(["%%%%%%%", "%.%   %", "% %%% %", "%P    %", "%%%%%%%"]))
    assert agent.get_action(elsewhere) == "North"  # in another maze


def test_a_person_turns_at_the_next_opening() -> None:
    layout = Layout.from_text(["%%%%%%%", "%P    %", "%%% %%%", "%% . %%", "%%%%%%%"])
    agent, state = KeyboardAgent(), GameState.initial(layout)
    assert agent.get_action(state) == "Stop"
    agent.steer("East")
    state = state.successor(0, agent.get_action(state))
    agent.steer("South")  # not yet possible: straight on
    path = []
    for _ in range(3):
        path.append(agent.get_action(state))
        state = state.successor(0, path[-1])
    assert path == ["East", "South", "South"]


def test_a_search_of_a_finished_game_is_a_clear_error() -> None:
    over = GameState.initial(Layout.from_text(["%%%%", "%P.%", "%%%%"])).successor(0, "East")
    for kind in (ReflexAgent, MinimaxAgent, MaxNAgent, DeepeningAgent, MCTSAgent):
        with pytest.raises(EmptyTreeError, match="the game is over"):
            kind().search(over)


def test_feature_contributions_are_on_show() -> None:
    state = GameState.initial(load_layout("small"))
    agent = AlphaBetaAgent(evaluation="better")
    assert sum(agent.contributions(state).values()) == pytest.approx(agent.evaluation(state), abs=1e-9)
    assert AlphaBetaAgent(evaluation=lambda state: 1).contributions(state) == {}


# -- the lectures' demonstrations ------------------------------------------------------------------------------------


def turns_back(record: pacman.GameRecord) -> int:
    steps = [action for agent, action in record.moves if agent == 0]
    opposite = {("East", "West"), ("West", "East")}
    return sum(pair in opposite for pair in pairwise(steps))


def test_the_score_alone_makes_pacman_thrash_and_a_better_evaluation_cures_it() -> None:
    layout = load_layout("thrash")
    turns, wins = {}, {}
    for evaluation in ("score", "better"):
        games = [
            pacman.play(layout, MinimaxAgent(2, evaluation, ties="random"), [RandomGhost(1)], seed=seed, max_moves=200)
            for seed in range(100)
        ]
        turns[evaluation] = sum(map(turns_back, games)) / 100
        wins[evaluation] = sum(game.outcome.reason is EndReason.WON for game in games)
    assert turns == {"score": pytest.approx(12.38), "better": 1}  # better: from one dot to the other
    assert wins == {"score": 78, "better": 100}


def test_depth_two_walks_into_the_trap_and_a_deeper_search_does_not() -> None:
    layout = load_layout("trap")
    for depth, reason in ((2, EndReason.LOST), (4, EndReason.WON), (10, EndReason.WON)):
        for seed in range(100):
            ghosts = [MinimaxGhost(1), MinimaxGhost(2)]
            assert pacman.play(layout, AlphaBetaAgent(depth, "score"), ghosts, seed=seed).outcome.reason is reason


@pytest.mark.thorough
def test_the_right_search_is_expectimax_with_the_model_that_is_true() -> None:
    """The ghost plays its minimax move with probability 0.8 and a random one otherwise."""
    layout = load_layout("lecture-close")
    averages, wins = [], []
    for agent in (ExpectimaxAgent(3, model="minimax:0.8"), AlphaBetaAgent(3), ExpectimaxAgent(3, model="uniform")):
        outcomes = [pacman.play(layout, agent, [MixedGhost(1, skill=0.8)], seed=seed).outcome for seed in range(100)]
        averages.append(round(sum(outcome.score for outcome in outcomes) / 100))
        wins.append(sum(outcome.reason is EndReason.WON for outcome in outcomes))
    assert averages == [489, 484, 469]
    assert wins == [100, 100, 98]
