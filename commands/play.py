"""The command `play`: play games in a window, as text, or without a display."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, count, islice
from typing import TYPE_CHECKING, Final

from commands.handout.old_flags import add_old_flags, apply_old_flags
from commands.shared.exit_codes import DONE, INTERRUPTED
from commands.shared.options import (
    add_count,
    add_file,
    add_flag,
    add_ghosts,
    add_plugins,
    add_view_arguments,
    note_missing_ghosts,
    note_namesakes,
    number_from,
)
from commands.shared.output import note, warn
from commands.shared.viewing import (
    check_view,
    crashes,
    report_game,
    save,
    text_display,
    wants_pictures,
    wants_window,
    window_settings,
)

if TYPE_CHECKING:
    from pacman.display.watch.menu import Choices
    from pacman.game import Game
    from pacman.record import GameRecord, Seed

PACMAN_MOVES: Final = 40_000  # limit without a window, where no one can close an endless game

BERKELEY_SEED: Final = "cs188"  # the seed of Berkeley's -f


def add_arguments(parser: argparse.ArgumentParser) -> None:
    players = parser.add_argument_group("players and maze")
    players.add_argument(
        "-p",
        "--pacman",
        metavar="AGENT",
        default="ExpectimaxAgent",
        help="a name or file.py:Class (default: %(default)s)",
    )
    players.add_argument("-a", "--agent-args", metavar="K=V,…", default="", help="arguments of Pacman, such as depth=3")
    add_ghosts(players, default="RandomGhost")
    players.add_argument("--ghost-args", metavar="K=V,…", default="", help="arguments of the ghosts")
    players.add_argument("-l", "--layout", default="medium", help="a name or a .lay file (default: %(default)s)")
    add_plugins(players)
    games = parser.add_argument_group("games")
    add_count(games, "-n", "--num-games", least=1, default=1, help="number of games (default: 1)")
    games.add_argument("--seed", help="seed of the first game; the next games use the seeds after it")
    add_flag(games, "-f", "--fix-random-seed", help="use the fixed seed of Berkeley's -f")
    limit = f"stop after N moves of all agents; 0: never (default without a window: {PACMAN_MOVES:,} moves of Pacman)"
    add_count(games, "--max-moves", least=0, help=limit)
    time = "seconds that an agent may compute in one game; then it is interrupted (in C code, when that returns)"
    games.add_argument("--timeout", metavar="S", type=number_from(0), help=time)
    add_file(games, "-r", "--record", help="save the game; `replay` shows it again")
    add_view_arguments(parser)
    add_flag(parser, "-q", "--quiet", help="show only how the games ended")
    add_old_flags(parser)
    parser.set_defaults(bare_argument=None)  # the value of -a NAME without a value; None makes it an error


def run(options: argparse.Namespace) -> int:
    apply_old_flags(options)
    if options.replay:
        return watch_again(options)
    return play_games(options)


def watch_again(options: argparse.Namespace) -> int:
    """Run the command `replay` with these options, for Berkeley's --replay."""
    from commands import replay

    return replay.run(argparse.Namespace(**vars(options), file=options.replay, verify=False))


def play_games(options: argparse.Namespace) -> int:
    from pacman.layout import load_layout

    note_namesakes(options, [options.pacman])
    layout = load_layout(options.layout)
    warn(layout.warnings)
    note_missing_ghosts(options, [layout])
    check_view(options)
    make_game = game_maker(options, options.layout, options.pacman, options.ghosts)
    if options.fix_random_seed:
        random.seed(BERKELEY_SEED)  # once, as in the original: all games draw from one stream
    later_seeds = seeds(options)
    first = make_game(next(later_seeds))  # first, so that a mistake is reported before a window opens
    play = play_in_window if wants_window(options) else play_beside
    records, exit_code = play(beginning_with(first, make_game), chain([first.seed], later_seeds), options)
    agents = make_game(None).agents if options.html else ()
    for number, record in enumerate(records, start=1):
        save(record, options, agents, number, max(len(records), options.num_games))
    if records:
        report_games(records)
    else:  # the window was closed before the first move
        print("No move was made.")
    return exit_code or crashes(records)


def game_maker(options: argparse.Namespace, maze: str, pacman: str, ghosts: str) -> Callable[[Seed], Game]:
    """Return a function that creates a game of these players from a seed.

    The arguments in the options apply only to the players that the options name, not to others chosen in the window.
    """
    from agents.loading import load_agent, load_ghosts, parse_arguments
    from pacman.game import Game
    from pacman.layout import load_layout

    layout = load_layout(maze)
    pacman_arguments = parse_arguments(options.agent_args, options.bare_argument) if pacman == options.pacman else {}
    ghost_arguments = parse_arguments(options.ghost_args) if ghosts == options.ghosts else {}
    present = len(layout.ghost_starts)
    number = present if options.num_ghosts is None else min(options.num_ghosts, present)

    def make_game(seed: Seed) -> Game:
        """Create a game with new agents, so that it can be repeated without the games before it."""
        agents = load_agent(pacman, **pacman_arguments), load_ghosts(ghosts, number, **ghost_arguments)
        return Game(layout, *agents, seed=seed, max_moves=options.max_moves or None, total_time=options.timeout)

    return make_game


def beginning_with(first: Game, make_game: Callable[[Seed], Game]) -> Callable[[Seed], Game]:
    """Return a function that returns the game `first` once, and afterwards creates games."""
    made = [first]
    return lambda seed: made.pop() if made else make_game(seed)


def choices(options: argparse.Namespace) -> Choices:
    """Return the choices of the window's menu: all built-in names, and those in the options."""
    from agents.registry import AGENTS, GHOSTS
    from pacman.display.watch.menu import Choices
    from pacman.layout import layout_names

    chosen = {"Maze": options.layout, "Pacman": options.pacman, "Ghosts": options.ghosts}
    ours = {"Maze": layout_names(), "Pacman": AGENTS, "Ghosts": GHOSTS}
    names = {part: list(dict.fromkeys([*ours[part], chosen[part]])) for part in chosen}
    return Choices(names, list(chosen.values()), partial(game_maker, options))


def play_in_window(
    make_game: Callable[[Seed], Game], game_seeds: Iterator[Seed], options: argparse.Namespace
) -> tuple[list[GameRecord], int]:
    from pacman.display.viewer import watch
    from pacman.game import GameInterrupted

    try:
        records = watch(
            make_game,
            game_seeds,
            games=options.num_games,
            choices=choices(options),
            **window_settings(options),
        )
    except GameInterrupted as interruption:
        records, exit_code = [interruption.record], INTERRUPTED
    else:
        exit_code = DONE
    for record in records:
        report_game(record)
    return records, exit_code


def play_beside(
    make_game: Callable[[Seed], Game], game_seeds: Iterator[Seed], options: argparse.Namespace
) -> tuple[list[GameRecord], int]:
    """Play without a window, as text or with no display; return the records and the exit code."""
    from pacman.errors import AgentError
    from pacman.game import GameInterrupted
    from pacman.record import EndReason

    is_seen = not (options.quiet or wants_pictures(options))
    display = text_display(options) if is_seen else None
    records: list[GameRecord] = []
    for seed in islice(game_seeds, options.num_games):
        game = make_game(seed)
        if any(hasattr(agent, "steer") for agent in game.agents):
            raise AgentError("an agent that is controlled by keys needs a window; leave out -t and -q on a screen")
        if options.max_moves is None:
            game.max_moves = PACMAN_MOVES * len(game.agents)
        try:
            records.append(game.run(display))
        except GameInterrupted as interruption:
            records.append(interruption.record)
            report_game(records[-1])
            return records, INTERRUPTED
        report_game(records[-1])
        if options.max_moves is None and records[-1].outcome.reason is EndReason.MOVE_LIMIT:
            note(f"  Pacman has made {PACMAN_MOVES:,} moves; --max-moves 0 removes the limit")
    return records, DONE


def seeds(options: argparse.Namespace) -> Iterator[Seed]:
    """Yield a seed for each game, without end; None with -f, since all games draw from one stream."""
    first: int | str = random.randrange(10**6) if options.seed is None else options.seed
    with suppress(ValueError):  # any other word is a seed, too
        first = int(first)
    for number in count():
        if options.fix_random_seed:
            yield None
        elif isinstance(first, int):
            yield first + number
        else:
            yield f"{first}-{number}" if number else first


def report_games(records: Sequence[GameRecord]) -> None:
    from pacman.record import EndReason

    scores = [float(record.outcome.score) for record in records]
    wins = [record.outcome.reason is EndReason.WON for record in records]
    words = {EndReason.WON: "Win", EndReason.INTERRUPTED: "Interrupted", EndReason.MOVE_LIMIT: "Loss (stopped)"}
    print("Average Score:", sum(scores) / len(scores))
    print("Scores:       ", ", ".join(map(str, scores)))
    print(f"Win Rate:      {sum(wins)}/{len(wins)} ({sum(wins) / len(wins):.2f})")
    print("Record:       ", ", ".join(words.get(record.outcome.reason, "Loss") for record in records))
    if records[0].seed is not None:
        print("Seed:         ", records[0].seed)
