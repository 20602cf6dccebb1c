"""Search data drawn on the board: values beside the moving agent, the expected course, the ghosts' likely moves.

Lines and arrows are drawn under the figures, labels over them but beside every face.
"""

from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from pacman.directions import ACTIONS, EAST, NORTH, SOUTH, STOP, VECTORS, WEST, Action, Direction, Position
from pacman.display.draw import pg
from pacman.display.draw.board_painter import BoardPainter
from pacman.display.draw.canvas import BLEND, SUPERSAMPLING, Canvas, antialiased, pixel
from pacman.display.draw.font import SMALLEST
from pacman.display.theme import BLACK, Colour
from pacman.display.watch.scene import Figure
from pacman.display.watch.thought import Thought

FACE: Final = 1.08  # cells of a figure that a label leaves free

Point: TypeAlias = tuple[float, float]  # in pixels of the board


def draw_course(canvas: Canvas, painter: BoardPainter, thought: Thought, figures: tuple[Figure, ...]) -> None:
    """Draw the expected path of each agent and the possible moves of the ghosts, under the figures.

    `canvas` covers exactly the board.
    """
    for agent in sorted(thought.paths, reverse=True):  # Pacman's path on top
        _draw_path(canvas, painter, agent, thought.paths[agent], figures)
    for ghost, chances in thought.chances.items():
        _draw_arrows(canvas, painter, figures[ghost].place, chances, canvas.theme.agent(ghost))


def draw_labels(canvas: Canvas, painter: BoardPainter, thought: Thought, figures: tuple[Figure, ...]) -> None:
    """Draw the values of actions and the probabilities of the ghosts' moves, over the figures but beside faces."""
    labels = _Labels(canvas, painter, figures)
    if thought.values:
        _draw_values(labels, figures[thought.mover].place, thought)
    for ghost, chances in thought.chances.items():
        _draw_percentages(labels, figures[ghost].place, chances, canvas.theme.agent(ghost))


def _draw_path(
    canvas: Canvas, painter: BoardPainter, agent: int, path: list[Position], figures: tuple[Figure, ...]
) -> None:
    """Draw a line through the cells of an agent's path: through their middles for Pacman, beside them for ghosts."""
    cell = painter.cell
    aside = (agent + 1) // 2 * (0.09 if agent % 2 else -0.09) * cell  # keeps the paths of several agents apart
    start = figures[agent].position if _is_between(figures[agent].position, path) else path[0]
    points = [(x + aside, y + aside) for x, y in map(painter.centre, [start, *path[1:]])]
    width = max(2, round(0.08 * cell))
    colour = canvas.theme.agent(agent)
    for (x, y), (next_x, next_y) in pairwise(points):
        if abs(next_x - x) + abs(next_y - y) <= 1.1 * cell:  # not the jump of a ghost that was eaten
            pg.draw.line(canvas.surface, colour, (x, y), (next_x, next_y), width)
        pg.draw.aacircle(canvas.surface, colour, (next_x, next_y), width / 2)
    pg.draw.aacircle(canvas.surface, colour, points[-1], max(3.0, 0.13 * cell))


def _is_between(place: Position, path: list[Position]) -> bool:
    """True if a figure is on the first step of its path, and not on another one."""
    (x, y), (end_x, end_y) = path[0], path[min(1, len(path) - 1)]
    return min(x, end_x) <= place[0] <= max(x, end_x) and min(y, end_y) <= place[1] <= max(y, end_y)


def _draw_arrows(
    canvas: Canvas, painter: BoardPainter, place: Position, chances: dict[Action, float], colour: Colour
) -> None:
    """Draw an arrow for each possible move of a ghost; likelier moves have thicker arrows."""
    cell = painter.cell
    x, y = painter.centre(place)
    for action, chance in chances.items():
        if chance and action != STOP:
            dx, dy = VECTORS[action]
            picture = arrow_picture(action, cell, round(10 * chance), colour, canvas.theme.floor)
            left, top = x - cell + 0.9 * cell * dx, y - cell - 0.9 * cell * dy
            canvas.surface.blit(picture, (round(left), round(top)), special_flags=BLEND)


@lru_cache(maxsize=512)
def arrow_picture(direction: Direction, cell: int, tenths: int, colour: Colour, rim: Colour) -> pg.Surface:
    """Return an arrow in the middle of a picture of 2 x 2 cells, with a rim that separates it from the ground."""
    dx, dy = VECTORS[direction]

    def draw(large: pg.Surface) -> None:
        side = cell * SUPERSAMPLING
        shaft = (0.03 + 0.011 * tenths) * side
        head = shaft + 0.1 * side

        def point(along: float, across: float) -> tuple[float, float]:
            return side + dx * along - dy * across, side - dy * along - dx * across

        for grown, ink in ((0.05 * side, rim), (0.0, colour)):
            tail, neck, tip = -0.2 * side - grown, 0.05 * side - grown / 2, 0.05 * side + head + 2 * grown
            half, wide = shaft / 2 + grown, head + 1.4 * grown
            outline = [(tail, half), (neck, half), (neck, wide), (tip, 0), (neck, -wide), (neck, -half), (tail, -half)]
            pg.draw.polygon(large, ink, [point(along, across) for along, across in outline])

    return antialiased(2 * cell, 2 * cell, draw)


class _Labels:
    """Placement of labels inside the board where they cover neither a face nor each other."""

    def __init__(self, canvas: Canvas, painter: BoardPainter, figures: tuple[Figure, ...]) -> None:
        self.canvas = canvas
        self.painter = painter
        size = round(FACE * painter.cell)
        self._taken = [pg.Rect(0, 0, size, size) for _ in figures]
        for face, figure in zip(self._taken, figures, strict=True):
            x, y = painter.centre(figure.place)
            face.center = (pixel(x), pixel(y))

    def place(
        self, width: int, height: int, side: Direction, beside: Point, reach: float, furthest: float
    ) -> pg.Rect | None:
        """Return the nearest free place for a label on one side of a point, or None if all are taken.

        reach, furthest: the smallest and the largest distance of the label from the point, in cells.
        """
        (x, y), (dx, dy), cell = beside, VECTORS[side], self.painter.cell
        board = pg.Rect((0, 0), self.painter.size)
        label = pg.Rect(0, 0, width, height)
        while reach <= furthest:
            along = reach * cell
            label.center = pixel(x + dx * (along + width / 2)), pixel(y - dy * (along + height / 2))
            label.clamp_ip(board)
            if label.collidelist(self._taken) < 0:
                self._taken.append(label)
                return label
            reach += 0.35
        return None


def _draw_values(labels: _Labels, place: Position, thought: Thought) -> None:
    """Draw the value of each action beside the agent that moves, on the side to which the action leads.

    Stop has no side of its own and takes a free one. A value for which there is no room is shown only in the panel.
    """
    canvas, painter = labels.canvas, labels.painter
    line = max(SMALLEST, min(round(0.5 * painter.cell), round(1.2 * canvas.small)))
    x, y = painter.centre(place)
    sides = [side for side in ACTIONS if side in thought.values and side != STOP]
    inwards = EAST if 2 * x < painter.size[0] else WEST
    free = next((side for side in (SOUTH, NORTH, inwards) if side not in sides), SOUTH)
    for action, value in sorted(thought.values.items(), key=lambda item: (item[0] != thought.action, item[0] == STOP)):
        words = value if action != STOP else canvas.words("label-stop", value=value)
        width, height = canvas.width(words, line) + line // 2, round(1.3 * line)
        box = labels.place(width, height, free if action == STOP else action, (x, y), reach=0.58, furthest=2.0)
        if box is None:
            continue
        is_best = action == thought.action
        fill = canvas.theme.agent(thought.mover) if is_best else canvas.theme.panel
        is_bound = not is_best and value[0] in "<>≤≥?"
        ink = BLACK if is_best else canvas.theme.faint if is_bound else canvas.theme.text
        canvas.box((*box.topleft, *box.size), fill, edge=canvas.theme.panel_edge, radius=line / 3, alpha=236)
        canvas.text(words, box.centerx, box.centery, line=line, colour=ink, align=0.5)


def _draw_percentages(labels: _Labels, place: Position, chances: dict[Action, float], colour: Colour) -> None:
    """Draw the probability of each move of a ghost beyond its arrow, if there is room."""
    canvas, painter = labels.canvas, labels.painter
    line = min(canvas.small, round(0.46 * painter.cell))
    for action, chance in chances.items():
        if line < SMALLEST or action == STOP or not 0 < chance < 0.995:
            continue
        words = f"{100 * chance:.0f}%"
        size = canvas.width(words, line) + 4, round(1.2 * line)
        box = labels.place(*size, action, painter.centre(place), reach=1.3, furthest=1.3)
        if box:
            canvas.box((*box.topleft, *box.size), canvas.theme.floor, radius=3, alpha=200)
            canvas.text(words, box.centerx, box.centery, line=line, colour=colour, align=0.5)
