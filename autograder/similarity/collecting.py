"""Read the code of a class in worker processes with limited time and memory: a file may be made to break a parser."""

import warnings
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from autograder.similarity.code_pieces import CodePieces, Piece
from autograder.similarity.syntax_features import tree_pieces
from autograder.similarity.token_features import read_tokens
from jobs.in_flight import InFlight
from jobs.process_pool import PoolOptions, TaskLost
from jobs.task_executor import TaskExecutor

Files: TypeAlias = Mapping[str, bytes]  # the texts of a submission, by name

TASK_SECONDS: Final = 30.0


def reading_pool_options() -> PoolOptions:
    return PoolOptions(task_time=TASK_SECONDS)


def read_class(
    submissions: Mapping[str, Files], executor: TaskExecutor, on_read: Callable[[], None] = lambda: None
) -> tuple[dict[str, CodePieces], dict[str, str]]:
    """Return the pieces of each submission by id, and the reasons why others cannot be compared.

    A file that breaks the parser is compared by its tokens.
    """
    found: dict[str, CodePieces] = {}
    problems: dict[str, str] = {}
    pending: InFlight[tuple[str, bool], CodePieces] = InFlight(executor)
    waiting = list(submissions)[::-1]
    while waiting or pending:
        while waiting and len(pending) < 2 * executor.workers:
            id = waiting.pop()
            pending.submit((id, True), read_pieces, dict(submissions[id]))
        (id, is_first), future = pending.next_done()
        try:
            found[id] = future.result()
        except TaskLost as error:
            problem = f"cannot be read: {error}"
            if is_first:
                pending.submit((id, False), read_unparsed, dict(submissions[id]), problem)
                continue
            problems[id] = problem
        on_read()
    return {id: found[id] for id in submissions if id in found}, problems


def read_pieces(files: Mapping[str, bytes]) -> CodePieces:
    """Return the pieces of the files, by name. Raises nothing for code that cannot be parsed."""
    trees: list[Piece] | None = []
    problem = ""
    for name, source in files.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # invalid escapes in strings
                found = tree_pieces(name, source)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None)
            problem = problem or f"{name}{f':{line}' if line else ''}: {type(error).__name__}"
            trees = None
        else:
            if trees is not None:
                trees += found
    return CodePieces(None if trees is None else tuple(trees), read_tokens(files), problem)


def read_unparsed(files: dict[str, bytes], problem: str) -> CodePieces:
    """Return the pieces of files that cannot be parsed for a known reason."""
    return CodePieces(None, read_tokens(files), problem)
