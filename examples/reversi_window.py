"""Reversi in a window, against Monte Carlo tree search, with the time of each move and of all moves.

python examples/reversi_window.py                          you are black and begin; a second for each answer
python examples/reversi_window.py --first computer --seconds 3
python examples/reversi_window.py --demo --iterations 50   the computer plays both sides

Click a marked square. U takes your last move back, N begins a new game, L changes light and dark, Q quits.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from time import perf_counter
from typing import Final, NamedTuple

from reversi import COLOURS, PASS, Position, Reversi, name_of, read_options

from agents.search import MCTSResult, mcts
from pacman.display import DisplayError, screen_problem

try:
    from pacman.display.draw import pg
except DisplayError as error:
    sys.exit(f"no window: {error}; examples/reversi.py plays in the terminal")
from pacman.display.draw.canvas import BLEND, SUPERSAMPLING, Canvas, antialiased
from pacman.display.geometry import Box
from pacman.display.theme import BLUISH_GREEN, DARK, LIGHT, Colour, mixed
from pacman.display.watch.background_worker import BackgroundWorker

INKS: Final[tuple[Colour, Colour]] = ((22, 22, 28), (244, 244, 240))  # of black and white discs
SIZE: Final = (560, 700)
SMALLEST: Final = (320, 400)
CONTROLS: Final = "U takes back · N new game · L light or dark · Q quits"
TURN_SECONDS: Final = 0.3  # for a disc to turn over
NEXT_TURN_SECONDS: Final = 0.08  # delay of the next disc
WIDTHS: Final = 12  # number of widths at which a turning disc is drawn
PASS_SECONDS: Final = 1.5  # for the message that a person has to pass


class Entry(NamedTuple):
    """A move of the match: its side, square and duration, and the computer's remark."""

    side: int
    square: int
    seconds: float
    remark: str


class Match:
    """One game between people and the computer, whose search runs in a worker thread."""

    def __init__(self, people: set[int], iterations: int | None, seconds: float | None, rng: random.Random) -> None:
        self.game = Reversi()
        self.people = people
        self.worker = BackgroundWorker()
        self._budget = {"iterations": iterations, "seconds": seconds}
        self._rng = rng
        self.begin()

    def begin(self) -> None:
        self.positions: list[Position] = [Reversi.start]
        self.entries: list[Entry] = []
        self.turn_started = perf_counter()

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        return self.game.terminal_test(self.position)

    @property
    def is_persons_turn(self) -> bool:
        return not self.is_over and self.position.player in self.people

    def seconds(self, side: int) -> float:
        """Return the time of all moves of a side, including the current one."""
        spent = sum(entry.seconds for entry in self.entries if entry.side == side)
        return spent + self.turn_seconds if not self.is_over and self.position.player == side else spent

    @property
    def turn_seconds(self) -> float:
        return perf_counter() - self.turn_started

    def tick(self) -> None:
        """Start the computer's search or take its result, and pass for a person who has no legal move."""
        self.worker.poll()
        if self.is_persons_turn:
            if self.position.moves == 1 << PASS and self.turn_seconds > PASS_SECONDS:
                self.make_move(PASS)
        elif not self.is_over and not self.worker.is_busy:
            position = self.position
            self.worker.submit(lambda: self._search(position), lambda result: self._answer(position, result))

    def make_move(self, square: int, remark: str = "") -> None:
        entry = Entry(self.position.player, square, self.turn_seconds, remark)
        self.positions.append(self.game.result(self.position, square))
        self.entries.append(entry)
        self.turn_started = perf_counter()

    def take_back(self) -> None:
        """Return to the last position in which a person was to move, unless the computer is searching."""
        if self.worker.is_busy or not any(entry.side in self.people for entry in self.entries):
            return
        while self.entries.pop().side not in self.people:
            self.positions.pop()
        self.positions.pop()
        self.turn_started = perf_counter()

    def _search(self, position: Position) -> MCTSResult[int]:
        return mcts(self.game, position, rng=self._rng, answer="visits", **self._budget)  # type: ignore[arg-type]

    def _answer(self, position: Position, result: MCTSResult[int]) -> None:
        if position is self.position:  # not of a game that has been replaced by a new one
            chance = (1 + (result.value if position.player == 0 else -result.value)) / 2
            self.make_move(result.action, f", {result.iterations} play-outs, expects {chance:.0%}")


class Stones:
    """The visible discs: those that change sides turn over, one after another away from the last move."""

    def __init__(self) -> None:
        self._sides: dict[int, int] = {}
        self._turns: dict[int, float] = {}  # time at which each begins to turn

    def show(self, sides: dict[int, int], last: int, now: float) -> None:
        """Set the discs: the upper side by square."""
        for square, side in sides.items():
            if self._sides.get(square, side) != side:
                self._turns[square] = now + NEXT_TURN_SECONDS * (_distance(square, last) - 1)
        self._sides = sides

    def look(self, square: int, now: float) -> tuple[int, float]:
        """Return the upper side of a disc, and its visible share: 1 when it lies flat, 0 when it stands on edge."""
        side = self._sides[square]
        turned = min(1.0, max(0.0, (now - self._turns.get(square, -math.inf)) / TURN_SECONDS))
        return side if turned >= 0.5 else 1 - side, abs(math.cos(math.pi * turned))


def _distance(square: int, other: int) -> int:
    """Return the distance in king's moves."""
    return max(abs(square % 8 - other % 8), abs(square // 8 - other // 8))


class MatchWindow:
    """Shows a match, and passes clicks to it."""

    def __init__(self, match: Match, clock: Callable[[], float] = perf_counter) -> None:
        pg.display.init()
        self.match = match
        self.stones = Stones()
        self._clock = clock
        self.theme = DARK
        self.is_open = True
        self._window = pg.Window("Reversi", SIZE, resizable=True, allow_high_dpi=True)
        self._window.minimum_size = SMALLEST
        self._board = Box(0, 0, 0, 0)

    def run(self) -> None:
        pace = pg.time.Clock()
        while self.is_open:
            self.frame()
            pace.tick(60)
        self._window.destroy()
        pg.display.quit()

    def frame(self) -> None:
        for event in pg.event.get():
            self._handle(event)
        self.match.tick()
        self.draw(self._window.get_surface())
        self._window.flip()

    def _handle(self, event: pg.Event) -> None:
        if event.type in (pg.QUIT, pg.WINDOWCLOSE) or (event.type == pg.KEYDOWN and event.key == pg.K_q):
            self.is_open = False
        elif event.type == pg.KEYDOWN and event.key == pg.K_n:
            self.match.begin()
        elif event.type == pg.KEYDOWN and event.key == pg.K_u:
            self.match.take_back()
        elif event.type == pg.KEYDOWN and event.key == pg.K_l:
            self.theme = LIGHT if self.theme is DARK else DARK
        elif event.type == pg.MOUSEBUTTONDOWN and event.button == 1 and self.match.is_persons_turn:
            scale = self._window.get_surface().get_width() / self._window.size[0]
            square = self._square_at(event.pos[0] * scale, event.pos[1] * scale)
            if square is not None and self.match.position.moves >> square & 1:
                self.match.make_move(square)

    def _square_at(self, x: float, y: float) -> int | None:
        cell = self._board.width // 8
        column, row = int((x - self._board.x) // cell), int((y - self._board.y) // cell)
        return 8 * row + column if 0 <= column < 8 and 0 <= row < 8 else None

    def draw(self, surface: pg.Surface) -> None:
        width, height = surface.get_size()
        canvas = Canvas(surface, self.theme, min(3.0, max(0.8, min(width / 560, height / 700))))
        surface.fill(self.theme.floor)
        head, foot, margin = canvas.px(92), canvas.px(54), canvas.px(12)
        gutter = canvas.px(20)  # for the letters and numbers
        cell = max(8, min(width - 2 * margin - gutter, height - head - foot - gutter) // 8)
        left, top = (width - gutter - 8 * cell) // 2, head + (height - head - foot - gutter - 8 * cell) // 2
        self._board = Box(left + gutter, top + gutter, 8 * cell, 8 * cell)
        for side in (0, 1):
            self._draw_side(canvas, side, margin, width)
        self._draw_coordinates(canvas, cell, gutter)
        self._draw_board(canvas, cell)
        room = width - 2 * margin
        canvas.text(self._last_move(), margin, height - 0.68 * foot, line=canvas.small, room=room)
        canvas.text(CONTROLS, margin, height - 0.3 * foot, line=canvas.small, colour=self.theme.faint, room=room)

    def _draw_side(self, canvas: Canvas, side: int, margin: int, width: int) -> None:
        """Draw the header of a side: its player, discs, and the time of the current move and in total."""
        match = self.match
        box = Box(margin + side * (width // 2 - margin // 2), margin, width // 2 - margin - margin // 2, canvas.px(72))
        is_turn = not match.is_over and match.position.player == side
        canvas.box(box.area, self.theme.panel, edge=self.theme.accent if is_turn else None, radius=canvas.px(8))
        picture = _disc(canvas.px(34), INKS[side], mixed(INKS[side], INKS[1 - side], 0.3))
        canvas.surface.blit(picture, (box.x + canvas.px(10), box.y + canvas.px(9)), special_flags=BLEND)
        x, right = box.x + canvas.px(54), box.right - canvas.px(10)
        name = "You" if side in match.people else "MCTS"
        discs = str(match.position.discs[side])
        right_room = canvas.text(discs, right, box.y + canvas.px(24), line=canvas.large, align=1)
        canvas.text(name, x, box.y + canvas.px(24), line=canvas.normal, room=right - right_room - x)
        now = f"{match.turn_seconds:.1f} s · " if is_turn else ""
        words = f"{now}{match.seconds(side):.1f} s in all"
        canvas.text(words, box.x + canvas.px(10), box.y + canvas.px(56), line=canvas.small, colour=self.theme.faint)

    def _draw_coordinates(self, canvas: Canvas, cell: int, gutter: int) -> None:
        """Draw a letter over each column and a number before each row, as moves are named."""
        board, aside = self._board, gutter / 2
        for number, letter in enumerate("abcdefgh"):
            along = (number + 0.5) * cell
            marks = (letter, along, -aside), (str(number + 1), -aside, along)
            for text, x, y in marks:
                canvas.text(text, board.x + x, board.y + y, line=canvas.small, colour=self.theme.faint, align=0.5)

    def _draw_board(self, canvas: Canvas, cell: int) -> None:
        position, board = self.match.position, self._board
        cloth = mixed(BLUISH_GREEN, self.theme.floor, 0.35)
        canvas.box(board.area, cloth, radius=canvas.px(6))
        for line in range(1, 8):
            ink = mixed(cloth, (0, 0, 0), 0.3)
            x, y = board.x + line * cell, board.y + line * cell
            pg.draw.line(canvas.surface, ink, (x, board.y), (x, board.bottom - 1))
            pg.draw.line(canvas.surface, ink, (board.x, y), (board.right - 1, y))
        self._draw_discs(canvas, cell)
        for square in range(64):
            if self.match.is_persons_turn and position.moves >> square & 1:
                centre = (board.x + (square % 8 + 0.5) * cell, board.y + (square // 8 + 0.5) * cell)
                pg.draw.aacircle(canvas.surface, mixed(cloth, INKS[position.player], 0.6), centre, max(2.0, cell * 0.1))
        if self.match.entries and (last := self.match.entries[-1].square) != PASS:
            centre = (board.x + (last % 8 + 0.5) * cell, board.y + (last // 8 + 0.5) * cell)
            pg.draw.aacircle(canvas.surface, self.theme.bad, centre, max(2.0, cell * 0.08))

    def _draw_discs(self, canvas: Canvas, cell: int) -> None:
        position, board, now = self.match.position, self._board, self._clock()
        black, white = (position.own, position.other) if position.player == 0 else (position.other, position.own)
        sides = {square: white >> square & 1 for square in range(64) if (black | white) >> square & 1}
        last = next((entry.square for entry in reversed(self.match.entries) if entry.square != PASS), 0)
        self.stones.show(sides, last, now)
        for square in sides:
            side, share = self.stones.look(square, now)
            picture = _disc(cell, INKS[side], mixed(INKS[side], INKS[1 - side], 0.3), round(WIDTHS * share))
            place = (board.x + square % 8 * cell, board.y + square // 8 * cell)
            canvas.surface.blit(picture, place, special_flags=BLEND)

    def _last_move(self) -> str:
        match = self.match
        if match.is_over:
            black, white = match.position.discs
            verdict = {1: "Black wins", 0: "A draw", -1: "White wins"}[int(match.game.utility(match.position, 0))]
            return f"{verdict}, {black} to {white}. N begins a new game."
        if match.is_persons_turn and match.position.moves == 1 << PASS:
            return "You cannot move and pass."
        if not match.entries:
            return "Click a marked square." if match.is_persons_turn else ""
        side, square, seconds, remark = match.entries[-1]
        return f"{COLOURS[side].capitalize()}: {name_of(square)} in {seconds:.2f} s{remark}"


@lru_cache(maxsize=128)
def _disc(size: int, ink: Colour, edge: Colour, width: int = WIDTHS) -> pg.Surface:
    """Return the picture of a disc, narrower while it turns: `width` of WIDTHS."""

    def draw(large: pg.Surface) -> None:
        side = size * SUPERSAMPLING
        for diameter, colour in ((0.84, edge), (0.78, ink)):
            area = pg.Rect(0, 0, round(side * max(0.08, diameter * width / WIDTHS)), round(side * diameter))
            area.center = large.get_rect().center
            pg.draw.ellipse(large, colour, area)

    return antialiased(size, size, draw)


def main(arguments: Sequence[str] | None = None) -> int:
    options = read_options("Reversi in a window against Monte Carlo tree search.", arguments)
    problem = screen_problem()
    if problem:
        print(f"no window: {problem}; examples/reversi.py plays in the terminal", file=sys.stderr)
        return 2
    MatchWindow(Match(*options)).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
