"""The grade on the terminal, in the words that users of the original know."""

import os
import time
from collections.abc import Mapping
from typing import Final, TextIO

from autograder.results import Grade, QuestionResult, quoted
from pacman.errors import one_line

COLOURS: Final = {"PASS": "\033[32m", "FAIL": "\033[31m", "Likely": "\033[33m"}
PLAIN: Final = "\033[0m"
DRAWINGS: Final = 2  # in one question; a student looks at one tree after the other


class TerminalReporter:
    """Prints each question when it is done.

    mute: what the student's code printed is left out. case_texts: the files of the cases, to be shown before them.
    """

    def __init__(self, stream: TextIO, *, mute: bool = False, case_texts: Mapping[str, str] | None = None) -> None:
        self._stream = stream
        self._mute = mute
        self._case_texts = case_texts or {}
        self._has_colour = stream.isatty() and "NO_COLOR" not in os.environ

    def start(self, grade: Grade, missing: tuple[str, ...]) -> None:
        self._print(f"Grading {one_line(grade.submission)}, isolation: {grade.isolation}")
        if grade.dice:
            self._print(f"  dice: {grade.dice}")
        for lack in missing:
            self._print(f"  not protected: {lack}")

    def question(self, grade: Grade, result: QuestionResult) -> None:
        title = f"Question {result.name}"
        self._print(f"\n{title}\n{'=' * len(title)}\n")
        if result.is_skipped:
            self._print("\n".join(result.messages))
            return
        drawn = 0
        told: list[str] = []
        for case in result.cases:
            if case.path in self._case_texts:
                self._print(f"{case.path}:\n{self._case_texts[case.path]}")
            is_old_news = case.failure is not None and case.reasons == told  # a file that cannot be loaded fails all
            for line in [case.heading] if is_old_news else case.lines:
                self._print(f"*** {self._coloured(line)}")
            told = case.reasons
            if case.drawing:
                drawn += 1
                more = f"(the drawing: -t {result.name}/{case.name})"
                self._print("\n".join(f"*** {line}" for line in (case.drawing if drawn <= DRAWINGS else [more])))
            if case.output and not self._mute:
                self._print("your code printed:")
                self._print(quoted(case.output))
        for line in result.messages:
            self._print(f"*** {line}")
        self._print(f"\n### Question {result.name}: {int(result.points)}/{int(result.max_points)} ###")

    def finish(self, grade: Grade) -> None:
        title = "Provisional grades"
        self._print(f"\nFinished at {time.strftime('%H:%M:%S')}\n\n{title}\n{'=' * len(title)}")
        for result in grade.questions:
            self._print(f"Question {result.name}: {int(result.points)}/{int(result.max_points)}")
        self._print(f"{'-' * len(title)}\nTotal: {int(grade.points)}/{int(grade.max_points)}")

    def _coloured(self, line: str) -> str:
        word = line.split(":")[0].split(" ")[0]
        if not self._has_colour or word not in COLOURS:
            return line
        return f"{COLOURS[word]}{line}{PLAIN}"

    def _print(self, text: str) -> None:
        print(text, file=self._stream, flush=True)
