"""Pictures of a game whose moves come from outside: the window's board and header, as pixels or in a plain window."""

from pacman.display.draw import pg
from pacman.display.export import FrameRenderer
from pacman.display.messages import IN_ENGLISH
from pacman.display.screen import screen_problem
from pacman.display.watch.scene import scene_of
from pacman.errors import DisplayError
from pacman.layout import Layout
from pacman.state import GameState


class LivePicture:
    """Draws the states of one layout, one at a time."""

    def __init__(self, layout: Layout) -> None:
        self._title = layout.name
        self._frames = FrameRenderer(layout, (), layout.name, zoom=1.0, theme="dark", words=IN_ENGLISH)
        self._window: pg.Window | None = None

    def pixels(self, state: GameState, rounds: int) -> tuple[int, int, bytes]:
        """Return width, height and the pixels of a state, row by row, three bytes each."""
        surface = self._frames.draw(scene_of(state), rounds)
        return *surface.get_size(), pg.image.tobytes(surface, "RGB")

    def show(self, state: GameState, rounds: int) -> None:
        """Draw a state to the window, which is opened first; raise DisplayError if there is no screen."""
        surface = self._frames.draw(scene_of(state), rounds)
        if self._window is None:
            problem = screen_problem()
            if problem:
                raise DisplayError(f"no window can be opened: {problem}; render_mode 'rgb_array' works without")
            pg.display.init()
            self._window = pg.Window(self._title, surface.get_size())
        pg.event.pump()
        self._window.get_surface().blit(surface, (0, 0))
        self._window.flip()

    def close(self) -> None:
        if self._window is not None:
            self._window.destroy()
            self._window = None
