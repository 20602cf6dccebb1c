"""Text in the font that comes with pygame, so that it looks the same on every system.

Characters are placed one by one: the font's own kerning leaves gaps inside words, so that MinimaxAgent reads as two.
Chinese characters, which that font does not have, come from a font of the system.
"""

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Final

from pacman.display.draw import pg
from pacman.display.theme import Colour

SMALLEST: Final = 11  # pixels of a line; in smaller text, letters run together
_SUPERSAMPLING: Final = 3  # letters are drawn large and scaled down, which keeps their distances even
_CHINESE: Final = re.compile("[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]")  # and its punctuation
_CHINESE_FONTS: Final = (  # names of fonts on Linux, Windows and macOS, as pygame spells them
    *("notosanscjksc", "notosanssc", "sourcehansanssc", "sourcehansanscn", "wenquanyimicrohei", "wenquanyizenhei"),
    *("droidsansfallback", "arplumingcn", "arplukaicn", "notosanscjkjp", "notosanscjktc", "unifont"),
    *("microsoftyahei", "microsoftyaheiui", "simhei", "simsun", "dengxian"),
    *("pingfangsc", "hiraginosansgb", "stheiti", "heitisc", "songtisc", "arialunicodems"),
)


@lru_cache(maxsize=1)
def chinese_font() -> str | None:
    """Return the file of a font of the system that has Chinese characters, or None."""
    _start()
    files = (pg.font.match_font(name) for name in _CHINESE_FONTS)
    return next((file for file in files if file and _has_chinese(file)), None)


def _has_chinese(file: str) -> bool:
    """True if two characters look different: a font without them draws the same box for both."""
    try:
        font = pg.font.Font(file, 20)
        one, other = (pg.image.tobytes(font.render(sign, True, (0, 0, 0)), "RGBA") for sign in "吃豆")
    except (OSError, pg.error):
        return False
    return one != other


def _start() -> None:
    if not pg.font.get_init():
        pg.font.init()


@lru_cache(maxsize=64)
def _large_font(line: int) -> pg.Font:
    """Return the font for lines of this height, enlarged."""
    _start()
    return pg.font.Font(None, round(max(SMALLEST, line) * 1.34 * _SUPERSAMPLING))


@lru_cache(maxsize=64)
def _large_chinese_font(line: int) -> pg.Font:
    return pg.font.Font(chinese_font(), round(max(SMALLEST, line) * 0.98 * _SUPERSAMPLING))


def _font_of(character: str, line: int) -> pg.Font:
    """Return the font for a character, enlarged."""
    is_chinese = _CHINESE.match(character) is not None and chinese_font() is not None
    return _large_chinese_font(line) if is_chinese else _large_font(line)


@lru_cache(maxsize=2048)
def render_text(text: str, line: int, colour: Colour) -> pg.Surface:
    """Return a line of text as a picture; `line` is its height in pixels."""
    width, height = text_width(text, line), -(-_large_font(line).get_linesize() // _SUPERSAMPLING)
    large = pg.Surface((_SUPERSAMPLING * width, _SUPERSAMPLING * height), pg.SRCALPHA)
    large.fill((*colour, 0))  # transparent black would show through at the edges
    x = 0
    for character in _printable(text):
        font = _font_of(character, line)
        picture = font.render(character, True, colour)
        y = 0 if font is _large_font(line) else (large.get_height() - picture.get_height()) // 2
        large.blit(picture, (x, y))
        x += _advance(character, line)
    return pg.transform.smoothscale(large, (width, height))


def text_width(text: str, line: int) -> int:
    return -(-sum(_advance(character, line) for character in _printable(text)) // _SUPERSAMPLING)


@lru_cache(maxsize=4096)
def _advance(character: str, line: int) -> int:
    """Return the distance from this character to the next, enlarged."""
    return _font_of(character, line).size(character)[0]


def _printable(text: str) -> str:
    """Return at most a thousand characters, unprintable ones as blanks: names come from untrusted files."""
    return "".join(character if character.isprintable() else " " for character in text[:1000])


@lru_cache(maxsize=1024)
def elided(text: str, line: int, room: int) -> str:
    """Return the text, or as much of its beginning as fits with an ellipsis."""
    if text_width(text, line) <= room:
        return text
    longest = min(len(text), 1000)
    length = bisect_right(range(longest), room, key=lambda length: text_width(text[:length] + "…", line)) - 1
    return text[:length].rstrip() + "…" if length > 0 else ""


def wrapped(text: str, line: int, room: int, most: int) -> list[str]:
    """Break text into at most `most` lines, between words and inside words that are too long for a line.

    The rest is elided.
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
    """Break a word into pieces that fit in a line; a path is broken after a slash."""
    pieces = []
    while len(word) > 1 and text_width(word, line) > room:
        most = bisect_right(range(1, len(word)), room, key=lambda length: text_width(word[:length], line))
        cut = word.rfind("/", 1, max(1, most)) + 1 or max(1, most)
        pieces.append(word[:cut])
        word = word[cut:]
    return [*pieces, word]
