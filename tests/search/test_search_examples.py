"""The three small games: their rules against known counts, and the programs that play them."""

from __future__ import annotations

import importlib.util
import io
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from agents.search import (
    TranspositionTable,
    alpha_beta,
    backward_induction,
    check_game,
    iterative_deepening,
    mcts,
    minimax,
    solve,
)
from agents.search.retrograde import reachable
from agents.search.support.game_proxy import GameProxy

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NAMES = ("tic_tac_toe", "coin_splitting", "reversi")


def load(name: str) -> ModuleType:
    """Return an example as a module, although examples are not a package."""
    module_name = f"example_{name}"
    if module_name not in sys.modules:
        spec = importlib.util.spec_from_file_location(module_name, EXAMPLES / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[module_name] = module
        spec.loader.exec_module(module)
    return sys.modules[module_name]


tic_tac_toe, coin_splitting, reversi = map(load, NAMES)


class CountingEnds(GameProxy[Any, Any]):
    """Counts the terminal states that a search visits."""

    ends = 0

    def utility(self, state: Any, player: int, /) -> float:
        self.ends += 1
        return self._game.utility(state, player)


@pytest.mark.parametrize(
    ("game", "start"),
    [
        (tic_tac_toe.TicTacToe(), tic_tac_toe.TicTacToe.start),
        (coin_splitting.CoinSplitting(), coin_splitting.Piles((12, 7))),
        (reversi.Reversi(), reversi.Reversi.start),
    ],
)
def test_the_games_keep_the_contract(game: Any, start: Any) -> None:
    assert check_game(game, start, rng=random.Random(1)) > 20


def test_tic_tac_toe_counts() -> None:
    game = CountingEnds(tic_tac_toe.TicTacToe())
    result = minimax(game, tic_tac_toe.TicTacToe.start)
    assert result.value == 0
    assert set(result.values.values()) == {0}
    assert result.nodes + 1 == 549_946
    assert game.ends == 255_168
    assert (result.depth, result.complete) == (9, True)
    assert len(reachable(tic_tac_toe.TicTacToe(), tic_tac_toe.TicTacToe.start)) == 5_478


def test_tic_tac_toe_by_every_exact_method() -> None:
    game, start = tic_tac_toe.TicTacToe(), tic_tac_toe.TicTacToe.start
    values = backward_induction(game, start)
    solution = solve(game, start)
    assert len(values) == len(solution.outcomes) == 5_478
    assert all(solution.outcomes[board].winner == value for board, value in values.items())
    plain = alpha_beta(game, start)
    table: TranspositionTable[Any, int] = TranspositionTable()
    clever = alpha_beta(game, start, table=table, order=table.best_first)
    assert (clever.action, clever.value, clever.best_actions) == (plain.action, 0, plain.best_actions)
    assert clever.nodes < plain.nodes / 5
    deepened = iterative_deepening(game, start, evaluate=lambda board: 0, seconds=1e9)
    assert (deepened.value, deepened.depth, deepened.complete) == (0, 9, True)


def test_solved_endings_are_looked_up_at_the_horizon() -> None:
    """A search of four plies sees the whole game if the endings after them are looked up."""
    game, start = tic_tac_toe.TicTacToe(), tic_tac_toe.TicTacToe.start
    endings = solve(game, start).outcomes
    whole = alpha_beta(game, start)
    short = alpha_beta(game, start, depth=4, evaluate=lambda board: endings[board].winner)
    assert (short.action, short.value, short.best_actions) == (whole.action, whole.value, whole.best_actions)
    assert (short.depth, short.nodes < whole.nodes / 5) == (4, True)


def test_tic_tac_toe_monte_carlo_takes_the_win_and_stops_the_loss() -> None:
    game = tic_tac_toe.TicTacToe()
    winning = tic_tac_toe.Board(crosses=0b000_000_011, noughts=0b000_011_000)  # X on 1 2, O on 4 5, X to move
    assert mcts(game, winning, rng=random.Random(1), iterations=500).action == 2
    threatened = tic_tac_toe.Board(crosses=0b000_000_011, noughts=0b000_010_000)  # O must take 3
    assert mcts(game, threatened, rng=random.Random(1), iterations=2000).action == 2


def test_coin_splitting_has_the_known_grundy_values() -> None:
    known = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]
    assert [coin_splitting.grundy(pile) for pile in range(len(known))] == known


def test_grundy_values_are_the_mex_of_the_game_itself() -> None:
    """Compute them from the rules of the game on whole positions, without nim sums."""
    game = coin_splitting.CoinSplitting()

    @cache
    def mex(piles: tuple[int, ...]) -> int:
        state = coin_splitting.Piles(piles)
        found = {mex(game.result(state, split).piles) for split in game.actions(state)}
        return min(set(range(len(found) + 1)) - found)

    for pile in range(1, 21):
        assert mex((pile,)) == coin_splitting.grundy(pile)
    for piles in ((9, 5), (8, 8), (7, 5, 3), (6, 4, 3, 3)):
        assert mex(piles) == coin_splitting.nim_sum(coin_splitting.Piles(piles))


@pytest.mark.parametrize("pile", range(3, 16))
def test_nim_sum_determines_the_winner(pile: int) -> None:
    game, start = coin_splitting.CoinSplitting(), coin_splitting.Piles((pile,))
    for state, outcome in solve(game, start).outcomes.items():
        mover = 1 if state.player == 0 else -1
        assert outcome.winner == (mover if coin_splitting.nim_sum(state) else -mover)


def perft(game: Any, position: Any, depth: int) -> int:
    """Return the number of games of `depth` plies."""
    if game.terminal_test(position):
        return 1
    if depth == 1:
        return len(game.actions(position))
    return sum(perft(game, game.result(position, action), depth - 1) for action in game.actions(position))


def test_reversi_perft() -> None:
    game = reversi.Reversi()
    counts = [perft(game, game.start, depth) for depth in range(1, 9)]
    assert counts == [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216]


def slow_flips(own: int, other: int, square: int) -> int:
    """Return the discs that are turned over, found square by square."""
    flips = 0
    for step_x, step_y in ((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy):
        x, y = square % 8 + step_x, square // 8 + step_y
        line = 0
        while 0 <= x < 8 and 0 <= y < 8 and other >> (8 * y + x) & 1:
            line |= 1 << (8 * y + x)
            x, y = x + step_x, y + step_y
        if 0 <= x < 8 and 0 <= y < 8 and own >> (8 * y + x) & 1:
            flips |= line
    return flips


def test_reversi_bitboards_agree_with_walking_the_board() -> None:
    rng = random.Random(2)
    for _ in range(300):
        occupied, mine = rng.getrandbits(64), rng.getrandbits(64)
        own, other = occupied & mine, occupied & ~mine
        empty = [square for square in range(64) if not occupied >> square & 1]
        legal = sum(1 << square for square in empty if slow_flips(own, other, square))
        assert reversi.legal_squares(own, other) == legal
        assert all(reversi.flipped(own, other, square) == slow_flips(own, other, square) for square in empty)


def test_reversi_passes_and_ends() -> None:
    game = reversi.Reversi()
    rng = random.Random(3)
    passes = 0
    for _ in range(30):
        position = game.start
        while not game.terminal_test(position):
            actions = game.actions(position)
            passes += actions == [reversi.PASS]
            assert reversi.PASS not in actions or len(actions) == 1
            black, white = position.discs
            position = game.result(position, rng.choice(actions))
            assert sum(position.discs) == black + white + (actions != [reversi.PASS])
        black, white = position.discs
        assert game.utility(position, 0) == -game.utility(position, 1) == (black > white) - (black < white)
    assert passes > 0


def test_illegal_moves_are_refused_by_the_rules() -> None:
    with pytest.raises(ValueError, match="cell 0 is taken"):
        tic_tac_toe.TicTacToe().result(tic_tac_toe.Board(1, 0), 0)
    with pytest.raises(ValueError, match="illegal split 4 = 2"):
        coin_splitting.CoinSplitting().result(coin_splitting.Piles((4,)), coin_splitting.Split(4, 2))
    with pytest.raises(ValueError, match="a1 is illegal for black"):
        reversi.Reversi().result(reversi.Reversi.start, 0)


def test_reversi_search_beats_random_play() -> None:
    game = reversi.Reversi()
    rng = random.Random(4)
    position = game.start
    while not game.terminal_test(position):
        if position.player == 0:
            action = mcts(game, position, rng=rng, iterations=30, answer="visits").action
        else:
            action = rng.choice(game.actions(position))
        position = game.result(position, action)
    assert game.utility(position, 0) == 1


DEMOS = {
    "tic_tac_toe": ["--demo", "--seed", "1", "--search", "alpha-beta"],
    "coin_splitting": ["--demo", "--seed", "1", "--pile", "14"],
    "reversi": ["--demo", "--seed", "1", "--iterations", "3"],
}
ENDINGS = {"tic_tac_toe": "A draw.", "coin_splitting": "wins.", "reversi": "Time: black"}


@pytest.mark.parametrize("name", NAMES)
def test_demos_play_to_the_end_and_replay(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for _ in range(2):
        assert load(name).main(DEMOS[name]) == 0
        outputs.append(capsys.readouterr().out)
    assert ENDINGS[name] in outputs[0].splitlines()[-1]
    without_times = [[line.split("(")[0].split(", ")[0] for line in output.splitlines()] for output in outputs]
    assert without_times[0] == without_times[1]


def answer(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_person_plays_tic_tac_toe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answer(monkeypatch, "0", "ten", "", "5", "5")
    assert tic_tac_toe.main(["--seed", "1"]) == 0
    output = capsys.readouterr().out
    for bad in ("'0'", "'ten'", "''"):
        assert f"{bad} is no free cell; free: 1, 2, 3, 4, 5, 6, 7, 8, 9" in output
    assert "'5' is no free cell" in output
    assert output.endswith("Good-bye.\n")


def test_a_person_plays_coin_splitting(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answer(monkeypatch, "4 2 2", "4 1", "4 1 4", "4 3 1")
    assert coin_splitting.main(["--pile", "4"]) == 0
    output = capsys.readouterr().out
    assert output.count("is no legal split; legal: 4 1 3") == 3
    assert "Player 2 splits 3 = 1 + 2: player 2 will win" in output
    assert output.endswith("player 1 cannot split, player 2 wins.\n")


def test_a_person_plays_reversi(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answer(monkeypatch, "a1", "D3")
    assert reversi.main(["--iterations", "2", "--seed", "1"]) == 0
    output = capsys.readouterr().out
    assert "'a1' is no legal move; legal: d3, c4, f5, e6" in output
    assert "black plays d3" in output
    assert "white plays" in output
    assert output.endswith("Good-bye.\n")


@pytest.mark.parametrize(
    ("name", "options", "complaint"),
    [
        ("tic_tac_toe", ["--first", "nobody"], "invalid choice: 'nobody'"),
        ("tic_tac_toe", ["--seed", "x"], "invalid int value: 'x'"),
        ("coin_splitting", ["--pile", "0"], "expected a number of coins from 1 to 40, not '0'"),
        ("coin_splitting", ["--pile", "1000"], "expected a number of coins"),
        ("reversi", ["--iterations", "0"], "expected a whole number above 0, not '0'"),
        ("reversi", ["--seconds", "nan"], "expected a number above 0, not 'nan'"),
        ("reversi", ["--seconds", "soon"], "expected a number above 0, not 'soon'"),
    ],
)
def test_bad_options_are_one_line_and_exit_2(
    name: str, options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        load(name).main(options)
    assert stopped.value.code == 2
    assert complaint in capsys.readouterr().err.splitlines()[-1]


def interrupt(*_: Any) -> str:
    raise KeyboardInterrupt


@pytest.mark.parametrize("name", NAMES)
def test_ctrl_c_ends_cleanly(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("builtins.input", interrupt)
    assert load(name).main([]) == 130
    assert capsys.readouterr().out.endswith("Good-bye.\n")


@pytest.mark.parametrize(
    ("words", "code", "last"),
    [
        (["coin_splitting.py", "--demo", "--pile", "5"], 0, "wins."),
        (["gomoku.py", "--board", "2", "2", "2", "--solve"], 0, "Best play: a1 b1 a2"),
        (["reversi_window.py"], 2, "examples/reversi.py plays in the terminal"),
        (["gomoku_window.py"], 2, "examples/gomoku.py plays in the terminal"),
    ],
)
def test_examples_run_from_a_fresh_clone(words: list[str], code: int, last: str) -> None:
    """Start them as programs in another folder, without the package on the path; windows have no pygame."""
    environment = {"PATH": os.environ.get("PATH", ""), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-S", str(EXAMPLES / words[0]), *words[1:]],
        cwd="/",
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert (done.stderr if code else done.stdout).endswith(f"{last}\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of a Unix shell")
@pytest.mark.parametrize("words", [["coin_splitting.py", "--demo"], ["matrix_games.py", "prisoners"]])
def test_an_example_ends_quietly_when_its_reader_has_left(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    program = [sys.executable, str(Path(__file__).parents[2] / "examples" / words[0]), *words[1:]]
    try:
        done = subprocess.run(program, stdout=writing, stderr=subprocess.PIPE, text=True)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")
