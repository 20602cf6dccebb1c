"""The grade as text for the terminal, in the format of the original autograder."""

import os
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, TextIO

from autograder.failures import FailureKind
from autograder.reporters.failure_summary import DRAWINGS, NEXT, failure_summary, not_started_line, watching_lines
from autograder.results import CaseResult, Grade, QuestionResult, quoted
from pacman.errors import one_line

GREEN: Final = "\033[32m"
RED: Final = "\033[31m"
YELLOW: Final = "\033[33m"
BOLD: Final = "\033[1m"
PLAIN: Final = "\033[0m"
COLOURS: Final = {"PASS": GREEN, "FAIL": RED, "Likely": YELLOW, "Seen": YELLOW}  # by the first word of a line


class TerminalReporter:
    """Prints each question when it is finished.

    mute: leave out the output of the student's code. case_texts: texts of case files, to be printed before the cases.
    is_short: print a question that has not been started in one line, and a reason that several cases have once.
    commands: the beginnings of the commands that grade again and that replay a game.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        mute: bool = False,
        case_texts: Mapping[str, str] | None = None,
        is_short: bool = True,
        commands: tuple[str, str] = ("grade", "replay"),
    ) -> None:
        self._stream = stream
        self._mute = mute
        self._case_texts = case_texts or {}
        self._is_short = is_short
        self._commands = commands
        self._explained: dict[tuple[str, str], str] = {}  # question and reason -> path of the first case with it
        self._last_explained = ""  # path of the case whose reasons were printed last
        self._drawings = DRAWINGS
        self._printed: set[str] = set()  # observations and outputs of this question that were printed
        self._has_colour = has_colour(stream)

    def start(self, grade: Grade, missing: tuple[str, ...]) -> None:
        self._print(f"Grading {one_line(grade.submission)}, isolation: {grade.isolation}")
        if grade.dice:
            self._print(f"  dice: {grade.dice}")
        self._print(f"  edition: {grade.edition.label} ({grade.edition.remark})")
        for lack in missing:
            self._print(f"  not protected: {lack}")

    def question(self, grade: Grade, result: QuestionResult) -> None:
        title = f"Question {result.name}"
        self._print(f"\n{self._painted(title, BOLD)}\n{'=' * len(title)}\n")
        if result.is_skipped:
            self._print("\n".join(result.messages))
            return
        if result.not_started and self._is_short and not self._case_texts:
            self._line(not_started_line(result))
        else:
            self._all_cases(result)
        points = f"### Question {result.name}: {int(result.points)}/{int(result.max_points)} ###"
        self._print(f"\n{self._painted(points, BOLD)}")

    def _all_cases(self, result: QuestionResult) -> None:
        self._drawings = DRAWINGS
        self._printed.clear()
        self._last_explained = ""
        counts = Counter(line for case in result.cases for line in {case.reason, *case.diagnosis_lines})
        for case in result.cases:
            if case.reason:
                self._explained.setdefault(self._key(result, case), case.path)
        for reason, cases in groupby(result.cases, lambda case: self._same_reason(result, case)):
            self._cases(result, reason, list(cases), counts)
        for line in result.messages:
            self._line(line)

    def _key(self, question: QuestionResult, case: CaseResult) -> tuple[str, str]:
        """Return the key of a reason: each question is explained by itself, unless the file cannot be loaded."""
        return ("" if _cannot_load(case) else question.name), case.reason

    def _same_reason(self, question: QuestionResult, case: CaseResult) -> str:
        """Return the path of the case that already explains this failure; empty if no case does."""
        explained = self._explained[self._key(question, case)] if case.reason and self._is_short else case.path
        return "" if explained == case.path else explained

    def _cases(
        self, question: QuestionResult, explained: str, cases: Sequence[CaseResult], counts: Mapping[str, int]
    ) -> None:
        """Print consecutive cases: each with its own reasons, or all with those of a case that was printed before."""
        is_one_line = len(cases) > 1 and bool(explained) and all(map(_cannot_load, cases)) and not self._case_texts
        if is_one_line:
            self._line(f"FAIL: {len(cases)} more cases: same reason as {explained}")
        for case in cases:
            if case.path in self._case_texts:
                self._print(f"{case.path}:\n{self._case_texts[case.path]}")
            if explained and not is_one_line:
                is_near = explained == self._last_explained
                self._line(case.heading if is_near else f"{case.heading}: same reason as {explained}")
            elif not explained:
                self._case(question, case, counts)
            if case.output and not self._mute and case.output not in self._printed:
                self._printed.add(case.output)
                self._print("your code printed:")
                self._print(quoted(case.output))

    def _case(self, question: QuestionResult, case: CaseResult, counts: Mapping[str, int]) -> None:
        heading, *lines = case.lines
        self._line(heading)
        lines = lines[: 2 if case.bug else 1] if _cannot_load(case) else lines  # without the trail
        seen = set(case.seen_lines)
        for number, line in enumerate(lines):
            if line not in self._printed:  # what is seen of all cases is printed once
                is_reason = number == 0 and case.reason and self._is_short and not _cannot_load(case)
                count = counts[case.reason] if is_reason else counts[line] if line in seen else 1
                self._line(f"{line} [{count} cases]" if count > 1 else line)
        self._printed |= seen
        for line in watching_lines(question, case, *self._commands):
            self._line(line)
        if case.reason:
            self._last_explained = case.path
        if case.drawing:
            self._drawings -= 1
            more = f"(the drawing: -t {question.name}/{case.name})"
            self._print("\n".join(f"*** {line}" for line in (case.drawing if self._drawings >= 0 else [more])))
        for line in () if self._is_short or case.search is None else case.search.get("lines", ()):
            self._line(line)

    def finish(self, grade: Grade) -> None:
        title = "Provisional grades"
        self._print(f"\nFinished at {time.strftime('%H:%M:%S')}")
        if failures := failure_summary(grade):
            self._print(f"\n{self._painted('Failures', BOLD)}\n========")
            for name, text in failures:
                self._print(f"{self._painted(name, BOLD if name == NEXT else RED)} {text}")
        self._print(f"\n{self._painted(title, BOLD)}\n{'=' * len(title)}")
        for result in grade.questions:
            line = f"Question {result.name}: {int(result.points)}/{int(result.max_points)}"
            self._print(self._painted(line, _colour(result.points, result.max_points)))
        total = f"Total: {int(grade.points)}/{int(grade.max_points)}"
        self._print(f"{'-' * len(title)}\n{self._painted(total, _colour(grade.points, grade.max_points))}")
        if grade.luck:
            self._print(grade.luck.text)

    def _line(self, line: str) -> None:
        """Print a line of a question, in the colour of its first word."""
        word = line.split(":")[0].split(" ")[0]
        self._print(f"*** {self._painted(line, COLOURS.get(word, ''))}")

    def _painted(self, text: str, colour: str) -> str:
        return f"{colour}{text}{PLAIN}" if self._has_colour and colour else text

    def _print(self, text: str) -> None:
        print(text, file=self._stream, flush=True)


def has_colour(stream: TextIO) -> bool:
    """True for a terminal that shows colours, unless the user has set NO_COLOR (https://no-color.org)."""
    is_wanted = stream.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")
    if is_wanted and sys.platform == "win32":
        os.system("")  # older Windows consoles accept escape codes only after a command has run
    return is_wanted


def _colour(points: float, most: float) -> str:
    return GREEN if points >= most else YELLOW if points > 0 else RED


def _cannot_load(case: CaseResult) -> bool:
    return case.failure is not None and case.failure.kind is FailureKind.NOT_LOADED
