"""Fixtures: the lab, built once, and pages of it in a real browser."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from commands.cli import main
from lab.builder import can_build
from tests.conftest import built_once

MINUTES = 120_000  # milliseconds; the machine may be busy

needs_npm = pytest.mark.skipif(not can_build(), reason="the npm parts are missing: npm ci --prefix lab")


@pytest.fixture(scope="session")
def lab_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the lab, built once in a run."""
    if not can_build():
        pytest.skip("the npm parts are missing: npm ci --prefix lab")

    def build(folder: Path) -> None:
        assert main(["lab", str(folder / "lab.html")]) == 0

    return built_once(tmp_path_factory, "lab", build) / "lab.html"


class LabPage:
    """The page of a lab in a browser."""

    def __init__(self, page: Any, path: Path) -> None:
        self.page = page
        self.path = path

    def wait_until_ready(self, *, spare: bool = False) -> None:
        self.page.wait_for_selector(".python.ready" + ("[data-spare=ready]" if spare else ""), timeout=MINUTES)

    def write(self, source: str, sign: str = "") -> None:
        """Replace the student's file, as the button Open does; wait for `sign` in the editor, or for the last line."""
        file = self.path / "multiAgents.py"
        file.write_text(source)
        self.page.locator("input[type=file]").set_input_files(str(file))
        self.page.wait_for_function(CONTAINS, arg=sign or source.strip().rpartition("\n")[2].strip(), timeout=MINUTES)

    def text(self) -> str:
        """Return the text of the editor; long files are drawn only in part."""
        return str(self.page.locator(".cm-content").inner_text())

    def choose(self, **values: str) -> None:
        for control, value in values.items():
            if control in ("maze", "pacman", "ghosts"):
                self.page.select_option(f"#{control}", value=value)
            elif control in ("count", "clock"):
                self.page.locator("details.more").evaluate("one => { one.open = true }")
                self.page.select_option(f"#{control}", value=value)
            else:
                self.page.fill(f"#{control}", value)

    def choose_hidden(self, control: str, value: str) -> None:
        """Choose a value of a control in a pane that is not shown."""
        self.page.locator(f"#{control}").evaluate("(one, value) => { one.value = value }", value)

    def run(self) -> None:
        self.page.locator(".board-place").evaluate("place => { delete place.dataset.moves }")
        self.page.click("button.run")

    def wait_until_over(self) -> None:
        self.page.wait_for_selector("button.run:visible", timeout=MINUTES)

    def wait_for_log(self, text: str) -> None:
        self.page.get_by_role("log").get_by_text(text).first.wait_for(timeout=MINUTES)

    def moves(self) -> str:
        """Return the moves of the line shown: the first letter of each, `-` for Stop."""
        return str(self.page.get_attribute(".board-place", "data-moves"))

    def wait_for_moves(self, count: int) -> None:
        test = "n => (document.querySelector('.board-place').dataset.moves ?? '').length >= n"
        self.page.wait_for_function(test, arg=count, timeout=MINUTES)


CONTAINS = (
    "text => document.querySelector('.code-frame').shadowRoot.querySelector('.cm-content').textContent.includes(text)"
)


@pytest.fixture
def open_lab(browser: Any, lab_file: Path, tmp_path: Path) -> Iterator[Callable[..., LabPage]]:
    """Open the lab in the browser; an error of the page, or a request outside its file, fails the test."""
    complaints: list[str] = []
    contexts: list[Any] = []

    def opened(
        path: Path = lab_file,
        *,
        width: int = 1280,
        height: int = 900,
        context: Any = None,
        address: str = "",
        **options: Any,
    ) -> LabPage:
        if context is None:
            context = browser.new_context(viewport={"width": width, "height": height}, **options)
            contexts.append(context)
        page = context.new_page()
        address = address or path.as_uri()
        page.on("console", lambda message: complaints.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("request", lambda request: complaints.append(request.url) if is_foreign(request.url, address) else None)
        page.on("dialog", lambda dialog: dialog.accept(dialog.default_value))
        page.goto(address)
        skip = page.get_by_role("dialog").locator("button").first
        if skip.count():
            skip.click()
        return LabPage(page, tmp_path)

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def touch(page: Any, *places: tuple[float, float]) -> None:
    """Put a finger down, move it and lift it, as a real device does."""
    session = page.context.new_cdp_session(page)
    for number, (x, y) in enumerate(places):
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def is_foreign(url: str, address: str) -> bool:
    return url != address.partition("#")[0] and not url.startswith(("blob:", "data:"))
