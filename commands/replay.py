"""The command `replay`: a recorded game, watched again, checked, or made into pictures."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from commands.shared.options import add_plugins, add_view_arguments
from commands.shared.viewing import (
    check_view,
    report_game,
    save,
    wants_pictures,
    wants_window,
    window_theme,
)

if TYPE_CHECKING:
    from pacman.record import GameRecord


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a game saved with play --record")
    parser.add_argument("--verify", action="store_true", help="check its fields and every move, show nothing")
    asked = parser.add_argument_group("who is asked for thoughts (built-in agents are made anew, as the file has them)")
    asked.add_argument("-p", "--pacman", metavar="AGENT", help="another Pacman, such as your own file.py:Class")
    asked.add_argument("-a", "--agent-args", metavar="K=V,…", default="", help="its arguments, such as depth=3")
    add_plugins(asked)
    add_view_arguments(parser)


def run(options: argparse.Namespace) -> int:
    from pacman.replay import load_replay

    replay = load_replay(options.file)
    check_view(options)
    replay.verify()
    agents = _agents(replay, options)
    if options.verify:
        print(f"{options.file}: {len(replay.moves)} moves verified, score {replay.outcome.score}")
        if replay.unseen:
            print(f"version {replay.version} of the format shows no change of {', '.join(replay.unseen)}")
    elif wants_pictures(options):
        save(replay, options, agents)
    elif wants_window(options):
        from agents.microscope.death import view_death
        from pacman.display.viewer import watch_replay

        look = {"zoom": options.zoom, "frame_time": options.frame_time, "theme": window_theme(options)}
        watch_replay(replay, agents=agents, explain_death=view_death, **look)
    else:
        from pacman.display import TextDisplay

        display = TextDisplay(sys.stdout, frame_time=options.frame_time)
        states = replay.states()
        display.start(next(states), replay.agents)
        for state, move in zip(states, replay.moves, strict=True):
            display.update(state, *move)
        display.finish(replay)
        report_game(replay)
    return 0


def _agents(record: GameRecord, options: argparse.Namespace) -> list[Any]:
    """Who is asked for thoughts."""
    from agents.loading import load_agent, parse_arguments, recorded_agents

    pacman = load_agent(options.pacman, **parse_arguments(options.agent_args)) if options.pacman else None
    return recorded_agents(record, pacman)
