"""The compiled functions, ready to be called.

Loading machine code takes llvmlite alone; numba, which is slow to import, is needed only to build it.
"""

import ctypes
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from agents.kernel.machine import cache, llvm
from agents.kernel.machine.signatures import FUNCTIONS

_loaded: Any = None
_loading = threading.Lock()


def functions() -> Any:
    """The compiled functions by name. ImportError where they have not been built."""
    if _loaded is None and not load():
        raise ImportError("the kernel has not been built: python -m agents.kernel")
    return _loaded


def load() -> bool:
    """Load the functions if they have been built. ImportError where llvmlite is missing."""
    global _loaded
    if _loaded is None:
        with _loading:  # once, though several threads may ask
            code = cache.load(path()) if _loaded is None else None
            if code is not None:
                addresses = llvm.load_functions(code, FUNCTIONS)
                _loaded = SimpleNamespace(**{name: _callable(addresses[name], FUNCTIONS[name]) for name in FUNCTIONS})
    return _loaded is not None


@lru_cache
def path() -> Path:
    """Where the kernel is kept, or will be."""
    return cache.path_of(llvm.target())


def _callable(address: int, letters: str) -> Callable[..., None]:
    # ctypes lets other threads run while the function does.
    arguments = [ctypes.c_int64 if letter == "i" else ctypes.c_void_p for letter in letters]
    return ctypes.CFUNCTYPE(None, *arguments)(address)
