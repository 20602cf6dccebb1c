#!/usr/bin/env python3
"""The door for people: `python run.py` watches a game, `python run.py --help` lists what else there is.

Everything heavier than the standard library is imported when a command needs it, so that help comes at once.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from pacman.flags import number_from, whole_number
from pacman.naming import unknown

if TYPE_CHECKING:
    from pacman import Game, GameRecord
    from pacman.game import Seed

DONE: Final = 0
OUR_FAULT: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130

BERKELEY_SEED: Final = "cs188"  # what -f means to Berkeley's users


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message} (--help shows what is possible)\n")


def note(text: str) -> None:
    """Remarks go beside the results, not among them."""
    print(text, file=sys.stderr, flush=True)


# -- play -------------------------------------------------------------------------------------------------------------


def add_play_arguments(parser: argparse.ArgumentParser) -> None:
    who = parser.add_argument_group("who plays where (agents are built-in names or file.py:Class)")
    who.add_argument("-p", "--pacman", metavar="AGENT", default="ExpectimaxAgent", help="[%(default)s]")
    who.add_argument("-a", "--agent-args", metavar="K=V,…", default="", help="arguments of Pacman, such as depth=3")
    who.add_argument("-g", "--ghosts", metavar="GHOST", default="RandomGhost", help="[%(default)s]")
    who.add_argument("--ghost-args", metavar="K=V,…", default="", help="arguments of the ghosts")
    who.add_argument("-k", "--num-ghosts", metavar="N", type=whole_number(0), default=4, help="at most so many [4]")
    who.add_argument("-l", "--layout", default="medium", help="a name or a .lay file [%(default)s]")
    games = parser.add_argument_group("games")
    games.add_argument("-n", "--num-games", metavar="N", type=whole_number(1), default=1, help="how many [1]")
    games.add_argument("--seed", help="the dice of the first game; later ones count up from it")
    games.add_argument("-f", "--fix-random-seed", action="store_true", help="the same dice each time, as Berkeley's -f")
    games.add_argument("--max-moves", metavar="N", type=whole_number(0), help="stop after so many moves of all agents")
    games.add_argument("--timeout", metavar="S", type=number_from(0), help="seconds an agent may think in one game")
    games.add_argument("-r", "--record", metavar="FILE", help="save the game, to be watched with `replay`")
    add_view_arguments(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="show only how the games ended")


def add_view_arguments(parser: argparse.ArgumentParser) -> None:
    view = parser.add_argument_group("what to see")
    view.add_argument("-t", "--text", action="store_true", help="text instead of a window")
    view.add_argument("-z", "--zoom", metavar="X", type=number_from(0.2), default=1.0, help="size of the window [1]")
    view.add_argument("--theme", choices=("dark", "light"), default="dark", help="[%(default)s]")
    view.add_argument("--frame-time", metavar="S", type=number_from(0), default=0.1, help="seconds a round [0.1]")
    files = parser.add_argument_group("pictures (no window is opened for these)")
    files.add_argument("--gif", metavar="FILE", help="save the game as an animated GIF")
    files.add_argument("--mp4", metavar="FILE", help="save the game as a video (needs imageio-ffmpeg)")
    files.add_argument("--png", metavar="FILE", help="save its last state as a picture")


def run_play(options: argparse.Namespace) -> int:
    from agents.loading import load_agent, load_ghosts, parse_arguments
    from pacman import Game, load_layout

    layout = load_layout(options.layout)
    for warning in layout.warnings:
        note(f"warning: {warning}")
    check_view(options)

    def make_game(seed: Seed) -> Game:
        """New agents for each game, so that each can be played again alone."""
        pacman = load_agent(options.pacman, **parse_arguments(options.agent_args))
        number = min(options.num_ghosts, len(layout.ghost_starts))
        ghosts = load_ghosts(options.ghosts, number, **parse_arguments(options.ghost_args))
        return Game(layout, pacman, ghosts, seed=seed, max_moves=options.max_moves, total_time=options.timeout)

    make_game(None)  # a mistake is told before anything opens
    if options.fix_random_seed:
        random.seed(BERKELEY_SEED)  # once: the games share one stream
    play = play_in_window if wants_window(options) else play_beside
    records, exit_code = play(make_game, options)
    for number, record in enumerate(records, start=1):
        save(record, options, number, max(len(records), options.num_games))
    if records:
        report_games(records)
    else:  # the window was closed before anybody moved
        print("No move was made.")
    return exit_code


def play_in_window(make_game: Callable[[Seed], Game], options: argparse.Namespace) -> tuple[list[GameRecord], int]:
    from pacman import GameInterrupted
    from pacman.display.window import watch

    try:
        records = watch(
            make_game,
            seeds(options),
            games=options.num_games,
            zoom=options.zoom,
            frame_time=options.frame_time,
            theme=options.theme,
        )
    except GameInterrupted as interruption:
        records, exit_code = [interruption.record], INTERRUPTED
    else:
        exit_code = DONE
    for record in records:
        report_game(record)
    return records, exit_code


def play_beside(make_game: Callable[[Seed], Game], options: argparse.Namespace) -> tuple[list[GameRecord], int]:
    """Without a window: as text, or unseen."""
    from pacman import AgentError, GameInterrupted
    from pacman.display import TextDisplay

    is_seen = not (options.quiet or wants_pictures(options))
    display = TextDisplay(sys.stdout, frame_time=options.frame_time) if is_seen else None
    records: list[GameRecord] = []
    for seed in islice(seeds(options), options.num_games):
        game = make_game(seed)
        if any(hasattr(agent, "steer") for agent in game.agents):
            raise AgentError("there is no window, and nobody can steer without one")
        try:
            records.append(game.run(display))
        except GameInterrupted as interruption:
            records.append(interruption.record)
            report_game(records[-1])
            return records, INTERRUPTED
        report_game(records[-1])
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


def wants_pictures(options: argparse.Namespace) -> bool:
    return bool(options.gif or options.mp4 or options.png)


def wants_window(options: argparse.Namespace) -> bool:
    if options.text or getattr(options, "quiet", False) or wants_pictures(options):
        return False
    from pacman.display import screen_problem

    problem = screen_problem()
    if problem:
        note(f"no window: {problem}; showing text")
    return problem is None


def check_view(options: argparse.Namespace) -> None:
    """What cannot be drawn or written is better told of now than after the game."""
    from pacman import PacmanError
    from pacman.display.arrangement import checked_zoom
    from pacman.files import check_writable

    checked_zoom(options.zoom)
    if wants_pictures(options):
        from pacman.display import recorder

        if options.mp4:
            recorder.ffmpeg()
    for name in (getattr(options, "record", None), options.gif, options.mp4, options.png):
        if name:
            check_writable(name, PacmanError)


def save(record: GameRecord, options: argparse.Namespace, number: int = 1, games: int = 1) -> None:
    """Write what was asked for: game.json for a single game, game-1.json, game-2.json … for several."""
    writers: dict[str, Callable[[Path], None]] = {"record": record.save}
    if wants_pictures(options):
        from pacman.display import recorder

        look = {"zoom": options.zoom, "theme": options.theme}
        *_, last = record.states()
        writers["gif"] = lambda path: recorder.save_gif(record, path, **look)
        writers["mp4"] = lambda path: recorder.save_mp4(record, path, **look)
        writers["png"] = lambda path: recorder.save_png(last, path, agents=record.agents, **look)
    for option, write in writers.items():
        name = getattr(options, option, None)
        if name:
            path = Path(name) if games == 1 else Path(name).with_stem(f"{Path(name).stem}-{number}")
            write(path)
            print(f"Saved {path}")


def report_game(record: GameRecord) -> None:
    """How one game ended, in the words that Berkeley's users know."""
    from pacman import EndReason
    from pacman.crash import author_frames

    outcome = record.outcome
    who = "Pacman" if outcome.agent == 0 else f"Ghost {outcome.agent}"
    text = {
        EndReason.WON: "Pacman emerges victorious!",
        EndReason.LOST: "Pacman died!",
        EndReason.CRASHED: f"{who} crashed: {outcome.error}.",
        EndReason.TIMED_OUT: f"{who} ran out of time: {outcome.error}.",
        EndReason.MOVE_LIMIT: f"Stopped after {outcome.moves} moves.",
        EndReason.INTERRUPTED: f"Interrupted after {outcome.moves} moves.",
    }[outcome.reason]
    print(f"{text} Score: {outcome.score}", flush=True)
    if outcome.exception:
        for frame in author_frames(outcome.exception):
            note(f"  {frame.filename}:{frame.lineno} in {frame.name}: {frame.line}")
    elif outcome.error and outcome.agent is None:
        note(f"  afterwards: {outcome.error}")


def report_games(records: Sequence[GameRecord]) -> None:
    from pacman import EndReason

    scores = [float(record.outcome.score) for record in records]
    wins = [record.outcome.reason is EndReason.WON for record in records]
    print("Average Score:", sum(scores) / len(scores))
    print("Scores:       ", ", ".join(map(str, scores)))
    print(f"Win Rate:      {sum(wins)}/{len(wins)} ({sum(wins) / len(wins):.2f})")
    print("Record:       ", ", ".join("Win" if won else "Loss" for won in wins))
    if records[0].seed is not None:
        print("Seed:         ", records[0].seed)


# -- replay -----------------------------------------------------------------------------------------------------------


def add_replay_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a game saved with play --record")
    parser.add_argument("--verify", action="store_true", help="check it move by move against the rules, show nothing")
    add_view_arguments(parser)


def run_replay(options: argparse.Namespace) -> int:
    from pacman import load_replay

    replay = load_replay(options.file)
    check_view(options)
    replay.verify()
    if options.verify:
        print(f"{options.file}: {len(replay.moves)} moves verified, score {replay.outcome.score}")
    elif wants_pictures(options):
        save(replay, options)
    elif wants_window(options):
        from pacman.display.window import watch_replay

        watch_replay(replay, zoom=options.zoom, frame_time=options.frame_time, theme=options.theme)
    else:
        from pacman.display import TextDisplay

        display = TextDisplay(sys.stdout, frame_time=options.frame_time)
        states = replay.states()
        display.start(next(states), replay.agents)
        for state, move in zip(states, replay.moves, strict=True):
            display.update(state, *move)
        display.finish(replay)
        report_game(replay)
    return DONE


# -- lists ------------------------------------------------------------------------------------------------------------


def add_layouts_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("layout", nargs="?", help="show this one")


def run_layouts(options: argparse.Namespace) -> int:
    from pacman import layout_names, load_layout

    if options.layout:
        layout = load_layout(options.layout)
        print(layout)
        for warning in layout.warnings:
            note(f"warning: {warning}")
        return DONE
    print(f"{'name':<14} {'size':>6} {'ghosts':>6} {'food':>5} {'capsules':>8}")
    for layout in map(load_layout, layout_names()):
        size = f"{layout.width}x{layout.height}"
        counts = len(layout.ghost_starts), len(layout.food_cells), len(layout.capsule_cells)
        print(f"{layout.name:<14} {size:>6} {counts[0]:>6} {counts[1]:>5} {counts[2]:>8}")
    return DONE


def run_agents(options: argparse.Namespace) -> int:
    from agents.evaluation import EVALUATIONS
    from agents.features import FAMILIES, FEATURES
    from agents.loading import GHOSTS, PACMEN, argument_names

    for title, kinds in (("Pacman (-p, arguments by -a)", PACMEN), ("Ghosts (-g, by --ghost-args)", GHOSTS)):
        print(f"{title}:")
        for name, kind in kinds.items():
            print(f"  {name:<20} {(kind.__doc__ or '').splitlines()[0]}")
            if argument_names(kind):
                print(f"  {'':<20} {', '.join(argument_names(kind))}")
    print("Evaluations (evaluation=…):")
    for name, evaluation in EVALUATIONS.items():
        print(f"  {name:<20} {', '.join(f'{key} {weight:g}' for key, weight in evaluation.weights.items())}")
    print("Features of an evaluation:")
    for name, value in [*FEATURES.items(), *((f"{family}-N", value) for family, value in FAMILIES.items())]:
        print(f"  {name:<20} {value.__doc__}")
    return DONE


# -- the door ---------------------------------------------------------------------------------------------------------


class Command(NamedTuple):
    """What the help says of a command, the arguments it takes, and what it does."""

    summary: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def in_room(module: str, summary: str) -> Command:
    """A command of another room, imported when it is asked for."""
    return Command(
        summary,
        lambda parser: import_module(module).add_arguments(parser),
        lambda options: int(import_module(module).run(options)),
    )


COMMANDS: Final = {
    "play": Command("watch Pacman play; this is what happens when no command is named", add_play_arguments, run_play),
    "replay": Command("watch a recorded game, check it, or make pictures of it", add_replay_arguments, run_replay),
    "batch": in_room("experiments.batch_command", "play many games and sum them up"),
    "compare": in_room("experiments.compare_command", "find out which of two agents is better"),
    "table": in_room("experiments.table_command", "reproduce the lecture's table"),
    "solve": in_room("experiments.solve_command", "the value of perfect play on a small board"),
    "grade": in_room("autograder.command", "grade a student's agents"),
    "layouts": Command("list the mazes, or show one", add_layouts_arguments, run_layouts),
    "agents": Command("list agents, ghosts, evaluations and features", lambda parser: None, run_agents),
}


def overview() -> str:
    commands = "\n".join(f"  {name:<10} {command.summary}" for name, command in COMMANDS.items())
    return f"""usage: run.py [command] [options]

A Pacman multi-agent search environment: watch, run and grade search agents.

{commands}

run.py COMMAND --help shows the options of a command."""


def main(arguments: Sequence[str]) -> int:
    if arguments and arguments[0] in ("-h", "--help"):
        print(overview())
        return DONE
    name, *rest = arguments if arguments and not arguments[0].startswith("-") else ("play", *arguments)
    if name not in COMMANDS:
        note(f"run.py: {unknown('command', name, COMMANDS)}")
        return BAD_INPUT
    command = COMMANDS[name]
    parser = Parser(prog=f"run.py {name}", description=command.summary)
    command.add_arguments(parser)
    options = parser.parse_args(rest)
    from pacman.errors import OurFault, PacmanError

    try:
        return command.run(options)
    except OurFault as fault:
        note(f"run.py {name}: {fault}")
        return OUR_FAULT
    except PacmanError as error:
        note(f"run.py {name}: {error}")
        return BAD_INPUT
    except KeyboardInterrupt:
        note("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read us has gone. Nothing more can be said; keep the interpreter from trying.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
