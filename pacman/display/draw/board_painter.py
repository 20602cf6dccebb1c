"""Drawing of the board: a maze with its food and agents, at any size."""

from pacman.directions import Cell, Position
from pacman.display.draw import pg
from pacman.display.draw.canvas import BLEND, pixel
from pacman.display.draw.maze_walls import draw_maze
from pacman.display.draw.sprites import Sprites
from pacman.display.theme import Theme
from pacman.display.watch.scene import Scene
from pacman.layout import Layout


class BoardPainter:
    """Painter of one layout in one theme, `cell` pixels to a cell. Parts that do not change are drawn once."""

    def __init__(self, layout: Layout, theme: Theme, cell: int) -> None:
        self.layout = layout
        self.theme = theme
        self.cell = cell
        self.sprites = Sprites(theme, cell)
        self._maze = draw_maze(layout, theme, cell)
        self._ground = self._maze.copy()  # the maze with the food of `_ground_shows`
        self._ground_shows: tuple[int, tuple[Cell, ...]] | None = None

    @property
    def size(self) -> tuple[int, int]:
        return self._maze.get_size()

    def centre(self, position: Position) -> tuple[float, float]:
        """Return the pixel of the centre of a cell, or of a point between cells."""
        x, y = position
        return (x + 0.5) * self.cell, (self.layout.height - 0.5 - y) * self.cell

    def draw(self, target: pg.Surface, scene: Scene) -> None:
        """Paint a surface of this painter's `size`."""
        self.draw_ground(target, scene)
        self.draw_figures(target, scene)

    def draw_ground(self, target: pg.Surface, scene: Scene) -> None:
        self._lay_food(scene)
        target.blit(self._ground, (0, 0))

    def draw_figures(self, target: pg.Surface, scene: Scene) -> None:
        """Draw the agents. Pacman comes last, so that no ghost covers Pacman; the ghost of a collision draws back."""
        pacman, *ghosts = scene.figures
        if scene.state.is_lose:
            self._draw_ring(target, pacman.place, scene.death)
        for ghost, figure in enumerate(ghosts, start=1):
            self._put(target, self.sprites.figure(ghost, figure), figure.place)
        if scene.state.is_lose:
            self._put(target, self.sprites.dying_pacman(pacman.heading, scene.death), pacman.place)
        else:
            self._put(target, self.sprites.figure(0, pacman), pacman.place)

    def _draw_ring(self, target: pg.Surface, place: Position, death: float) -> None:
        """Draw a ring that opens around the place where Pacman was caught."""
        radius = (0.4 + 0.45 * death) * self.cell
        width = max(2, round(0.05 * self.cell))
        pg.draw.aacircle(target, self.theme.bad, self.centre(place), radius, width)

    def _lay_food(self, scene: Scene) -> None:
        state = scene.state
        edible = (state.food_mask, state.capsules)
        if edible == self._ground_shows:
            return
        self._ground_shows = edible
        self._ground.blit(self._maze, (0, 0))
        for cell in self.layout.food_cells:
            if state.has_food(cell):
                self._put(self._ground, self.sprites.food, cell)
        for cell in state.capsules:
            self._put(self._ground, self.sprites.capsule, cell)

    def _put(self, target: pg.Surface, picture: pg.Surface, position: Position) -> None:
        x, y = self.centre(position)
        width, height = picture.get_size()
        target.blit(picture, (pixel(x - width / 2), pixel(y - height / 2)), special_flags=BLEND)
