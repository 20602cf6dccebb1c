"""HTML page of a batch or comparison: the figures, their plot, and the most informative games to replay."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from agents.microscope.death import QUICK_STATES
from agents.microscope.death_data import lost_game_data
from experiments.batch.game_task import RecordedGame
from experiments.batch.runner import Runner
from experiments.output.comparison_report import verdict_text
from experiments.output.interval_text import percentages, span
from experiments.output.plot import batch_svg
from experiments.statistics.comparison import Comparison
from experiments.statistics.tally import Summary, Tally
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.watch.captions import describe_parting, parting_move
from pacman.display.web.game_data import game_data, player_words
from pacman.display.web.page import drawing, render

# Keys of the titles of the table: of a matchup's names, and of the figures.
NAME_COLUMNS: Final = {
    "agent": "column-agent",
    "layout": "column-layout",
    "ghosts": "column-ghosts",
    "side": "column-side",
}
FIGURE_COLUMNS: Final = ("column-games", "column-won", "column-interval", "column-mean", "column-interval")


@dataclass(frozen=True)
class NotableGame:
    """A game worth watching, or two of the same seed side by side.

    parting: number of the first state in which the two differ; `remark` describes what each agent did there.
    """

    why: str
    games: Sequence[RecordedGame]
    parting: int | None = None
    remark: str = ""


def notable_games(runner: Runner, words: Words = IN_ENGLISH) -> list[NotableGame]:
    """Return each matchup's first game with a crash, best, median and worst game; no game appears twice."""
    wanted: dict[tuple[int, int], list[str]] = {}
    for matchup, tally in enumerate(runner.tallies):
        for why, game in _choices(tally):
            wanted.setdefault((matchup, game), []).append(why)
    several = len(runner.tallies) > 1
    found = []
    for (matchup, number), reasons in wanted.items():
        why = words("reasons-apart").join(map(words, reasons))
        if several:
            why = words("of-matchup", reasons=why, **runner.matchups[matchup].names)
        found += [NotableGame(_sentence(why), [game]) for game in runner.record([(matchup, number)])]
    return found


def _choices(tally: Tally) -> list[tuple[str, int]]:
    order = sorted(range(len(tally)), key=lambda place: (tally.scores[place], tally.games[place]))
    picked = [] if tally.first_crash is None else [("first-crash", tally.first_crash)]
    places = {"best-game": order[-1], "median-game": order[len(order) // 2], "worst-game": order[0]}
    return picked + [(why, tally.games[place]) for why, place in places.items()]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def notable_pairs(runner: Runner, words: Words = IN_ENGLISH) -> list[NotableGame]:
    """Return, for two matchups with the same seeds, the first game and those with the largest gain for either."""
    first, second = (dict(zip(tally.games, tally.scores, strict=True)) for tally in runner.tallies)
    shared = sorted(first.keys() & second.keys())
    gains = {game: second[game] - first[game] for game in shared}
    wanted: dict[int, list[str]] = {}
    wanted.setdefault(shared[0], []).append("first-game")
    wanted.setdefault(max(shared, key=gains.__getitem__), []).append("gain-for-b")
    wanted.setdefault(min(shared, key=gains.__getitem__), []).append("gain-for-a")
    pairs = ((reasons, runner.record([(0, game), (1, game)])) for game, reasons in wanted.items())
    apart = words("reasons-apart")
    named = ((_sentence(apart.join(map(words, reasons))), games) for reasons, games in pairs)
    return [game_pair(why, games, words) for why, games in named if len(games) == 2]


def game_pair(why: str, games: Sequence[RecordedGame], words: Words) -> NotableGame:
    """Return two games of the same seed, with the move at which they part."""
    one, other = (game.record for game in games)
    remark = describe_parting(one.moves, other.moves, one.ghosts + 1, words)
    return NotableGame(why, games, parting_move(one.moves, other.moves), remark or words("same-moves"))


def batch_page(
    runner: Runner, summaries: Sequence[Summary], games: Sequence[NotableGame], words: Words = IN_ENGLISH
) -> str:
    return _page("batch-title", "kind-batch", runner, summaries, games, [], words)


def comparison_page(
    runner: Runner, comparison: Comparison, games: Sequence[NotableGame], words: Words = IN_ENGLISH
) -> str:
    verdict = _sentence(verdict_text(comparison, words)) + words("full-stop")
    summaries = [comparison.first, comparison.second]
    return _page("comparison-title", "kind-comparison", runner, summaries, games, [verdict], words)


def _game(game: RecordedGame, words: Words) -> dict[str, Any]:
    death = lost_game_data(game.record, QUICK_STATES, words)
    return game_data(game.record, game.thoughts, death, words=words)


def _figures(summary: Summary, words: Words) -> list[str]:
    return [
        f"{summary.win_rate:.1%}",
        percentages(summary.win_rate_interval),
        f"{summary.mean_score:.1f}",
        span(summary.mean_score_interval, words),
    ]


def game_sections(games: Sequence[NotableGame], seed: int, words: Words) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the data of a page with these games, and the sections that show them."""
    numbers = count()
    data: dict[str, Any] = {"player-words": player_words(words)}
    sections = []
    for telling in games:
        names = [f"game-{next(numbers)}" for _ in telling.games]
        data |= {name: _game(game, words) for name, game in zip(names, telling.games, strict=True)}
        place = words("batch-game", number=telling.games[0].number, seed=seed)
        about = words("two-sentences", first=place, second=telling.remark)
        sections.append({"telling": telling, "data": " ".join(names), "about": about})
    return data, sections


def _page(
    title: str,
    kind: str,
    runner: Runner,
    summaries: Sequence[Summary],
    games: Sequence[NotableGame],
    remarks: Sequence[str],
    words: Words,
) -> str:
    data, sections = game_sections(games, runner.seed, words)
    rows = [[*summary.matchup.names.values(), summary.games, *_figures(summary, words)] for summary in summaries]
    titles = [*(NAME_COLUMNS[name] for name in summaries[0].matchup.names), *FIGURE_COLUMNS]
    return render(
        "games.html",
        script="games_page",
        data=data,
        words=words,
        is_for_teachers=True,
        title=words(title),
        kind=kind,
        header=[words(title) for title in titles],
        rows=rows,
        plot=drawing(batch_svg(runner.tallies, summaries, words)),
        remarks=[*remarks, words("two-sentences", first=words("confidence-note"), second=words("score-assumption"))],
        sections=sections,
    )
