"""Draw README's picture of a student's search beside the correct one: `python examples/search_picture.py FILE.png`.

`explain` makes the page of a case for a search that prunes on equality, and a browser draws it. Needs the extra `test`
and Chromium.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
CASE = ROOT / "autograder" / "cases" / "q3" / "04-tie-at-the-root.test"
WIDTH, HEIGHT = 1280, 800
STUDENT = """
class AlphaBetaAgent:
    def __init__(self, evalFn="", depth="2"):
        self.depth = int(depth)

    def getAction(self, state):
        return self.value(state, 0, 0, float("-inf"), float("inf"))[1]

    def value(self, state, agent, moves, alpha, beta):
        agents = state.getNumAgents()
        if state.isWin() or state.isLose() or moves == self.depth * agents:
            return state.getScore(), None
        best = None
        for action in state.getLegalActions(agent):
            after = state.generateSuccessor(agent, action)
            value = self.value(after, (agent + 1) % agents, moves + 1, alpha, beta)[0]
            if best is None or (value > best[0] if agent == 0 else value < best[0]):
                best = value, action
            if agent == 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:  # the bug: only a value beyond the bound may cut
                break
        return best
"""


def main(picture: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        student, page = Path(folder, "multiAgents.py"), Path(folder, "page.html")
        student.write_text(STUDENT)
        words: list[str | Path] = [
            "explain",
            CASE,
            "-p",
            f"{student}:AlphaBetaAgent",
            "--html",
            page,
            "--theme",
            "light",
        ]
        subprocess.run([sys.executable, ROOT / "run.py", *words], check=True, stdout=subprocess.DEVNULL)
        with sync_playwright() as driver:
            program = shutil.which("chromium") or shutil.which("google-chrome")
            browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
            view = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            view.goto(page.as_uri())
            view.screenshot(path=picture)
            browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Draw README's picture of a student's search beside the correct one.")
    parser.add_argument("picture", type=Path, metavar="FILE.png", help="the file to write")
    main(parser.parse_args().picture)
