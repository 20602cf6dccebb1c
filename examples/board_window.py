"""A match on a board in a window, with the time of each move and of all moves: Reversi, Gomoku and other board games.

Click a square. U takes your last move back, N begins a new game, L changes light and dark, Q quits.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Final, Generic, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from board_game import COLOURS, IN_ENGLISH, MESSAGES, BoardGame, Choice, Entry, P, Sides

from commands.shared.options import add_language
from commands.shared.viewing import drawn_words
from pacman.display import DisplayError, screen_problem

try:
    from pacman.display.draw import pg
except DisplayError as error:
    program = Path(sys.argv[0]).name.replace("_window", "")
    print(f"no window: {error}; examples/{program} plays in the terminal", file=sys.stderr)
    sys.exit(2)
from pacman.display.draw.canvas import BLEND, SUPERSAMPLING, Canvas, antialiased
from pacman.display.export import write_png
from pacman.display.geometry import Box
from pacman.display.messages import Text, Words
from pacman.display.theme import DARK, LIGHT, Colour, mixed
from pacman.display.watch.background_worker import BackgroundWorker

INKS: Final[tuple[Colour, Colour]] = ((22, 22, 28), (244, 244, 240))  # of black and white stones
SIZE: Final = (560, 700)
SMALLEST: Final = (320, 400)
TURN_SECONDS: Final = 0.3  # for a disc to turn over
NEXT_TURN_SECONDS: Final = 0.08  # delay of the next disc
WIDTHS: Final = 12  # number of widths at which a turning disc is drawn
PASS_SECONDS: Final = 1.5  # for the message that a person has to pass
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class Look(NamedTuple):
    """The look of a board. `on_points`: stones lie where lines cross, and the legal squares are not marked."""

    cloth: Colour
    on_points: bool
    hint: str  # key of the message before the first move of a person


class Match(Generic[P]):
    """One game between people and the computer, whose search runs in a worker thread."""

    def __init__(self, game: BoardGame[P], sides: Sides[P]) -> None:
        self.game, self.sides = game, sides
        self.squares = range(game.columns * game.rows)
        self.worker = BackgroundWorker()
        self.begin()

    def begin(self) -> None:
        self.positions: list[P] = [self.game.start]
        self.entries: list[Entry] = []
        self.turn_started = perf_counter()

    @property
    def position(self) -> P:
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        return self.game.terminal_test(self.position)

    @property
    def side(self) -> int | None:
        """The side to move; None if the game is over."""
        return None if self.is_over else self.game.player(self.position)

    @property
    def is_persons_turn(self) -> bool:
        return self.side is not None and self.sides[self.side] is None

    @property
    def must_pass(self) -> bool:
        """True if a person has no square to choose."""
        return self.is_persons_turn and not any(action in self.squares for action in self.legal())

    def legal(self) -> Sequence[int]:
        return self.game.actions(self.position)

    def seconds(self, side: int) -> float:
        """Return the time of all moves of a side, including the current one."""
        spent = sum(entry.seconds for entry in self.entries if entry.side == side)
        return spent + self.turn_seconds if self.side == side else spent

    @property
    def turn_seconds(self) -> float:
        return perf_counter() - self.turn_started

    def tick(self) -> None:
        """Start the computer's search or take its result, and pass for a person who has no legal move."""
        self.worker.poll()
        if self.must_pass:
            if self.turn_seconds > PASS_SECONDS:
                self.make_move(self.legal()[0])
        elif self.side is not None and (player := self.sides[self.side]) is not None and not self.worker.is_busy:
            game, position = self.game, self.position
            self.worker.submit(lambda: player.choose(game, position), lambda choice: self._answer(position, choice))

    def make_move(self, action: int, remark: Text = "") -> None:
        entry = Entry(self.game.player(self.position), action, self.turn_seconds, remark)
        self.positions.append(self.game.result(self.position, action))
        self.entries.append(entry)
        self.turn_started = perf_counter()

    def take_back(self) -> None:
        """Return to the last position in which a person was to move, unless the computer is searching."""
        if self.worker.is_busy or not any(self.sides[entry.side] is None for entry in self.entries):
            return
        while self.sides[self.entries.pop().side] is not None:
            self.positions.pop()
        self.positions.pop()
        self.turn_started = perf_counter()

    def _answer(self, position: P, choice: Choice) -> None:
        if position is self.position:  # not of a game that has been replaced by a new one
            self.make_move(choice.action, choice.remark)


class Stones:
    """The visible discs: those that change sides turn over, one after another away from the last move."""

    def __init__(self) -> None:
        self._sides: Mapping[int, int] = {}
        self._turns: dict[int, float] = {}  # time at which each begins to turn

    def show(self, sides: Mapping[int, int], delay: Callable[[int], int], now: float) -> None:
        """Set the stones: the upper side by square, and how many stones turn before one."""
        for square, side in sides.items():
            if self._sides.get(square, side) != side:
                self._turns[square] = now + NEXT_TURN_SECONDS * delay(square)
        self._sides = sides

    def look(self, square: int, now: float) -> tuple[int, float]:
        """Return the upper side of a disc, and its visible share: 1 when it lies flat, 0 when it stands on edge."""
        side = self._sides[square]
        turned = min(1.0, max(0.0, (now - self._turns.get(square, -math.inf)) / TURN_SECONDS))
        return side if turned >= 0.5 else 1 - side, abs(math.cos(math.pi * turned))


class MatchWindow(Generic[P]):
    """Shows a match, and passes clicks to it."""

    def __init__(
        self, match: Match[P], look: Look, words: Words = IN_ENGLISH, clock: Callable[[], float] = perf_counter
    ) -> None:
        pg.display.init()
        self.match, self.look, self.words = match, look, words
        self.stones = Stones()
        self._clock = clock
        self.theme = DARK
        self.is_open = True
        self._window = pg.Window(self._name(match.game.name), SIZE, resizable=True, allow_high_dpi=True)
        self._window.minimum_size = SMALLEST
        self._board = Box(0, 0, 0, 0)
        self._pointer = -1  # the square under the mouse; -1 outside the board

    def run(self) -> None:
        pace = pg.time.Clock()
        while self.is_open:
            self.frame()
            pace.tick(60)
        self.close()

    def close(self) -> None:
        self._window.destroy()
        pg.display.quit()

    def frame(self) -> None:
        for event in pg.event.get():
            self._handle(event)
        self.match.tick()
        self.draw(self._window.get_surface())
        self._window.flip()

    def save(self, path: Path) -> None:
        """Write a picture of the window."""
        write_png(self._window.get_surface(), path)

    def _handle(self, event: pg.Event) -> None:
        if event.type in (pg.QUIT, pg.WINDOWCLOSE) or (event.type == pg.KEYDOWN and event.key == pg.K_q):
            self.is_open = False
        elif event.type == pg.KEYDOWN and event.key == pg.K_n:
            self.match.begin()
        elif event.type == pg.KEYDOWN and event.key == pg.K_u:
            self.match.take_back()
        elif event.type == pg.KEYDOWN and event.key == pg.K_l:
            self.theme = LIGHT if self.theme is DARK else DARK
        elif event.type == pg.MOUSEMOTION:
            self._pointer = self._square_at(*event.pos)
        elif event.type == pg.MOUSEBUTTONDOWN and event.button == 1 and self.match.is_persons_turn:
            square = self._square_at(*event.pos)
            if square in self.match.legal():
                self.match.make_move(square)

    @property
    def _cell(self) -> int:
        return self._board.width // self.match.game.columns

    def _square_at(self, x: float, y: float) -> int:
        """Return the square at a place of the window, in the units of the mouse; -1 if there is none."""
        if not self._cell:  # nothing has been drawn yet
            return -1
        game, scale = self.match.game, self._window.get_surface().get_width() / self._window.size[0]
        column = int((x * scale - self._board.x) // self._cell)
        row = int((y * scale - self._board.y) // self._cell)
        return game.columns * row + column if 0 <= column < game.columns and 0 <= row < game.rows else -1

    def _middle(self, square: int) -> tuple[float, float]:
        row, column = divmod(square, self.match.game.columns)
        return self._board.x + (column + 0.5) * self._cell, self._board.y + (row + 0.5) * self._cell

    def draw(self, surface: pg.Surface) -> None:
        width, height = surface.get_size()
        game = self.match.game
        canvas = Canvas(surface, self.theme, min(3.0, max(0.8, min(width / 560, height / 700))), self.words)
        surface.fill(self.theme.floor)
        head, foot, margin = canvas.px(92), canvas.px(54), canvas.px(12)
        gutter = canvas.px(20)  # for the letters and numbers
        wide, high = width - 2 * margin - gutter, height - head - foot - gutter
        cell = max(8, min(wide // game.columns, high // game.rows))
        board_width, board_height = game.columns * cell, game.rows * cell
        left, top = (width - gutter - board_width) // 2, head + (high - board_height) // 2
        self._board = Box(left + gutter, top + gutter, board_width, board_height)
        for side in (0, 1):
            self._draw_side(canvas, side, margin, width)
        self._draw_coordinates(canvas, gutter)
        self._draw_board(canvas)
        self._draw_stones(canvas)
        self._draw_marks(canvas)
        room = width - 2 * margin
        canvas.text(self._last_move(), margin, height - 0.68 * foot, line=canvas.small, room=room)
        controls = self.words("controls")
        canvas.text(controls, margin, height - 0.3 * foot, line=canvas.small, colour=self.theme.faint, room=room)

    def _draw_side(self, canvas: Canvas, side: int, margin: int, width: int) -> None:
        """Draw the header of a side: its player, points, and the time of the current move and in total."""
        match = self.match
        box = Box(margin + side * (width // 2 - margin // 2), margin, width // 2 - margin - margin // 2, canvas.px(72))
        is_turn = match.side == side
        canvas.box(box.area, self.theme.panel, edge=self.theme.accent if is_turn else None, radius=canvas.px(8))
        picture = _disc(canvas.px(34), INKS[side], mixed(INKS[side], INKS[1 - side], 0.3))
        canvas.surface.blit(picture, (box.x + canvas.px(10), box.y + canvas.px(9)), special_flags=BLEND)
        x, right = box.x + canvas.px(54), box.right - canvas.px(10)
        player = match.sides[side]
        points = str(match.game.points(match.position, side))
        right_room = canvas.text(points, right, box.y + canvas.px(24), line=canvas.large, align=1)
        name = self._name("You" if player is None else player.name)
        canvas.text(name, x, box.y + canvas.px(24), line=canvas.normal, room=right - right_room - x)
        key = "time-of-turn" if is_turn else "time"
        times = self.words(key, turn=f"{match.turn_seconds:.1f}", seconds=f"{match.seconds(side):.1f}")
        canvas.text(times, box.x + canvas.px(10), box.y + canvas.px(56), line=canvas.small, colour=self.theme.faint)

    def _draw_coordinates(self, canvas: Canvas, gutter: int) -> None:
        """Draw a letter over each column and a number before each row, as moves are named."""
        board, aside, game, cell = self._board, gutter / 2, self.match.game, self._cell
        marks = [(LETTERS[column], (column + 0.5) * cell, -aside) for column in range(game.columns)]
        marks += [(str(row + 1), -aside, (row + 0.5) * cell) for row in range(game.rows)]
        for text, x, y in marks:
            canvas.text(text, board.x + x, board.y + y, line=canvas.small, colour=self.theme.faint, align=0.5)

    def _draw_board(self, canvas: Canvas) -> None:
        """Draw the ground and its lines: between the squares, or through their middles."""
        board, game, cell = self._board, self.match.game, self._cell
        cloth = mixed(self.look.cloth, self.theme.floor, 0.35)
        canvas.box(board.area, cloth, radius=canvas.px(6))
        ink = mixed(cloth, (0, 0, 0), 0.3)
        shift = cell // 2 if self.look.on_points else 0
        inner = range(0 if self.look.on_points else 1, game.columns), range(0 if self.look.on_points else 1, game.rows)
        for column in inner[0]:
            x = board.x + column * cell + shift
            pg.draw.line(canvas.surface, ink, (x, board.y + shift), (x, board.bottom - 1 - shift))
        for row in inner[1]:
            y = board.y + row * cell + shift
            pg.draw.line(canvas.surface, ink, (board.x + shift, y), (board.right - 1 - shift, y))

    def _draw_stones(self, canvas: Canvas) -> None:
        now, game = self._clock(), self.match.game
        squares = (entry.action for entry in reversed(self.match.entries))
        last = next((action for action in squares if action in self.match.squares), 0)
        stones = game.stones(self.match.position)
        self.stones.show(stones, lambda square: _distance(square, last, game.columns) - 1, now)
        for square in stones:
            side, share = self.stones.look(square, now)
            self._draw_stone(canvas, square, side, round(WIDTHS * share))
        if self.look.on_points and self.match.is_persons_turn and self._pointer in self.match.legal():
            self._draw_stone(canvas, self._pointer, game.player(self.match.position), WIDTHS, alpha=110)

    def _draw_stone(self, canvas: Canvas, square: int, side: int, width: int, alpha: int = 255) -> None:
        picture = _disc(self._cell, INKS[side], mixed(INKS[side], INKS[1 - side], 0.3), width, alpha)
        x, y = self._middle(square)
        place = (round(x - self._cell / 2), round(y - self._cell / 2))
        canvas.surface.blit(picture, place, special_flags=BLEND)

    def _draw_marks(self, canvas: Canvas) -> None:
        """Mark the legal squares of a person, the last move, and the stones that won."""
        match, cell = self.match, self._cell
        side = match.side
        if match.is_persons_turn and side is not None and not self.look.on_points:
            ink = mixed(mixed(self.look.cloth, self.theme.floor, 0.35), INKS[side], 0.6)
            for square in match.legal():
                if square in match.squares:
                    pg.draw.aacircle(canvas.surface, ink, self._middle(square), max(2.0, cell * 0.1))
        for square in match.game.winning_squares(match.position) if match.is_over else ():
            pg.draw.aacircle(canvas.surface, self.theme.accent, self._middle(square), cell * 0.46, max(2, cell // 12))
        if match.entries and match.entries[-1].action in match.squares:
            spot = self._middle(match.entries[-1].action)
            pg.draw.aacircle(canvas.surface, self.theme.bad, spot, max(2.0, cell * 0.08))

    def _name(self, name: str) -> str:
        """Return the name of a game or a player in the language of the window."""
        return self.words.messages.get(name, name)

    def _last_move(self) -> str:
        match, words = self.match, self.words
        if match.is_over:
            return words("over", verdict=words.text(match.game.verdict(match.position)))
        if match.must_pass:
            return words("must-pass")
        if not match.entries:
            return words(self.look.hint) if match.is_persons_turn else ""
        side, action, seconds, remark = match.entries[-1]
        move, remark = match.game.name_of(action), words.text(remark)
        return words("move", side=words(COLOURS[side]), move=move, seconds=f"{seconds:.2f}", remark=remark)


def _distance(square: int, other: int, columns: int) -> int:
    """Return the distance in king's moves."""
    (row, column), (other_row, other_column) = divmod(square, columns), divmod(other, columns)
    return max(abs(row - other_row), abs(column - other_column))


@lru_cache(maxsize=128)
def _disc(size: int, ink: Colour, edge: Colour, width: int = WIDTHS, alpha: int = 255) -> pg.Surface:
    """Return the picture of a stone, narrower while it turns: `width` of WIDTHS."""

    def draw(large: pg.Surface) -> None:
        side = size * SUPERSAMPLING
        for diameter, colour in ((0.84, edge), (0.78, ink)):
            area = pg.Rect(0, 0, round(side * max(0.08, diameter * width / WIDTHS)), round(side * diameter))
            area.center = large.get_rect().center
            pg.draw.ellipse(large, (*colour, alpha), area)

    return antialiased(size, size, draw)


def window_options(usage: argparse.ArgumentParser, arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the options of a program with a window."""
    usage.add_argument("--picture", metavar="FILE.png", help="with --demo: draw the end of the game, without a window")
    add_language(usage, "the window")
    options = usage.parse_args(arguments)
    if options.picture and not options.demo:
        usage.error("--picture needs --demo: there is no window to click in")
    return options


def show_match(game: BoardGame[P], sides: Sides[P], look: Look, options: argparse.Namespace, *, terminal: str) -> int:
    """Play in a window and return the exit code; `terminal` is the program to use if there is no screen."""
    picture: str | None = options.picture
    if picture:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    elif problem := screen_problem():
        print(f"no window: {problem}; {terminal} plays in the terminal", file=sys.stderr)
        return 2
    window = MatchWindow(Match(game, sides), look, drawn_words(options, MESSAGES))
    if not picture:
        window.run()
        return 0
    while not window.match.is_over:
        window.match.tick()
        window.match.worker.poll(wait=1)
    window.frame()
    window.save(Path(picture))
    window.close()
    return 0
