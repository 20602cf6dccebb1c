"""The Python part of the lab, in CPython: requests become plain data, without packages that a browser lacks."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import pacman
from lab.session import Session
from lab.student_code import MOST_PRINTED, NO_SLEEP
from pacman.display.messages import Words
from pacman.layout import LAYOUT_FOLDER
from tests.conftest import ROOT

AGENT = "from game import Agent\nimport time\nclass OneAgent(Agent):\n    def getAction(self, state):\n        {body}\n"


class Caller:
    """Sends requests to a session, as the page does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.printed: list[str] = []
        self.session = Session(folder, self.printed.append)

    def __call__(self, call: str, **arguments: Any) -> dict[str, Any]:
        answer = json.loads(self.session.answer(json.dumps({"id": 4, "call": call, "arguments": arguments})))
        assert answer["id"] == 4
        found: dict[str, Any] = answer["answer"]
        return found

    def start(self, pacman: str = "AlphaBetaAgent", **changes: Any) -> dict[str, Any]:
        maze = {"name": "small", "text": (LAYOUT_FOLDER / "small.lay").read_text()}
        ghosts = {"agent": "RandomGhost", "arguments": "", "count": 2}
        request = {"layout": maze, "pacman": {"agent": pacman, "arguments": ""}, "ghosts": ghosts, "seed": "7"}
        return self("start", **{**request, **changes})

    def one(self, body: str) -> dict[str, Any]:
        """Return the first move of a student's agent."""
        (self.folder / "multiAgents.py").write_text(AGENT.format(body=body))
        answer = self.start("multiAgents.py:OneAgent")
        return answer if "failure" in answer else self("step")

    def play(self) -> list[dict[str, Any]]:
        moves = [self("step")]
        while moves[-1].get("end") is None:
            moves.append(self("step"))
        return moves


@pytest.fixture
def caller(tmp_path: Path) -> Caller:
    return Caller(tmp_path)


@pytest.mark.parametrize("thoughts", [True, False])
def test_a_game_equals_the_one_that_play_plays(caller: Caller, thoughts: bool) -> None:
    from agents import AlphaBetaAgent, RandomGhost

    record = pacman.play("small", AlphaBetaAgent(), [RandomGhost(1), RandomGhost(2)], seed=7)
    start = caller.start(thoughts=thoughts)
    moves = caller.play()
    assert [(move["agent"], move["action"]) for move in moves] == record.moves
    assert moves[-1]["state"]["score"] == record.outcome.score
    assert moves[-1]["end"]["reason"] == record.outcome.reason.value
    eaten = {tuple(cell) for move in moves for cell in move["eaten"]}
    final = list(record.states())[-1]
    cells = {tuple(cell) for cell in (*start["food"], *start["capsules"])}
    assert {cell for cell in cells if final.has_food(cell) or cell in final.capsules} == cells - eaten
    assert all((move["thought"] is not None) == (thoughts and move["agent"] == 0) for move in moves)


def test_features_that_a_thought_names_are_explained(caller: Caller) -> None:
    caller.start("ReflexAgent", thoughts=True)
    moves = caller.play()
    named = {name for move in moves if move["thought"] for name in move["thought"].get("because", {})}
    explained = {name: text for move in moves for name, text in move["meanings"].items()}
    assert {"food-closeness", "pressure-4"} <= named
    assert explained.keys() == named
    assert explained["food-closeness"] == Words().feature("food-closeness")


def test_a_game_continues_after_given_moves(caller: Caller) -> None:
    caller.start()
    first = [(move["agent"], move["action"]) for move in caller.play()][:6]
    other = Caller(caller.folder)
    start = other.start("ReflexAgent", moves=first)
    assert start["state"]["turn"] == 0
    assert other("step")["agent"] == 0
    assert "failure" in other.start(moves=[[0, "North"], [0, "North"]])


def test_a_person_moves_pacman_or_a_ghost(caller: Caller) -> None:
    start = caller.start(persons=[0, 1])
    assert set(start["state"]["legal"]) == {"West", "East", "Stop"}
    assert "is not possible here; possible: West" in caller("step", action="North")["failure"]["text"]
    move = caller("step", action="West")
    assert (move["agent"], move["action"]) == (0, "West")
    ghosts = move["state"]["legal"]
    assert move["state"]["turn"] == 1
    assert ghosts
    assert caller("step", action=ghosts[0])["action"] == ghosts[0]
    assert caller("step")["agent"] == 2


@pytest.mark.parametrize(
    ("body", "text", "line"),
    [
        ("return input()", "input() cannot work in the lab", 5),
        ("import numpy_that_is_missing", "the lab has Python's standard library", 5),
        ("import agents.search", "ModuleNotFoundError: import of agents", 5),
        ("import lab", "ModuleNotFoundError: import of lab halted; None in sys.modules", 5),
        ("import jobs", "ModuleNotFoundError: import of jobs halted; None in sys.modules", 5),
        ("import importlib; importlib.import_module('autograder')", "import of autograder halted", 5),
        ("return self.getAction(state)", "your code calls itself without end", 5),
        ("import sys; sys.setrecursionlimit(10**8); return self.getAction(state)", "calls itself without end", 5),
        ("return 'North pole'", "getAction returned 'North pole', an illegal action", 4),
        ("raise MemoryError", "more memory than it may have", 5),
        ("exit()", "your code ended the program by sys.exit()", 5),
        ("return (", "SyntaxError", 5),
    ],
)
def test_an_error_names_the_students_line(caller: Caller, body: str, text: str, line: int) -> None:
    move = caller.one(body)
    assert text in move["failure"]["text"]
    assert str(caller.folder) not in json.dumps(move["failure"])
    assert (move["failure"]["frames"][-1]["file"], move["failure"]["frames"][-1]["line"]) == ("multiAgents.py", line)
    assert caller.start()["agents"] == ["AlphaBetaAgent", "RandomGhost", "RandomGhost"]  # the session goes on


def test_our_packages_are_open_again_after_the_students_code(caller: Caller) -> None:
    caller.one("return 'Stop'")
    import agents.registry

    assert sys.modules["agents.registry"] is agents.registry
    assert time.sleep.__module__ == "time"
    assert input.__module__ == "builtins"


def test_sleep_is_skipped_and_reported_once(caller: Caller) -> None:
    started = time.monotonic()
    assert caller.one("[time.sleep(100) for _ in range(3)]; return 'Stop'")["action"] == "Stop"
    assert time.monotonic() - started < 60
    assert "".join(caller.printed) == NO_SLEEP


def test_a_flood_of_output_is_cut_off(caller: Caller) -> None:
    caller.one("[print('x' * 999) for _ in range(500)]; return 'Stop'")
    printed = "".join(caller.printed)
    assert printed.startswith("x" * 999 + "\n")
    assert printed.endswith("the rest is left out\n")
    assert MOST_PRINTED < len(printed) < MOST_PRINTED + 200
    caller.printed.clear()
    caller.one("print('again'); return 'Stop'")
    assert "".join(caller.printed) == "again\n"


def test_the_python_part_needs_no_package_that_a_browser_lacks(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "for name in ('numpy', 'PIL', 'jinja2', 'tqdm', 'pygame', 'numba'): sys.modules[name] = None\n"
        "from pathlib import Path\nfrom lab.session import Session\n"
        "session = Session(Path(sys.argv[1]), print, lambda text: None)\nsession.warm_up()\n"
        "maze = {'name': 'm', 'text': '%%%%%%\\n%P..G%\\n%%%%%%'}\n"
        "print(len(session.explain(maze, {'agent': 'AlphaBetaAgent', 'arguments': ''}, [], 0)['search']['trees']))\n"
        "print(session.grade('q3')['question']['points'])"
    )
    (tmp_path / "multiAgents.py").write_text(AGENT.format(body="return 'Stop'"))
    words = [sys.executable, "-c", program, str(tmp_path)]
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert result.stdout == "1\n0\n", result.stderr
