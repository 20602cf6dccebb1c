"""The command `grade`: a submission in, a grade out."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment
from autograder.assignment.fresh_instances import freshen
from autograder.assignment.solution_files import generate_solutions
from autograder.errors import GradingError
from autograder.grading import grade
from autograder.reporters.gradescope import draw_gradescope
from autograder.reporters.json_report import draw_json
from autograder.reporters.junit import draw_junit
from autograder.reporters.report_files import FileReporter, StreamReporter
from autograder.reporters.terminal import TerminalReporter
from autograder.results import CaseResult, Grade, QuestionResult
from autograder.sandbox.isolation import INSIDE, Isolation, require_strict
from autograder.sandbox.sandbox_pool import SandboxPool
from autograder.sandbox.termination import Terminated, ending_in_order
from autograder.student.dice_key import PUBLIC_KEY, DiceKey
from autograder.student.in_process import InProcessStudent
from autograder.student.isolated import IsolatedStudent
from autograder.student.limits import Limits
from autograder.student.student import Student
from autograder.student.submission_files import read_submission
from commands.options import number_from
from commands.output import note
from experiments.output.progress_bar import ProgressBar

MEGABYTE: Final = 2**20
SOME: Final = number_from(0.001)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("submission", nargs="?", type=Path, help="the student's file, such as multiAgents.py")
    parser.add_argument("--cases", type=Path, default=OUR_OWN, metavar="DIR", help="an assignment (default: our own)")
    parser.add_argument("-q", "--question", metavar="Q", help="grade one question, after those it depends on")
    parser.add_argument("-t", "--test", metavar="CASE", help="run one case, such as q2/01-lecture-three-by-three")
    parser.add_argument(
        "--isolation",
        choices=("auto", "strict", "none"),
        default="auto",
        help="auto: the best there is; strict: refuse below Landlock and seccomp; none: inside the grader, unprotected",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="fresh trees and mazes, the same for the same N")
    parser.add_argument("--dice", metavar="KEY", help="the key of the dice for real grades, or @ and a file with it")
    parser.add_argument("--json", metavar="FILE", help="write the grade as JSON; - for standard output")
    parser.add_argument("--gradescope", type=Path, metavar="FILE", help="write Gradescope's results.json")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML")
    parser.add_argument("--mute", action="store_true", help="do not show what the student's code prints")
    parser.add_argument("-p", "--print-cases", action="store_true", help="show each case before its result")
    parser.add_argument("--case-time", type=SOME, metavar="S", help="CPU seconds for a tree, or for a game's moves")
    parser.add_argument("--question-time", type=SOME, default=Limits.question, metavar="S", help="for a question")
    parser.add_argument("--memory", type=SOME, metavar="MB", help="for the student's process (default: 1024)")
    parser.add_argument(
        "--generate-solutions", action="store_true", help="write the .solution files of --cases from the reference"
    )


def run(options: argparse.Namespace) -> int:
    if options.generate_solutions:
        return _generate(_assignment(options))
    if options.submission is None:
        raise GradingError("no submission; expected a file such as multiAgents.py")
    dice_key = _dice_key(options)
    read_submission(options.submission)  # what cannot be read is told before anything is started
    try:
        with ending_in_order():
            _run(options, dice_key)
    except Terminated as end:
        note(f"ended by {end}")
        return end.exit_code
    return 0


def _run(options: argparse.Namespace, dice_key: DiceKey) -> None:
    limits = _limits(options)
    with _processes(options.isolation, limits) as pool:  # the first one starts while the assignment is read
        assignment = _assignment(options)
        if options.seed is not None:
            assignment = freshen(assignment, options.seed)
        isolation = INSIDE if pool is None else pool.isolation()
        if options.isolation == "strict":
            require_strict(isolation)
        _grade(options, assignment, isolation, limits, pool, dice_key)


def _dice_key(options: argparse.Namespace) -> DiceKey:
    if options.dice is None:
        return PUBLIC_KEY
    if options.isolation == INSIDE.name:
        raise GradingError("--dice goes with a process of its own; --isolation none has the original's dice")
    return DiceKey.read(options.dice)


def _assignment(options: argparse.Namespace) -> Assignment:
    """What is to be graded: all of it, a question or a case."""
    wanted = [options.question] if options.question else []
    if options.test and len(Path(options.test).parts) > 1:
        wanted.append(Path(options.test).parts[-2])
    assignment = load_assignment(options.cases, wanted, with_solutions=not options.generate_solutions)
    if options.test:
        return assignment.only_case(options.test)
    return assignment.only(options.question) if options.question else assignment


def _generate(assignment: Assignment) -> int:
    for path in generate_solutions(assignment):
        print(path)
    return 0


def _grade(
    options: argparse.Namespace,
    assignment: Assignment,
    isolation: Isolation,
    limits: Limits,
    pool: SandboxPool | None,
    dice_key: DiceKey,
) -> None:
    files = _file_reporters(options)
    for file in files:
        file.check()
    dice = "the original's" if pool is None else f"{dice_key.name}; not the original's"
    start = Grade(str(options.submission), isolation.name, dice=dice)
    for file in files:
        file.write(start)  # nothing that stood there before may be taken for the result
    texts = _case_texts(assignment) if options.print_cases else None
    is_quiet = options.json == "-"
    terminal = None if is_quiet else TerminalReporter(sys.stdout, mute=options.mute, case_texts=texts)
    if terminal is not None:
        terminal.start(start, isolation.missing)
    cases = sum(len(question.cases) for question in assignment.questions)
    with ProgressBar(cases, unit="case") as progress:

        def on_case(case: CaseResult) -> None:
            progress.advance()

        def on_question(so_far: Grade, result: QuestionResult) -> None:
            for file in files:
                with suppress(GradingError):  # the last one will tell
                    file.write(so_far)
            if terminal is not None:
                terminal.question(so_far, result)

        with _student(options.submission, limits, pool, dice_key) as student:
            done = grade(assignment, student, start.submission, start.isolation, limits, on_question, on_case, dice)
    for file in files:
        file.write(done)
    if terminal is not None:
        terminal.finish(done)


@contextmanager
def _processes(isolation: str, limits: Limits) -> Iterator[SandboxPool | None]:
    """Where the student's code is to run; None is inside the grader."""
    if isolation == INSIDE.name:
        yield None
        return
    pool = SandboxPool(limits)
    try:
        yield pool
    finally:
        pool.close()


@contextmanager
def _student(path: Path, limits: Limits, pool: SandboxPool | None, dice_key: DiceKey) -> Iterator[Student]:
    student = InProcessStudent(path, limits) if pool is None else IsolatedStudent(path, limits, pool, dice_key)
    try:
        yield student
    except KeyboardInterrupt:
        if isinstance(student, InProcessStudent) and student.interrupted_at:
            raise KeyboardInterrupt(f"interrupted at {student.interrupted_at}") from None
        raise
    finally:
        student.close()


def _file_reporters(options: argparse.Namespace) -> list[FileReporter | StreamReporter]:
    reporters: list[FileReporter | StreamReporter] = []
    if options.json == "-":
        reporters.append(StreamReporter(sys.stdout, draw_json))
    elif options.json:
        reporters.append(FileReporter(Path(options.json), draw_json))
    if options.gradescope:
        reporters.append(FileReporter(options.gradescope, draw_gradescope))
    if options.junit:
        reporters.append(FileReporter(options.junit, draw_junit))
    return reporters


def _case_texts(assignment: Assignment) -> dict[str, str]:
    return {
        case.path: "\n".join(f"{key}: {value}" for key, value in case.file.values.items())
        for question in assignment.questions
        for case in question.cases
    }


def _limits(options: argparse.Namespace) -> Limits:
    return Limits(
        case=options.case_time,
        question=options.question_time,
        memory=int((options.memory or Limits.memory / MEGABYTE) * MEGABYTE),
    )
