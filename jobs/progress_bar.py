"""A progress bar for work that may take more than a second."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self

_REFRESH_SECONDS: Final = 0.1


class ProgressBar:
    """Progress bar on standard error. By default (`shown=None`) it appears only on a terminal.

    remark: returns the text beside the bar; called whenever the bar is drawn.
    """

    def __init__(
        self,
        total: int | None,
        *,
        unit: str,
        shown: bool | None = None,
        label: str = "",
        remark: Callable[[], str] | None = None,
    ) -> None:
        self._bar: Any = None
        self._fresh = 0
        self._next_refresh = 0.0
        self._remark = remark
        if sys.stderr is not None and (sys.stderr.isatty() if shown is None else shown):
            from tqdm import tqdm  # type: ignore[import-untyped]

            look = {"file": sys.stderr, "dynamic_ncols": True, "leave": False, "smoothing": 0.1}
            self._bar = tqdm(total=total, desc=label or None, unit=unit, **look)

    def advance(self, *, is_old: bool = False) -> None:
        """Count one more item as done. `is_old`: an earlier run did it, so it does not count towards the speed."""
        if self._bar is None:
            return
        if is_old:
            self._bar.initial += 1
            self._bar.n += 1
            return
        self._fresh += 1
        now = monotonic()
        if now >= self._next_refresh:
            self._next_refresh = now + _REFRESH_SECONDS
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
        if self._remark is not None:
            self._bar.set_postfix_str(self._remark(), refresh=False)
        self._bar.update(self._fresh)
        self._fresh = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._show()
            self._bar.close()
