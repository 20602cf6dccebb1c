"""`python -m agents.kernel` builds the kernel in advance, for images and continuous integration; prints its path."""

import gc
import os
import sys
from importlib import import_module

from agents.kernel.machine import cache, library
from agents.kernel.machine.progress import end_of_build

MODULES = ("layout_tables", "fixed_depth", "deep_alpha_beta", "tree_search", "game_loop", "many_boards")


def main() -> int:
    try:
        path = library.path()
        with cache.build_lock():
            if cache.load(path) is None:
                cache.save(path, _compiled())
                end_of_build()
    except Exception as error:  # no numba, an incompatible version, or a full disk
        print(f"the kernel cannot be built: {str(error).strip().partition(chr(10))[0]}", file=sys.stderr)
        return 2
    print(path)
    return 0


def _compiled() -> bytes:
    """Return the machine code of all functions in `code/`. It changes process settings: run nothing else afterwards."""
    if hasattr(os, "nice"):
        os.nice(10)  # processes that search in Python in the meantime have priority
    gc.disable()  # the compiler frees few of its many objects: collecting would take a tenth of the time
    for name in [name for name in os.environ if name.startswith("NUMBA_")]:
        del os.environ[name]
    os.environ["NUMBA_OPT"] = "0"  # LLVM optimises the whole module at the end; earlier passes would be wasted
    for module in MODULES:
        import_module(f"agents.kernel.code.{module}")
    from agents.kernel.machine import compiler

    return compiler.object_file()


if __name__ == "__main__":
    sys.exit(main())
