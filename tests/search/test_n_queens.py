"""N queens: backtracking against a naive count, and the table of both kinds of search."""

from __future__ import annotations

import random
from itertools import combinations, permutations
from pathlib import Path

import n_queens
import pytest
from eight_queens import METHODS, Moves, Queens


def is_safe(board: tuple[int, ...]) -> bool:
    return all(one != other and abs(one - other) != b - a for (a, one), (b, other) in combinations(enumerate(board), 2))


def naive(size: int) -> tuple[tuple[int, ...], int]:
    """Return the first solution in the order of the rows, and the safe partial boards up to it in that order."""
    boards = list(permutations(range(1, size + 1)))
    solution = next(board for board in boards if is_safe(board))
    prefixes = {board[:length] for board in boards if board <= solution for length in range(1, size + 1)}
    return solution, sum(map(is_safe, prefixes))


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_backtracking_finds_the_first_solution_at_the_cost_of_all_boards_before_it(size: int) -> None:
    assert n_queens.backtracking(size, 10**6) == naive(size)


def test_backtracking_of_known_sizes() -> None:
    """Eight queens take 113 placements; sixteen about a hundred times as many."""
    assert [n_queens.backtracking(size, 10**6).cost for size in (8, 12, 16)] == [113, 261, 10_052]
    stopped = n_queens.backtracking(16, 10_051)
    assert (stopped.board, stopped.cost) == (None, 10_051)


@pytest.mark.parametrize("method", [method for method in n_queens.COLOURS if method != "backtracking"])
def test_local_searches_stop_at_a_solution_or_at_their_budget(method: str) -> None:
    assert method in METHODS
    solved = n_queens.local_search(method, 6 if method == "genetic" else 8, 20_000, seed=2)
    assert solved.board is not None
    assert is_safe(solved.board)
    stopped = n_queens.local_search(method, 12, 1, seed=1)
    assert (stopped.board, stopped.cost >= 1) == (None, True)


def test_moves_are_all_boards_with_one_queen_moved() -> None:
    board = (2, 4, 1, 3)
    moved = [
        (*board[:column], row, *board[column + 1 :])
        for column in range(4)
        for row in range(1, 5)
        if row != board[column]
    ]
    moves = Moves(board)
    assert list(moves) == moved
    assert moves[-1] == moved[-1]
    assert moves[3:7] == moved[3:7]
    with pytest.raises(IndexError):
        moves[12]
    assert len(Queens(8).neighbours((1,) * 8, random.Random(0))) == 56


def test_annealing_goes_on_where_backtracking_ends(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "queens.svg"
    assert n_queens.main(["8", "20", "24", "--runs", "1", "--budget", "8000", "--svg", str(picture)]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[1] == ["queens", *n_queens.COLOURS]
    assert lines[2][:2] == ["8", "113"]
    assert lines[3][:2] == ["20", "–"]
    assert lines[4][0] == "24"
    assert 'fill="#d55e00"' in picture.read_text(encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        n_queens.main(["3"])
    assert end.value.code == 2
    assert "expected a whole number from 4 to 200, not '3'" in capsys.readouterr().err


def test_a_method_that_fails_is_not_tried_on_larger_boards() -> None:
    row = n_queens.compare(16, ["backtracking", "annealing"], budget=5000, runs=2, seed=1)
    assert row["backtracking"] == n_queens.Cell(0, 1, None)
    assert row["annealing"].solved == 2
    assert str(n_queens.Cell(1, 3, 1234.0)) == "1234 (1/3)"
    assert str(row["backtracking"]) == "–"
