"""Thoughts drawn on the board: values beside who moves, the expected course of the game, the ghosts' likely moves."""

from functools import lru_cache
from itertools import pairwise

from pacman.directions import ACTIONS, EAST, NORTH, SOUTH, STOP, VECTORS, WEST, Action, Direction, Position
from pacman.display.draw import pg
from pacman.display.draw.board_painter import BoardPainter
from pacman.display.draw.canvas import BLEND, SUPERSAMPLING, Canvas, antialiased
from pacman.display.draw.font import SMALLEST
from pacman.display.draw.theme import BLACK, Colour
from pacman.display.watch.scene import Figure
from pacman.display.watch.thought import Thought


def draw_paths(canvas: Canvas, painter: BoardPainter, thought: Thought, figures: tuple[Figure, ...]) -> None:
    """Where each agent is expected to go, under the figures. `canvas` is of the board itself."""
    for agent in sorted(thought.paths, reverse=True):  # Pacman's way on top
        _draw_path(canvas, painter, agent, thought.paths[agent], len(figures))


def draw_options(canvas: Canvas, painter: BoardPainter, thought: Thought, figures: tuple[Figure, ...]) -> None:
    """What the ghosts are likely to do, and what each action is worth, over the figures."""
    for ghost, chances in thought.chances.items():
        _draw_chances(canvas, painter, figures, ghost, chances)
    if thought.values:
        _draw_values(canvas, painter, figures[thought.mover].position, thought)


def _draw_path(canvas: Canvas, painter: BoardPainter, agent: int, path: list[Position], agents: int) -> None:
    """A line through the cells of a way, a little to the side so that the ways of several agents stay apart."""
    cell = painter.cell
    aside = (agent - (agents - 1) / 2) * 0.09 * cell
    points = [(x + aside, y + aside) for x, y in map(painter.centre, path)]
    width = max(2, round(0.08 * cell))
    colour = canvas.theme.agent(agent)
    for (x, y), (next_x, next_y) in pairwise(points):
        if abs(next_x - x) + abs(next_y - y) <= 1.1 * cell:  # not the jump of a ghost that was eaten
            pg.draw.line(canvas.surface, colour, (x, y), (next_x, next_y), width)
        pg.draw.aacircle(canvas.surface, colour, (next_x, next_y), width / 2)
    pg.draw.aacircle(canvas.surface, colour, points[-1], max(3.0, 0.13 * cell))


def _draw_chances(
    canvas: Canvas, painter: BoardPainter, figures: tuple[Figure, ...], ghost: int, chances: dict[Action, float]
) -> None:
    """An arrow for each move a ghost may make, the thicker the likelier, with the percentage where there is room."""
    cell, colour = painter.cell, canvas.theme.agent(ghost)
    x, y = painter.centre(figures[ghost].position)
    others = [painter.centre(figure.position) for figure in figures]
    line = min(canvas.small, round(0.46 * cell))
    for action, chance in chances.items():
        if not chance or action == STOP:
            continue
        dx, dy = VECTORS[action]
        picture = _arrow(action, cell, round(10 * chance), colour, canvas.theme.floor)
        left, top = x - cell + 0.9 * cell * dx, y - cell - 0.9 * cell * dy
        canvas.surface.blit(picture, (round(left), round(top)), special_flags=BLEND)
        words = f"{100 * chance:.0f}%"
        room = canvas.width(words, line)
        across, down = x + dx * (1.35 * cell + room / 2), y - dy * 1.35 * cell
        is_free = all(max(abs(across - other), abs(down - height)) > cell for other, height in others)
        if line >= SMALLEST and chance < 0.995 and is_free:
            canvas.box(
                (round(across - room / 2) - 2, round(down - 0.6 * line), room + 4, round(1.2 * line)),
                canvas.theme.floor,
                radius=3,
                alpha=200,
            )
            canvas.text(words, across, down, line=line, colour=colour, align=0.5)


@lru_cache(maxsize=512)
def _arrow(direction: Direction, cell: int, tenths: int, colour: Colour, rim: Colour) -> pg.Surface:
    """Two cells wide and high, the arrow in the middle, with a rim that sets it off from what lies below."""
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


def _draw_values(canvas: Canvas, painter: BoardPainter, place: Position, thought: Thought) -> None:
    """The value of each action beside who is to move, on the side the action leads to."""
    cell = painter.cell
    line = max(SMALLEST, min(round(0.5 * cell), round(1.2 * canvas.small)))
    x, y = painter.centre(place)
    reach = 0.62 * cell
    height = round(1.3 * line)
    sides = [side for side in ACTIONS if side in thought.values and side != STOP]
    board_width, board_height = painter.size
    # Stop leads nowhere: it takes a side that is free and has room, or a second row below.
    inwards = EAST if 2 * x < board_width else WEST
    free = next((side for side in (SOUTH, NORTH, inwards) if side not in sides), None)
    for action, value in thought.values.items():
        side = action if action != STOP else free or SOUTH
        words = value if action != STOP else f"stop {value}"
        width = canvas.width(words, line) + line // 2
        dx, dy = VECTORS[side]
        left = x + dx * reach - {-1: width, 0: width / 2, 1: 0}[dx]
        top = y - dy * reach - {1: height, 0: height / 2, -1: 0}[dy]
        if action == STOP and free is None:
            top += height + 2
        left = round(min(max(left, 0), board_width - width))
        top = round(min(max(top, 0), board_height - height))
        is_best = action == thought.action
        fill = canvas.theme.agent(thought.mover) if is_best else canvas.theme.panel
        is_bound = not is_best and value[0] in "<>"
        ink = BLACK if is_best else canvas.theme.faint if is_bound else canvas.theme.text
        canvas.box((left, top, width, height), fill, edge=canvas.theme.panel_edge, radius=line / 3, alpha=236)
        canvas.text(words, left + width / 2, top + height / 2, line=line, colour=ink, align=0.5)
