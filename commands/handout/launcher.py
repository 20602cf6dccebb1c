"""Launcher: `python pacman.py` plays, `python autograder.py` grades; --help lists the options of each.

Both files have the same content. They start the installed package pacman-search, which does the work.
"""

import importlib
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # for editors: what `from pacman import GameState` finds
    from pacman.berkeley.modules.pacman import *  # noqa: F403  # pyright: ignore[reportWildcardImportFromLibrary]

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = os.path.splitext(os.path.basename(__file__))[0]


def leave_this_folder():  # type: () -> list[str]
    """Remove this folder from sys.path, since its files have the names of our packages; return the previous path."""
    places = list(sys.path)
    sys.path[:] = [place for place in places if os.path.realpath(place or os.curdir) != os.path.realpath(HERE)]
    return places


def main():  # type: () -> int | str
    """Run the program and return its exit code, or a message if it cannot be started."""
    if sys.version_info < (3, 11):
        return "%s.py: Python 3.11 or newer is needed; this is Python %d.%d" % ((NAME,) + sys.version_info[:2])
    leave_this_folder()
    try:
        programs = importlib.import_module("commands.handout.programs")
    except ImportError as error:
        if error.name not in ("commands", "commands.handout"):
            raise
        return "%s.py: pacman-search is not installed for %s; install it with pip" % (NAME, sys.executable)
    if NAME == "pacman" and __spec__ is not None:  # python -m pacman means the package, in this folder too
        return int(programs.package(sys.argv[1:]))
    return int(programs.PROGRAMS[NAME](HERE, sys.argv[1:]))


def become_the_package():  # type: () -> None
    """Replace this module, when it is imported, by the installed package and the names of Berkeley's module."""
    places = leave_this_folder()
    del sys.modules[__name__]
    try:
        package = importlib.import_module(__name__)
    finally:
        sys.path[:] = places
    if __name__ == "pacman":
        for name, value in vars(importlib.import_module("pacman.berkeley.modules.pacman")).items():
            if name == "GameState" or not hasattr(package, name):  # Berkeley's GameState is mutable
                setattr(package, name, value)
                package.__all__.append(name)  # for `from pacman import *`


if __name__ == "__main__":
    outcome = main()
    if isinstance(outcome, str):
        sys.stderr.write(outcome + "\n")
    sys.exit(2 if isinstance(outcome, str) else outcome)
elif __name__ == NAME:  # not in a worker process, which imports the main program again under another name
    become_the_package()
