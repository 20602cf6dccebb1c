"""The outcome of a tournament as text, JSON and CSV."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from experiments.output.batch_report import odd_ends
from experiments.output.interval_text import ASSUMPTION, bounds_text, percentages, span
from experiments.statistics.comparison import Measure
from experiments.statistics.sequential import ERROR, Mean
from experiments.statistics.tally import Tally
from experiments.tournament.ranking import Rank
from experiments.tournament.tournament import Standing, Tournament, board_name, board_names
from jobs.text_table import text_table
from pacman.display.messages import IN_ENGLISH, Words


def rank_text(rank: Rank | None) -> str:
    if rank is None:
        return "out"
    return str(rank[0]) if rank[0] == rank[1] else f"{rank[0]}–{rank[1]}"


def tournament_text(tournament: Tournament, seed: int) -> str:
    """Return a table with a line for each player, and the meaning and assumptions of its figures."""
    by_wins = tournament.measure == "wins"
    header = ["player", "rank", "games", "won", "mean score", "95 % of won" if by_wins else "95 %", "unfinished"]
    rows = [
        [
            standing.name,
            rank_text(standing.rank),
            str(standing.games),
            f"{standing.wins / standing.games:.1%}",
            f"{standing.mean_score:.1f}",
            interval_text(standing.result, tournament.measure),
            str(standing.unfinished or ""),
        ]
        for standing in tournament.standings
    ]
    boards = "; ".join(map(board_name, tournament.boards))
    return "\n".join(
        [
            f"boards: {boards}; seed: {seed}",
            "",
            text_table(header, rows),
            f"{stage_text(tournament)}.",
            "With 95 % confidence all intervals and all ranks hold together, at all looks. A game that does not end "
            "counts as lost.",
            *([] if by_wins else [f"{ASSUMPTION} Here, on average over the boards: {bounds_text(tournament.bounds)}."]),
        ]
    )


def stage_text(tournament: Tournament) -> str:
    players, boards = len(tournament.standings), len(tournament.boards)
    where = "one board" if boards == 1 else f"each of {boards} boards"
    look = f"look {tournament.looks} of {tournament.planned}"
    return f"{players} players, at most {tournament.games} games on {where} with the same seeds ({look})"


def interval_text(result: Mean | None, measure: Measure, words: Words = IN_ENGLISH) -> str:
    if result is None:
        return "–"
    return percentages(result.interval) if measure == "wins" else span(result.interval, words)


def tournament_json(tournament: Tournament, seed: int) -> dict[str, Any]:
    return {
        "seed": seed,
        "measure": tournament.measure,
        "error": ERROR,
        "games": tournament.games,
        "looks": tournament.looks,
        "planned_looks": tournament.planned,
        "result_bounds": list(tournament.bounds),
        "boards": [board_names(board) for board in tournament.boards],
        "players": [_standing_json(standing) for standing in tournament.standings],
        "clear_differences": list(_clear_differences(tournament)),
    }


def _standing_json(standing: Standing) -> dict[str, Any]:
    result = standing.result
    return {
        "player": standing.name,
        "rank": None if standing.rank is None else list(standing.rank),
        "games": standing.games,
        "wins": standing.wins,
        "win_rate": standing.wins / standing.games,
        "mean_score": standing.mean_score,
        "unfinished": standing.unfinished,
        "result": None if result is None else result.mean,
        "result_interval": None if result is None else list(result.interval),
        "boards": [
            {
                "games": board.games,
                "mean_score": board.mean_score,
                "wins": board.wins,
                "unfinished": board.unfinished,
            }
            for board in standing.boards
        ],
    }


def _clear_differences(tournament: Tournament) -> Iterable[dict[str, Any]]:
    """Yield the pairs of players whose order is clear, with their difference."""
    for (first, second), found in sorted(tournament.ranking.differences.items()):
        if found.is_clear:
            better, worse = (second, first) if found.mean > 0 else (first, second)
            low, high = sorted(map(abs, found.interval))
            yield {
                "better": tournament.names[better],
                "worse": tournament.names[worse],
                "games": found.games,
                "difference": abs(found.mean),
                "interval": [low, high],
            }


def tournament_csv(tournament: Tournament) -> tuple[list[str], list[list[Any]]]:
    """Return a header, and a row for each player; the last columns are the mean scores on the boards."""
    figures = ["games", "wins", "unfinished", "mean_score", "result", "result_low", "result_high"]
    header = ["player", "rank_best", "rank_worst", *figures, *map(board_name, tournament.boards)]
    return header, [_csv_row(standing) for standing in tournament.standings]


def _csv_row(standing: Standing) -> list[Any]:
    result = standing.result
    return [
        standing.name,
        *(standing.rank or ("", "")),
        standing.games,
        standing.wins,
        standing.unfinished,
        standing.mean_score,
        *(("", "", "") if result is None else (result.mean, *result.interval)),
        *(board.mean_score for board in standing.boards),
    ]


def tournament_troubles(tallies: Sequence[Tally], boards: int) -> list[str]:
    """Return a line for each player with games neither won nor lost: their number by reason, and the first error."""
    lines = []
    for start in range(0, len(tallies), boards):
        own = tallies[start : start + boards]
        odd = odd_ends(sum((tally.reasons for tally in own), Counter()))
        if odd:
            errors = [tally.first_error for tally in own if tally.first_error]
            lines.append(f"{own[0].matchup.pacman.name}: {odd}{f'; {errors[0]}' if errors else ''}")
    return lines
