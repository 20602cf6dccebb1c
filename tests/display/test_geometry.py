"""Parts of the window never overlap and are never cut off, for any window and any maze."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacman import load_layout
from pacman.display.draw.font import elided, render_text, text_width, wrapped
from pacman.display.geometry import Box, arrange, panel_growth, smallest_window, window_size

SIDES = st.integers(3, 128)


def overlap(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


@given(st.integers(0, 4000), st.integers(0, 3000), SIDES, SIDES, st.integers(0, 7), st.integers(1, 2))
def test_the_parts_lie_in_the_window_beside_each_other(
    width: int, height: int, columns: int, rows: int, panel_agents: int, games: int
) -> None:
    width, height = max(width, smallest_window(games)[0]), max(height, smallest_window(games)[1])
    places = arrange(width, height, columns, rows, panel_agents=panel_agents, games=games)
    boxes = [places.timeline_bar]
    assert len(places.games) == games
    for game in places.games:
        assert (game.panel is not None) == (panel_agents > 0)
        boxes += [box for box in (game.header, game.board, game.panel) if box]
    for box in boxes:
        assert box.x >= 0
        assert box.y >= 0
        assert box.right <= width
        assert box.bottom <= height
    for one, other in itertools.combinations(boxes, 2):
        assert not overlap(one, other)
    for game in places.games:
        assert (game.board.width, game.board.height) == (places.cell * columns, places.cell * rows)


@given(SIDES, SIDES, st.floats(0.2, 6), st.tuples(st.integers(800, 8000), st.integers(600, 5000)), st.integers(1, 2))
def test_a_new_window_fits_the_screen(
    columns: int, rows: int, zoom: float, screen: tuple[int, int], games: int
) -> None:
    width, height = window_size(columns, rows, zoom, screen, games)
    assert smallest_window(games)[0] <= width <= screen[0]
    assert smallest_window(games)[1] <= height <= screen[1]


@given(st.integers(8, 40), st.integers(5, 40), st.floats(0.5, 3), st.integers(1, 7))
def test_a_window_can_grow_so_that_the_panel_takes_nothing_from_the_board(
    columns: int, rows: int, zoom: float, agents: int
) -> None:
    width, height = window_size(columns, rows, zoom, (1920, 1080))
    before = arrange(width, height, columns, rows)
    after = arrange(width + panel_growth(width, height, agents), height, columns, rows, panel_agents=agents)
    assert after.cell >= before.cell
    assert after.unit == pytest.approx(before.unit, abs=0.02)


@pytest.mark.parametrize(("columns", "rows"), [(11, 3), (20, 11), (28, 31)])
def test_zoom_is_the_size_of_a_cell(columns: int, rows: int) -> None:
    cells = []
    for zoom in (1, 2, 3):
        size = window_size(columns, rows, zoom, (30_000, 20_000))
        cells.append(arrange(*size, columns, rows).cell)
    assert cells[1] == pytest.approx(2 * cells[0], abs=4)
    assert cells[2] == pytest.approx(3 * cells[0], abs=6)


@pytest.mark.parametrize("maze", ["trap", "corner", "thrash"])
def test_the_window_of_a_small_maze_is_not_small(maze: str) -> None:
    layout, medium = load_layout(maze), load_layout("medium")
    width, height = window_size(layout.width, layout.height, 1, (1920, 1080))
    usual = window_size(medium.width, medium.height, 1, (1920, 1080))
    assert width >= 0.95 * usual[0] or height >= 0.95 * usual[1]
    assert window_size(layout.width, layout.height, 0.5, (1920, 1080)) < (width, height)


@given(st.text(max_size=300), st.integers(11, 60), st.integers(0, 400), st.integers(1, 4))
def test_text_is_cut_to_its_room(text: str, line: int, room: int, most: int) -> None:
    assert not elided(text, line, room) or text_width(elided(text, line, room), line) <= room
    lines = wrapped(text, line, room, most)
    assert len(lines) <= most
    assert all(not part or text_width(part, line) <= room for part in lines)


@pytest.mark.parametrize("line", [14, 24, 40])
def test_letters_are_whole_and_words_not_torn(line: int) -> None:
    picture = render_text("Agjpqy", line, (255, 255, 255))
    drawn = picture.get_bounding_rect()
    assert drawn.top > 0
    assert drawn.bottom < picture.get_height()
    assert text_width("xA", line) <= text_width("x", line) + text_width("A", line)
