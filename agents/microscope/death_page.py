"""The page and the drawing of a death: the decision that lost the game, and every line on the board."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate
from textwrap import wrap
from typing import Final

from agents.microscope.death import Death, paths_of
from agents.microscope.death_data import death_data
from agents.microscope.death_messages import headline, survival_text
from pacman.display.messages import Words
from pacman.display.theme import DARK, Theme, ThemeName
from pacman.display.web.board_svg import CELL_PIXELS, board_box, board_parts, coloured
from pacman.display.web.page import render
from pacman.display.web.shapes import figure_symbols
from pacman.record import Move
from pacman.state import GameState

# Measures of a drawing, in pixels.
COLUMNS: Final = 2
WIDTHS: Final = (300, 460)  # of a board, least and most
GAP: Final = 18
LINE: Final = 19  # height of a line of text
LETTER: Final = {"en": 7.2, "zh": 14.0}  # the usual width of one
FONT: Final = "14px system-ui, 'Segoe UI', Arial, sans-serif"


def death_page(death: Death, source: str, language: str = "en", theme: ThemeName | None = None) -> str:
    """Return the page of the decision that lost a game."""
    words = Words(language)
    data = death_data(death, words)
    end = death.move + len(death.line) - 1
    return render(
        "search.html",
        script="death_page",
        data={"death": data},
        theme=theme,
        title=words("death-title"),
        lines=[words("dies", move=end, source=source), data["sentence"]],
        warnings=[],
        needs_script=words("needs-script"),
        kind="kind-death",
        words=words,
    )


def death_drawing(death: Death, language: str = "en", theme: Theme = DARK) -> str:
    """Return an SVG that stands alone: the decision, what was played, and what each action led to."""
    words = Words(language)
    layout = death.state.layout
    width = min(max(CELL_PIXELS * layout.width, WIDTHS[0]), WIDTHS[1])
    size = width, width * layout.height // layout.width
    whole = COLUMNS * (width + GAP) + GAP
    head = wrap(headline(death, words), int((whole - 2 * GAP) / LETTER[language]))
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
    """Yield the caption of each board, and the moves that it shows from the decision on."""
    yield words("the-decision", round=death.round, move=death.move), ()
    yield words("was-played"), death.line
    for survival in death.survivals:
        mark = f" ● {words('chosen')}" if survival.action == death.chosen else ""
        yield f"{survival.action}{mark}: {survival_text(survival, words)}", survival.line or ((0, survival.action),)


def _board(start: GameState, line: Sequence[Move], x: int, y: int, size: tuple[int, int]) -> str:
    """Draw the end of a line, with the agents' paths to it."""
    states = [*accumulate(line, lambda state, move: state.successor(*move), initial=start)]
    place = f'x="{x}" y="{y}" width="{size[0]}" height="{size[1]}"'
    return f"<svg {place} {board_box(start.layout)}>{board_parts(states[-1], paths_of(line, states))}</svg>"


def _text(lines: Sequence[str], x: int, y: int) -> str:
    """Return lines of text below y."""
    places = (f'x="{x}" y="{y + LINE * number - 6}"' for number in range(1, len(lines) + 1))
    spans = (f"<tspan {place}>{escape(text)}</tspan>" for place, text in zip(places, lines, strict=True))
    return f'<text fill="var(--text)">{"".join(spans)}</text>'
