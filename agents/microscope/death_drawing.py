"""Why did he die? as a drawing that stands alone: the decision, what was played, and what each action led to."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate
from textwrap import wrap
from typing import Final

from agents.microscope.death import Death
from agents.microscope.death_page import fate_text, turning_text
from agents.microscope.death_view import paths_of
from pacman.display.theme import DARK, Theme
from pacman.display.web.board_svg import CELL_PIXELS, board_box, board_parts, coloured
from pacman.display.web.messages import Words
from pacman.display.web.shapes import figure_symbols
from pacman.record import Move
from pacman.state import GameState

COLUMNS: Final = 2
WIDTHS: Final = (300, 460)  # of a board, least and most
GAP: Final = 18
LINE: Final = 19  # height of a line of text
LETTER: Final = {"en": 7.2, "zh": 14.0}  # the usual width of one
FONT: Final = "14px system-ui, 'Segoe UI', Arial, sans-serif"


def death_drawing(death: Death, language: str = "en", theme: Theme = DARK) -> str:
    """SVG with all colours written out."""
    words = Words(language)
    layout = death.state.layout
    width = min(max(CELL_PIXELS * layout.width, WIDTHS[0]), WIDTHS[1])
    size = width, width * layout.height // layout.width
    whole = COLUMNS * (width + GAP) + GAP
    head = wrap(turning_text(death, words), int((whole - 2 * GAP) / LETTER[language]))
    captions = [wrap(title, int(width / LETTER[language])) for title, _ in _lines(death, words)]
    top = 2 * GAP + LINE * len(head)
    tallest = LINE * max(map(len, captions))
    row = tallest + size[1] + GAP
    parts = [_text(head, GAP, GAP)]
    for number, (caption, (_, line)) in enumerate(zip(captions, _lines(death, words), strict=True)):
        x, y = GAP + number % COLUMNS * (width + GAP), top + number // COLUMNS * row + tallest
        parts += [_text(caption, x, y - LINE * len(caption)), _board(death.state, line, x, y, size)]
    height = top + -(-len(captions) // COLUMNS) * row + GAP
    box = f'width="{whole}" height="{height}" viewBox="0 0 {whole} {height}" role="img"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {box} style="background: var(--floor); font: {FONT}">'
    return coloured(f"{opening}{figure_symbols()}{''.join(parts)}</svg>", theme)


def _lines(death: Death, words: Words) -> Iterator[tuple[str, Sequence[Move]]]:
    """What each board shows: its caption, and the moves from the decision on."""
    yield words("the-decision", round=death.round, move=death.move), ()
    yield words("was-played"), death.line
    for fate in death.fates:
        mark = f" ● {words('chosen')}" if fate.action == death.chosen else ""
        yield f"{fate.action}{mark}: {fate_text(fate, words)}", fate.line or ((0, fate.action),)


def _board(start: GameState, line: Sequence[Move], x: int, y: int, size: tuple[int, int]) -> str:
    """The end of a line, with the ways to it."""
    states = [*accumulate(line, lambda state, move: state.successor(*move), initial=start)]
    place = f'x="{x}" y="{y}" width="{size[0]}" height="{size[1]}"'
    return f"<svg {place} {board_box(start.layout)}>{board_parts(states[-1], paths_of(line, states))}</svg>"


def _text(lines: Sequence[str], x: int, y: int) -> str:
    """Lines below y."""
    places = (f'x="{x}" y="{y + LINE * number - 6}"' for number in range(1, len(lines) + 1))
    spans = (f"<tspan {place}>{escape(text)}</tspan>" for place, text in zip(places, lines, strict=True))
    return f'<text fill="var(--text)">{"".join(spans)}</text>'
