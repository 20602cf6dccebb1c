"""A progress bar for work that may take more than a second."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self

_REFRESH_SECONDS: Final = 0.1


class ProgressBar:
    """Progress bar on standard error. By default (`shown=None`) it appears only on a terminal.

    remark: returns the text beside the bar; called whenever the bar is drawn.
    report_seconds: if no bar is shown, print a line this often.
    """

    def __init__(
        self,
        total: int | None,
        *,
        unit: str,
        shown: bool | None = None,
        label: str = "",
        remark: Callable[[], str] | None = None,
        report_seconds: float | None = None,
    ) -> None:
        self._bar: Any = None
        self._fresh = 0
        self._next_refresh = 0.0
        self._remark = remark
        self._done = 0
        self._end = Event()
        self._reporter: Thread | None = None
        if sys.stderr is not None and (sys.stderr.isatty() if shown is None else shown):
            from tqdm import tqdm  # type: ignore[import-untyped]

            look = {"file": sys.stderr, "dynamic_ncols": True, "leave": False, "smoothing": 0.1}
            self._bar = tqdm(total=total, desc=label or None, unit=unit, **look)
        elif sys.stderr is not None and report_seconds is not None:
            self._reporter = Thread(target=self._report, args=(total, unit, report_seconds), daemon=True)
            self._reporter.start()

    def advance(self, *, is_old: bool = False) -> None:
        """Count one more item as done. `is_old`: an earlier run did it, so it does not count towards the speed."""
        self._done += 1
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

    def _report(self, total: int | None, unit: str, seconds: float) -> None:
        """Print the progress periodically, for a log, until the work is done."""
        began = monotonic()
        while not self._end.wait(seconds):
            minutes = (monotonic() - began) / 60
            of = "" if total is None else f" of {total}"
            print(f"{self._done}{of} {unit}s after {minutes:.0f} min", file=sys.stderr, flush=True)

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
        self._end.set()
        if self._reporter is not None:
            self._reporter.join()
        if self._bar is not None:
            self._show()
            self._bar.close()
