"""The command `replay`: a recorded game, watched again, checked, or made into pictures."""

import argparse
import sys

from commands.view import add_view_arguments, check_view, report_game, save, wants_pictures, wants_window


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a game saved with play --record")
    parser.add_argument("--verify", action="store_true", help="check its fields and every move, show nothing")
    add_view_arguments(parser)


def run(options: argparse.Namespace) -> int:
    from pacman import load_replay

    replay = load_replay(options.file)
    check_view(options)
    replay.verify()
    if options.verify:
        print(f"{options.file}: {len(replay.moves)} moves verified, score {replay.outcome.score}")
        if replay.unseen:
            print(f"version {replay.version} of the format shows no change of {', '.join(replay.unseen)}")
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
    return 0
