"""`python -m agents.kernel` builds the kernel ahead, for images and continuous integration, and says where it is."""

import gc
import os
import sys
from importlib import import_module

from agents.kernel.machine import cache, library

MODULES = ("layout_tables", "fixed_depth", "deep_alpha_beta", "tree_search", "game_loop")


def main() -> int:
    try:
        path = library.path()
        with cache.build_lock():
            if cache.load(path) is None:
                cache.save(path, _compiled())
    except Exception as error:  # no numba, one that is not as we know it, no room on the disk
        print(f"the kernel cannot be built: {str(error).strip().partition(chr(10))[0]}", file=sys.stderr)
        return 2
    print(path)
    return 0


def _compiled() -> bytes:
    """Machine code of all that is in `code/`. This process does nothing else, so it may set itself up for that."""
    if hasattr(os, "nice"):
        os.nice(10)  # whoever is searching in Python meanwhile comes first
    gc.disable()  # a compiler makes much and drops little: looking for garbage takes a tenth of the time
    for name in [name for name in os.environ if name.startswith("NUMBA_")]:
        del os.environ[name]
    os.environ["NUMBA_OPT"] = "0"  # LLVM optimises the whole at the end; before, it would be for nothing
    for module in MODULES:
        import_module(f"agents.kernel.code.{module}")
    from agents.kernel.machine import compiler

    return compiler.object_file()


if __name__ == "__main__":
    sys.exit(main())
