"""Fixtures: pages in a real browser, and games to show in them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pacman
from agents import AlphaBetaAgent, DirectionalGhost, MinimaxGhost, RandomGhost
from pacman.display.watch.thoughts_of_record import thoughts_of
from pacman.display.web.game_page import game_page
from pacman.record import GameRecord

# A script draws the failed cases of a page of grades, after it has unpacked their data.
DRAWN = "() => [...document.querySelectorAll('[data-question]')].every((each) => each.childElementCount)"


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a file in the browser; any error of the page and any request outside its file fails the test."""
    complaints: list[str] = []
    contexts = []

    def opened(path: Path, width: int = 1280, height: int = 900, theme: str = "dark") -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("request", lambda request: None if request.url == path.as_uri() else complaints.append(request.url))
        page.goto(path.as_uri())
        page.wait_for_function(DRAWN)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def game() -> GameRecord:
    """Return a won game of three agents with eaten capsules, so that ghosts are scared and return to their starts."""
    agents = [AlphaBetaAgent(depth=2), DirectionalGhost(1), RandomGhost(2)]
    return pacman.play("small", agents[0], agents[1:], seed=5)


@pytest.fixture(scope="session")
def game_file(game: GameRecord, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return its page, with Pacman's thoughts."""
    agents = [AlphaBetaAgent(depth=2), DirectionalGhost(1), RandomGhost(2)]
    path = tmp_path_factory.mktemp("pages") / "game.html"
    path.write_text(game_page(game, thoughts_of(game, agents)), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def lost_game() -> GameRecord:
    record = pacman.play("trap", AlphaBetaAgent(depth=2, evaluation="score"), [MinimaxGhost(1)], seed=1)
    assert record.outcome.reason is pacman.EndReason.LOST
    return record
