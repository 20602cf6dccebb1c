"""python pacman.py plays, python autograder.py grades; with --help each tells the rest.

Both files are the same door to the installed package pacman-search, which does the work.
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
    """Have Python look for modules elsewhere: files here have the names of our packages. Returns where it looked."""
    places = list(sys.path)
    sys.path[:] = [place for place in places if os.path.realpath(place or os.curdir) != os.path.realpath(HERE)]
    return places


def main():  # type: () -> int | str
    """The exit code, or why nothing can be done."""
    if sys.version_info < (3, 11):
        return "%s.py: Python 3.11 or newer is needed; this is Python %d.%d" % ((NAME,) + sys.version_info[:2])
    leave_this_folder()
    try:
        programs = importlib.import_module("commands.handout.programs")
    except ImportError as error:
        if error.name not in ("commands", "commands.handout"):
            raise
        return "%s.py: pacman-search is not installed for %s; install it there by pip" % (NAME, sys.executable)
    if NAME == "pacman" and __spec__ is not None:  # python -m pacman is the package's, wherever one stands
        return int(programs.package(sys.argv[1:]))
    return int(programs.PROGRAMS[NAME](HERE, sys.argv[1:]))


def become_the_package():  # type: () -> None
    """For who imports this file: put the installed package in its place, with the names that Berkeley has there."""
    places = leave_this_folder()
    del sys.modules[__name__]
    try:
        package = importlib.import_module(__name__)
    finally:
        sys.path[:] = places
    if __name__ == "pacman":
        for name, value in vars(importlib.import_module("pacman.berkeley.modules.pacman")).items():
            if name == "GameState" or not hasattr(package, name):  # Berkeley's can be written to
                setattr(package, name, value)
                package.__all__.append(name)  # for `from pacman import *`


if __name__ == "__main__":
    outcome = main()
    if isinstance(outcome, str):
        sys.stderr.write(outcome + "\n")
    sys.exit(2 if isinstance(outcome, str) else outcome)
elif __name__ == NAME:  # and not in a worker process, which reads the main program once more
    become_the_package()
