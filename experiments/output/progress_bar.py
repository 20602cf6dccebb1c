"""A bar that shows how a batch is doing while it runs."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import TracebackType
from typing import Any, Final

from experiments.batch.rows import Row

_PAUSE: Final = 0.1  # seconds between two looks; people read no faster


class ProgressBar:
    """Games done, the win rate and the mean score so far, on standard error; silent where nobody watches."""

    def __init__(self, total: int | None, *, shown: bool | None = None, unit: str = "game", label: str = "") -> None:
        self._bar: Any = None
        self._fresh = 0
        self._games = self._wins = self._total_score = 0
        self._next_look = 0.0
        self._remark = ""
        if sys.stderr is not None and (sys.stderr.isatty() if shown is None else shown):
            from tqdm import tqdm  # type: ignore[import-untyped]

            look = {"file": sys.stderr, "dynamic_ncols": True, "leave": False, "smoothing": 0.1}
            self._bar = tqdm(total=total, desc=label or None, unit=unit, **look)

    def add(self, row: Row, *, is_old: bool = False) -> None:
        """A game has finished, in this run or in the one that is resumed."""
        if self._bar is None:
            return
        self._games += 1
        self._wins += row.is_win
        self._total_score += row.score
        if is_old:
            self._bar.initial += 1
            self._bar.n += 1
        else:
            self.advance()

    def advance(self, remark: str = "") -> None:
        """One more is done; the remark is shown beside the bar."""
        if self._bar is None:
            return
        self._remark = remark
        self._fresh += 1
        now = monotonic()
        if now >= self._next_look:
            self._next_look = now + _PAUSE
            self._show()

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Clear the bar while lines are printed."""
        if self._bar is None:
            yield
            return
        with self._bar.external_write_mode():
            yield

    def _show(self) -> None:
        if self._games:
            rate, mean = self._wins / self._games, self._total_score / self._games
            self._remark = f"won {rate:.1%}, mean score {mean:.1f}"
        if self._remark:
            self._bar.set_postfix_str(self._remark, refresh=False)
        self._bar.update(self._fresh)
        self._fresh = 0

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._show()
            self._bar.close()
