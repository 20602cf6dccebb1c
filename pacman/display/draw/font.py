"""Text in the font that comes with pygame, so that it looks the same everywhere.

Characters are set one by one: the font's own kerning tears words apart, so that MinimaxAgent reads as two words.
"""

from bisect import bisect_right
from functools import lru_cache
from typing import Final

from pacman.display.draw import pg
from pacman.display.theme import Colour

SMALLEST: Final = 11  # pixels of a line; below, letters run together
_SUPERSAMPLING: Final = 3  # letters are drawn large and scaled down: that keeps their distances even


@lru_cache(maxsize=64)
def _large_font(line: int) -> pg.Font:
    """The font for lines of this height, enlarged."""
    if not pg.font.get_init():
        pg.font.init()
    return pg.font.Font(None, round(max(SMALLEST, line) * 1.34 * _SUPERSAMPLING))


@lru_cache(maxsize=2048)
def render_text(text: str, line: int, colour: Colour) -> pg.Surface:
    """A line of text as a picture. `line` is its height in pixels."""
    width, height = text_width(text, line), -(-_large_font(line).get_linesize() // _SUPERSAMPLING)
    large = pg.Surface((_SUPERSAMPLING * width, _SUPERSAMPLING * height), pg.SRCALPHA)
    large.fill((*colour, 0))  # or black would show through at the edges
    x = 0
    for character in _printable(text):
        large.blit(_large_font(line).render(character, True, colour), (x, 0))
        x += _advance(character, line)
    return pg.transform.smoothscale(large, (width, height))


def text_width(text: str, line: int) -> int:
    return -(-sum(_advance(character, line) for character in _printable(text)) // _SUPERSAMPLING)


@lru_cache(maxsize=4096)
def _advance(character: str, line: int) -> int:
    """From this character to the next, enlarged."""
    return _large_font(line).size(character)[0]


def _printable(text: str) -> str:
    """At most a thousand characters, unprintable ones as blanks: names come from files and from students."""
    return "".join(character if character.isprintable() else " " for character in text[:1000])


@lru_cache(maxsize=1024)
def elided(text: str, line: int, room: int) -> str:
    """The text, or as much of its beginning as fits with an ellipsis."""
    if text_width(text, line) <= room:
        return text
    longest = min(len(text), 1000)
    length = bisect_right(range(longest), room, key=lambda length: text_width(text[:length] + "…", line)) - 1
    return text[:length].rstrip() + "…" if length > 0 else ""


def wrapped(text: str, line: int, room: int, most: int) -> list[str]:
    """The text in at most so many lines, broken between words, and inside those too long for a line.

    What does not fit is elided.
    """
    lines: list[str] = []
    rest = [piece for word in text[:1000].split() for piece in _pieces(word, line, room)]
    while rest and len(lines) < most:
        count = 1
        while count < len(rest) and text_width(" ".join(rest[: count + 1]), line) <= room:
            count += 1
        if len(lines) == most - 1:
            count = len(rest)
        lines.append(elided(" ".join(rest[:count]), line, room))
        rest = rest[count:]
    return lines


def _pieces(word: str, line: int, room: int) -> list[str]:
    """A word in pieces that fit in a line; a path is broken after a slash."""
    pieces = []
    while len(word) > 1 and text_width(word, line) > room:
        most = bisect_right(range(1, len(word)), room, key=lambda length: text_width(word[:length], line))
        cut = word.rfind("/", 1, max(1, most)) + 1 or max(1, most)
        pieces.append(word[:cut])
        word = word[cut:]
    return [*pieces, word]
