"""HTML page of a tournament: the ranks, a plot of the means, and the most telling games to replay."""

from collections.abc import Sequence
from itertools import product
from typing import Final

from experiments.batch.runner import Runner
from experiments.batch.scheduling import Work
from experiments.output.games_page import NotableGame, game_pair, game_sections
from experiments.output.picture import SvgPicture
from experiments.output.plot import MARGIN, PAGE, TOP, Axis, draw_axis, label_width, short_label
from experiments.output.tournament_report import interval_text, rank_text
from experiments.statistics.tally import REGULAR_ENDS
from experiments.tournament.tournament import Standing, Tournament, board_names, contest_scores
from pacman.display.messages import Words
from pacman.display.web.page import drawing, render

MOST_UNFINISHED: Final = 3  # games on the page
_COLUMNS: Final = (
    "column-player",
    "column-rank",
    "column-games",
    "column-won",
    "column-mean",
    "column-together",
    "column-unfinished",
)
_WIDTH: Final = 520
_ROW: Final = 26


def tournament_page(runner: Runner, tournament: Tournament, words: Words) -> str:
    data, sections = game_sections(_notable_games(runner, tournament, words), runner.seed, words)
    boards = words("boards-apart").join(words("board-name", **board_names(board)) for board in tournament.boards)
    stage = words(
        "tournament-stage",
        players=len(tournament.standings),
        games=tournament.games,
        look=tournament.looks,
        planned=tournament.planned,
    )
    remarks = [stage, words("tournament-boards", boards=boards), words("tournament-note")]
    if tournament.measure == "score":
        remarks.append(words("score-assumption"))
    return render(
        "games.html",
        script="games_page",
        data=data,
        words=words,
        title=words("tournament-title"),
        kind="kind-tournament",
        header=[words(title) for title in _COLUMNS],
        rows=[_row(standing, tournament, words) for standing in tournament.standings],
        plot=drawing(_plot(tournament, words)),
        remarks=remarks,
        sections=sections,
    )


def _row(standing: Standing, tournament: Tournament, words: Words) -> list[str]:
    return [
        standing.name,
        words("player-out") if standing.rank is None else rank_text(standing.rank),
        str(standing.games),
        f"{standing.wins / standing.games:.1%}",
        f"{standing.mean_score:.1f}",
        interval_text(standing.result, tournament.measure, words),
        str(standing.unfinished),
    ]


def _plot(tournament: Tournament, words: Words) -> str:
    """Return the mean of every ranked player with its interval, as SVG in the colours of a page."""
    shown = [(standing, standing.result) for standing in tournament.standings if standing.result is not None]
    labels = [short_label(f"{rank_text(standing.rank)}  {standing.name}") for standing, _ in shown]
    left = 2 * MARGIN + max(label_width(label, 13) for label in labels)
    bottom = TOP + _ROW * len(shown)
    scale = 100 if tournament.measure == "wins" else 1
    ends = [scale * bound for _, result in shown for bound in result.interval]
    axis = Axis.around(min(ends), max(ends))
    picture = SvgPicture(left + _WIDTH + 2 * MARGIN, bottom + 40, PAGE.background)
    draw_axis(picture, PAGE, axis, left, _WIDTH, bottom, words("plot-rates" if scale == 100 else "plot-means"))
    for number, ((_, result), label) in enumerate(zip(shown, labels, strict=True)):
        y = TOP + _ROW * number + _ROW / 2
        picture.words(MARGIN, y, label, PAGE.ink, 13)
        low, high = (axis.place(scale * bound, left, _WIDTH) for bound in result.interval)
        picture.line(low, y, high, y, PAGE.mean, 3)
        picture.dot(axis.place(scale * result.mean, left, _WIDTH), y, 5, PAGE.rate)
    return picture.text()


def _notable_games(runner: Runner, tournament: Tournament, words: Words) -> list[NotableGame]:
    """Return games of the two best players in which each gains most, of the largest spread, and unfinished ones."""
    boards = len(tournament.boards)
    scores = [  # by matchup, then by game
        {game: score for game, score in zip(tally.games, contest_scores(tally), strict=True) if game < tournament.games}
        for tally in runner.tallies
    ]
    ranked = [standing.player for standing in tournament.standings if standing.rank is not None]
    wanted: dict[tuple[Work, Work], str] = {}

    def add(key: str, better: Sequence[int], worse: Sequence[int]) -> None:
        """Add the game in which one of the better players gains most on one of the worse ones, if one does."""
        gains = {}
        for board, game in product(range(boards), range(tournament.games)):
            high = [(scores[p * boards + board][game], -p) for p in better if game in scores[p * boards + board]]
            low = [(scores[p * boards + board][game], p) for p in worse if game in scores[p * boards + board]]
            if high and low:
                (most, one), (least, other) = max(high), min(low)
                gains[board, game] = most - least, -one, other
        board, game = max(gains, key=lambda place: gains[place][0])
        gain, one, other = gains[board, game]
        if gain > 0:
            place = board_names(tournament.boards[board])
            why = words(key, first=tournament.names[one], second=tournament.names[other], **place)
            wanted.setdefault(((one * boards + board, game), (other * boards + board, game)), why)

    best, second = ranked[:1], ranked[1:2]
    if second:
        add("pair-gain", best, second)
        add("pair-gain", second, best)
        add("largest-spread", ranked, ranked)
        if not wanted:  # all games are alike
            wanted[(best[0] * boards, 0), (second[0] * boards, 0)] = words("first-game").capitalize()
    found = [(why, runner.record(works)) for works, why in wanted.items()]
    telling = [game_pair(why, games, words) for why, games in found if len(games) == 2]
    return telling + _unfinished_games(runner, tournament, words)


def _unfinished_games(runner: Runner, tournament: Tournament, words: Words) -> list[NotableGame]:
    boards = len(tournament.boards)
    found: list[NotableGame] = []
    for standing in tournament.standings:
        for board in range(boards):
            number = standing.player * boards + board
            tally = runner.tallies[number]
            odd = [game for game, end in zip(tally.games, tally.ends, strict=True) if end not in REGULAR_ENDS]
            if odd and len(found) < MOST_UNFINISHED:
                place = board_names(tournament.boards[board])
                why = words("unfinished-game", first=standing.name, **place)
                found += [NotableGame(why, [game]) for game in runner.record([(number, min(odd))])]
                break
    return found
