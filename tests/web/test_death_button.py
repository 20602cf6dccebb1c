"""The button for Pacman's death on the pages of lost games; its contents follow from the rules."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.microscope.death import QUICK_STATES, explain_death
from agents.microscope.death_data import lost_game_data
from agents.microscope.survival import Verdict
from commands.cli import main
from pacman import load_replay
from pacman.record import GameRecord
from pacman.state import GameState

OpenPage = Callable[..., Any]
LOST = "-q -l trap -p AlphaBetaAgent -a depth=2,evaluation=score -g MinimaxGhost --seed 1"


@pytest.fixture
def lost_page(tmp_path: Path, open_page: OpenPage) -> Any:
    """Return the page as `replay --html` writes it."""
    game, path = tmp_path / "lost.json", tmp_path / "lost.html"
    main([*LOST.split(), "-r", str(game)])
    assert main(["replay", str(game), "--html", str(path)]) == 0
    page = open_page(path)
    page.wait_for_selector(".player")
    return page


def seek(page: Any, number: int) -> None:
    act = "(range, n) => { range.value = n; range.dispatchEvent(new Event('input')) }"
    page.locator(".death .steps").first.evaluate(act, number)


def shown_on(page: Any) -> list[tuple[float, float]]:
    """Return the positions of the agents on the board of the death, Pacman first."""
    places = page.eval_on_selector_all(".death .figure", "all => all.map((one) => one.dataset.position)")
    *ghosts, pacman = [(float(x), float(y)) for x, y in (place.split(",") for place in places)]
    return [pacman, *ghosts]


def test_the_button_shows_the_decision_that_lost_the_game(lost_page: Any, tmp_path: Path) -> None:
    death = explain_death(load_replay(tmp_path / "lost.json"))
    assert death is not None
    assert lost_page.locator(".deaths").is_hidden()
    lost_page.locator("button.why").click()
    sentence = lost_page.inner_text(".death-of .line")
    assert "Pacman chose West; Stop or East would have saved Pacman, whatever the ghosts did." in sentence
    survivals = lost_page.locator(".survival").all_inner_texts()
    assert [text.split()[0] for text in survivals] == ["the", *(survival.action for survival in death.survivals)]
    assert lost_page.locator(".survival:enabled").count() == 1 + sum(
        survival.verdict is Verdict.LOST for survival in death.survivals
    )
    assert "can stay alive for ever or win" in survivals[2]
    assert "West ● chosen can be killed in" in survivals[1]


def test_every_line_is_what_the_rules_make_of_its_moves(lost_page: Any, tmp_path: Path) -> None:
    death = explain_death(load_replay(tmp_path / "lost.json"))
    assert death is not None
    lost_page.keyboard.press("e")
    lines = [death.line, *(survival.line for survival in death.survivals if survival.line)]
    buttons = lost_page.locator(".survival:enabled")
    for button, line in zip(buttons.all(), lines, strict=True):
        button.click()
        assert lost_page.locator(".death .under polyline").count() >= 2, "where they go is drawn"
        state: GameState = death.state
        for number, (agent, action) in enumerate(line, start=1):
            state = state.successor(agent, action)
            seek(lost_page, number)
            assert shown_on(lost_page) == [state.position(each) for each in range(state.num_agents)]
        assert state.is_lose
        assert lost_page.locator(".death .ring").is_visible()


def test_keys_reach_the_slider_and_the_game_alike(lost_page: Any) -> None:
    lost_page.keyboard.press("e")
    slider = lost_page.locator(".death .steps")
    slider.focus()
    slider.press("ArrowRight")
    assert slider.input_value() == "1"
    slider.press("e")
    assert lost_page.locator(".deaths").is_hidden()
    lost_page.locator(".player").focus()
    lost_page.keyboard.press("End")
    assert "Pacman lost" in lost_page.inner_text(".end")


def test_a_phone_shows_it_whole(tmp_path: Path, open_page: OpenPage) -> None:
    path = tmp_path / "lost.html"
    main([*LOST.split(), "--html", str(path)])
    page = open_page(path, width=390, theme="light")
    page.wait_for_selector(".player")
    page.locator("button.why").click()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert page.locator(".death .board").bounding_box()["width"] > 250


def test_a_game_that_was_won_has_no_button(open_page: OpenPage, game_file: Path, game: GameRecord) -> None:
    assert lost_game_data(game) is None
    page = open_page(game_file)
    page.wait_for_selector(".player")
    assert page.locator("button.why").count() == 0
    page.keyboard.press("e")
    assert page.locator(".death").count() == 0


def test_two_lost_games_side_by_side_have_one_button_for_both(tmp_path: Path, open_page: OpenPage) -> None:
    path = tmp_path / "c.html"
    words = "compare AlphaBetaAgent,depth=2,evaluation=score MinimaxAgent,depth=2,evaluation=score -l trap"
    assert main([*words.split(), "-g", "MinimaxGhost", "-n", "2", "--workers", "1", "--html", str(path)]) == 0
    page = open_page(path)
    page.wait_for_selector(".player")
    page.locator("button.why").first.click()
    titles = page.locator(".player >> nth=0").locator(".death-of h3").all_inner_texts()
    assert titles == ["Why did Pacman die? AlphaBetaAgent", "Why did Pacman die? MinimaxAgent"]


def test_what_it_costs(lost_game: GameRecord) -> None:
    """A page of many games limits the search, and its data is small compared with a game."""
    data = lost_game_data(lost_game, QUICK_STATES)
    assert data is not None
    assert len(json.dumps(data)) < 20_000
    given_up = lost_game_data(lost_game, 1)
    assert given_up is not None
    assert "too large to look ahead from there" in given_up["sentence"]
