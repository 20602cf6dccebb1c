"""A small policy that improves by Monte Carlo search: the search uses the policy, which learns from the search.

    python examples/self_play.py                        # learns; writes self-play.npz
    python run.py play -p PolicyAgent -a policy=self-play.npz -l small

The policy gives every action a probability, from the features of the state after it. Monte Carlo tree search uses these
probabilities as priors (PUCT): it first tries the actions that the policy prefers, and visits those with good results
most. The shares of the visits are therefore a better policy, and the policy is trained on them. The table at the end
shows the policy before and after, alone and with search, on other seeds. Needs `pip install -e '.[rl]'`.
"""

import argparse
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from agents.observations import successor_features
from agents.pacman_game import PacmanGame, Turn
from agents.policies import save_policy
from agents.search import mcts
from agents.search.mcts import MCTSResult
from experiments.environments.single import PacmanSearchEnv
from jobs.text_table import text_table
from pacman.directions import ACTIONS, Action
from pacman.state import GameState

# The features of the state after an action, and their usual size; "score" is the change of the score.
SIZES: Final = {
    "score": 10.0,
    "food-closeness": 1.0,
    "nearest-food": 10.0,
    "danger-1": 1.0,
    "danger-2": 1.0,
    "pressure-4": 4.0,
    "scared-closeness": 1.0,
    "capsules-left": 2.0,
}
NAMES: Final = tuple(SIZES)
LIMIT: Final = 3.0  # of a feature divided by its size: a win is 500 points
ITERATIONS: Final = 60  # of a search
ROUNDS: Final = 4  # of a play-out
MOST_ROUNDS: Final = 200  # of a game
Player = Callable[[GameState], Action]


class SoftmaxPolicy:
    """Probabilities of actions: a softmax of weighted features. It learns by gradient steps towards given ones."""

    def __init__(self) -> None:
        self.weights = np.zeros(len(NAMES))
        self._sizes = np.array(list(SIZES.values()))

    def features(self, state: GameState) -> NDArray[np.float64]:
        """Return a row for each legal action."""
        rows = successor_features(state, NAMES)[[ACTIONS.index(action) for action in state.legal_actions(0)]]
        return np.asarray(np.clip(rows / self._sizes, -LIMIT, LIMIT))

    def probabilities(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        values = features @ self.weights
        powers = np.exp(values - values.max())
        return np.asarray(powers / powers.sum())

    def prior(self, turn: Turn) -> dict[Action, float]:
        """Return the probabilities of an agent's actions; ghosts are unknown, so that theirs are equal."""
        state, agent = turn
        legal = state.legal_actions(agent)
        shares = self.probabilities(self.features(state)) if agent == 0 else np.full(len(legal), 1 / len(legal))
        return dict(zip(legal, shares.tolist(), strict=True))

    def play(self, state: GameState) -> Action:
        shares = self.prior((state, 0))
        return max(shares, key=shares.__getitem__)

    def learn(
        self, examples: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]], steps: int, rate: float
    ) -> None:
        """Reduce the cross entropy to the shares of visits in these examples, each features and shares."""
        for _ in range(steps):
            slope = sum(rows.T @ (shares - self.probabilities(rows)) for rows, shares in examples)
            self.weights += rate * np.asarray(slope) / len(examples)

    def save(self, path: Path) -> None:
        """Write the policy for PolicyAgent, as one layer without the limit of features."""
        layer = (self.weights / self._sizes)[:, np.newaxis], np.zeros(1)
        save_policy(path, [layer], observation="successors", features=NAMES)


def search(policy: SoftmaxPolicy, state: GameState, rng: random.Random) -> MCTSResult[Action]:
    """Search with the policy as prior; play-outs are random and end in the score and the distance to food."""
    game = PacmanGame(lambda leaf: leaf.score - (0 if leaf.is_over else _to_food(leaf)))
    return mcts(
        game,
        (state, 0),
        rng=rng,
        iterations=ITERATIONS,
        prior=policy.prior,
        evaluate=game.evaluate,
        playout_plies=ROUNDS * state.num_agents,
        normalise=True,
        answer="visits",
    )


def _to_food(state: GameState) -> float:
    """Return the steps to the nearest food."""
    rings = state.layout.rings_around(state.pacman_position)
    return next((steps for steps, ring in enumerate(rings) if ring & state.food_mask), 0)


def play_games(env: PacmanSearchEnv, player: Player, games: int, seed: int) -> tuple[float, float]:
    """Return the mean score and the share of games won."""
    scores, wins = [], 0
    env.reset(seed=seed)
    for _ in range(games):
        while not env.state.is_over and env.rounds < MOST_ROUNDS:
            env.step(env.actions.index(player(env.state)))
        scores.append(env.state.score)
        wins += env.state.is_win
        env.reset()
    return float(np.mean(scores)), wins / games


def improve(policy: SoftmaxPolicy, env: PacmanSearchEnv, games: int, seed: int) -> None:
    """Play games by search, and learn the shares of its visits after each."""
    rng = random.Random(seed)
    examples: list[tuple[NDArray[np.float64], NDArray[np.float64]]] = []

    def player(state: GameState) -> Action:
        found = search(policy, state, rng)
        visits = np.array([found.visits.get(action, 0) for action in state.legal_actions(0)], np.float64)
        examples.append((policy.features(state), visits / visits.sum()))
        return found.action

    for game in range(games):
        score, _ = play_games(env, player, 1, seed + game)
        policy.learn(examples[-1500:], steps=60, rate=0.5)
        print(f"game {game + 1:3}: score {score:6.0f}, {len(examples)} examples", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-l", "--layout", default="small")
    parser.add_argument("-g", "--ghosts", default="RandomGhost")
    parser.add_argument("-n", "--games", type=int, default=12, help="number of games to learn from")
    parser.add_argument("--matches", type=int, default=20, help="games of each row of the table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--policy", type=Path, default=Path("self-play.npz"), metavar="FILE")
    options = parser.parse_args(arguments)
    env = PacmanSearchEnv(options.layout, options.ghosts, observation="none")
    before, policy = SoftmaxPolicy(), SoftmaxPolicy()
    improve(policy, env, options.games, options.seed)
    policy.save(options.policy)
    rng = random.Random(options.seed)
    players: dict[str, Player] = {
        "the policy before": lambda state: rng.choice(state.legal_actions(0)),  # all probabilities are equal
        "search with it": lambda state: search(before, state, rng).action,
        "the policy after": policy.play,
        "search with it, after": lambda state: search(policy, state, rng).action,
    }
    rows = []
    for name, player in players.items():
        score, wins = play_games(env, player, options.matches, options.seed + 10_000)
        rows.append([name, f"{score:.0f}", f"{100 * wins:.0f} %"])
    print(text_table(["player", "mean score", "won"], rows))
    print(options.policy)


if __name__ == "__main__":
    main()
