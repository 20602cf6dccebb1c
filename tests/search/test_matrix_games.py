"""Games in normal form: compared with nashpy, linear programming, and the lectures' closed forms."""

from __future__ import annotations

from typing import Any

import matrix_games as games
import nashpy  # type: ignore[import-untyped]
import numpy as np
import pytest

from tests.conftest import a_third
from tests.wording import assert_refusal


def rounded(profiles: Any) -> list[tuple[float, ...]]:
    return sorted(tuple(np.round(np.concatenate(profile), 6) + 0.0) for profile in profiles)


def random_game(number: int) -> games.MatrixGame:
    rng = np.random.default_rng(number)
    rows, columns = rng.integers(2, 5, size=2)
    return games.own_game(*rng.normal(size=(2, rows, columns)))


@pytest.mark.parametrize("number", a_third(range(200)))
def test_equilibria_are_those_of_nashpy(number: int) -> None:
    game = random_game(number)
    theirs = nashpy.Game(game.row_payoffs, game.column_payoffs).vertex_enumeration()
    unit = 10.0 ** (number % 7 - 3)
    ours = list(games.equilibria(games.own_game(unit * game.row_payoffs, 3 + game.column_payoffs)))
    assert rounded(ours) == rounded(theirs)
    assert ours
    pure = [
        (int(play.row.argmax()), int(play.column.argmax())) for play in ours if max(play.row) == max(play.column) == 1
    ]
    assert sorted(pure) == games.pure_equilibria(game)


@pytest.mark.parametrize("number", a_third(range(100)))
def test_zero_sum_value_is_that_of_the_mixed_equilibrium(number: int) -> None:
    game = random_game(number)
    game = games.own_game(game.row_payoffs, None)
    value, play = games.solve_zero_sum(game.row_payoffs)
    (mixed,) = games.equilibria(game)
    assert game.payoffs(mixed) == pytest.approx((value, -value))
    assert rounded([play]) == rounded([mixed])


@pytest.mark.parametrize("number", range(100))
def test_inspection_has_its_closed_form(number: int) -> None:
    rng = np.random.default_rng(number)
    effort, wage, contribution = np.cumsum(rng.uniform(0.1, 10, size=3))
    parameters = games.Inspection(contribution, wage, effort, rng.uniform(0.01, 0.99) * wage, rng.uniform(0, 10))
    assert parameters.problem() is None
    game = parameters.game()
    assert games.pure_equilibria(game) == []
    (play,) = games.equilibria(game)
    inspects, shirks, value = parameters.closed_form()
    assert (play.row[0], play.column[0]) == pytest.approx((inspects, shirks))
    assert game.payoffs(play) == pytest.approx((value, wage - effort))


def test_no_other_wage_serves_the_employer_better() -> None:
    parameters = games.Inspection(contribution=50, wage=20, effort=1, cost=8, fine=3)
    wage, most = parameters.best_wage()
    assert parameters._replace(wage=wage).closed_form()[2] == pytest.approx(most)
    assert all(parameters._replace(wage=other).closed_form()[2] <= most for other in np.linspace(9, 49, 500))


def test_a_wage_below_the_effort_is_not_recommended(capsys: pytest.CaptureFixture[str]) -> None:
    assert games.main(["inspection", "--effort", "5"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == (
        "The employer's value would be largest at the wage sqrt(CV) - F = 4.325, but the wage must be above 5:"
        " the less above, the better."
    )


def test_prisoners_confess() -> None:
    game = games.prisoners_dilemma()
    assert game.row_payoffs.tolist() == [[-0.5, -10], [0, -5]]
    assert (games.dominant(game.row_payoffs), games.dominant(game.column_payoffs.T)) == (1, 1)
    assert games.pure_equilibria(game) == [(1, 1)]
    assert [game.payoffs(play) for play in games.equilibria(game)] == [(-5, -5)]


def test_the_king_wins_one_race_more() -> None:
    game = games.horse_race()
    king, tian = game.rows.index("ABC"), game.columns.index("CAB")
    assert (game.row_payoffs[king, king], game.row_payoffs[king, tian]) == (3, -1)
    assert games.pure_equilibria(game) == []
    value, play = games.solve_zero_sum(game.row_payoffs)
    assert value == pytest.approx(1)
    assert (game.row_payoffs @ play.column).max() == pytest.approx(1)
    assert (play.row @ game.row_payoffs).min() == pytest.approx(1)
    assert all(game.payoffs(mixed)[0] == pytest.approx(1) for mixed in games.equilibria(game))


def test_dominance_is_strict() -> None:
    assert games.dominant(np.array([[1.0, 2.0], [1.0, 1.0]])) is None
    assert games.dominant(np.array([[1.0, 2.0], [0.0, 1.0]])) == 0


def test_all_games_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert games.main([]) == 0
    text = capsys.readouterr().out
    assert "Pure equilibria: (confess, confess)\nEquilibrium: confess  against  confess; worth -5 and -5" in text
    assert "Value for the row player: 1\n" in text
    assert "against Tian Ji's ABC: 3; against Tian Ji's CAB: -1" in text
    assert "inspect 0.4 + trust 0.6  against  shirk 0.2 + work 0.8; worth 8 and 4" in text


def test_a_game_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert games.main(["own", "2,0; 0,1", "1 0; 0 2"]) == 0
    text = capsys.readouterr().out
    assert "Pure equilibria: (r1, c1), (r2, c2)" in text
    assert "r1 0.6667 + r2 0.3333  against  c1 0.3333 + c2 0.6667; worth 0.6667 and 0.6667" in text
    assert games.main(["own", "-1 1; 1 -1"]) == 0
    assert "Value for the row player: 0\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["own", "1 2; 3"], "expected rows of the same length, such as '3 0; 5 1', not '1 2; 3'"),
        (["own", "1 x"], "could not convert string to float: 'x' in '1 x'"),
        (["own", "1 nan"], "expected finite numbers, 8 by 8 at most"),
        (["own", ""], "expected rows of the same length"),
        (["own", "1 2", "1; 2"], "the tables differ in shape: (1, 2) and (2, 1)"),
        (["inspection", "--wage", "30"], "expected 0 < effort < wage < contribution, not 4, 30, 20"),
        (["inspection", "--cost", "9"], "expected 0 < cost < wage, not 9, 8"),
        (["inspection", "--fine", "-1"], "expected a fine of 0 or more, not -1"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        games.main(arguments)
    assert end.value.code == 2
    assert complaint in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.usefixtures("without_scipy")
def test_without_scipy_a_line_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert games.main(["horses"]) == 2
    assert_refusal(capsys.readouterr().err, "zero-sum games", "scipy", "pip install -e '.[lectures]'")
