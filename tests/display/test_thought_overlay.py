"""Drawing of a thought on an empty board."""

import pytest

from pacman import GameState, Layout
from pacman.directions import Position
from pacman.display.draw import pg
from pacman.display.draw.board_painter import BoardPainter
from pacman.display.draw.canvas import Canvas
from pacman.display.draw.thought_overlay import draw_course, draw_labels
from pacman.display.theme import DARK, Colour
from pacman.display.watch.scene import scene_of
from pacman.display.watch.thought import Thought

CELL = 40
NOTHING = {(0, 0, 0)}


class Board:
    """A black surface on which a thought about the start of a game is drawn."""

    def __init__(self, layout: Layout) -> None:
        self._figures = scene_of(GameState.initial(layout)).figures
        self._painter = BoardPainter(layout, DARK, CELL)
        self._surface = pg.Surface(self._painter.size)

    def draw(self, thought: Thought) -> None:
        canvas = Canvas(self._surface, DARK, 1.0)
        draw_course(canvas, self._painter, thought, self._figures)
        self.draw_labels(thought)

    def draw_labels(self, thought: Thought) -> None:
        draw_labels(Canvas(self._surface, DARK, 1.0), self._painter, thought, self._figures)

    def colours(self, place: Position, size: int = CELL) -> set[Colour]:
        """Return the colours around the middle of a cell."""
        area = pg.Rect(0, 0, size, size)
        area.center = self._painter.centre(place)
        part = self._surface.subsurface(area)
        pixels = (part.get_at((x, y)) for x in range(size) for y in range(size))
        return {(pixel.r, pixel.g, pixel.b) for pixel in pixels}


def test_the_course_the_values_and_the_chances(room: Layout) -> None:
    board = Board(room)
    board.draw(
        Thought(
            0,
            action="East",
            values={"East": "2", "South": "1"},
            paths={0: [(1, 3), (2, 3), (3, 3), (4, 3)]},
            chances={1: {"West": 1.0}},
        )
    )
    assert DARK.pacman in board.colours((4, 3))
    assert DARK.agent(1) in board.colours((7, 1))
    assert board.colours((1, 2)) != NOTHING  # the value of South
    assert board.colours((8, 3)) == NOTHING


@pytest.mark.parametrize("row", ["%P    %", "%    P%"])
def test_the_value_of_stop_does_not_cover_who_moves(row: str) -> None:
    board = Board(Layout.from_text(f"%%%%%%%\n%     %\n{row}\n%    .%\n%%%%%%%", name="edge"))
    board.draw(Thought(0, action="North", values={"Stop": "1234.5", "North": "2", "South": "1"}))
    assert board.colours((row.index("P"), 2), size=20) == NOTHING


def test_a_percentage_does_not_cover_anybody() -> None:
    board = Board(Layout.from_text("%%%%%%%%%\n%  G P .%\n%%%%%%%%%", name="near"))
    board.draw(Thought(0, chances={1: {"West": 0.1, "East": 0.9}}))
    assert board.colours((5, 1), size=30) == NOTHING
    assert board.colours((1, 1)) != NOTHING


def test_the_expected_path_starts_at_the_middle_of_pacman(room: Layout) -> None:
    board = Board(room)
    board.draw(Thought(0, paths={0: [(1, 3), (2, 3), (3, 3)]}))
    assert DARK.pacman in board.colours((1, 3), size=2)
    assert board.colours((1.5, 3), size=2) == {DARK.pacman}
    assert board.colours((0.7, 3), size=2) == NOTHING


@pytest.mark.parametrize("row", ["%GPG   .%", "% GPG  .%", "%   PGG.%"])
@pytest.mark.parametrize("value", ["5", "< -1234.5"])
def test_labels_cover_no_face(row: str, value: str) -> None:
    layout = Layout.from_text(f"%%%%%%%%%\n%       %\n{row}\n%       %\n%%%%%%%%%", name="crowd")
    board = Board(layout)
    values = dict.fromkeys(("West", "Stop", "East", "North", "South"), value)
    chances = {"West": 0.3, "East": 0.3, "North": 0.2, "South": 0.2}
    board.draw_labels(Thought(0, action="North", values=values, chances={1: chances, 2: chances}))
    for column, sign in enumerate(row):
        if sign in "PG":
            assert board.colours((column, 2), size=round(0.9 * CELL)) == NOTHING
    assert board.colours((row.index("P"), 3)) != NOTHING  # the value of North is shown


def test_arrows_lie_under_the_faces(room: Layout) -> None:
    """Only labels are drawn over the figures."""
    board = Board(room)
    board.draw_labels(Thought(0, chances={1: {"West": 1.0}, 2: {"West": 1.0}}))
    assert {colour for y in range(5) for x in range(10) for colour in board.colours((x, y))} == NOTHING
