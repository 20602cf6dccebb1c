"""The player of a page in a real browser: every control and its effect."""

import random
import shlex
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import pacman
from agents import RandomGhost, ReflexAgent
from agents.microscope.death_data import lost_game_data
from commands.cli import main
from pacman.decision_case import decision_case
from pacman.display.messages import LANGUAGES, Words
from pacman.display.theme import DARK, LIGHT, Colour, Theme
from pacman.display.watch.thoughts_of_record import thoughts_of
from pacman.display.web.game_page import game_page
from pacman.record import GameRecord
from pacman.state import GameState

OpenPage = Callable[..., Any]


def shown_state(page: Any) -> int:
    return int(page.get_attribute(".player", "data-state"))


def wait_for_state(page: Any, number: int) -> None:
    page.wait_for_function("n => document.querySelector('.player').dataset.state == n", arg=number)


def paused_page(open_page: OpenPage, path: Path, **size: Any) -> Any:
    """Return the page at the start of its game, which plays automatically."""
    page = open_page(path, **size)
    page.wait_for_selector(".player")
    page.keyboard.press("Home")
    wait_for_state(page, 0)
    return page


def seek(page: Any, number: int) -> None:
    act = "(range, n) => { range.value = n; range.dispatchEvent(new Event('input')) }"
    page.locator("input.scrub").evaluate(act, number)
    wait_for_state(page, number)


def positions(page: Any) -> list[tuple[float, float]]:
    """Return the positions of the agents on the page, Pacman first."""
    places = page.eval_on_selector_all(".board .figure", "all => all.map(one => one.dataset.position)")
    *ghosts, pacman = [(float(x), float(y)) for x, y in (place.split(",") for place in places)]
    return [pacman, *ghosts]


def test_a_game_plays_by_itself_and_space_pauses_it(open_page: OpenPage, game_file: Path) -> None:
    page = open_page(game_file)
    page.wait_for_function("() => document.querySelector('.player').dataset.state > 3")
    page.keyboard.press("Space")
    assert page.get_attribute("button.play", "aria-pressed") == "false"
    page.keyboard.press("Space")
    assert page.get_attribute("button.play", "aria-pressed") == "true"


def test_every_state_is_shown_as_it_was(open_page: OpenPage, game_file: Path, game: GameRecord) -> None:
    page = paused_page(open_page, game_file)
    states = list(game.states())
    for number in [0, len(states) - 1, *random.Random(1).sample(range(len(states)), 20)]:
        page.locator("input.scrub").evaluate(
            "(range, n) => { range.value = n; range.dispatchEvent(new Event('input')) }", number
        )
        wait_for_state(page, number)
        state = states[number]
        assert positions(page) == [state.position(agent) for agent in range(state.num_agents)]
        assert page.inner_text(".score") == str(state.score)
        assert page.inner_text(".round") == str(number // state.num_agents)
        assert visible(page, "circle.food") == state.num_food
        assert visible(page, "circle.capsule") == len(state.capsules)
        assert page.locator(".ghost.scared").count() == sum(
            state.scared_timer(ghost) > 0 for ghost in range(1, state.num_agents)
        )


def visible(page: Any, selector: str) -> int:
    return int(page.eval_on_selector_all(selector, "all => all.filter(one => one.style.display != 'none').length"))


STEPS = {"ArrowRight": 11, "ArrowLeft": 9, "Shift+ArrowRight": 13, "Shift+ArrowLeft": 7}


def test_steps_by_key_and_by_click(open_page: OpenPage, game_file: Path) -> None:
    page = paused_page(open_page, game_file)
    for key, expected in STEPS.items():
        seek(page, 10)
        page.focus(".player")
        page.keyboard.press(key)
        wait_for_state(page, expected)
    for button, expected in {"button.on": 11, "button.back": 9}.items():
        seek(page, 10)
        page.click(button)
        wait_for_state(page, expected)


def test_home_end_restart_and_the_end(open_page: OpenPage, game_file: Path, game: GameRecord) -> None:
    page = paused_page(open_page, game_file)
    assert not page.is_visible(".end")
    page.keyboard.press("End")
    wait_for_state(page, len(game.moves))
    assert "Pacman won" in page.inner_text(".end")
    assert f"{game.outcome.score} points" in page.inner_text(".end")
    page.keyboard.press("r")
    page.wait_for_function("n => document.querySelector('.player').dataset.state < n", arg=len(game.moves))
    assert page.get_attribute("button.play", "aria-pressed") == "true"
    page.click("button.play")
    assert page.get_attribute("button.play", "aria-pressed") == "false"


def test_dragging_the_timeline_scrubs(open_page: OpenPage, game_file: Path, game: GameRecord) -> None:
    page = paused_page(open_page, game_file)
    box = page.locator(".track").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert shown_state(page) == pytest.approx(len(game.moves) / 2, rel=0.05)


def test_the_speed_changes_by_key_and_by_click(open_page: OpenPage, game_file: Path) -> None:
    page = paused_page(open_page, game_file)
    assert page.inner_text(".pace") == "7/s"
    page.keyboard.press("+")
    page.click("button.faster")
    assert page.inner_text(".pace") == "15/s"
    page.keyboard.press("-")
    page.click("button.slower")
    assert page.inner_text(".pace") == "7/s"


def test_thoughts_theme_and_help_are_toggled(open_page: OpenPage, game_file: Path) -> None:
    page = paused_page(open_page, game_file)
    assert page.is_visible(".thoughts")
    page.keyboard.press("t")
    assert not page.is_visible(".thoughts")
    page.click("button.think")
    assert page.is_visible(".thoughts")
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == f"rgb{DARK.floor}"
    page.keyboard.press("l")
    assert page.evaluate(background) == f"rgb{LIGHT.floor}"
    page.click("button.theme")
    assert page.evaluate(background) == f"rgb{DARK.floor}"
    page.keyboard.press("h")
    assert page.is_visible(".help")
    page.keyboard.press("Escape")
    assert not page.is_visible(".help")
    page.click("button.keys")
    assert page.is_visible(".help")


def test_thoughts_are_those_of_the_agent(open_page: OpenPage, game_file: Path, game: GameRecord) -> None:
    """The panel shows the values of the agent's search for the first move."""
    from agents import AlphaBetaAgent

    page = paused_page(open_page, game_file)
    result = AlphaBetaAgent(depth=2).search(GameState.initial(game.layout, game.ghosts))
    panel = page.inner_text(".thoughts")
    assert f"{result.nodes:,}" in panel
    assert page.inner_text(".thoughts .chosen th") == result.action == game.moves[0][1]
    assert page.locator(".board .under polyline").count() == 3


def test_a_death_is_shown_with_who_caught_pacman(open_page: OpenPage, lost_game: GameRecord, tmp_path: Path) -> None:
    path = tmp_path / "lost.html"
    path.write_text(game_page(lost_game), encoding="utf-8")
    page = paused_page(open_page, path)
    page.keyboard.press("End")
    assert "caught by Ghost 1 (MinimaxGhost)" in page.inner_text(".end")
    assert page.locator(".board .pacman use").get_attribute("href") == "#pacman-end-24"


def test_the_page_of_a_recorded_game_shows_the_command_that_saves_a_decision(
    open_page: OpenPage, game: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command is run as it is shown."""
    recording, shown = tmp_path / "my game.json", tmp_path / "game.html"
    game.save(recording)
    assert main(["replay", str(recording), "--html", str(shown)]) == 0
    monkeypatch.chdir(tmp_path)
    page = paused_page(open_page, shown)
    page.click("button.save-case")
    states = [*game.states()]
    for number in (0, 7, len(states) - 1):
        seek(page, number)
        words = shlex.split(page.inner_text(".saving code"))
        assert words[:3] == ["python", "run.py", "case"]
        assert main(words[2:]) == 0
        decision = min(number, len(states) - 2) // 3 * 3
        assert Path(words[-1]).read_text() == decision_case(states[decision], 1)
    page.keyboard.press("c")
    assert not page.is_visible(".saving")


def test_a_game_that_was_not_recorded_has_no_such_command(open_page: OpenPage, game_file: Path) -> None:
    page = paused_page(open_page, game_file)
    page.keyboard.press("c")
    assert page.locator("button.save-case").count() == 0
    assert not page.is_visible(".saving")


def test_a_phone_shows_the_whole_board_and_all_controls(open_page: OpenPage, game_file: Path) -> None:
    page = paused_page(open_page, game_file, width=390, height=844)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for selector in (".board", ".controls", "button.keys"):
        box = page.locator(selector).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= 844


def test_the_controls_of_a_lost_game_are_one_row_on_a_tablet(
    open_page: OpenPage, lost_game: GameRecord, tmp_path: Path
) -> None:
    words = Words("zh")
    path = tmp_path / "game.html"
    path.write_text(game_page(lost_game, death=lost_game_data(lost_game, words=words), words=words), encoding="utf-8")
    page = open_page(path, width=768)
    boxes = [each.bounding_box() for each in page.locator(".controls > :visible").all()]
    assert len(boxes) > 7
    assert len({round(box["y"] + box["height"] / 2) for box in boxes}) == 1
    assert max(box["x"] + box["width"] for box in boxes) <= 768


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_cells_have_the_colours_of_what_is_there(
    open_page: OpenPage, game_file: Path, game: GameRecord, theme: Theme
) -> None:
    """Sample pixels of boards at the start and with a scared ghost: wall, floor, food, capsule and figures."""
    page = paused_page(open_page, game_file, theme=theme.name)
    page.keyboard.press("t")
    states = list(game.states())
    scared = next(n for n, state in enumerate(states) if state.scared_timer(1) > 20 and n % state.num_agents == 0)
    for number in (0, scared):
        page.locator("input.scrub").evaluate(
            "(range, n) => { range.value = n; range.dispatchEvent(new Event('input')) }", number
        )
        wait_for_state(page, number)
        picture = Image.open(BytesIO(page.locator(".board").screenshot())).convert("RGB")
        check_colours(picture, states[number], theme)


def check_colours(picture: Image.Image, state: GameState, theme: Theme) -> None:
    layout = state.layout
    side = picture.width / layout.width

    def colour(x: float, y: float, right: float = 0.0, up: float = 0.0) -> tuple[int, ...]:
        place = int((x + 0.5 + right) * side), int((layout.height - y - 0.5 - up) * side)
        return tuple(picture.getpixel(place))  # type: ignore[arg-type]

    agents = [state.position(agent) for agent in range(state.num_agents)]
    for x in range(layout.width):
        for y in range(layout.height):
            if all(abs(x - other_x) + abs(y - other_y) >= 1.5 for other_x, other_y in agents):
                assert close(colour(x, y), expected_colour(state, (x, y), theme)), (x, y)
    pacman = state.pacman_position
    assert any(close(colour(*pacman, up=up), theme.pacman) for up in (0.3, -0.3))
    for ghost, place in enumerate(agents[1:], start=1):
        if agents.count(place) == 1:
            body = theme.scared if state.scared_timer(ghost) else theme.agent(ghost)
            assert close(colour(*place, up=0.42), body)


def expected_colour(state: GameState, cell: tuple[int, int], theme: Theme) -> Colour:
    if state.layout.is_wall(cell):
        return theme.wall
    if state.has_food(cell):
        return theme.food
    return theme.capsule if cell in state.capsules else theme.floor


def close(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(a - b) <= 3 for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (768, 900), (390, 844)])
def test_the_board_of_a_small_maze_fills_its_page(
    open_page: OpenPage, lost_game: GameRecord, tmp_path: Path, width: int, height: int
) -> None:
    """As wide as the page, and no higher than the screen leaves room for."""
    path = tmp_path / "game.html"
    path.write_text(game_page(lost_game), encoding="utf-8")
    page = open_page(path, width, height)
    board, controls = (page.locator(part).bounding_box() for part in (".board", ".controls"))
    assert board["width"] > 0.9 * width - 30
    assert board["y"] + board["height"] <= controls["y"]
    assert controls["y"] + controls["height"] <= height


def test_a_page_has_a_masthead_and_is_printed_on_white(open_page: OpenPage, game_file: Path) -> None:
    page = paused_page(open_page, game_file)
    assert "Pacman Search" in page.inner_text(".masthead")
    assert page.locator(".masthead .theme").is_visible()
    page.emulate_media(media="print")
    assert page.locator(".masthead .theme").is_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_features_are_explained_beside_their_differences(open_page: OpenPage, tmp_path: Path) -> None:
    agents = [ReflexAgent(), RandomGhost(1), RandomGhost(2)]
    record = pacman.play("small", agents[0], agents[1:], seed=5, max_moves=60)
    thoughts = thoughts_of(record, agents)
    shown = next(number for number, thought in sorted(thoughts.items()) if "food-closeness" in thought.differences)
    for language in LANGUAGES:
        words = Words(language)
        path = tmp_path / f"{language}.html"
        path.write_text(game_page(record, {0: thoughts[shown]}, words=words), encoding="utf-8")
        page = paused_page(open_page, path)
        text = page.inner_text(".thoughts .meanings")
        assert f"food-closeness: {words.feature('food-closeness')}" in text
        assert words.feature("pressure-4") != words.feature("pressure-5")
        assert words.feature("own-idea") == ""


def test_the_game_pauses_while_the_help_covers_it(open_page: OpenPage, game_file: Path) -> None:
    page = paused_page(open_page, game_file)
    page.keyboard.press("Space")
    assert page.inner_text("button.play") == "❚❚"
    page.keyboard.press("h")
    assert page.inner_text("button.play") == "▶"
    page.keyboard.press("h")
    assert page.inner_text("button.play") == "❚❚"
    assert page.locator("table.help").is_hidden()
