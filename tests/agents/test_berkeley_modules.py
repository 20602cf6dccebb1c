"""Berkeley's modules as a submission imports them: every name exists and works."""

import random
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from agents import RandomGhost
from pacman import AgentError, GameState, Layout, PacmanError, load_layout
from pacman.berkeley.submission import load_submission
from pacman.state import BerkeleyState

# Names that real submissions import, by module.
NAMES = {
    "game": "Agent Directions Configuration AgentState Grid Actions GameStateData Game reconstituteGrid "
    "time os traceback sys Stack Queue PriorityQueue Counter manhattanDistance nearestPoint lookup raiseNotDefined",
    "ghostAgents": "GhostAgent RandomGhost DirectionalGhost Agent Actions Directions manhattanDistance random util",
    "keyboardAgents": "KeyboardAgent",
    "layout": "Layout getLayout tryToLoad",
    "pacman": "GameState ClassicGameRules PacmanRules GhostRules SCARED_TIME COLLISION_TOLERANCE TIME_PENALTY "
    "loadAgent readCommand runGames replayGame parseAgentArgs default "
    "Directions Actions manhattanDistance nearestPoint",
    "pacmanAgents": "GreedyAgent LeftTurnAgent scoreEvaluation",
    "util": "mutePrint unmutePrint WritableNull FixedRandom nSample sample sampleFromCounter arrayInvert matrixAsList "
    "getProbability pause Stack Queue PriorityQueue PriorityQueueWithFunction Counter normalize "
    "chooseFromDistribution flipCoin sign manhattanDistance nearestPoint lookup raiseNotDefined TimeoutFunction "
    "TimeoutFunctionException",
}
Load = Callable[[str], ModuleType]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def load(text: str) -> ModuleType:
        path = tmp_path / "multiAgents.py"
        path.write_text(text)
        return load_submission(path)

    return load


@pytest.mark.parametrize("module", NAMES)
def test_every_name_is_there(load: Load, module: str) -> None:
    names = NAMES[module].split()
    one_by_one = load("".join(f"from {module} import {name}\n" for name in names))
    by_star = load(f"from {module} import *\n")
    for name in names:
        assert getattr(one_by_one, name) is getattr(by_star, name)


def test_game_has_all_names_of_util(load: Load) -> None:
    module = load("import game, util")
    missing = {name for name in vars(module.util) if not name.startswith("_") and not hasattr(module.game, name)}
    assert missing == set()


def test_methods_of_the_classes(load: Load) -> None:
    module = load("from game import *\nfrom pacman import GameState\nimport layout")
    for kind, names in (
        (module.Grid, "_cellIndexToPosition packBits _unpackBits _unpackInt CELLS_PER_INT shallowCopy deepCopy asList"),
        (module.Actions, "_directions _directionsAsList TOLERANCE getSuccessor getLegalNeighbors getPossibleActions"),
        (module.GameStateData, "initialize deepCopy copyAgentStates"),
        (
            module.layout.Layout,
            "isVisibleFrom getFurthestCorner getRandomCorner getRandomLegalPosition deepCopy",
        ),
        (module.GameState, "initialize deepCopy getAndResetExplored getNextState getPacmanNextState"),
    ):
        assert [name for name in names.split() if not hasattr(kind, name)] == []
    assert module.GameState is BerkeleyState


def test_a_greedy_agent_never_stops_while_it_can_move(load: Load) -> None:
    module = load("from pacmanAgents import GreedyAgent")
    state = GameState.initial(Layout.from_text(["%%%%%%%", "%  P  %", "%.%%%%%", "%%%%%%%"]))
    random.seed(0)
    answers = [module.GreedyAgent().getAction(state) for _ in range(40)]
    assert set(answers) == {"West", "East"}
    random.seed(0)
    assert answers == [random.choice(["West", "East"]) for _ in range(40)]
    assert module.GreedyAgent(evalFn="scoreEvaluation").getAction(state) in ("West", "East")
    with pytest.raises(Exception, match="nothing not found"):
        module.GreedyAgent("nothing")
    walled_in = GameState.initial(Layout.from_text(["%%%%%", "%P%.%", "%%%%%"]))
    assert module.GreedyAgent().getAction(walled_in) == "Stop"


def test_an_agent_by_name(load: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = load("from pacman import *\nclass MyAgent(Agent): pass\n")
    monkeypatch.chdir(tmp_path)
    assert module.loadAgent("GreedyAgent", True).__name__ == "GreedyAgent"
    assert module.loadAgent("RandomGhost", False) is RandomGhost
    assert module.loadAgent("MyAgent", True).__name__ == "MyAgent"
    with pytest.raises(AgentError, match=r"The agent Nobody is not specified in any \*Agents.py."):
        module.loadAgent("Nobody", True)


def test_games_inside_a_submission(load: Load, capsys: pytest.CaptureFixture[str]) -> None:
    module = load("from pacman import *\nfrom pacmanAgents import GreedyAgent")
    layout = module.layout.Layout(["%%%%%%", "%P...%", "%%%%%%"])
    games = module.runGames(layout, module.GreedyAgent(), [], None, 3, False, numTraining=1)
    assert [game.state.getScore() for game in games] == [527, 527]
    assert capsys.readouterr().out.splitlines() == [
        *["Pacman emerges victorious! Score: 527"] * 2,
        "Average Score: 527.0",
        "Scores:        527.0, 527.0",
        "Win Rate:      2/2 (1.00)",
        "Record:        Win, Win",
    ]
    with pytest.raises(PacmanError, match="keeps no records here"):
        module.runGames(layout, module.GreedyAgent(), [], None, 1, True)
    with pytest.raises(PacmanError, match="a submission has none"):
        module.readCommand(["-p", "GreedyAgent"])


def test_a_game_of_known_moves(load: Load, capsys: pytest.CaptureFixture[str]) -> None:
    module = load("from pacman import *")
    layout = module.layout.Layout(["%%%%%%", "%P. G%", "%%%%%%"])
    shown = []

    class Display:
        def initialize(self, data: Any) -> None:
            shown.append(("initialize", data.agentStates[0].getPosition()))

        def update(self, data: Any) -> None:
            shown.append(("update", data._agentMoved))

        def finish(self) -> None:
            shown.append(("finish", None))

    module.replayGame(layout, [(0, "Stop"), (1, "West"), (0, "East")], Display())
    updates = [("update", 0), ("update", 1), ("update", 0)]
    assert shown == [("initialize", (1, 1)), *updates, ("finish", None)]
    assert capsys.readouterr().out == "Pacman emerges victorious! Score: 508\n"


def test_what_berkeleys_command_line_is_read_with(load: Load) -> None:
    module = load("from pacman import *")
    assert module.parseAgentArgs("depth=2,evalFn=better,quiet") == {"depth": "2", "evalFn": "better", "quiet": 1}
    assert module.parseAgentArgs(None) == {}
    assert module.default("the number of games") == "the number of games [Default: %default]"


def test_a_file_that_forgets(load: Load, capsys: pytest.CaptureFixture[str]) -> None:
    module = load("import util")
    print("nothing", file=module.util.WritableNull())
    assert capsys.readouterr().out == ""


def test_ghosts_in_a_finished_game(load: Load) -> None:
    """As in the original, a DirectionalGhost fails without legal actions, and a RandomGhost returns Stop."""
    module = load("from ghostAgents import *")
    over = BerkeleyState.initial(Layout.from_text(["%%%%%%", "%P. G%", "%%%%%%"])).generateSuccessor(0, "East")
    assert over.isWin()
    for ask in (module.DirectionalGhost(1).getAction, module.DirectionalGhost(1).getDistribution):
        with pytest.raises(ValueError, match="no best action: the game is over"):
            ask(over)
    assert module.RandomGhost(1).getAction(over) == "Stop"
    assert module.RandomGhost(1).getDistribution(over) == {}


def test_a_submission_may_write_to_states(load: Load) -> None:
    """A real submission stores its value of a state in the state."""
    module = load(
        "from game import Agent\n"
        "class Writer(Agent):\n"
        "  def getAction(self, state):\n"
        "    successors = {a: state.generatePacmanSuccessor(a) for a in state.getLegalActions()}\n"
        "    for successor in successors.values():\n"
        "      successor.data.score = successor.getScore() - min(\n"
        "        (abs(x - successor.getPacmanPosition()[0]) + abs(y - successor.getPacmanPosition()[1])\n"
        "         for x, y in successor.getFood().asList()), default=0)\n"
        "    return max(successors, key=lambda a: successors[a].getScore())\n"
    )
    from pacman import EndReason, play

    outcome = play(load_layout("spiral"), module.Writer(), max_moves=500).outcome
    assert outcome.reason is not EndReason.CRASHED, outcome.error
    assert outcome.score < 5000
