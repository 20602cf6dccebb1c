"""Gomoku and (m, n, k) games: the rules cell by cell, solutions by plain recursion, and the players."""

from __future__ import annotations

import io
import random
from functools import cache
from itertools import product
from typing import Any

import gomoku
import pytest
from board_game import RandomPlayer
from gomoku import AlphaBetaPlayer, Candidates, Gomoku, MonteCarloPlayer, Position

from agents.search import TranspositionTable, alpha_beta, check_game, solve


def has_line(cells: frozenset[tuple[int, int]], in_a_row: int) -> bool:
    """True if some of the cells, (column, row), are k in a row."""
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(
        all((x + dx * step, y + dy * step) in cells for step in range(in_a_row)) for x, y in cells for dx, dy in ways
    )


def value_by_recursion(columns: int, rows: int, in_a_row: int) -> int:
    """Return the result of an (m, n, k) game for the first player, without any code of the example."""
    board = frozenset(product(range(columns), range(rows)))

    @cache
    def value(own: frozenset[tuple[int, int]], other: frozenset[tuple[int, int]]) -> int:
        """Return the result for the player to move, who has `own`."""
        if has_line(other, in_a_row):
            return -1
        best = -1
        free = board - own - other
        if not free:
            return 0
        for cell in free:
            best = max(best, -value(other, own | {cell}))
            if best == 1:
                break
        return best

    return value(frozenset(), frozenset())


@pytest.mark.parametrize(("board", "result"), [((3, 3, 3), 0), ((3, 2, 2), 1), ((3, 3, 2), 1), ((2, 2, 2), 1)])
def test_small_games_are_solved_as_by_recursion(board: tuple[int, int, int], result: int) -> None:
    game = Gomoku(*board)
    assert solve(game, game.start).outcomes[game.start].winner == result == value_by_recursion(*board)


def test_three_by_three_is_tic_tac_toe() -> None:
    game = Gomoku(3, 3, 3)
    found = solve(game, game.start)
    assert len(found.outcomes) == 5_478
    assert found.outcomes[game.start].winner == 0


def test_four_by_three_is_won_by_the_first_player() -> None:
    game = Gomoku(4, 3, 3)
    table = TranspositionTable[Position, int]()
    assert alpha_beta(game, game.start, table=table, order=table.best_first).value == 1
    assert alpha_beta(Candidates(game, width=12), game.start).value > 0


@pytest.mark.thorough
def test_four_by_three_by_retrograde_analysis_and_by_recursion(capsys: pytest.CaptureFixture[str]) -> None:
    assert gomoku.main(["--board", "4", "3", "3", "--solve"]) == 0
    assert "(4, 3, 3): the first player wins, in 7 moves; 111973 positions" in capsys.readouterr().out
    assert value_by_recursion(4, 3, 3) == 1


@pytest.mark.parametrize("board", [(15, 15, 5), (7, 5, 4), (3, 3, 3)])
def test_the_rules_agree_with_looking_at_every_cell(board: tuple[int, int, int]) -> None:
    columns, rows, in_a_row = board
    game = Gomoku(*board)
    assert check_game(game, game.start, games=2) > 5
    assert check_game(Candidates(game), game.start, games=2) > 5
    rng = random.Random(1)
    ends = []
    for _ in range(4 if columns == 15 else 20):
        position, sides = game.start, (set[int](), set[int]())
        while not game.terminal_test(position):
            free = [cell for cell in range(columns * rows) if cell not in sides[0] | sides[1]]
            assert list(game.actions(position)) == free
            cell = rng.choice(free)
            side = game.player(position)
            assert side == (len(sides[0]) > len(sides[1]))
            sides[side].add(cell)
            position = game.result(position, cell)
            lines = [has_line(frozenset(divmod(cell, columns) for cell in own), in_a_row) for own in sides]
            assert position.winner == lines[0] - lines[1]
            assert game.stones(position) == dict.fromkeys(sides[0], 0) | dict.fromkeys(sides[1], 1)
        ends.append(position.winner)
        assert (position.winner != 0) == bool(game.winning_squares(position))
        assert game.utility(position, 0) == -game.utility(position, 1) == position.winner
    assert columns == 15 or len(set(ends)) > 1


def test_the_balance_is_the_sum_over_all_lines() -> None:
    game, rng = Gomoku(9, 8, 5), random.Random(2)
    position = game.start
    while not game.terminal_test(position):
        position = game.result(position, rng.choice(game.actions(position)))
        stones = game.stones(position)
        total = 0
        for line in game.lines:
            black, white = (sum(stones.get(cell) == side for cell in line) for side in (0, 1))
            total += 8 ** (black - 1) * (not white) if black else -(8 ** (white - 1)) if white else 0
        assert position.balance == total


def played(game: Gomoku, moves: str) -> Position:
    names = {game.name_of(cell): cell for cell in range(game.cells)}
    position = game.start
    for move in moves.split():
        position = game.result(position, names[move])
    return position


def test_wins_are_taken_and_fours_are_blocked() -> None:
    game = Gomoku()
    four = played(game, "h8 a1 i8 a3 j8 a5 k8")  # white to move, black has four in a row
    names = [game.name_of(cell) for cell in Candidates(game).actions(four)]
    assert sorted(names) == ["g8", "l8"]
    assert game.evaluate(four) == 0.95  # two open ends cannot both be blocked
    winning = game.result(four, game.rows * 7)
    assert {game.name_of(cell) for cell in Candidates(game).actions(winning)} == {"g8", "l8"}
    assert game.evaluate(winning) == 0.95
    for player in (AlphaBetaPlayer(2, 1), AlphaBetaPlayer(None, 0.01), MonteCarloPlayer(20, None, random.Random(1))):
        assert game.name_of(player.choose(game, winning).action) in ("g8", "l8")
    three = played(game, "h8 a1 i8 a3 j8")  # an open three must be answered at one of its ends
    assert game.name_of(AlphaBetaPlayer(4, 1).choose(game, three).action) in ("f8", "g8", "k8", "l8")


def match(first: Any, second: Any, game: Gomoku) -> int:
    position = game.start
    while not game.terminal_test(position):
        position = game.result(position, (first, second)[position.player].choose(game, position).action)
    return position.winner


def test_searches_beat_the_random_player() -> None:
    rng = random.Random(3)
    for search in (AlphaBetaPlayer(2, 1), MonteCarloPlayer(30, None, rng)):
        assert match(search, RandomPlayer(rng), Gomoku()) == 1
        assert match(RandomPlayer(rng), search, Gomoku()) == -1


def test_a_person_plays_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("z9\nH8\n"))
    assert gomoku.main(["--depth", "1"]) == 0
    output = capsys.readouterr().out
    assert "'z9' is no legal move; legal: a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1, …" in output
    assert "black plays h8 (" in output
    assert "white plays" in output
    assert "s in all, depth 1" in output
    assert output.endswith("Good-bye.\n")


def test_a_demo_replays(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for _ in range(2):
        options = ["--demo", "--search", "mcts", "--iterations", "5", "--second", "random", "--seed", "4"]
        assert gomoku.main([*options, "--board", "7", "7", "4"]) == 0
        outputs.append([line.split("(")[0].split(". Time")[0] for line in capsys.readouterr().out.splitlines()])
    assert outputs[0] == outputs[1]
    assert outputs[0][-1].startswith("Black wins after")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--board", "20", "15", "5"], "expected 1 to 19 columns and rows, not 20 and 15"),
        (["--board", "3", "3", "4"], "expected 2 to 3 in a row on this board, not 4"),
        (["--board", "5", "4", "4", "--solve"], "--solve accepts boards of up to 16 cells, not of 20"),
        (["--depth", "0"], "expected a whole number above 0, not '0'"),
        (["--search", "luck"], "invalid choice: 'luck'"),
    ],
)
def test_bad_options_are_one_line(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        gomoku.main(arguments)
    assert end.value.code == 2
    assert complaint in capsys.readouterr().err.splitlines()[-1]


def test_a_taken_cell_is_refused() -> None:
    game = Gomoku(3, 3, 3)
    with pytest.raises(ValueError, match="b2 is not a free cell"):
        game.result(game.result(game.start, 4), 4)
