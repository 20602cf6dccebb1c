"""The rules against recordings of the original engine: every step, every ghost's draw, every count."""

import gzip
import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import pacman
from agents import AlphaBetaAgent, DirectionalGhost, ExpectimaxAgent, MinimaxAgent, RandomGhost
from pacman import GameState, Layout
from pacman.berkeley.search_recorder import counting_explored
from tests.conftest import a_third

TRACES = Path(__file__).parent.parent / "data" / "traces"
GHOSTS = {"RandomGhost": RandomGhost, "DirectionalGhost": DirectionalGhost}
NAMES = sorted(path.name.removesuffix(".jsonl.gz") for path in TRACES.glob("*.jsonl.gz"))
MOST_WALKS = 16  # on one layout
SEARCHES = [json.loads(line) for line in (TRACES / "search.jsonl").read_text().splitlines()]


def recordings(name: str, kind: str) -> Iterator[dict[str, Any]]:
    with gzip.open(TRACES / f"{name}.jsonl.gz", "rt") as file:
        for line in file:
            recording = json.loads(line)
            if recording["kind"] == kind:
                yield recording


@cache
def layout(name: str) -> Layout:
    return Layout.from_text(next(recordings(name, "walk"))["text"], name=name)


def seen(state: GameState) -> dict[str, Any]:
    food = state.getFood()
    bits = "".join("1" if food[x][y] else "0" for x in range(food.width) for y in range(food.height))
    agents = [state.getPacmanState(), *state.getGhostStates()]
    return {
        "score": state.getScore(),
        "win": state.isWin(),
        "lose": state.isLose(),
        "agents": [[list(a.getPosition()), a.getDirection(), a.scaredTimer] for a in agents],
        "food": bits.rstrip("0"),
        "capsules": sorted(map(list, state.getCapsules())),
    }


@pytest.mark.examples(MOST_WALKS)
@pytest.mark.parametrize("name", NAMES)
def test_walks_step_by_step(name: str, examples: int) -> None:
    for walk in islice(recordings(name, "walk"), None, None, MOST_WALKS // examples):
        state = GameState.initial(layout(name), walk["ghosts"])
        for number, step in enumerate(walk["steps"]):
            where = f"seed {walk['seed']}, step {number}"
            assert state.getLegalActions(step["agent"]) == step["legal"], where
            state = state.generateSuccessor(step["agent"], step["action"])
            # As text, because 3 and 3.0 are equal but submissions see the difference.
            recorded = {key: step[key] for key in seen(state)}
            assert json.dumps(seen(state)) == json.dumps(recorded), where


class Script:
    """Pacman agent that plays a list of actions."""

    def __init__(self, actions: list[str]) -> None:
        self.actions = iter(actions)

    def getAction(self, state: GameState) -> str:
        return next(self.actions)


@pytest.mark.parametrize("name", NAMES)
def test_ghosts_draw_as_recorded(name: str) -> None:
    for game in recordings(name, "game"):
        script = Script([action for agent, action in game["moves"] if agent == 0])
        ghosts = [GHOSTS[game["ghost"]](index + 1) for index in range(game["ghosts"])]
        record = pacman.play(layout(name), script, ghosts, seed=game["seed"], max_moves=len(game["moves"]))
        assert [list(move) for move in record.moves] == game["moves"], (game["ghost"], game["seed"])
        assert record.outcome.score == game["score"]
        assert (record.outcome.reason is pacman.EndReason.WON) == game["win"]


def perft(state: GameState, agent: int, plies: int) -> int:
    if plies == 0 or state.is_over:
        return 1
    following = (agent + 1) % state.num_agents
    return sum(perft(state.successor(agent, action), following, plies - 1) for action in state.legal_actions(agent))


@pytest.mark.parametrize(
    "count", [c for c in SEARCHES if c["kind"] == "perft"], ids=lambda c: f"{c['layout']}-{c['ghosts']}"
)
def test_perft_counts(count: dict[str, Any]) -> None:
    state = GameState.initial(layout(count["layout"]), count["ghosts"])
    leaves = [leaves for leaves in count["leaves"] if leaves <= 200_000]
    assert [perft(state, 0, plies) for plies in range(1, len(leaves) + 1)] == leaves


@pytest.mark.parametrize(
    "search",
    a_third(search for search in SEARCHES if search["kind"] == "search"),
    ids=lambda search: f"{search['layout']}-{search['ghosts']}-{search['depth']}",
)
def test_searches(search: dict[str, Any]) -> None:
    state = GameState.initial(layout(search["layout"]), search["ghosts"])
    for name, agent in (("minimax", MinimaxAgent), ("expectimax", ExpectimaxAgent)):
        with counting_explored() as explored:
            result = agent(search["depth"], "score", engine="python").search(state)
            assert len(explored) == search[f"{name}_expanded_distinct"]
        assert list(result.values) == list(search[name])
        assert result.values == pytest.approx(search[name], abs=1e-9)
        assert result.nodes == search[f"{name}_generated"]
    with counting_explored() as explored:
        result = AlphaBetaAgent(search["depth"], "score", engine="python").search(state)
        assert len(explored) == search["alphabeta_expanded_distinct"]
    assert result.value == search["alphabeta_value"]
    assert result.nodes == search["alphabeta_generated"]
    best = max(search["minimax"].values())
    assert result.action == next(action for action, value in search["minimax"].items() if value == best)
