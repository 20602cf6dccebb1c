"""Many games as a page: the figures, their plot, and the games that tell most, to be played there."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from agents.microscope.death import QUICK_STATES
from agents.microscope.death_page import lost_game_data
from experiments.batch.game_task import RecordedGame
from experiments.batch.runner import Runner
from experiments.output.batch_report import RESULTS
from experiments.output.comparison_report import verdict_text
from experiments.output.interval_text import ASSUMPTION
from experiments.output.plot import batch_svg
from experiments.statistics.comparison import Comparison
from experiments.statistics.tally import Summary, Tally
from pacman.display.watch.captions import describe_parting, parting_move
from pacman.display.web.game_data import game_data
from pacman.display.web.page import drawing, render


@dataclass(frozen=True)
class TellingGame:
    """A game worth a look, or two of one seed side by side.

    parting: the first state in which the two differ, and `remark` what each did there.
    """

    why: str
    games: Sequence[RecordedGame]
    parting: int | None = None
    remark: str = ""


def telling_games(runner: Runner) -> list[TellingGame]:
    """Of each matchup the first game with a crash, the best, the median and the worst one; no game twice."""
    wanted: dict[tuple[int, int], list[str]] = {}
    for matchup, tally in enumerate(runner.tallies):
        for why, game in _choices(tally):
            wanted.setdefault((matchup, game), []).append(why)
    several = len(runner.tallies) > 1
    found = []
    for (matchup, number), reasons in wanted.items():
        names = runner.matchups[matchup].names
        where = f" of {names['agent']} on {names['layout']} against {names['ghosts']}" if several else ""
        found += [
            TellingGame(_sentence(", ".join(reasons) + where), [game]) for game in runner.record([(matchup, number)])
        ]
    return found


def _choices(tally: Tally) -> list[tuple[str, int]]:
    order = sorted(range(len(tally)), key=lambda place: (tally.scores[place], tally.games[place]))
    picked = [] if tally.first_crash is None else [("first crash", tally.first_crash)]
    places = {"best game": order[-1], "median game": order[len(order) // 2], "worst game": order[0]}
    return picked + [(why, tally.games[place]) for why, place in places.items()]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def telling_pairs(runner: Runner) -> list[TellingGame]:
    """Of two matchups in the same games: the first game, and those with the largest gain for either."""
    first, second = (dict(zip(tally.games, tally.scores, strict=True)) for tally in runner.tallies)
    shared = sorted(first.keys() & second.keys())
    gains = {game: second[game] - first[game] for game in shared}
    wanted: dict[int, list[str]] = {}
    wanted.setdefault(shared[0], []).append("first game")
    wanted.setdefault(max(shared, key=gains.__getitem__), []).append("largest gain for B")
    wanted.setdefault(min(shared, key=gains.__getitem__), []).append("largest gain for A")
    pairs = ((reasons, runner.record([(0, game), (1, game)])) for game, reasons in wanted.items())
    return [_pair(_sentence(", ".join(reasons)), games) for reasons, games in pairs if len(games) == 2]


def _pair(why: str, games: Sequence[RecordedGame]) -> TellingGame:
    one, other = (game.record for game in games)
    remark = describe_parting(one.moves, other.moves, one.ghosts + 1)
    return TellingGame(why, games, parting_move(one.moves, other.moves), remark or "Both play the same moves.")


def batch_page(runner: Runner, summaries: Sequence[Summary], games: Sequence[TellingGame]) -> str:
    return _page("A batch of games", runner, summaries, games, [])


def comparison_page(runner: Runner, comparison: Comparison, games: Sequence[TellingGame]) -> str:
    summaries = [comparison.first, comparison.second]
    return _page("Two agents in the same games", runner, summaries, games, [_sentence(verdict_text(comparison)) + "."])


def _game(game: RecordedGame) -> dict[str, Any]:
    return game_data(game.record, game.thoughts, lost_game_data(game.record, QUICK_STATES))


def _page(
    title: str,
    runner: Runner,
    summaries: Sequence[Summary],
    games: Sequence[TellingGame],
    remarks: Sequence[str],
) -> str:
    numbers = count()
    data: dict[str, Any] = {}
    sections = []
    for telling in games:
        names = [f"game-{next(numbers)}" for _ in telling.games]
        data |= {name: _game(game) for name, game in zip(names, telling.games, strict=True)}
        sections.append({"telling": telling, "data": " ".join(names), "number": telling.games[0].number})
    rows = [
        [*summary.matchup.names.values(), summary.games, *(draw(summary) for _, draw in RESULTS)]
        for summary in summaries
    ]
    return render(
        "games.html",
        script="games_page",
        data=data,
        title=title,
        seed=runner.seed,
        header=[*summaries[0].matchup.names, "games", *(name for name, _ in RESULTS)],
        rows=rows,
        plot=drawing(batch_svg(runner.tallies, summaries)),
        remarks=[*remarks, f"Intervals hold with 95 %, rare outcomes not yet seen included. {ASSUMPTION}"],
        sections=sections,
    )
