"""The command `tournament`: rank many agents, or the submissions of a class, by the same games."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from commands.shared.options import (
    add_count,
    add_file,
    add_ghosts,
    add_language,
    add_limits,
    add_results,
    add_running,
    file_name,
    note_missing_ghosts,
    note_namesakes,
)
from commands.shared.output import check_destinations, note, write_report, write_text
from commands.shared.provenance import write_csv
from experiments.errors import ExperimentError

if TYPE_CHECKING:
    from experiments.batch.matchup import GameLimits, Matchup
    from experiments.batch.player_spec import PlayerSpec
    from experiments.batch.results_file import ResultsFile

EPILOG = """\
A player is a built-in agent, a student's file, or a folder of submissions, which enters each of them. Students' code
runs in the grader's sandbox, every game in a separate process. Every player plays game i with the same seed, on every
layout (-l) against every kind of ghosts (-g). A game that crashes, takes too long or reaches the move limit counts as
lost. A player that crashes or is too slow in all of its first three games, on all boards, is out. Examples:

    run.py tournament ReflexAgent MinimaxAgent,depth=2 ExpectimaxAgent -l small -l open -n 100
    run.py tournament submissions --out games.jsonl --html contest.html

Ranks are ranges: the order of two players counts only where it is clear. The results are tested at fixed numbers of
games, called looks, and the error probability of 5 % is divided among all looks and all pairs. A player whose order
with all others is clear plays no further games.
"""
DEFAULT_AGENT: Final = "ExpectimaxAgent"
DEFAULT_ARGUMENTS: Final = "evalFn=better"
MOVE_SECONDS: Final = 5.0
MOST_MOVES: Final = 2000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EPILOG
    what = "an agent with its arguments (MinimaxAgent,depth=3), file.py:Class, or a folder of submissions"
    parser.add_argument("players", nargs="+", type=file_name, metavar="PLAYER", help=what)
    agent = f"the class that plays for a submission (default: {DEFAULT_AGENT}, with the arguments {DEFAULT_ARGUMENTS})"
    parser.add_argument("-p", "--pacman", metavar="AGENT", help=agent)
    parser.add_argument("-a", "--agent-args", metavar="ARGS", help="arguments of that class, such as depth=3")
    layouts = "a name or a .lay file; may be repeated (default: small and open)"
    parser.add_argument("-l", "--layout", action="append", metavar="LAYOUT", help=layouts)
    add_ghosts(parser, action="append")
    games = "play at most N games on each board (default: %(default)s)"
    add_count(parser, "-n", "--games", least=2, default=100, help=games)
    parser.add_argument(
        "--by", choices=("score", "wins"), default="score", help="rank by mean score or by wins (default: score)"
    )
    seed = "the seed of the games (default: 0; with submissions a new one, which they cannot guess)"
    parser.add_argument("--seed", type=int, metavar="N", help=seed)
    isolation = "auto: the best sandbox available; strict: require Landlock and seccomp"
    parser.add_argument("--isolation", choices=("auto", "strict"), default="auto", help=isolation)
    add_results(parser)
    add_file(parser, "--json", help="write the ranks as JSON (-: standard output)")
    add_file(parser, "--csv", help="write the ranks as CSV (-: standard output)")
    add_file(parser, "--html", help="write a page with the ranks and a replay of the most telling games")
    add_language(parser, "the page")
    add_limits(parser)
    parser.set_defaults(move_time=MOVE_SECONDS, max_moves=MOST_MOVES)
    add_running(parser)


def run(options: argparse.Namespace) -> int:
    from agents.loading import parse_arguments
    from autograder.classroom.class_grading import find_isolation
    from autograder.errors import GradingError
    from autograder.student.limits import Limits
    from commands.contest_games import CONTEST_TASKS, contest_pool_options
    from commands.shared.running import kept_games, limits_of, open_runner, results_of
    from experiments.output.tournament_report import (
        tournament_csv,
        tournament_json,
        tournament_text,
        tournament_troubles,
    )
    from experiments.tournament.tournament import SEED_MARK, hold_tournament
    from jobs.open_executor import open_executor

    results = results_of(options)
    if options.json == options.csv == "-":
        raise ExperimentError("--json - and --csv -: only one of them can go to standard output")
    check_destinations(options.out, options.json, options.csv, page=options.html)
    parse_arguments(options.agent_args or "")
    limits = limits_of(options)
    players = _players(options)
    boards = _boards(options, players[0], limits)
    matchups = [replace(board, pacman=player) for player in players for board in boards]
    has_submissions = any(_is_submitted(player) for player in players)
    seed = _seed(options, results, has_submissions)
    note_missing_ghosts(options, (board.layout for board in boards))
    note_namesakes(options, (player.spec for player in players if not _is_submitted(player)))
    with open_executor(options.cluster, options.workers, contest_pool_options(limits), note) as executor:
        if has_submissions:
            isolation = find_isolation(executor, options.isolation, Limits())
            note(f"isolation of the submissions: {isolation.name}")
        try:
            with open_runner(
                options,
                matchups,
                options.games,
                seed,
                results,
                executor,
                tasks=CONTEST_TASKS,
                marks={SEED_MARK: seed},
                remarks=lambda tallies: tournament_troubles(tallies, len(boards)),
            ) as runner:
                tournament = hold_tournament(runner, len(boards), options.by)
                if options.html:
                    from experiments.output.tournament_page import tournament_page
                    from pacman.display.messages import Words

                    write_text(options.html, tournament_page(runner, tournament, Words(options.lang)))
        except GradingError as error:  # of the sandbox, not of a submission: the machine is too busy, for example
            raise ExperimentError(f"{error}; {kept_games(results)}") from error
    if options.csv:
        write_csv(options.csv, *tournament_csv(tournament))
    write_report(options.json, tournament_json(tournament, seed), tournament_text(tournament, seed), options.csv)
    return 0


def _is_submitted(player: PlayerSpec) -> bool:
    from commands.contest_games import SubmittedPlayer

    return isinstance(player, SubmittedPlayer)


def _players(options: argparse.Namespace) -> list[PlayerSpec]:
    """Return all players; raise PacmanError for one that cannot be found, or if there is only one."""
    players = [player for text in options.players for player in _entered(text, options)]
    names = [player.name for player in players]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ExperimentError(f"{twice}: two players of this name; expected each player once")
    if len(players) < 2:
        raise ExperimentError(
            f"{', '.join(names) or 'no player'}: expected at least two players, or a folder of submissions"
        )
    return players


def _entered(text: str, options: argparse.Namespace) -> Iterator[PlayerSpec]:
    """Yield the players of one argument: an agent, a student's file, or all submissions of a folder."""
    from agents.loading import parse_arguments
    from autograder.classroom.intake import Submission, find_submissions, read_entry
    from autograder.student.submission_files import read_submission
    from commands.contest_games import SubmittedPlayer
    from experiments.batch.player_spec import PlayerSpec

    folder = Path(text)
    agent, arguments = options.pacman or DEFAULT_AGENT, options.agent_args
    if arguments is None:
        arguments = "" if options.pacman else DEFAULT_ARGUMENTS
    if folder.is_dir():
        entries, notes = find_submissions(folder)
        for line in notes:
            note(line)
        submissions = [read_entry(entry) for entry in entries]
        for submission in submissions:
            if submission.problem:
                note(f"{submission.id}: does not play; {submission.problem}")
        entered = [submission for submission in submissions if not submission.problem]
        _check_class(text, [submission.files[submission.name] for submission in entered], agent)
        for submission in entered:
            yield SubmittedPlayer(agent, parse_arguments(arguments), submission.id, submission=submission)
        return
    player = PlayerSpec.parse(text)
    file, colon, kind = player.spec.rpartition(":")
    if not colon and player.spec.endswith(".py"):  # plays as a submission does: the class of -p, the arguments of -a
        file, kind = player.spec, agent
        player = replace(player, arguments={**parse_arguments(arguments), **player.arguments})
    if not file:
        yield player
        return
    path = Path(file)
    submission = Submission(file, path.name, read_submission(path))
    _check_class(file, [submission.files[path.name]], kind)
    label = ",".join(
        [f"{file}:{kind}" if colon else file, *(f"{key}={value}" for key, value in player.arguments.items())]
    )
    yield SubmittedPlayer(kind, player.arguments, label, submission=submission)


def _check_class(place: str, sources: Sequence[bytes], kind: str) -> None:
    """Raise AgentError if none of the files defines or imports the class; a file that cannot be parsed may do so."""
    from pacman.berkeley.submission import names_in_source
    from pacman.errors import AgentError, unknown

    found = [names_in_source(source) for source in sources]
    known = [names for names in found if names is not None]
    if len(known) == len(found) and not any(kind in names for names in known):
        raise AgentError(f"{place}: {unknown('agent', kind, sorted(set().union(*known)))}")


def _boards(options: argparse.Namespace, player: PlayerSpec, limits: GameLimits) -> list[Matchup]:
    """Return the matchups of a player: every layout with every kind of ghosts."""
    from experiments.batch.matrix import Matrix
    from experiments.batch.player_spec import PlayerSpec

    ghosts = tuple((PlayerSpec.parse(text), options.num_ghosts) for text in options.ghosts or ["RandomGhost"])
    return Matrix((player,), tuple(options.layout or ["small", "open"]), ghosts).matchups(limits)


def _seed(options: argparse.Namespace, results: ResultsFile | None, has_submissions: bool) -> int:
    """Return the seed: the given one, or that of the file that is resumed, or a new one if there are submissions."""
    if options.seed is not None:
        return int(options.seed)
    from experiments.tournament.tournament import SEED_MARK

    known = results.first_row().get(SEED_MARK) if results and options.resume else None
    if isinstance(known, int):
        return known
    return secrets.randbits(48) if has_submissions else 0
