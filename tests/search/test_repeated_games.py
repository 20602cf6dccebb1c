"""The repeated prisoner's dilemma: the lecture's numbers, and equilibria against brute force."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
import repeated_games as repeated
from repeated_games import BY_NAME, CONFESS, PAYOFFS, SILENT, STRATEGIES, Strategy


def test_the_payoffs_are_those_of_the_lecture() -> None:
    assert PAYOFFS.tolist() == [[-0.5, -10], [0, -5]]
    assert (repeated.TEMPTATION, repeated.REWARD, repeated.PUNISHMENT, repeated.SUCKER) == (0, -0.5, -5, -10)


def test_the_least_patience_is_that_of_the_closed_form() -> None:
    assert repeated.least_patience(BY_NAME["grim"]) == pytest.approx(0.1, abs=1e-6)
    assert repeated.least_patience(BY_NAME["tit for tat"]) == pytest.approx(0.1, abs=1e-6)
    for name, (_, value) in repeated.closed_forms().items():
        found = repeated.least_patience(BY_NAME[name])
        assert (found is None) == (value is None)
        assert found is None or found == pytest.approx(value, abs=1e-6)


def against_script(strategy: Strategy, script: tuple[int, ...], patience: float) -> float:
    """Return the discounted payoff of a fixed sequence of choices against a strategy without random choices."""
    state, total = strategy.start, 0.0
    for number, own in enumerate(script):
        other = CONFESS if strategy.confesses[state] == 1 else SILENT
        total += (1 - patience) * patience**number * PAYOFFS[own, other]
        state = strategy.step(state, other, own)
    return total


@pytest.mark.parametrize("name", [name for name in BY_NAME if name != "random"])
@pytest.mark.parametrize("patience", [0.05, 0.099, 0.101, 0.3])
def test_the_best_response_is_that_of_all_ways_to_play(name: str, patience: float) -> None:
    """Brute force over the first nine rounds; later ones weigh less than the tolerance."""
    strategy = BY_NAME[name]
    brute = max(against_script(strategy, script, patience) for script in product((SILENT, CONFESS), repeat=9))
    assert repeated.best_response(strategy, patience) == pytest.approx(brute, abs=10 * patience**9)


def test_a_known_last_round_means_confessing_always() -> None:
    assert repeated.backward_induction(7) == [CONFESS] * 7


def test_two_rounds_by_brute_force() -> None:
    """A strategy for two rounds: the first choice, and one after each result of it. All equilibria confess twice."""
    results = list(product((SILENT, CONFESS), repeat=2))
    strategies = [
        (first, dict(zip(results, later, strict=True))) for first in (0, 1) for later in product((0, 1), repeat=4)
    ]

    def moves(one: int, other: int) -> list[tuple[int, int]]:
        (mine, my_reply), (yours, your_reply) = strategies[one], strategies[other]
        return [(mine, yours), (my_reply[mine, yours], your_reply[yours, mine])]

    count = len(strategies)
    payoffs = np.array([[sum(PAYOFFS[pair] for pair in moves(i, j)) for j in range(count)] for i in range(count)])
    best = payoffs.max(axis=0)
    equilibria = [
        (i, j) for i in range(count) for j in range(count) if payoffs[i, j] == best[j] and payoffs[j, i] == best[i]
    ]
    assert equilibria
    assert {tuple(moves(i, j)) for i, j in equilibria} == {((CONFESS, CONFESS), (CONFESS, CONFESS))}


def test_tit_for_tat_beats_no_opponent() -> None:
    rng = random.Random(3)
    tit_for_tat = BY_NAME["tit for tat"]
    for _ in range(300):
        share, size = rng.random(), rng.randint(1, 4)
        steps = {(s, own, other): rng.randrange(size) for s in range(size) for own in (0, 1) for other in (0, 1)}
        chances = {s: rng.choice((0.0, share, 1.0)) for s in range(size)}
        opponent = Strategy("any", 0, chances, lambda state, own, other: steps[state, own, other])  # noqa: B023
        mine, yours = repeated.play(tit_for_tat, opponent, rng.randint(1, 60), rng)
        assert mine <= yours
        assert yours - mine <= 10  # one betrayal ahead at most: it retaliates


def test_the_tournament_shows_what_the_lecture_names() -> None:
    standings = repeated.tournament(STRATEGIES, rounds=200, games=5, seed=1)
    assert standings == repeated.tournament(STRATEGIES, rounds=200, games=5, seed=1)
    nice = [repeated.character(standing.strategy).nice for standing in standings]
    assert nice == sorted(nice, reverse=True)  # the nice ones come first
    assert nice.count(True) == 5
    of = {standing.strategy.name: standing for standing in standings}
    assert of["tit for tat"].beaten == of["tit for two tats"].beaten == of["always silent"].beaten == 0
    assert of["always confess"].beaten == 6
    assert standings.index(of["tit for tat"]) < 2
    assert of["tit for tat"].against["grim"] == -0.5
    assert of["always silent"].against["always confess"] == -10
    assert of["tit for tat"].against["always confess"] == pytest.approx((-10 - 199 * 5) / 200)
    assert of["win-stay lose-shift"].against["always confess"] == -7.5


def test_characters() -> None:
    characters = {strategy.name: tuple(repeated.character(strategy)) for strategy in STRATEGIES}
    assert characters == {
        "always silent": (True, False, False),
        "always confess": (False, False, False),
        "random": (False, False, False),
        "tit for tat": (True, True, True),
        "tit for two tats": (True, True, True),
        "grim": (True, True, False),
        "win-stay lose-shift": (True, True, True),
    }


def test_the_program_shows_the_equilibria(capsys: pytest.CaptureFixture[str]) -> None:
    assert repeated.main(["--rounds", "10", "--games", "1"]) == 0
    text = capsys.readouterr().out
    assert "10 rounds, 1 game of every pair" in text
    assert "by backward induction both confess in 10 of them." in text
    assert "  grim                 0.1000  (T-R)/(T-P) = 0.1\n" in text
    assert "  tit for two tats      never  one confession goes unpunished\n" in text
    with pytest.raises(SystemExit) as end:
        repeated.main(["--rounds", "0"])
    assert end.value.code == 2
    assert "expected a whole number from 1 to 100000, not '0'" in capsys.readouterr().err
