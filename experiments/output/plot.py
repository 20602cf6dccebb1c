"""Plot of a batch: for every matchup, the distribution of its scores and its win rate with the interval."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from experiments.errors import ExperimentError
from experiments.output.picture import PngPicture, SvgPicture
from experiments.statistics.tally import Summary, Tally
from pacman.display.messages import IN_ENGLISH, Words

Picture: TypeAlias = SvgPicture | PngPicture

_KINDS: Final[dict[str, type[Picture]]] = {".svg": SvgPicture, ".png": PngPicture}


@dataclass(frozen=True)
class Palette:
    """The colours of a plot."""

    background: str
    ink: str
    faint: str
    grid: str
    bars: str
    mean: str
    rate: str


PAPER: Final = Palette("white", "#1f2933", "#6b7785", "#e3e7eb", "#9fb8d6", "#c2410c", "#1d4f91")
PAGE: Final = Palette(
    *(f"var(--{name})" for name in ("panel", "text", "faint", "panel-edge", "wall-edge", "bad", "accent"))
)

MARGIN: Final = 20
_SCORES: Final = 380
_GAP: Final = 50
_RATES: Final = 200
TOP: Final = 52
_ROW: Final = 64
_BINS: Final = 40
_LONGEST: Final = 72  # characters of a label
FIRST_WIDE: Final = "\u2e80"  # Chinese characters, which are square, come after it
_LETTER: Final = 0.58  # average width of a character, relative to the font size


def check_picture(path: str) -> None:
    """Raise ExperimentError unless the file name ends in a supported picture format."""
    if Path(path).suffix.lower() not in _KINDS:
        raise ExperimentError(f"{path}: unknown picture format; expected a name that ends in {' or '.join(_KINDS)}")


def draw_batch(path: str, tallies: Sequence[Tally], summaries: Sequence[Summary]) -> None:
    """Draw the batch to a .svg or .png file."""
    check_picture(path)
    picture = _KINDS[Path(path).suffix.lower()](*_size(summaries, IN_ENGLISH), PAPER.background)
    _Plot(picture, PAPER, IN_ENGLISH).draw(tallies, summaries)
    picture.save(Path(path))


def batch_svg(tallies: Sequence[Tally], summaries: Sequence[Summary], words: Words = IN_ENGLISH) -> str:
    """Return the plot as SVG in the colours of a page."""
    picture = SvgPicture(*_size(summaries, words), PAGE.background)
    _Plot(picture, PAGE, words).draw(tallies, summaries)
    return picture.text()


def _size(summaries: Sequence[Summary], words: Words) -> tuple[int, int]:
    return _left(summaries, words) + _SCORES + _GAP + _RATES + 2 * MARGIN, TOP + _ROW * len(summaries) + 40


def _left(summaries: Sequence[Summary], words: Words) -> int:
    """Return the left edge of the scores, which is right of the labels."""
    return 2 * MARGIN + max(label_width(text, size) for summary in summaries for text, size in _labels(summary, words))


def _labels(summary: Summary, words: Words) -> tuple[tuple[str, int], tuple[str, int]]:
    """Return the two lines beside the bars with their font sizes: the agent, then layout, ghosts and games."""
    names = summary.matchup.names
    where = words("plot-row", layout=names["layout"], ghosts=names["ghosts"], games=summary.games)
    return (short_label(names["agent"]), 13), (short_label(where), 11)


def short_label(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def label_width(text: str, size: int) -> int:
    return math.ceil(size * sum(_LETTER if sign < FIRST_WIDE else 1.0 for sign in text))


class Axis:
    """A range of values with marks at round numbers."""

    def __init__(self, low: float, high: float, step: float) -> None:
        self.low, self.high, self.step = low, high, step

    @classmethod
    def around(cls, least: float, most: float) -> "Axis":
        extent = max(most - least, 1)
        size = 10 ** math.floor(math.log10(extent / 4))
        step = next(size * factor for factor in (1, 2, 5, 10) if extent / (size * factor) <= 6)
        return cls(step * math.floor(least / step), step * math.ceil(max(most, least + 1) / step), step)

    def marks(self) -> list[float]:
        return [self.low + number * self.step for number in range(round((self.high - self.low) / self.step) + 1)]

    def place(self, value: float, left: float, width: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return left + width * min(1.0, max(0.0, share))


def draw_axis(
    picture: Picture, palette: Palette, axis: Axis, left: float, width: float, bottom: float, title: str
) -> None:
    """Draw the title of an axis, and its marks as lines with a number at the bottom."""
    picture.words(left, 22, title, palette.ink, 13)
    for mark in axis.marks():
        x = axis.place(mark, left, width)
        picture.line(x, TOP - 10, x, bottom, palette.grid)
        picture.words(x, bottom + 16, f"{mark:g}", palette.faint, 11, "middle")


class _Plot:
    """Draws the scores and win rates of matchups, a row each."""

    def __init__(self, picture: Picture, palette: Palette, words: Words) -> None:
        self._picture = picture
        self._palette = palette
        self._words = words

    def draw(self, tallies: Sequence[Tally], summaries: Sequence[Summary]) -> None:
        left = _left(summaries, self._words)
        rates = left + _SCORES + _GAP
        scores = Axis.around(min(min(t.scores) for t in tallies), max(max(t.scores) for t in tallies))
        bottom = TOP + _ROW * len(summaries)
        picture, palette, words = self._picture, self._palette, self._words
        draw_axis(picture, palette, scores, left, _SCORES, bottom, words("plot-scores"))
        draw_axis(picture, palette, Axis(0, 100, 25), rates, _RATES, bottom, words("plot-rates"))
        for number, (tally, summary) in enumerate(zip(tallies, summaries, strict=True)):
            base = TOP + _ROW * (number + 1) - 14
            self._draw_labels(summary, base)
            self._draw_scores(scores, tally, summary, left, base)
            self._draw_rate(summary, rates, base)

    def _draw_labels(self, summary: Summary, base: float) -> None:
        colours = self._palette.ink, self._palette.faint
        for (text, size), height, colour in zip(_labels(summary, self._words), (30, 12), colours, strict=True):
            self._picture.words(MARGIN, base - height, text, colour, size)

    def _draw_scores(self, axis: Axis, tally: Tally, summary: Summary, left: float, base: float) -> None:
        picture, palette = self._picture, self._palette
        room = _ROW - 24
        counts = [0] * _BINS
        for score in tally.scores:
            counts[min(_BINS - 1, int(_BINS * (score - axis.low) / (axis.high - axis.low)))] += 1
        for number, count in enumerate(counts):
            if count:
                tall = room * count / max(counts)
                picture.box(left + number * _SCORES / _BINS, base - tall, _SCORES / _BINS - 1, tall, palette.bars)
        picture.line(left, base, left + _SCORES, base, palette.faint)
        low, high = (axis.place(bound, left, _SCORES) for bound in summary.mean_score_interval)
        picture.line(low, base + 6, high, base + 6, palette.mean, 3)
        picture.dot(axis.place(summary.mean_score, left, _SCORES), base + 6, 4, palette.mean)

    def _draw_rate(self, summary: Summary, left: float, base: float) -> None:
        picture, colour = self._picture, self._palette.rate
        y = base - 14
        low, high = (left + _RATES * bound for bound in summary.win_rate_interval)
        picture.line(low, y, high, y, colour, 3)
        for end in (low, high):
            picture.line(end, y - 5, end, y + 5, colour, 1.5)
        middle = left + _RATES * summary.win_rate
        picture.dot(middle, y, 5, colour)
        picture.words(middle, y - 16, f"{summary.win_rate:.1%}", self._palette.ink, 12, "middle")
