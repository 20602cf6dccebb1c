"""A tournament: every player plays the same games on several boards, up to the look at which all ranks are settled.

A board is a layout with its ghosts. Game i has the same seed for all players on all boards, and the result of a player
in game i is the mean over the boards. Only numbers of games decide which results count at a look, so the order in which
games finish changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Final

from experiments.batch.matchup import Matchup
from experiments.batch.runner import Runner
from experiments.errors import ExperimentError
from experiments.statistics.comparison import Measure
from experiments.statistics.intervals import Interval
from experiments.statistics.sequential import Mean, planned_looks
from experiments.statistics.tally import FAILURES, REGULAR_ENDS, Tally
from experiments.tournament.ranking import Rank, Ranking
from pacman.scoring import LOSE_PENALTY

SEED_MARK: Final = "tournament"  # in each row: the seed, with which the tournament can be resumed
TRIAL_GAMES: Final = 3  # a player that crashes or is too slow in all of them, on all boards, is out


@dataclass(frozen=True)
class BoardFigures:
    """Figures of a player on one board, in the games that count."""

    board: str
    games: int
    mean_score: float
    wins: int
    unfinished: int  # neither won nor lost: crashed, too slow, or stopped at the move limit


@dataclass(frozen=True)
class Standing:
    """Place of a player. `rank` and `result` are None for a player that is out."""

    player: int
    name: str
    boards: list[BoardFigures]
    rank: Rank | None
    result: Mean | None

    @property
    def games(self) -> int:
        return sum(board.games for board in self.boards)

    @property
    def wins(self) -> int:
        return sum(board.wins for board in self.boards)

    @property
    def unfinished(self) -> int:
        return sum(board.unfinished for board in self.boards)

    @property
    def mean_score(self) -> float:
        return fsum(board.mean_score for board in self.boards) / len(self.boards)


@dataclass(frozen=True)
class Tournament:
    """Outcome of a tournament. `boards` are the matchups of the first player, for the names of boards."""

    measure: Measure
    boards: Sequence[Matchup]
    standings: list[Standing]  # best first; players that are out come last
    ranking: Ranking
    names: Sequence[str]
    bounds: Interval  # of a result
    looks: int  # taken
    planned: int
    games: int  # at the last look, of each player on each board


@dataclass
class _Scoreboard:
    """The tallies of a tournament, by player and board."""

    runner: Runner
    boards: int
    measure: Measure
    playing: list[int] = field(init=False)  # numbers of players

    def __post_init__(self) -> None:
        self.playing = list(range(len(self.runner.matchups) // self.boards))

    def play(self, games: int) -> None:
        """Play the first games of every player that still plays."""
        numbers = range(len(self.runner.matchups))
        self.runner.play(games, [number for number in numbers if number // self.boards in self.playing])

    def tallies(self, player: int) -> list[Tally]:
        return self.runner.tallies[player * self.boards : (player + 1) * self.boards]

    def results(self, player: int, games: int) -> list[float]:
        """Return the mean result over the boards for each of the first games, in the order of their numbers."""
        totals = [0] * games
        # Games finish in any order, and more of them may have been played: only the numbers decide which ones count.
        for tally in self.tallies(player):
            values = tally.won if self.measure == "wins" else contest_scores(tally)
            for game, value in zip(tally.games, values, strict=True):
                if game < games:
                    totals[game] += value
        return [total / self.boards for total in totals]

    def bounds(self, games: int) -> Interval:
        """Return the lowest and highest possible result, given the longest of the first games on each board."""
        if self.measure == "wins":
            return 0, 1
        found = [self._score_bounds(board, games) for board in range(self.boards)]
        return sum(low for low, _ in found) / self.boards, sum(high for _, high in found) / self.boards

    def _score_bounds(self, board: int, games: int) -> Interval:
        tallies = self.runner.tallies[board :: self.boards]
        lengths = (
            length for tally in tallies for game, length in zip(tally.games, tally.lengths, strict=True) if game < games
        )
        low, high = tallies[0].matchup.score_bounds(max(lengths, default=0))
        is_harmless = not tallies[0].matchup.ghosts  # then only the penalty of an unfinished game can cost as much
        return low - (LOSE_PENALTY if is_harmless else 0), high


def hold_tournament(runner: Runner, boards: int, measure: Measure = "score") -> Tournament:
    """Play the matchups of the runner: `boards` of the first player, then those of the second one, and so on.

    After each look, a player whose order with every other one is clear plays no further games. Raise ExperimentError
    if all players are out.
    """
    scoreboard = _Scoreboard(runner, boards, measure)
    ranking = Ranking(len(scoreboard.playing))
    trial = min(TRIAL_GAMES, runner.games)
    last_games = dict.fromkeys(scoreboard.playing, trial)  # number of games that count, by player
    scoreboard.play(trial)
    out = [player for player in scoreboard.playing if not _has_played_one(scoreboard.tallies(player), trial)]
    if len(out) == len(scoreboard.playing):
        error = next((tally.first_error for tally in runner.tallies if tally.first_error), "")
        raise ExperimentError(f"every player crashes or is too slow in its first games; {error}")
    ranking.exclude(out)
    scoreboard.playing = [player for player in scoreboard.playing if player not in out]
    looks = planned_looks(runner.games)
    taken = 0
    for look in looks:
        taken += 1
        scoreboard.play(look.games)
        bounds = scoreboard.bounds(look.games)
        ranking.look(look, {player: scoreboard.results(player, look.games) for player in scoreboard.playing}, bounds)
        last_games.update(dict.fromkeys(scoreboard.playing, look.games))
        scoreboard.playing = [player for player in scoreboard.playing if not ranking.is_settled(player)]
        if not scoreboard.playing:
            break
    names = [matchup.pacman.name for matchup in runner.matchups[::boards]]
    standings = [
        Standing(
            player,
            names[player],
            [_figures(tally, last_games[player]) for tally in scoreboard.tallies(player)],
            None if player in out else ranking.rank(player),
            ranking.means.get(player),
        )
        for player in (*ranking.in_order(), *out)
    ]
    return Tournament(
        measure, runner.matchups[:boards], standings, ranking, names, bounds, taken, len(looks), look.games
    )


def contest_scores(tally: Tally) -> list[int]:
    """Return the score of each game as it counts here: a game that does not end regularly counts as lost.

    Otherwise code that crashes when a ghost is near would do better than code that is caught.
    """
    return [
        score - (0 if end in REGULAR_ENDS else LOSE_PENALTY)
        for score, end in zip(tally.scores, tally.ends, strict=True)
    ]


def board_names(matchup: Matchup) -> dict[str, str]:
    """Return the names of a board: of its layout and its ghosts."""
    return {key: matchup.names[key] for key in ("layout", "ghosts")}


def board_name(matchup: Matchup) -> str:
    return ", ".join(board_names(matchup).values())


def _has_played_one(tallies: Sequence[Tally], games: int) -> bool:
    return any(
        game < games and end not in FAILURES
        for tally in tallies
        for game, end in zip(tally.games, tally.ends, strict=True)
    )


def _figures(tally: Tally, games: int) -> BoardFigures:
    counted = [place for place, game in enumerate(tally.games) if game < games]
    scores = contest_scores(tally)
    return BoardFigures(
        board_name(tally.matchup),
        len(counted),
        sum(scores[place] for place in counted) / len(counted),
        sum(tally.won[place] for place in counted),
        sum(tally.ends[place] not in REGULAR_ENDS for place in counted),
    )
