"""The grade on the terminal, in the words that users of the original know."""

import os
import time
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, TextIO

from autograder.failures import FailureKind
from autograder.results import CaseResult, Grade, QuestionResult, quoted
from pacman.errors import one_line

COLOURS: Final = {"PASS": "\033[32m", "FAIL": "\033[31m", "Likely": "\033[33m"}
PLAIN: Final = "\033[0m"
DRAWINGS: Final = 2  # in one question; a student looks at one tree after the other
WHATEVER_THE_CASE: Final = (FailureKind.NOT_LOADED, FailureKind.MISSING)  # one line explains all cases


class TerminalReporter:
    """Prints each question when it is done.

    mute: what the student's code printed is left out. case_texts: the files of the cases, to be shown before them.
    """

    def __init__(self, stream: TextIO, *, mute: bool = False, case_texts: Mapping[str, str] | None = None) -> None:
        self._stream = stream
        self._mute = mute
        self._case_texts = case_texts or {}
        self._explained: dict[str, str] = {}  # what went wrong -> the first case that tells it
        self._drawings = DRAWINGS
        self._has_colour = stream.isatty() and "NO_COLOR" not in os.environ

    def start(self, grade: Grade, missing: tuple[str, ...]) -> None:
        self._print(f"Grading {one_line(grade.submission)}, isolation: {grade.isolation}")
        if grade.dice:
            self._print(f"  dice: {grade.dice}")
        self._print(f"  edition: {grade.edition.label} ({grade.edition.remark})")
        for lack in missing:
            self._print(f"  not protected: {lack}")

    def question(self, grade: Grade, result: QuestionResult) -> None:
        title = f"Question {result.name}"
        self._print(f"\n{title}\n{'=' * len(title)}\n")
        if result.is_skipped:
            self._print("\n".join(result.messages))
            return
        for case in result.cases:
            if case.failure is not None and not case.adds_points:  # games have more to say than how one of them failed
                self._explained.setdefault(case.failure.text, case.path)
        self._drawings = DRAWINGS
        for reason, cases in groupby(result.cases, self._same_reason):
            self._cases(result.name, reason, list(cases))
        for line in result.messages:
            self._print(f"*** {line}")
        self._print(f"\n### Question {result.name}: {int(result.points)}/{int(result.max_points)} ###")

    def _same_reason(self, case: CaseResult) -> str:
        """The case that explains what went wrong in this one, if another does."""
        explained = self._explained.get(case.failure.text, case.path) if case.failure is not None else case.path
        return "" if explained == case.path or case.adds_points else f"same reason as {explained}"

    def _cases(self, question: str, reason: str, cases: Sequence[CaseResult]) -> None:
        """Cases in a row: each has reasons of its own, or all have the same one, told before."""
        is_one_line = bool(reason) and len(cases) > 1 and all(map(_fails_as_all_do, cases)) and not self._case_texts
        if is_one_line:
            self._print(f"*** {self._coloured(f'FAIL: {len(cases)} more cases: {reason}')}")
        for case in cases:
            if case.path in self._case_texts:
                self._print(f"{case.path}:\n{self._case_texts[case.path]}")
            if not is_one_line:
                self._case(question, reason, case)
            if case.output and not self._mute:
                self._print("your code printed:")
                self._print(quoted(case.output))

    def _case(self, question: str, reason: str, case: CaseResult) -> None:
        if reason:
            self._print(f"*** {self._coloured(f'{case.heading}: {reason}')}")
            return
        told = 3 if case.bug else 2  # heading, likely bug, reason
        for line in case.lines[:told] if _fails_as_all_do(case) else case.lines:
            self._print(f"*** {self._coloured(line)}")
        if case.drawing:
            self._drawings -= 1
            more = f"(the drawing: -t {question}/{case.name})"
            self._print("\n".join(f"*** {line}" for line in (case.drawing if self._drawings >= 0 else [more])))

    def finish(self, grade: Grade) -> None:
        title = "Provisional grades"
        self._print(f"\nFinished at {time.strftime('%H:%M:%S')}\n\n{title}\n{'=' * len(title)}")
        for result in grade.questions:
            self._print(f"Question {result.name}: {int(result.points)}/{int(result.max_points)}")
        self._print(f"{'-' * len(title)}\nTotal: {int(grade.points)}/{int(grade.max_points)}")
        if grade.luck:
            self._print(grade.luck.text)

    def _coloured(self, line: str) -> str:
        word = line.split(":")[0].split(" ")[0]
        if not self._has_colour or word not in COLOURS:
            return line
        return f"{COLOURS[word]}{line}{PLAIN}"

    def _print(self, text: str) -> None:
        print(text, file=self._stream, flush=True)


def _fails_as_all_do(case: CaseResult) -> bool:
    return case.failure is not None and case.failure.kind in WHATEVER_THE_CASE
