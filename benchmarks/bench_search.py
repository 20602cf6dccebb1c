"""Search speed of the built-in agents: nodes per second in Python and in the kernel, and the depth in 100 ms.

python benchmarks/bench_search.py
"""

import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from agents import make_evaluation
from agents.kernel import deepen, monte_carlo, prepare, search
from agents.kernel.whole_games import play_game
from agents.pacman_game import PacmanGame
from agents.pacmen import AlphaBetaAgent, ExpectimaxAgent, ExpectiminimaxAgent, MinimaxAgent
from agents.search import iterative_deepening, mcts
from agents.search.contract import SearchResult
from benchmarks.measuring import Measurement, measure, show
from pacman import GameState, load_layout, play
from pacman.berkeley.modules.ghostAgents import RandomGhost

AGENTS: dict[str, Callable[..., Any]] = {
    "minimax": MinimaxAgent,
    "alpha_beta": AlphaBetaAgent,
    "expectimax": ExpectimaxAgent,
    "expectimax, directional": partial(ExpectimaxAgent, model="directional"),
    "expectiminimax, 1 hunter": partial(ExpectiminimaxAgent, hunters=1),
}
BUDGET = 0.1


def nodes_of(agent: Any, state: GameState, times: int = 1) -> Callable[[], int]:
    return lambda: sum(agent.search(state).nodes for _ in range(times))


def searches() -> None:
    state = GameState.initial(load_layout("small"), 2)
    for evaluation in ("score", "better"):
        rows = []
        for name, agent in AGENTS.items():
            slow, fast = agent(3, evaluation, engine="python"), agent(5, evaluation, engine="kernel")
            rows.append(Measurement(f"{name}, Python, depth 3", nodes_of(slow, state), "nodes"))
            rows.append(Measurement(f"{name}, kernel, depth 5", nodes_of(fast, state, 20), "nodes"))
        show(f"Search on small, 2 ghosts, evaluation {evaluation}", measure(rows), rows[0].name)
    game = PacmanGame(make_evaluation("better"))

    def python_playouts() -> int:
        return mcts(
            game,
            (state, 0),
            rng=random.Random(1),
            iterations=300,
            evaluate=game.evaluate,
            playout_plies=15,
            normalise=True,
        ).iterations

    def kernel_playouts() -> int:
        result = monte_carlo(state, game.evaluation, rng=random.Random(1), iterations=10_000, playout_plies=15)
        assert result is not None
        return result.iterations

    rows = [
        Measurement("MCTS, Python", python_playouts, "play-outs"),
        Measurement("MCTS, kernel", kernel_playouts, "play-outs"),
    ]
    show("Monte Carlo on small, 2 ghosts, evaluation better", measure(rows), rows[0].name)


def depths() -> None:
    """Show the rounds finished in 100 ms of CPU time, from the start of the game."""
    print(f"\n{'Rounds finished in 100 ms of CPU':60} {'score':>8} {'better':>8}")
    for layout in ("small", "medium"):
        state = GameState.initial(load_layout(layout), 2)
        finders: dict[str, Callable[[str], float]] = {
            "Python, iterative deepening": lambda evaluation: python_rounds(state, evaluation),  # noqa: B023
            "kernel, alpha-beta": lambda evaluation: plain_rounds(state, evaluation),  # noqa: B023
            "kernel, with table and ordering": lambda evaluation: deep_rounds(state, evaluation),  # noqa: B023
        }
        for name, find in finders.items():
            print(f"{layout + ', 2 ghosts: ' + name:60} {find('score'):8.1f} {find('better'):8.1f}")


def python_rounds(state: GameState, evaluation: str) -> float:
    game = PacmanGame(make_evaluation(evaluation))
    result = iterative_deepening(game, (state, 0), evaluate=game.evaluate, seconds=BUDGET, clock=process_time)
    return result.depth / state.num_agents


def plain_rounds(state: GameState, evaluation: str) -> float:
    started, rounds = process_time(), 0
    while True:
        search("alpha_beta", state, (rounds + 1) * state.num_agents, make_evaluation(evaluation))
        if process_time() - started > BUDGET:
            return rounds
        rounds += 1


def deep_rounds(state: GameState, evaluation: str) -> float:
    result = _found(deepen(state, make_evaluation(evaluation), seconds=BUDGET, clock=process_time))
    return result.depth / state.num_agents


def growth() -> None:
    """Show the cost of alpha-beta with the score by depth, number of ghosts and size of the maze."""
    print(f"\n{'Alpha-beta in the kernel, evaluation score':60} {'minimax nodes':>14} {'nodes':>11} {'ms':>9}")
    cases = [("small", 2, rounds) for rounds in (1, 2, 3, 4, 5, 6, 7, 8)]
    cases += [("tricky", ghosts, 5) for ghosts in (1, 2, 3, 4)]
    cases += [(name, 2, 5) for name in ("trap", "corner", "small", "medium", "islands", "arcade")]
    for name, ghosts, rounds in cases:
        state = GameState.initial(load_layout(name), ghosts)
        plies, score = rounds * state.num_agents, make_evaluation("score")
        everything = _found(search("minimax", state, plies, score)).nodes
        times = []
        for _ in range(5):
            started = process_time()
            nodes = _found(search("alpha_beta", state, plies, score)).nodes
            times.append(process_time() - started)
        title = f"{name} ({len(state.layout.open_cells)} cells), {state.num_agents - 1} ghosts, depth {rounds}"
        print(f"{title:60} {everything:14,} {nodes:11,} {1000 * median(times):9.3f}")


def batches() -> None:
    layout = load_layout("medium")
    ghosts = [RandomGhost(1), RandomGhost(2)]
    for name in ("expectimax", "expectimax, directional", "expectiminimax, 1 hunter"):
        agent = AGENTS[name]
        seeds = iter(range(10**9))

        def python_games() -> int:
            play(layout, agent(2, engine="python"), ghosts, seed=next(seeds))  # noqa: B023
            return 1

        def kernel_games() -> int:
            for _ in range(200):
                assert play_game(layout, agent(2), ghosts, seed=next(seeds))  # noqa: B023
            return 200

        rows = [
            Measurement("whole games, Python", python_games, "games"),
            Measurement("whole games, kernel", kernel_games, "games"),
        ]
        show(f"{name}, depth 2, on medium, 2 random ghosts", measure(rows), rows[0].name)


def _found(result: SearchResult[str] | None) -> SearchResult[str]:
    assert result is not None
    return result


def main() -> None:
    problem = prepare()
    if problem:
        print(f"no kernel: {problem}")
        return
    searches()
    depths()
    growth()
    batches()


if __name__ == "__main__":
    main()
