"""The command `play`: games in a window, as text, or unseen."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, count, islice
from typing import TYPE_CHECKING, Final

from commands.handout.old_flags import add_old_flags, apply_old_flags
from commands.shared.exit_codes import DONE, INTERRUPTED
from commands.shared.options import (
    add_ghosts,
    add_plugins,
    add_view_arguments,
    file_name,
    note_namesakes,
    number_from,
    whole_number,
)
from commands.shared.output import note
from commands.shared.viewing import (
    check_view,
    crashes,
    report_game,
    save,
    wants_pictures,
    wants_window,
    window_theme,
)

if TYPE_CHECKING:
    from pacman.display.watch.menu import Choices
    from pacman.game import Game
    from pacman.record import GameRecord, Seed

PACMAN_MOVES: Final = 40_000  # in a game without a window, where nobody may be there to close it

BERKELEY_SEED: Final = "cs188"  # what -f means to Berkeley's users


def add_arguments(parser: argparse.ArgumentParser) -> None:
    who = parser.add_argument_group("who plays where (agents are built-in names or file.py:Class)")
    who.add_argument("-p", "--pacman", metavar="AGENT", default="ExpectimaxAgent", help="[%(default)s]")
    who.add_argument("-a", "--agent-args", metavar="K=V,…", default="", help="arguments of Pacman, such as depth=3")
    add_ghosts(who, default="RandomGhost")
    who.add_argument("--ghost-args", metavar="K=V,…", default="", help="arguments of the ghosts")
    who.add_argument("-l", "--layout", default="medium", help="a name or a .lay file [%(default)s]")
    add_plugins(who)
    games = parser.add_argument_group("games")
    games.add_argument("-n", "--num-games", metavar="N", type=whole_number(1), default=1, help="how many [1]")
    games.add_argument("--seed", help="the dice of the first game; later ones count up from it")
    games.add_argument("-f", "--fix-random-seed", action="store_true", help="the same dice each time, as Berkeley's -f")
    limit = f"stop after so many moves of all agents; 0: never [without a window: {PACMAN_MOVES:,} moves of Pacman]"
    games.add_argument("--max-moves", metavar="N", type=whole_number(0), help=limit)
    time = "seconds an agent may think in one game; it is interrupted then (in code in C, when that returns)"
    games.add_argument("--timeout", metavar="S", type=number_from(0), help=time)
    games.add_argument(
        "-r", "--record", type=file_name, metavar="FILE", help="save the game, to be watched with `replay`"
    )
    add_view_arguments(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="show only how the games ended")
    add_old_flags(parser)
    parser.set_defaults(bare_argument=None)  # what -a NAME without a value stands for; here it is an error


def run(options: argparse.Namespace) -> int:
    apply_old_flags(options)
    if options.replay:
        return watch_again(options)
    return play_games(options)


def watch_again(options: argparse.Namespace) -> int:
    """Berkeley's --replay: the command of that name with the options of this one."""
    from commands import replay

    return replay.run(argparse.Namespace(**vars(options), file=options.replay, verify=False))


def play_games(options: argparse.Namespace) -> int:
    from pacman.layout import load_layout

    note_namesakes(options.pacman)
    for warning in load_layout(options.layout).warnings:
        note(f"warning: {warning}")
    check_view(options)
    make_game = game_maker(options, options.layout, options.pacman, options.ghosts)
    if options.fix_random_seed:
        random.seed(BERKELEY_SEED)  # once: the games share one stream
    later_seeds = seeds(options)
    first = make_game(next(later_seeds))  # a mistake is told before anything opens
    play = play_in_window if wants_window(options) else play_beside
    records, exit_code = play(beginning_with(first, make_game), chain([first.seed], later_seeds), options)
    agents = make_game(None).agents if options.html and hasattr(first.agents[0], "search") else ()
    for number, record in enumerate(records, start=1):
        save(record, options, agents, number, max(len(records), options.num_games))
    if records:
        report_games(records)
    else:  # the window was closed before anybody moved
        print("No move was made.")
    return exit_code or crashes(records)


def game_maker(options: argparse.Namespace, maze: str, pacman: str, ghosts: str) -> Callable[[Seed], Game]:
    """What makes games of these players; the arguments in the options are those of the players named there."""
    from agents.loading import load_agent, load_ghosts, parse_arguments
    from pacman.game import Game
    from pacman.layout import load_layout

    layout = load_layout(maze)
    pacman_arguments = parse_arguments(options.agent_args, options.bare_argument) if pacman == options.pacman else {}
    ghost_arguments = parse_arguments(options.ghost_args) if ghosts == options.ghosts else {}
    present = len(layout.ghost_starts)
    number = present if options.num_ghosts is None else min(options.num_ghosts, present)

    def make_game(seed: Seed) -> Game:
        """New agents for each game, so that each can be played again alone."""
        agents = load_agent(pacman, **pacman_arguments), load_ghosts(ghosts, number, **ghost_arguments)
        return Game(layout, *agents, seed=seed, max_moves=options.max_moves or None, total_time=options.timeout)

    return make_game


def beginning_with(first: Game, make_game: Callable[[Seed], Game]) -> Callable[[Seed], Game]:
    """What makes games, of which the first is there already."""
    made = [first]
    return lambda seed: made.pop() if made else make_game(seed)


def choices(options: argparse.Namespace) -> Choices:
    """What can be chosen in the window: everything of ours, and what the options name."""
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
    from agents.microscope.death import view_death
    from pacman.display.viewer import watch
    from pacman.game import GameInterrupted

    try:
        records = watch(
            make_game,
            game_seeds,
            games=options.num_games,
            zoom=options.zoom,
            frame_time=options.frame_time,
            theme=window_theme(options),
            choices=choices(options),
            explain_death=view_death,
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
    """Without a window: as text, or unseen."""
    from pacman.display import TextDisplay
    from pacman.errors import AgentError
    from pacman.game import GameInterrupted
    from pacman.record import EndReason

    is_seen = not (options.quiet or wants_pictures(options))
    display = TextDisplay(sys.stdout, frame_time=options.frame_time) if is_seen else None
    records: list[GameRecord] = []
    for seed in islice(game_seeds, options.num_games):
        game = make_game(seed)
        if any(hasattr(agent, "steer") for agent in game.agents):
            raise AgentError("there is no window, and nobody can steer without one")
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
            note(f"  Pacman has made {PACMAN_MOVES:,} moves; --max-moves 0 lets a game go on for ever")
    return records, DONE


def seeds(options: argparse.Namespace) -> Iterator[Seed]:
    """A seed for each game, without end; with -f the dice just roll on."""
    first: int | str = random.randrange(10**6) if options.seed is None else options.seed
    with suppress(ValueError):  # any other word is a seed as well
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
    words = {EndReason.WON: "Win", EndReason.INTERRUPTED: "Interrupted"}
    print("Average Score:", sum(scores) / len(scores))
    print("Scores:       ", ", ".join(map(str, scores)))
    print(f"Win Rate:      {sum(wins)}/{len(wins)} ({sum(wins) / len(wins):.2f})")
    print("Record:       ", ", ".join(words.get(record.outcome.reason, "Loss") for record in records))
    if records[0].seed is not None:
        print("Seed:         ", records[0].seed)
