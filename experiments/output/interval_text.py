"""Intervals as text for the terminal."""

from typing import Final

from experiments.statistics.intervals import Interval
from pacman.display.messages import IN_ENGLISH, Words

ASSUMPTION: Final = IN_ENGLISH("score-assumption")
CONFIDENCE_NOTE: Final = IN_ENGLISH("confidence-note")


def percentages(interval: Interval) -> str:
    return f"{100 * interval[0]:.1f}–{100 * interval[1]:.1f}"


def span(interval: Interval, words: Words = IN_ENGLISH) -> str:
    return words("from-to", low=f"{interval[0]:.1f}", high=f"{interval[1]:.1f}")


def bounds_text(bounds: Interval) -> str:
    return f"{bounds[0]:.0f} to {bounds[1]:.0f}"
