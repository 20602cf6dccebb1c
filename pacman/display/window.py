"""The window: watch games, move along their timeline, play Pacman, and see the agents' searches."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final, TypeAlias, TypedDict

from pacman.decision_case import decision_cases
from pacman.directions import EAST, NORTH, SOUTH, WEST
from pacman.display.draw import pg
from pacman.display.draw.sprites import icon
from pacman.display.draw.view import Overlay, View
from pacman.display.export import free_path, save_gif, write_png
from pacman.display.geometry import WindowGeometry, arrange, panel_growth, smallest_window, window_size
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.screen import HEADLESS
from pacman.display.theme import DARK, LIGHT, ThemeName, theme_named
from pacman.display.watch.background_worker import BackgroundWorker
from pacman.display.watch.captions import describe_parting
from pacman.display.watch.menu import Choices, Menu
from pacman.display.watch.playlist import Playlist
from pacman.display.watch.session import Session
from pacman.display.watch.thought import DeathView, PacmanWatcher
from pacman.errors import DisplayError, PacmanError
from pacman.files import write_whole
from pacman.record import EndReason, GameRecord

DeathExplainer: TypeAlias = Callable[[GameRecord], DeathView | None]

FRAMES_A_SECOND: Final = 60
SWITCH_SECONDS: Final = 0.001  # interval after which a searching agent yields to the window's thread
NOTICE_SECONDS: Final = 4.0
DEATH_NOTICE_SECONDS: Final = 15.0
ICON_SIZE: Final = 128  # pixels

STEERING_KEYS: Final = {
    pg.K_LEFT: WEST,
    pg.K_RIGHT: EAST,
    pg.K_UP: NORTH,
    pg.K_DOWN: SOUTH,
    pg.K_a: WEST,
    pg.K_d: EAST,
    pg.K_w: NORTH,
    pg.K_s: SOUTH,
}


class WindowOptions(TypedDict, total=False):
    """Options of a window, for functions that pass them on.

    words: the texts of the window. explain_death: finds the reason of Pacman's death in a game. watch_pacman: observes
    the search of a Pacman agent that does not report its own.
    """

    zoom: float
    theme: ThemeName
    words: Words
    explain_death: DeathExplainer | None
    watch_pacman: PacmanWatcher | None


class Window:
    """The window and its controls. Call `run` to show it until it is closed, or `frame` for single frames."""

    def __init__(
        self,
        playlist: Playlist,
        *,
        zoom: float = 1.0,
        theme: ThemeName = "dark",
        words: Words = IN_ENGLISH,
        choices: Choices | None = None,
        explain_death: DeathExplainer | None = None,
        watch_pacman: PacmanWatcher | None = None,
        clock: Callable[[], float] = perf_counter,
        stays_open: bool | None = None,
    ) -> None:
        """Open the window.

        stays_open: keep it open after the last game, to look back; by default only if the window is visible.
        """
        self.playlist = playlist
        self.view = View(theme_named(theme), words)
        self.words = words
        self.shows_help = False
        self.shows_menu = False
        self.menu: Menu | None = None  # created when it is first opened
        self._choices = choices
        self._explain_death = explain_death
        self._watch_pacman = watch_pacman
        self.notice = ""
        self.is_open = True
        self._clock = clock
        self.saver = BackgroundWorker()
        self._held: set[int] = set()
        self._is_dragging = False
        self.is_full_screen = False
        self._grown = 0  # by how much the window was widened to show thoughts
        self._windowed_size = smallest_window(len(self.sessions))  # before it was in full screen
        self._noted_parting: Session | None = None  # the game whose first difference was shown
        self._notice_until = 0.0
        self._zoom = zoom
        self._window = self._opened()
        self._stays_open = pg.display.get_driver() not in HEADLESS if stays_open is None else stays_open

    def _opened(self) -> pg.Window:
        try:
            pg.display.init()
            window = pg.Window(self.title, self._size_for_maze(), resizable=True, allow_high_dpi=True)
            window.minimum_size = smallest_window(len(self.sessions))
            window.set_icon(icon(ICON_SIZE))
            window.get_surface()
        except pg.error as error:
            raise DisplayError(f"the window cannot be opened: {error}") from error
        pg.key.set_repeat(300, 50)
        return window

    @property
    def session(self) -> Session:
        return self.playlist.session

    @property
    def sessions(self) -> Sequence[Session]:
        """Sessions of the games shown: one, or two in step."""
        return self.playlist.sessions

    @property
    def title(self) -> str:
        """Title of the window: Pacman's agents, the maze, and the number of the game if there are several."""
        names = [name for session in self.sessions for name in session.names[:1]]
        parts = (*names, self.session.timeline.state.layout.name, self.playlist.place(self.words))
        return f"{' · '.join(filter(None, parts))} – {self.words('pacman')}"

    def _size_for_maze(self) -> tuple[int, int]:
        layout, screen = self.session.timeline.state.layout, pg.display.get_desktop_sizes()[0]
        return window_size(layout.width, layout.height, self._zoom, screen, len(self.sessions))

    def _arranged(self, width: int, height: int, panel_agents: int = 0) -> WindowGeometry:
        layout, games = self.session.timeline.state.layout, len(self.sessions)
        return arrange(width, height, layout.width, layout.height, panel_agents=panel_agents, games=games)

    @property
    def surface(self) -> pg.Surface:
        return self._window.get_surface()

    def resize(self, size: tuple[int, int]) -> None:
        self._window.size = size

    # -- time ---------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Draw frames until the window is closed."""
        pace = pg.time.Clock()
        with _short_switch_interval():
            while self.is_open:
                self.frame()
                pace.tick(FRAMES_A_SECOND)

    def frame(self) -> None:
        """Handle the events since the last frame and draw the next one."""
        for event in pg.event.get():
            self._handle(event)
        now = self._clock()
        self.saver.poll()
        self.session.playback.is_held = self.shows_help or self.shows_menu
        self.playlist.tick(now)
        if self.playlist.is_done and not self._stays_open:
            self.is_open = False
        if now > self._notice_until:
            self.notice = ""
        if self._noted_parting is not self.session and self.session.playback.parting is not None:
            self._noted_parting = self.session
            self.show_notice(self._parting_words())
        if self._window.title != self.title:
            self._window.title = self.title
        self.view.draw(self.surface, self.sessions, self._overlay(self.notice))
        self._window.flip()

    def _overlay(self, notice: str = "") -> Overlay:
        menu = self.menu if self.shows_menu else None
        return Overlay(self.shows_help, menu, self._choices is not None, self.playlist.place(self.words), notice)

    def close(self) -> None:
        """Close the window; wait for pictures that are being written, but not for an agent that is searching."""
        self._window.destroy()
        pg.display.quit()
        for session in self.sessions:
            session.worker.close()
        while self.saver.is_busy:
            self.saver.poll(wait=0.1)
        self.saver.close()

    # -- controls -----------------------------------------------------------------------------------------------------

    def _handle(self, event: pg.Event) -> None:
        if event.type in (pg.QUIT, pg.WINDOWCLOSE):
            self.is_open = False
        elif event.type == pg.KEYDOWN:
            self._press(event.key)
        elif event.type == pg.KEYUP:
            self._release(event.key)
        elif event.type == pg.WINDOWFOCUSLOST:
            self._held.clear()
            self.session.steer(None)
        elif event.type == pg.MOUSEBUTTONDOWN and event.button == 1:
            self._click(*self._pixel(event.pos))
        elif event.type == pg.MOUSEMOTION and self._is_dragging:
            self._drag(self._pixel(event.pos)[0])
        elif event.type == pg.MOUSEBUTTONUP:
            self._is_dragging = False

    def _press(self, key: int) -> None:
        is_repeat = key in self._held
        self._held.add(key)
        session = self.session
        if self.shows_menu:
            if key in MENU_KEYS:
                MENU_KEYS[key](self)
        elif session.is_steered and key in STEERING_KEYS:
            session.steer(STEERING_KEYS[key])
        elif key in REPEATING_KEYS:
            by_rounds = ROUND_KEYS if self._held & SHIFT_KEYS else {}
            by_rounds.get(key, REPEATING_KEYS[key])(session)
        elif not is_repeat and key in SESSION_KEYS:
            SESSION_KEYS[key](session)
        elif not is_repeat and key in WINDOW_KEYS:
            WINDOW_KEYS[key](self)
        elif key == pg.K_p and len(self.sessions) > 1:
            self.show_parting()

    def _release(self, key: int) -> None:
        self._held.discard(key)
        held = [STEERING_KEYS[other] for other in self._held if other in STEERING_KEYS]
        self.session.steer(held[0] if held and self.session.is_steered else None)

    def _pixel(self, place: tuple[int, int]) -> tuple[float, float]:
        """Return the pixel at a mouse position: high-density screens have more pixels than mouse units."""
        scale = self.surface.get_width() / self._window.size[0]
        return place[0] * scale, place[1] * scale

    def _click(self, x: float, y: float) -> None:
        bar, menu_box = self.view.timeline_bar, self.view.menu_box
        option = menu_box.option_at(x, y) if self.shows_menu and menu_box else None
        if self.menu and option:
            self.menu.pick(*option)
        elif bar and bar.is_on_play_button(x, y):
            self.session.toggle()
        elif bar and bar.is_on_branch_button(x, y):
            self.branch()
        elif bar and bar.is_on_track(x, y):
            self._is_dragging = True
            self._drag(x)

    def _drag(self, x: float) -> None:
        if self.view.timeline_bar:
            self.session.seek(self.view.timeline_bar.index_at(x, self.session.playback.shown))

    def quit(self) -> None:
        self.is_open = False

    def toggle_help(self) -> None:
        self.shows_help = not self.shows_help

    def toggle_theme(self) -> None:
        self.view.theme = LIGHT if self.view.theme is DARK else DARK

    def next_game(self) -> None:
        if not self.playlist.next_game():
            self.show_notice(self.words("no-more-seeds"))

    def branch(self) -> None:
        """Start a branch at the move shown, or show why that is not possible."""
        if self.session.can_branch:
            self.session.branch()
        elif self.session.has_branches:
            self.show_notice(self.words("branch-first-go-back"))
        else:
            self.show_notice(self.words("branch-not-here"))

    def show_parting(self) -> None:
        """Show the first move in which two games in step differ."""
        parting = self.session.playback.parting
        if parting is not None:
            self.session.seek(parting)
        self.show_notice(self._parting_words() or self.words("no-parting"))

    def _parting_words(self) -> str:
        one, other = (session.line.moves for session in self.sessions)
        return describe_parting(one, other, self.session.timeline.num_agents, self.words)

    def toggle_thoughts(self) -> None:
        """Show or hide the panel; if the screen has room, the window grows, so that the board keeps its size."""
        self._show_thoughts(not self.session.shows_thoughts)
        agents = self.session.timeline.num_agents
        if (
            self.session.shows_thoughts
            and len(self.sessions) > 1
            and not self._arranged(*self.surface.get_size(), agents).leaves_room
        ):
            self._show_thoughts(False)
            self.show_notice(self.words("too-small-for-both"))

    def _show_thoughts(self, shows: bool) -> None:
        for session in self.sessions:
            session.shows_thoughts, session.watch_pacman = shows, self._watch_pacman
        if not self.is_full_screen:
            self._make_room_for_panel(self._window.size)

    def toggle_full_screen(self) -> None:
        self.is_full_screen = not self.is_full_screen
        if self.is_full_screen:
            self._windowed_size = self._window.size
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()
            self._make_room_for_panel(self._windowed_size)

    def _make_room_for_panel(self, size: tuple[int, int]) -> None:
        """Resize a window of this size to the width that the board, and the panel if it is shown, need."""
        width, height = size[0] - self._grown, size[1]
        x, y = self._window.position
        screen = pg.display.get_desktop_sizes()[0][0]
        grid, agents = self._arranged(width, height).grid, self.session.timeline.num_agents
        wanted = panel_growth(width, height, agents, grid) if self.session.shows_thoughts else 0
        self._grown = max(0, min(wanted, round(0.95 * screen) - width))
        self.resize((max(smallest_window(len(self.sessions))[0], width + self._grown), height))
        if x + width <= screen < x + width + self._grown:  # it would extend beyond the edge of the screen
            self._window.position = screen - width - self._grown, y

    def leave(self) -> None:
        """Close the help, or leave full screen."""
        if self.shows_help:
            self.shows_help = False
        elif self.is_full_screen:
            self.toggle_full_screen()

    # -- the menu -----------------------------------------------------------------------------------------------------

    def open_menu(self) -> None:
        """Open the menu of mazes, Pacman agents and ghosts."""
        if self._choices is None:
            self.show_notice(self.words("menu-not-here"))
            return
        self.menu = self.menu or Menu(self._choices)
        self.shows_menu = True

    def close_menu(self) -> None:
        self.shows_menu = False

    def move_in_menu(self, across: int, down: int) -> None:
        if self.menu:
            self.menu.move(across, down)

    def play_choice(self) -> None:
        """Play the chosen game, in a window that suits its maze; show a notice if it cannot be played."""
        if self.menu is None:
            return
        try:
            self.playlist.play_instead(self.menu.make_game())
        except PacmanError as error:
            self.close_menu()
            self.show_notice(str(error))
            return
        self.shows_menu = False
        self._grown = 0
        self._windowed_size = self._size_for_maze()
        if not self.is_full_screen:
            self._make_room_for_panel(self._windowed_size)

    # -- Pacman's death -----------------------------------------------------------------------------------------------

    def explain_death(self) -> None:
        """Find, in the background, the decision that lost the game, and show it; of two games, the first one lost."""
        lost = (each for each in self.sessions if each.line.outcome and each.line.outcome.reason is EndReason.LOST)
        session = next(lost, self.session)
        line, explain = session.line, self._explain_death
        if explain is None or line.outcome is None or line.outcome.reason is not EndReason.LOST:
            self.show_notice(self.words("why-after-loss"))
            return
        record = replace(session.record(line), moves=line.moves, outcome=line.outcome)

        def deliver(view: DeathView | None) -> None:
            if view is not None and session in self.sessions and session.line is line:
                session.show_death(view)
                self.show_notice(view.sentence, DEATH_NOTICE_SECONDS)

        self.show_notice(self.words("why-searching"))
        self.saver.submit(lambda: explain(record), deliver)

    # -- pictures -----------------------------------------------------------------------------------------------------

    def show_notice(self, text: str, seconds: float = NOTICE_SECONDS) -> None:
        """Show a message for a few seconds."""
        self.notice = text
        self._notice_until = self._clock() + seconds

    def save_screenshot(self) -> None:
        """Save a picture of the window, without the notice."""
        picture = self.surface.copy()
        self.view.draw(picture, self.sessions, self._overlay())
        path = free_path(self.session.timeline.state.layout.name, "png")
        self.show_notice(self._saved(partial(write_png, picture), path))

    def save_case(self) -> None:
        """Save Pacman's last decision up to the move shown as a case, as deep as a case may be."""
        timeline = self.session.timeline
        index = self.session.playback.cursor - self.session.playback.cursor % timeline.num_agents
        state = timeline.state_at(index)
        cases = decision_cases(state)
        if not cases:
            self.show_notice(self.words("case-not-here"))
            return
        path = free_path(state.layout.name, "test")
        write = partial(write_whole, text=cases[-1], error=DisplayError)
        self.show_notice(self._saved(write, path, "case-saved", depth=len(cases)))

    def save_gif(self) -> None:
        """Save the line shown as a GIF, in the background."""
        if len(self.sessions) > 1:
            self.show_notice(self.words("gif-of-one"))
            return
        record, theme = self.session.record(), self.view.theme.name
        path = free_path(record.layout.name, "gif")
        write = partial(save_gif, record, theme=theme, words=self.words, shows_progress=False)
        self.show_notice(self.words("saving", path=path))
        self.saver.submit(partial(self._saved, write, path), self.show_notice)

    def _saved(self, write: Callable[[Path], None], path: Path, key: str = "saved", **values: int) -> str:
        """Write a file; return the message with this key, or the reason why the file cannot be written."""
        try:
            write(path)
        except DisplayError as error:
            return str(error)
        return self.words(key, path=path.absolute(), **values)


REPEATING_KEYS: Final[dict[int, Callable[[Session], None]]] = {
    pg.K_RIGHT: Session.step,
    pg.K_LEFT: Session.back,
    **dict.fromkeys((pg.K_PLUS, pg.K_EQUALS, pg.K_KP_PLUS), lambda session: session.playback.faster()),
    **dict.fromkeys((pg.K_MINUS, pg.K_KP_MINUS), lambda session: session.playback.slower()),
}
SHIFT_KEYS: Final = {pg.K_LSHIFT, pg.K_RSHIFT}
ROUND_KEYS: Final[dict[int, Callable[[Session], None]]] = {
    pg.K_RIGHT: Session.step_round,
    pg.K_LEFT: Session.back_round,
}
SESSION_KEYS: Final[dict[int, Callable[[Session], None]]] = {
    pg.K_SPACE: Session.toggle,
    pg.K_TAB: Session.switch_line,
    pg.K_HOME: lambda session: session.seek(0),
    pg.K_END: lambda session: session.seek(session.line.shown),
}
WINDOW_KEYS: Final[dict[int, Callable[[Window], None]]] = {
    pg.K_r: lambda window: window.playlist.restart(),
    pg.K_n: Window.next_game,
    pg.K_b: Window.branch,
    pg.K_t: Window.toggle_thoughts,
    pg.K_e: Window.explain_death,
    pg.K_s: Window.save_screenshot,
    pg.K_g: Window.save_gif,
    pg.K_c: Window.save_case,
    pg.K_l: Window.toggle_theme,
    pg.K_f: Window.toggle_full_screen,
    pg.K_h: Window.toggle_help,
    pg.K_m: Window.open_menu,
    pg.K_ESCAPE: Window.leave,
    pg.K_q: Window.quit,
}
MENU_KEYS: Final[dict[int, Callable[[Window], None]]] = {
    pg.K_LEFT: lambda window: window.move_in_menu(-1, 0),
    pg.K_RIGHT: lambda window: window.move_in_menu(1, 0),
    pg.K_UP: lambda window: window.move_in_menu(0, -1),
    pg.K_DOWN: lambda window: window.move_in_menu(0, 1),
    pg.K_RETURN: Window.play_choice,
    pg.K_ESCAPE: Window.close_menu,
    pg.K_m: Window.close_menu,
    pg.K_q: Window.quit,
}


@contextmanager
def _short_switch_interval() -> Iterator[None]:
    """Shorten Python's switch interval, so that the window's thread runs often while an agent computes in another."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)
