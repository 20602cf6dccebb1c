"""Error rates of verdicts and coverage of intervals, compared with Student's t: `python -m benchmarks.verdicts`.

It takes some ten minutes; the figures are in docs/STATISTICS.md. Games are played by the code of `compare`, seed by
seed; coverage is counted over samples drawn from many games of a matchup, whose mean is taken as the truth.
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from statistics import NormalDist, fmean, stdev
from typing import Final, TypeAlias

from experiments.batch.matchup import GameLimits, Matchup
from experiments.batch.player_spec import PlayerSpec
from experiments.batch.runner import Runner
from experiments.batch.scheduling import local_pool, play_batch
from experiments.lecture import BOARDS, CELLS, lecture_matchups
from experiments.statistics.comparison import MEASURES, Comparison, Measure, compare
from experiments.statistics.intervals import Interval
from experiments.statistics.sequential import ERROR, difference, planned_looks
from experiments.statistics.tally import Tally
from jobs.task_executor import TaskExecutor
from pacman.layout import load_layout

SEEDS: Final = 200
POOL: Final = 10_000  # games of a matchup from which samples are drawn
SAMPLES: Final = 500
SIZES: Final = (30, 50, 100, 300)
NULLS: Final = ((0.02, -49), (0.005, -199))  # probability and size of a loss; every other game gains a point

Verdict: TypeAlias = int  # 1, 0 or -1: the sign of B - A that is claimed


def student_interval(values: Sequence[float], error: float) -> Interval:
    """Return the interval of Student's t; its Cornish-Fisher quantile has four digits for 24 games or more."""
    z, freedom = NormalDist().inv_cdf(1 - error / 2), len(values) - 1
    t = z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    mean, spread = fmean(values), t * stdev(values) / math.sqrt(len(values))
    return mean - spread, mean + spread


def student_verdict(pairs: Sequence[float]) -> Verdict:
    """Return the verdict of an earlier `compare`: Student's t, with half of the remaining error for the last look."""
    looks = planned_looks(len(pairs))
    for number, look in enumerate(looks):
        low, high = student_interval(pairs[: look.games], ERROR / 2 ** (len(looks) - max(number, 1)))
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
    return 0


def our_verdict(pairs: Sequence[float], largest: float) -> Verdict:
    for look in planned_looks(len(pairs)):
        found = difference(pairs[: look.games], look, largest)
        if found.is_clear:
            return 1 if found.mean > 0 else -1
    return 0


def main() -> None:
    synthetic()
    with local_pool(2, GameLimits()) as pool:
        small, ghost = load_layout("small"), PlayerSpec("RandomGhost")
        expectimax, reflex, minimax = (
            Matchup.on(small, PlayerSpec(name), ghost) for name in ("ExpectimaxAgent", "ReflexAgent", "MinimaxAgent")
        )
        played("Expectimax, Reflex on small", pool, expectimax, reflex, 100)
        played("Reflex, Minimax on small", pool, reflex, minimax, 400)
        one_ghost = replace(reflex, ghosts=1), replace(minimax, ghosts=1)
        for measure in MEASURES:
            played(f"Reflex, Minimax, one ghost, by {measure}", pool, *one_ghost, 400, measure)
        _, minimax, _, expectimax = lecture_matchups(BOARDS["lecture"])
        played("Minimax, Expectimax on lecture", pool, minimax, expectimax, 400)
        for board in BOARDS.values():
            for name, matchup in zip(CELLS, lecture_matchups(board), strict=True):
                coverage(f"{board.name}, {name}", pool, matchup)


def synthetic() -> None:
    """Report equal agents with a rare loss, and agents that differ by a quarter of a standard deviation."""
    rng = random.Random(1)
    for chance, loss in NULLS:
        for largest in (-loss, 1_000):
            samples = _drawn(partial(_rare_loss, rng, chance, loss))
            _report(f"{1 - chance:.1%} +1, {chance:.1%} {loss}, bound {largest}", samples, largest)
    for largest in (3, 5, 10):
        _report(f"a quarter of a deviation, bound {largest}", _drawn(lambda: rng.gauss(0.25, 1)), largest)


def _rare_loss(rng: random.Random, chance: float, loss: int) -> int:
    return loss if rng.random() < chance else 1


def _drawn(draw: Callable[[], float], games: int = 400) -> Iterator[list[float]]:
    for _ in range(SEEDS):
        yield [draw() for _ in range(games)]


def _report(title: str, samples: Iterator[list[float]], largest: float) -> None:
    found = [(student_verdict(sample), our_verdict(sample, largest)) for sample in samples]
    _show(title, [before for before, _ in found], [after for _, after in found])


def played(
    title: str, pool: TaskExecutor, first: Matchup, second: Matchup, games: int, measure: Measure = "score"
) -> None:
    """Show the verdicts of `compare` with seeds 0, 1, 2 …; those of Student's t are always by score."""
    before, after = [], []
    matchups = [replace(first, side="A"), replace(second, side="B")]
    for seed in range(SEEDS):
        with Runner(matchups, games, seed, 2, shown=False, executor=pool) as runner:
            after.append(_sign(compare(runner, measure)))
            runner.play()
            scores = [dict(zip(tally.games, tally.scores, strict=True)) for tally in runner.tallies]
        before.append(student_verdict([scores[1][game] - scores[0][game] for game in range(games)]))
    _show(f"{title}, {games} games", before, after)


def _sign(comparison: Comparison) -> Verdict:
    return {"better": 1, "no difference found": 0, "worse": -1}[comparison.verdict]


def _show(title: str, before: list[Verdict], after: list[Verdict]) -> None:
    def counts(verdicts: list[Verdict]) -> str:
        return f"A {verdicts.count(-1):3}  B {verdicts.count(1):3}"

    first = f"(of the first 40: {counts(after[:40])})"
    print(f"{title:50} Student {counts(before)}   ours {counts(after)} of {len(after)} {first}", flush=True)


def coverage(title: str, pool: TaskExecutor, matchup: Matchup) -> None:
    """Show how often intervals contain the true mean: Student's, `mean_interval`'s, and that of the win rate."""
    rows = [row for _, row in play_batch(pool, [matchup], ((0, game) for game in range(POOL)), seed=1)]
    mean, win_rate = fmean(row.score for row in rows), fmean(row.is_win for row in rows)
    rng = random.Random(1)
    for size in SIZES:
        held = [0, 0, 0]
        for _ in range(SAMPLES):
            tally = Tally(matchup)
            for row in rng.choices(rows, k=size):
                tally.add(row)
            summary = tally.summary()
            held[0] += _holds(student_interval(tally.scores, ERROR), mean)
            held[1] += _holds(summary.mean_score_interval, mean)
            held[2] += _holds(summary.win_rate_interval, win_rate)
        shares = [f"{share / SAMPLES:6.1%}" for share in held]
        print(f"{title:40} {size:5} games: Student {shares[0]}  ours {shares[1]}  win rate {shares[2]}", flush=True)


def _holds(interval: Interval, truth: float) -> bool:
    return interval[0] - 1e-9 <= truth <= interval[1] + 1e-9


if __name__ == "__main__":
    main()
