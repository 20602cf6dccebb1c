"""Submissions that behave alike: the same wrong answers and generated states in the same cases, and the same bugs.

The fewer students gave an answer, the more it counts, as for code. Right answers do not count: they are all alike.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final, TypeAlias

from autograder.errors import GradingError
from autograder.similarity.comparison import MOST_OWNERS
from jobs.json_lines import LONGEST_LINE
from pacman.errors import one_line

WrongAnswer: TypeAlias = tuple[str, str, str]  # the case, the answer, and the digest of the generated states

LONGEST_ROW: Final = 64 * LONGEST_LINE  # rows contain trees and games of failed cases


@dataclass(frozen=True)
class Behaviour:
    """The wrong answers of a student, and the bugs that were named."""

    wrong: frozenset[WrongAnswer]
    bugs: frozenset[str]


@dataclass(frozen=True)
class SharedBehaviour:
    """Cases in which two students gave the same wrong answer after generating the same states, and shared bugs.

    failed: the number of cases that at least one of them failed. rarest: the number of students who gave the rarest of
    these answers.
    """

    ids: tuple[str, str]
    cases: tuple[str, ...]
    failed: int
    bugs: tuple[str, ...]
    rarest: int
    weight: float


def read_behaviours(path: Path) -> dict[str, Behaviour]:
    """Return the behaviour of each student from a file of grades (`grade FOLDER --jsonl`), by id.

    Raise GradingError if the file cannot be read, has a line that is no grade, or does not contain answers.
    """
    found: dict[str, Behaviour] = {}
    has_answers = False
    for number, row in _rows(path):
        try:
            cases = [case for question in row["questions"] for case in question["cases"]]
            wrong = {
                (str(case["path"]), str(case["answer"]), str(case["generated"]))
                for case in cases
                if "generated" in case and not case["passed"]
            }
            bugs = {str(case["bug"]) for case in cases if case["bug"]}
            has_answers = has_answers or any("generated" in case for case in cases)
            found[str(row["id"])] = Behaviour(frozenset(wrong), frozenset(bugs))
        except (KeyError, TypeError) as error:
            raise GradingError(
                f"{one_line(str(path))}:{number}: not a row of grades; expected one of --jsonl"
            ) from error
    if not has_answers:
        raise GradingError(
            f"{one_line(str(path))}: its rows have no answers; grade again with --jsonl and this version, or leave out "
            "--grades"
        )
    return found


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(LONGEST_ROW), b""), start=1):
                try:
                    yield number, json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise GradingError(f"{one_line(str(path))}:{number}: not JSON; expected a row of grades") from error
    except OSError as error:
        raise GradingError(f"{one_line(str(path))}: cannot be read: {error.strerror or error}") from error


def shared_behaviours(students: Mapping[str, Behaviour]) -> dict[tuple[str, str], SharedBehaviour]:
    """Return what every two students share, by their ids in order, for those who share a wrong answer."""
    owners: dict[WrongAnswer, list[str]] = defaultdict(list)
    for id, behaviour in students.items():
        for answer in behaviour.wrong:
            owners[answer].append(id)
    bugs = Counter(bug for behaviour in students.values() for bug in behaviour.bugs)
    pairs = {pair for ids in owners.values() if 1 < len(ids) <= MOST_OWNERS for pair in combinations(sorted(ids), 2)}
    counts = {answer: len(ids) for answer, ids in owners.items()}
    return {ids: _shared(ids, students, counts, bugs) for ids in sorted(pairs)}


def _shared(
    ids: tuple[str, str],
    students: Mapping[str, Behaviour],
    counts: Mapping[WrongAnswer, int],
    bugs: Mapping[str, int],
) -> SharedBehaviour:
    one, other = (students[id] for id in ids)
    answers, named = one.wrong & other.wrong, one.bugs & other.bugs
    rarities = [counts[answer] for answer in answers] + [bugs[bug] for bug in named]
    return SharedBehaviour(
        ids,
        tuple(sorted(case for case, _, _ in answers)),
        len({case for case, _, _ in one.wrong | other.wrong}),
        tuple(sorted(named)),
        min(counts[answer] for answer in answers),
        math.fsum(math.log((len(students) + 1) / count) for count in rarities),
    )
