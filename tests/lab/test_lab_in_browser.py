"""The lab in headless Chromium, opened from disk: games, endings, saving and hostile text."""

import http.server
import json
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from commands.cli import main
from tests.lab.conftest import CONTAINS, MINUTES, LabPage, touch

OpenLab = Callable[..., LabPage]

STUDENT = """
from game import Agent
import random

class GreedyStudentAgent(Agent):
    def getAction(self, state):
        legal = [action for action in state.getLegalActions(0) if action != "Stop"]
        scores = {action: state.generateSuccessor(0, action).getScore() for action in legal}
        best = max(scores.values())
        return random.choice([action for action in legal if scores[action] == best])
"""
AGENT = "from game import Agent\n\nclass OneAgent(Agent):\n    def getAction(self, state):\n{body}\n"
NEVER_ENDING = {
    "loop": "        while True:\n            pass",
    "allocation": "        a = []\n        while True:\n            try:\n                a.append(bytearray(10**6))"
    "\n            except MemoryError:\n                pass",
    "flood": "        while True:\n            print('never ending ' * 5)",
}


def agent(body: str) -> str:
    return AGENT.format(body=body)


def moves_of_command_line(tmp_path: Path, *options: str) -> str:
    record = tmp_path / "game.json"
    assert main([*options, "-q", "-r", str(record)]) == 0
    return "".join("-" if action == "Stop" else action[0] for _, action in json.loads(record.read_text())["moves"])


def test_games_are_those_of_the_command_line(open_lab: OpenLab, tmp_path: Path) -> None:
    lab = open_lab()
    lab.choose(maze="small", pacman="ExpectimaxAgent", ghosts="DirectionalGhost", seed="7")
    lab.run()  # before Python is ready: the run starts when it is
    lab.wait_for_moves(1)
    lab.wait_until_over()
    expected = moves_of_command_line(
        tmp_path, "-p", "ExpectimaxAgent", "-l", "small", "-g", "DirectionalGhost", "--seed", "7"
    )
    assert lab.moves() == expected
    assert lab.page.locator(".thoughts h2").inner_text().startswith("ExpectimaxAgent")
    lab.choose(maze="corridor", pacman="multiAgents.py:ReflexAgent")  # of the template
    lab.run()
    lab.wait_for_moves(2)
    lab.wait_until_over()
    lab.write(STUDENT)
    lab.choose(maze="small", pacman="multiAgents.py:GreedyStudentAgent", ghosts="RandomGhost", seed="3")
    lab.run()
    lab.wait_for_moves(1)
    lab.wait_until_over()
    spec = f"{tmp_path / 'multiAgents.py'}:GreedyStudentAgent"
    assert lab.moves() == moves_of_command_line(tmp_path, "-p", spec, "-l", "small", "--seed", "3")


def test_stop_ends_any_code_and_the_spare_takes_over(open_lab: OpenLab) -> None:
    lab = open_lab()
    for kind, body in NEVER_ENDING.items():
        lab.write(f"{agent(body)}\n# {kind}\n")
        tries = (milliseconds_after_stop(lab, kind) for _ in range(3))  # the machine may be busy once
        assert any(found < 1000 for found in tries), kind


def milliseconds_after_stop(lab: LabPage, kind: str) -> float:
    """Run the student's agent, stop it, and return the time from the next press of Run to its first move."""
    lab.choose(maze="small", pacman="multiAgents.py:OneAgent")
    lab.wait_until_ready(spare=True)
    lab.page.click("button.clear")
    lab.run()
    lab.page.get_by_text("OneAgent is thinking").wait_for(timeout=MINUTES)
    if kind == "flood":
        lab.wait_for_log("the rest is left out")
    lab.page.click("button.stop")
    lab.wait_for_log("Your code is unchanged")
    assert lab.page.evaluate(CONTAINS, "class OneAgent")
    assert lab.page.get_attribute(".python", "data-stage") == "ready"
    lab.choose(pacman="ReflexAgent")
    lab.page.evaluate(MEASURE)
    lab.run()
    lab.wait_for_moves(1)
    found = float(lab.page.evaluate("() => window.firstMove"))
    lab.wait_until_over()
    return found


# The milliseconds from the press of Run to the first move of the new game.
MEASURE = """() => {
  const place = document.querySelector('.board-place');
  let start = 0;
  document.querySelector('button.run').addEventListener('click', () => { start = performance.now() }, { once: true });
  new MutationObserver((_, one) => {
    if (place.dataset.moves) { window.firstMove = performance.now() - start; one.disconnect() }
  }).observe(place, { attributes: true });
}"""


FAILURES = {
    "        return self.getAction(state)": "calls itself without end",
    "        import sys\n        sys.setrecursionlimit(10**9)\n        return self.getAction(state)": "calls itself",
    "        self.found = [bytearray(10**7) for _ in range(1000)]\n        return 'Stop'": "more memory",
    "        return input('move? ')": r"input\(\) cannot work in the lab",
    "        import numpy": "the lab has Python's standard library",
    "        import agents": "ModuleNotFoundError: import of agents halted",
    "        import jobs": "ModuleNotFoundError: import of jobs halted",
    "        import lab.session": "ModuleNotFoundError: import of lab",
    "        return state.nothing": "no attribute 'nothing'",
    "        return 'Nowhere'": "getAction returned 'Nowhere'",
    "        return (": "SyntaxError",
}
CRASH = (
    "        import ctypes\n        return ctypes.string_at(2**32 - 8, 100)"  # outside the memory: WebAssembly traps
)


def test_every_failure_is_reported_and_the_next_run_works(open_lab: OpenLab) -> None:
    lab = open_lab()
    lab.wait_until_ready()
    for number, (body, report) in enumerate(FAILURES.items()):
        lab.write(f"{agent(body)}\n# failure {number}\n")
        lab.choose(maze="small", pacman="multiAgents.py:OneAgent")
        lab.page.click("button.clear")
        lab.run()
        lab.page.get_by_role("log").get_by_text(re.compile(report)).first.wait_for(timeout=MINUTES)
        lab.wait_until_over()
        assert lab.page.evaluate(CONTAINS, "class OneAgent")
        lab.page.get_by_role("log").get_by_role("button", name=re.compile(r"multiAgents\.py:\d")).first.wait_for()
        assert lab.page.locator(".cm-error-line").count() == 1
    lab.page.click("button.place >> nth=0")
    assert lab.page.evaluate("() => document.activeElement.className") == "code-frame"
    lab.wait_until_ready(spare=True)
    lab.write(agent(CRASH))
    lab.choose(pacman="multiAgents.py:OneAgent")
    lab.run()
    lab.wait_for_log("Python ended unexpectedly")
    lab.wait_for_log("Your code is unchanged; the next run uses a fresh Python.")
    lab.wait_until_over()
    assert lab.page.evaluate(CONTAINS, "ctypes")
    lab.choose(pacman="ReflexAgent")
    lab.run()
    lab.wait_for_moves(1)


def test_a_reload_keeps_the_work_and_two_tabs_do_not_overwrite_each_other(open_lab: OpenLab, browser: Any) -> None:
    context = browser.new_context()
    first = open_lab(context=context)
    first.write(agent("        return 'Stop'  # of the first tab"))
    first.choose(maze="small", seed="12345")
    first.page.get_by_text("Saved in this browser").wait_for()
    second = open_lab(context=context)
    assert "of the first tab" in second.text()
    assert second.page.input_value("#seed") == "12345"
    first.write(agent("        return 'Stop'  # again by the first"))
    first.page.reload()  # saves
    second.write(agent("        return 'Stop'  # by the second"))
    second.page.get_by_text("kept apart").wait_for()
    for lab, text in ((first, "again by the first"), (second, "by the second")):
        lab.page.reload()
        lab.page.wait_for_function(CONTAINS, arg=text)
        assert lab.page.input_value("#seed") == "12345"
    second.page.select_option("select.earlier", index=1)  # the work of the other tab can be opened
    second.page.wait_for_function(CONTAINS, arg="again by the first")
    context.close()


def test_files_are_added_saved_removed_and_replaced_by_the_template(open_lab: OpenLab, tmp_path: Path) -> None:
    lab = open_lab()
    page = lab.page
    original = lab.text()
    lab.write("x = 1  # mine")
    page.click("button.new")  # the name that the dialog suggests
    page.keyboard.type("y = 2")
    assert page.locator("[role=tab]").all_inner_texts() == ["multiAgents.py", "helpers.py"]
    page.get_by_text("Saved in this browser").wait_for()
    page.reload()
    page.wait_for_function(CONTAINS, arg="y = 2")  # the open file is still open
    with page.expect_download() as found:
        page.click("button.save")
    found.value.save_as(tmp_path / "saved.py")
    assert (found.value.suggested_filename, (tmp_path / "saved.py").read_text()) == ("helpers.py", "y = 2")
    page.click("button.remove")
    page.wait_for_function(CONTAINS, arg="x = 1  # mine")
    assert page.locator("[role=tab]").all_inner_texts() == ["multiAgents.py"]
    page.click("button.reset")
    assert lab.text() == original
    page.get_by_text("Saved in this browser").wait_for()
    wrong = tmp_path / "wrong name.py"
    wrong.write_text("z = 3")
    page.locator("input[type=file]").set_input_files(str(wrong))
    lab.wait_for_log("wrong name.py: expected a name of letters, digits and _ that ends in .py")


def test_games_are_played_by_keys_and_by_a_clock(open_lab: OpenLab) -> None:
    lab = open_lab()
    lab.choose(maze="small", pacman="@", seed="3")
    lab.run()
    lab.page.get_by_text("Your turn").wait_for(timeout=MINUTES)
    for number, key in enumerate(["ArrowLeft", "a", "ArrowRight"], start=1):
        lab.page.keyboard.press(key)
        lab.wait_for_moves(3 * number)
        lab.page.get_by_text("Your turn").wait_for(timeout=MINUTES)
    assert lab.moves()[::3] == "WWE"
    lab.page.keyboard.press("ArrowUp")  # a wall: no move is made
    lab.page.keyboard.press("ArrowRight")
    lab.wait_for_moves(12)
    assert lab.moves()[::3][:4] == "WWEE"
    lab.page.click("button.stop")
    lab.page.get_by_text("The game was stopped").wait_for(timeout=MINUTES)
    lab.choose(pacman="ReflexAgent", ghosts="@RandomGhost", clock="6")
    lab.run()
    lab.wait_for_moves(12)  # the clock moves the ghost without any key
    assert lab.page.locator(".legend").inner_text().split() == ["ReflexAgent", "You", "RandomGhost"]
    lab.page.keyboard.press("Control+.")  # stops the game, unless it is over already
    lab.page.wait_for_selector("button.stop", state="hidden", timeout=MINUTES)
    branch(lab)


def branch(lab: LabPage) -> None:
    """Play a game, and another line of play from an earlier state."""
    lab.choose(maze="small", pacman="ReflexAgent", ghosts="RandomGhost", seed="5")
    lab.run()
    lab.wait_for_moves(12)
    lab.wait_until_over()
    whole = lab.moves()
    lab.page.locator("input.scrub").evaluate("one => { one.value = 6; one.dispatchEvent(new Event('input')) }")
    lab.choose(pacman="AlphaBetaAgent")
    lab.page.click("button.branch")
    lab.wait_for_moves(9)
    lab.wait_until_over()
    assert lab.moves()[:6] == whole[:6]
    assert lab.page.locator(".lines button").all_inner_texts() == ["Game", "From round 3"]
    lab.page.locator(".lines button").first.click()
    assert int(lab.page.get_attribute("input.scrub", "max")) == len(whole)


@pytest.fixture
def server(lab_file: Path) -> Iterator[str]:
    """Serve the folder of the lab over http."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(lab_file.parent))) as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{found.server_port}/{lab_file.name}"
        found.shutdown()


def test_a_game_is_played_by_touch_on_a_phone(open_lab: OpenLab, server: str) -> None:
    lab = open_lab(address=server, width=390, height=844, has_touch=True, is_mobile=True)
    lab.page.select_option("#maze", "small")
    lab.page.select_option("#pacman", value="@")
    lab.page.tap("button.run")
    lab.page.get_by_text("Your turn").wait_for(timeout=MINUTES)
    assert lab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert lab.page.inner_text(".python") == "Ready"
    assert lab.page.locator(".python").evaluate("one => one.scrollWidth <= one.clientWidth"), "it is not cut off"
    lab.page.tap("button.steer.West")
    lab.wait_for_moves(3)
    swipe(lab.page, -80, 0)
    lab.wait_for_moves(6)
    assert lab.moves()[::3][:2] == "WW"
    assert lab.page.get_attribute(".python", "data-spare") == "none"  # a small device loads none before it is needed


def swipe(page: Any, dx: int, dy: int) -> None:
    page.get_by_text("Your turn").wait_for()
    box = page.locator("svg.board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch(page, (x, y), (x + dx, y + dy))


def test_every_control_is_reached_by_the_keyboard_alone(open_lab: OpenLab) -> None:
    lab = open_lab()
    lab.choose(maze="small", pacman="ReflexAgent")
    lab.wait_until_ready()
    lab.page.keyboard.press("Control+Enter")
    lab.wait_for_moves(6)
    lab.wait_until_over()
    reached = set()
    lab.page.evaluate("() => document.activeElement.blur()")
    for _ in range(80):
        inside = lab.page.evaluate("() => document.activeElement.className === 'code-frame'")
        if inside:
            lab.page.keyboard.press("Escape")  # Tab indents in the editor
        lab.page.keyboard.press("Tab")
        reached.add(lab.page.evaluate("() => document.activeElement.id || document.activeElement.className"))
    wanted = {
        "theme",
        "help-button",
        "about-button",
        "open",
        "save",
        "undo",
        "redo",
        "reset",
        "new",
        "code-frame",
        "clear",
    }
    wanted |= {"log", "maze", "pacman", "ghosts", "seed", "run primary", "player of-1", "play", "scrub", "back", "on"}
    assert wanted <= {name.removesuffix(" thinks") for name in reached}, wanted - reached


HOSTILE = "<img src=x onerror=alert(1)><script>document.title='owned'</script>"
FORGER = f"""
from game import Agent
import json, js

class ForgingAgent(Agent):
    def getAction(self, state):
        print({HOSTILE!r})
        for text in ("no json", "[]", '{{"kind": "progress", "stage": "gone"}}', '{{"kind": "printed", "text": 5}}'):
            js.postMessage(text)
        js.postMessage(js.Array.new(1, 2))
        forged = {{"layout": {HOSTILE!r}, "agent": 99, "state": {{}}, "end": {HOSTILE!r}}}
        for id in range(1, 10):  # one of them is that of this run
            js.postMessage(json.dumps({{"kind": "answer", "text": json.dumps({{"id": id, "answer": forged}})}}))
        raise ValueError({HOSTILE!r})
"""


def test_hostile_text_stays_text_and_forged_messages_are_refused(
    open_lab: OpenLab, tmp_path: Path, lab_file: Path
) -> None:
    mazes = tmp_path / "mazes"
    mazes.mkdir()
    (mazes / "<b onclick=alert(1)>x<script>.lay").write_text("%%%%%%\n%P..G%\n%%%%%%\n")
    other = tmp_path / "other.html"
    assert main(["lab", str(other), "--base", str(lab_file), "--layouts", str(mazes)]) == 0
    lab = open_lab(other)
    lab.write(FORGER)
    lab.choose(pacman="multiAgents.py:ForgingAgent")
    lab.wait_until_ready()
    lab.run()
    lab.wait_for_log("a message that the page does not accept")
    lab.wait_until_over()
    lab.write(agent(f"        print({HOSTILE!r})\n        raise ValueError({HOSTILE!r})"))
    lab.choose(pacman="multiAgents.py:OneAgent")
    lab.wait_until_ready()
    lab.run()
    lab.page.get_by_role("log").get_by_text("ValueError").first.wait_for(timeout=MINUTES)
    assert HOSTILE in lab.page.get_by_role("log").inner_text()
    assert lab.page.locator(".title").inner_text().startswith("<b onclick=alert(1)>x<script>")
    assert lab.page.title() == "Pacman Lab"
    assert lab.page.locator("img, b[onclick]").count() == 0


def test_the_introduction_has_three_steps_and_appears_once(open_lab: OpenLab, browser: Any, lab_file: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(lab_file.as_uri())
    for title in ("Watch", "Write", "Play"):
        page.get_by_role("dialog").get_by_role("heading", name=title).wait_for()
        page.locator("dialog .primary").click()
    page.wait_for_selector("dialog", state="detached")
    page.reload()
    page.wait_for_selector(".python")
    assert page.locator("dialog").count() == 0
    page.click("button.about-button")
    licences = page.locator("dialog.about pre").inner_text()
    for name in (
        "Mozilla Public License",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
        "codemirror 6.0.2",
        "zlib 1.3.1",
        "SQLite",
    ):
        assert name in licences
    context.close()
