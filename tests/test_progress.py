"""Progress for a log: lines on standard error if it is not a terminal."""

import io
import sys
from threading import Event

import pytest

from jobs.progress_bar import ProgressBar


class Log(io.StringIO):
    """A file that sets an event when a line with `awaited` is written."""

    def __init__(self, awaited: str) -> None:
        super().__init__()
        self.awaited, self.is_there = awaited, Event()

    def write(self, text: str) -> int:
        if self.awaited in text:
            self.is_there.set()
        return super().write(text)


def test_progress_is_reported_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log("2 of 5 submissions after 0 min")
    monkeypatch.setattr(sys, "stderr", log)
    with ProgressBar(5, unit="submission", report_seconds=0.01) as progress:
        progress.advance()
        progress.advance(is_old=True)
        assert log.is_there.wait(60)
    ended = log.getvalue()
    assert all(line.endswith(" of 5 submissions after 0 min") for line in ended.splitlines())


def test_no_line_without_a_period_and_after_short_work(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log("")
    monkeypatch.setattr(sys, "stderr", log)
    for seconds in (None, 3600.0):
        with ProgressBar(5, unit="submission", report_seconds=seconds) as progress:
            progress.advance()
    assert log.getvalue() == ""
