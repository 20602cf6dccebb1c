"""The command `replay`: show a recorded game, verify it, or export it as pictures."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from commands.shared.options import add_flag, add_plugins, add_view_arguments
from commands.shared.viewing import (
    check_view,
    report_game,
    save,
    text_display,
    wants_pictures,
    wants_window,
    window_settings,
)

if TYPE_CHECKING:
    from pacman.record import GameRecord


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a game saved with play --record")
    add_flag(parser, "--verify", help="check every field and move of the file and show nothing")
    asked = parser.add_argument_group("agent whose search is shown (default: the recorded one, if it is built in)")
    asked.add_argument("-p", "--pacman", metavar="AGENT", help="another agent, such as your own file.py:Class")
    asked.add_argument("-a", "--agent-args", metavar="K=V,…", default="", help="its arguments, such as depth=3")
    add_plugins(asked)
    add_view_arguments(parser)


def run(options: argparse.Namespace) -> int:
    from pacman.errors import one_line
    from pacman.made_by import made_by_line
    from pacman.replay import load_replay

    replay = load_replay(options.file)
    check_view(options)
    replay.verify()
    agents = _agents(replay, options)
    if options.verify:
        print(f"{options.file}: {len(replay.moves)} moves verified, score {replay.outcome.score}")
        if replay.made_by:
            print(one_line(f"made by {made_by_line(replay.made_by)}"))
        if replay.unseen:
            print(f"version {replay.version} of the format cannot show changes of {', '.join(replay.unseen)}")
    elif wants_pictures(options):
        save(replay, options, agents)
    elif wants_window(options):
        from pacman.display.viewer import watch_replay

        watch_replay(replay, agents=agents, **window_settings(options))
    else:
        display = text_display(options)
        states = replay.states()
        display.start(next(states), replay.agents)
        for state, move in zip(states, replay.moves, strict=True):
            display.update(state, *move)
        display.finish(replay)
        report_game(replay)
    return 0


def _agents(record: GameRecord, options: argparse.Namespace) -> list[Any]:
    """Return the agents whose searches are shown: the recorded ones, with Pacman replaced if -p names another."""
    from agents.loading import load_agent, parse_arguments, recorded_agents

    pacman = load_agent(options.pacman, **parse_arguments(options.agent_args)) if options.pacman else None
    return recorded_agents(record, pacman)
