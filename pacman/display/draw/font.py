"""Text in the font that comes with pygame, so that it looks the same on every system.

Characters are placed one by one: the font's own kerning leaves gaps inside words, so that MinimaxAgent reads as two.
Chinese characters, which that font does not have, come from a font of the system.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from pacman.display.draw import pg
from pacman.display.theme import Colour

Face: TypeAlias = tuple[str, int]  # a font file, and the index in it if it is a collection

SMALLEST: Final = 11  # pixels of a line; in smaller text, letters run together
_SUPERSAMPLING: Final = 3  # letters are drawn large and scaled down, which keeps their distances even
_CHINESE: Final = re.compile("[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]")  # and its punctuation
_MOST_FACES: Final = 32  # of a collection of fonts
_CLOSING_MARKS: Final = "，。；：、？！）」》…"  # no line begins with one
_CHINESE_FONTS: Final = (  # names of fonts on Linux, Windows and macOS, as pygame spells them
    *("notosanscjksc", "notosanssc", "sourcehansanssc", "sourcehansanscn", "wenquanyimicrohei", "wenquanyizenhei"),
    *("droidsansfallback", "arplumingcn", "arplukaicn", "notosanscjkjp", "notosanscjktc", "unifont"),
    *("microsoftyahei", "microsoftyaheiui", "simhei", "simsun", "dengxian"),
    *("pingfangsc", "hiraginosansgb", "stheiti", "heitisc", "songtisc", "arialunicodems"),
)


@lru_cache(maxsize=1)
def chinese_font() -> Face | None:
    """Return a font of the system that has Chinese characters, or None; a bold one if there is one, as ours is."""
    _start()
    files = filter(None, (pg.font.match_font(name, bold=True) for name in _CHINESE_FONTS))
    return next((face for file in files if (face := chinese_face(file))), None)


def chinese_face(file: str) -> Face | None:
    """Return the face of a font file for Chinese text, or None if it has no Chinese characters.

    A collection has a face for each region. The first is often Japanese, in which some characters and the colon look
    different, so one for simplified Chinese is preferred.
    """
    try:
        index = next((index for index, name in enumerate(_face_names(file)) if name.endswith(" SC")), 0)
        font = pg.freetype.Font(file, 20, font_index=index)
        one, other = (pg.image.tobytes(font.render(sign, (0, 0, 0))[0], "RGBA") for sign in "吃豆")
    except (OSError, RuntimeError, pg.error):
        return None
    return None if one == other else (file, index)  # a font without them draws the same box for both


def _face_names(file: str) -> Iterator[str]:
    for index in range(_MOST_FACES):
        try:
            yield pg.freetype.Font(file, font_index=index).name
        except OSError:  # there is no such face
            return


def _start() -> None:
    if not pg.font.get_init():
        pg.font.init()
    if not pg.freetype.get_init():
        pg.freetype.init()


@lru_cache(maxsize=64)
def _large_font(line: int) -> pg.Font:
    """Return the font for lines of this height, enlarged."""
    _start()
    return pg.font.Font(None, round(max(SMALLEST, line) * 1.34 * _SUPERSAMPLING))


@lru_cache(maxsize=64)
def _large_chinese_font(face: Face, line: int) -> pg.freetype.Font:
    file, index = face
    # The em of the Latin font is 0.92 of a line: pygame multiplies the size of its own font by 0.69.
    font = pg.freetype.Font(file, max(SMALLEST, line) * 0.9 * _SUPERSAMPLING, font_index=index)
    font.pad = True  # pictures are as wide as the advance
    return font


def _chinese_font_of(character: str, line: int) -> pg.freetype.Font | None:
    """Return the enlarged font of the system for a Chinese character; None for any other, or without such a font."""
    face = chinese_font() if _CHINESE.match(character) else None
    return _large_chinese_font(face, line) if face else None


@lru_cache(maxsize=2048)
def render_text(text: str, line: int, colour: Colour) -> pg.Surface:
    """Return a line of text as a picture; `line` is its height in pixels."""
    width, height = text_width(text, line), -(-_large_font(line).get_linesize() // _SUPERSAMPLING)
    large = pg.Surface((_SUPERSAMPLING * width, _SUPERSAMPLING * height), pg.SRCALPHA)
    large.fill((*colour, 0))  # transparent black would show through at the edges
    x = 0
    for character in _printable(text):
        if chinese := _chinese_font_of(character, line):
            picture, place = chinese.render(character, colour)
            y = _large_font(line).get_ascent() - place.y  # on the baseline of the Latin letters
        else:
            picture, y = _large_font(line).render(character, True, colour), 0
        large.blit(picture, (x, y))
        x += _advance(character, line)
    return pg.transform.smoothscale(large, (width, height))


def text_width(text: str, line: int) -> int:
    return -(-sum(_advance(character, line) for character in _printable(text)) // _SUPERSAMPLING)


@lru_cache(maxsize=4096)
def _advance(character: str, line: int) -> int:
    """Return the distance from this character to the next, enlarged."""
    if chinese := _chinese_font_of(character, line):
        return chinese.get_rect(character).width
    return _large_font(line).size(character)[0]


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
        cut = word.rfind("/", 1, max(1, most)) + 1 or _last_break(word, max(1, most))
        pieces.append(word[:cut])
        word = word[cut:]
    return [*pieces, word]


def _last_break(word: str, most: int) -> int:
    """Return the last place up to `most` that is beside a Chinese character and not before a mark; else `most`."""
    places = (
        place
        for place in range(most, 0, -1)
        if _CHINESE.search(word[place - 1 : place + 1]) and word[place] not in _CLOSING_MARKS
    )
    return next(places, most)
