"""Pictures are checked by the colours at places whose content is known."""

import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from pacman import GameRecord, GameState, Layout, load_layout
from pacman.directions import Position
from pacman.display.draw import pg
from pacman.display.draw.board_painter import BoardPainter
from pacman.display.draw.sprites import Sprites
from pacman.display.theme import BLINK_MOVES, DARK, LIGHT, THEMES, Colour, Theme, theme_named
from pacman.display.watch.scene import SPREAD, Figure, Scene, catchers, scene_between, scene_of, spread_ghosts

CELL = 30
ROOT = Path(__file__).resolve().parents[2]


def picture(scene: Scene, theme: Theme = DARK, cell: int = CELL) -> tuple[pg.Surface, BoardPainter]:
    painter = BoardPainter(scene.state.layout, theme, cell)
    surface = pg.Surface(painter.size)
    painter.draw(surface, scene)
    return surface, painter


def near(
    surface: pg.Surface, painter: BoardPainter, place: Position, colour: Colour, *, reach: float = 0.4, off: int = 0
) -> int:
    """Count the pixels within `reach` cells of a place whose colour differs by at most `off` in each channel."""
    x, y = painter.centre(place)
    box = pg.Rect(0, 0, round(2 * reach * painter.cell), round(2 * reach * painter.cell))
    box.center = (round(x), round(y))
    part = surface.subsurface(box.clip(surface.get_rect()))
    seen = (part.get_at(spot) for spot in itertools.product(*map(range, part.get_size())))
    return sum(all(abs(a - b) <= off for a, b in zip(pixel, colour, strict=False)) for pixel in seen)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("cell", [10, 30, 96])
def test_every_cell_shows_what_is_in_it(room: Layout, theme: Theme, cell: int) -> None:
    state = GameState.initial(room)
    surface, painter = picture(scene_of(state), theme, cell)
    for x, y in itertools.product(range(room.width), range(room.height)):
        at_centre = surface.get_at(tuple(map(int, painter.centre((x, y)))))[:3]
        if room.is_wall((x, y)):
            assert at_centre == theme.wall
        elif state.has_food((x, y)):
            assert near(surface, painter, (x, y), theme.food, off=60)  # too small for its colour to be pure
        elif (x, y) in state.capsules:
            assert at_centre == theme.capsule
    assert near(surface, painter, state.position(0), theme.pacman) > 0.3 * (0.8 * cell) ** 2
    for ghost in (1, 2):
        assert near(surface, painter, state.position(ghost), theme.agent(ghost)) > 0.25 * (0.8 * cell) ** 2
        assert cell < 20 or near(surface, painter, state.position(ghost), theme.pupil)


def test_walls_have_an_edge_and_leave_a_gap(room: Layout) -> None:
    surface, painter = picture(scene_of(GameState.initial(room)))
    x, y = painter.centre((4, 2))  # a wall with open cells above and below
    column = [surface.get_at((int(x), int(y) + dy))[:3] for dy in range(-CELL // 2, CELL // 2)]
    assert column[0] == DARK.floor
    assert DARK.wall_edge in column
    assert column[CELL // 2] == DARK.wall


def test_neighbouring_walls_join_without_a_seam() -> None:
    layout = load_layout("medium")
    surface, painter = picture(scene_of(GameState.initial(layout)))
    middle = int(painter.centre((0, 0))[1])
    assert all(surface.get_at((x, middle))[:3] == DARK.wall for x in range(CELL // 2, layout.width * CELL - CELL // 2))


def test_eaten_food_is_gone(record: GameRecord) -> None:
    surface, painter = picture(scene_of(list(record.states())[-1]))
    assert not near(surface, painter, (1, 3), DARK.food)


@pytest.mark.parametrize(("heading", "dx", "dy"), [("East", 1, 0), ("West", -1, 0), ("North", 0, 1), ("South", 0, -1)])
def test_faces_turn_where_they_go(room: Layout, heading: str, dx: int, dy: int) -> None:
    state = GameState.initial(room)
    pacman, ghost = Figure((3, 3), heading, 0), Figure((5, 3), heading, 0)
    surface, painter = picture(Scene(state, (pacman, ghost)))
    mouth = (3 + 0.25 * dx, 3 + 0.25 * dy)
    back = (3 - 0.25 * dx, 3 - 0.25 * dy)
    assert near(surface, painter, mouth, DARK.pacman, reach=0.1) < near(surface, painter, back, DARK.pacman, reach=0.1)
    ahead = near(surface, painter, (5 + 0.2 * dx, 3.1 + 0.2 * dy), DARK.pupil, reach=0.25)
    behind = near(surface, painter, (5 - 0.2 * dx, 3.1 - 0.2 * dy), DARK.pupil, reach=0.25)
    assert ahead > behind


def test_the_mouth_moves_on_the_way(room: Layout) -> None:
    state = GameState.initial(room)
    yellow = []
    for x in (3.0, 3.25, 3.5):
        surface, painter = picture(Scene(state, (Figure((x, 3), "East", 0),)))
        yellow.append(near(surface, painter, (x, 3), DARK.pacman))
    assert yellow[0] < yellow[1] < yellow[2]


def test_scared_ghosts_are_seen_half_way_between_cells(record: GameRecord) -> None:
    states = list(record.states())
    scared = next(state for state in states if state.position(1)[0] % 1 == 0.5)
    x, y = scared.position(1)
    surface, painter = picture(scene_of(scared))
    assert near(surface, painter, (x, y), DARK.scared) > 100
    assert not near(surface, painter, (x, y), DARK.agent(1))
    assert not near(surface, painter, (x - 0.9, y), DARK.scared, reach=0.2)
    assert not near(surface, painter, (x + 0.9, y), DARK.scared, reach=0.2)


def test_fear_that_ends_soon_blinks(room: Layout) -> None:
    state = GameState.initial(room)
    looks = []
    for timer in range(1, BLINK_MOVES + 8):
        surface, painter = picture(Scene(state, (Figure((1, 3), "East", 0), Figure((5, 3), "West", timer))))
        looks.append(near(surface, painter, (5, 3), DARK.blink) > near(surface, painter, (5, 3), DARK.scared))
    assert any(looks[:BLINK_MOVES])
    assert not all(looks[:BLINK_MOVES])
    assert not any(looks[BLINK_MOVES:])


def test_motion_is_smooth_but_a_ghost_that_was_eaten_does_not_fly_home() -> None:
    state = GameState.initial(Layout.from_text(["%%%%%%%%%%%%", "%Po      G.%", "%%%%%%%%%%%%"]))
    for _ in range(4):
        state = state.successor(0, "Stop").successor(1, "West")
    step = state.successor(0, "East")
    assert scene_between(state, step, 0.25).figures[0].position == (1.25, 1)
    before, after = state, step
    while after.score < 100:  # until the ghost is eaten
        before, after = after, after.successor(1, "West").successor(0, "East")
    assert (before.position(1), after.position(1)) == ((4.5, 1), (9, 1))
    assert scene_between(before, after, 0.4).figures[1].position == (4.5, 1)
    assert scene_between(before, after, 0.6).figures[1].position == (9, 1)


def test_what_is_not_a_place_changes_half_way(record: GameRecord) -> None:
    before, after = list(record.states())[:2]
    assert scene_between(before, after, 0.49).state is before
    assert scene_between(before, after, 0.5).state is after


@pytest.mark.parametrize("cell", [48, 64, 81, 96, 128])
def test_ghosts_have_no_specks(cell: int) -> None:
    """Below the eyes a ghost has one colour, from edge to edge and down to its feet."""
    sprites = Sprites(DARK, cell)
    for waves in (False, True):
        ghost = sprites.ghost(1, "South", waves)
        for y in range(round(0.68 * ghost.get_height()), round(0.76 * ghost.get_height())):
            row = [ghost.get_at((x, y)) for x in range(ghost.get_width())]
            inside = [pixel[:3] for pixel in row if pixel.a == 255]
            assert len(inside) > 0.7 * ghost.get_width()
            assert set(inside) == {DARK.agent(1)}


@pytest.mark.parametrize("ghosts", [2, 3, 4])
@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_ghosts_in_one_cell_are_seen_as_several(ghosts: int, theme: Theme) -> None:
    state = GameState.initial(Layout.from_text(f"%%%%%%%%%%\n%P {'G' * ghosts}{' ' * (5 - ghosts)}.%\n%%%%%%%%%%"))
    for ghost in range(2, ghosts + 1):
        for _ in range(ghost - 1):
            state = state.successor(ghost, "West")
    assert {state.position(ghost) for ghost in range(1, ghosts + 1)} == {(3, 1)}
    surface, painter = picture(scene_of(state), theme)
    for ghost in range(1, ghosts + 1):
        assert near(surface, painter, (3, 1), theme.agent(ghost), reach=0.9) > 0.05 * CELL**2


@given(places=st.lists(st.tuples(st.floats(0, 3), st.floats(0, 3)), min_size=2, max_size=6), step=st.floats(0, 0.05))
def test_ghosts_that_meet_move_aside_without_a_jump(places: list[Position], step: float) -> None:
    def asides(spots: list[Position]) -> list[float]:
        return [ghost.aside[0] for ghost in spread_ghosts([Figure(place, "West", 0) for place in spots])]

    (x, y), *others = places
    for before, after in zip(asides(places), asides([(x + step, y), *others]), strict=True):
        assert abs(before) <= SPREAD + 1e-9
        assert abs(before - after) <= 2 * SPREAD * len(places) * step + 1e-9


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_pacman_and_who_caught_him_are_both_seen(theme: Theme) -> None:
    state = GameState.initial(Layout.from_text("%%%%%%%%\n%P   G.%\n%%%%%%%%"))
    for _ in range(2):
        state = state.successor(0, "East").successor(1, "West")
    assert state.is_lose
    assert catchers(state) == (1,)
    for death in (0.0, 0.3, 1.0):
        surface, painter = picture(scene_of(state, death), theme)
        assert near(surface, painter, (3, 1), theme.pacman) > 0.1 * CELL**2
        assert near(surface, painter, (3, 1), theme.agent(1), reach=0.9) > 0.1 * CELL**2
    assert near(surface, painter, (3, 1), theme.eye, reach=0.9) > 0.05 * CELL**2  # its face


def test_nobody_catches_where_nobody_is_lost(room: Layout) -> None:
    assert catchers(GameState.initial(room)) == ()


def test_agents_are_told_apart() -> None:
    for theme in (DARK, LIGHT):
        colours = [theme.agent(agent) for agent in range(6)] + [theme.scared, theme.floor]
        assert len(set(colours)) == len(colours)
        assert theme.agent(7) == theme.agent(1)  # then they repeat


def test_an_unknown_theme_is_named() -> None:
    with pytest.raises(ValueError, match="unknown theme 'neon'; known: dark, light"):
        theme_named("neon")


@pytest.mark.parametrize("cell", [15, 20, 31, 32])
def test_dots_lie_in_even_rows(cell: int) -> None:
    layout = Layout.from_text("%%%%%%%%\n%P.....%\n%%%%%%%%", name="row")
    surface, _ = picture(scene_of(GameState.initial(layout)), DARK, cell)
    cells = [surface.subsurface((x * cell, cell, cell, cell)) for x in range(2, 6)]
    assert len({pg.image.tobytes(part, "RGB") for part in cells}) == 1


def test_the_picture_in_the_readme_is_the_window_of_today(tmp_path: Path) -> None:
    """Compare without the time of the search and the edges of letters, which differ between versions."""
    subprocess.run([sys.executable, ROOT / "examples" / "window_picture.py", tmp_path / "window.png"], check=True)
    with Image.open(tmp_path / "window.png") as made, Image.open(ROOT / "docs" / "images" / "window.png") as kept:
        assert made.size == kept.size
        difference = ImageChops.difference(made.convert("L"), kept.convert("L"))
    assert sum(difference.histogram()[64:]) < made.width * made.height / 100
