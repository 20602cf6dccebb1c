"""Load the compiled functions.

Loading machine code requires only llvmlite; numba, which is slow to import, is needed only to build it.
"""

import ctypes
import threading
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from agents.kernel.machine import cache

# The compiled functions that Python may call, with a letter for each argument: `w` words (64 bits), `s` small words
# (16), `b` bytes and `f` floats are pointers; `i` is an integer, `x` a float, `t` a bool. Results are written into the
# arguments.
FUNCTIONS: Final = {
    "flood": "wssi",
    "unpack": "wbbi",
    "begin_search": "wwfwww",
    "run_search": "wwfwwwbsswfi",
    "begin_deep": "wwwbw",
    "run_deep": "wwwwwwbsswfi",
    "run_tree": "wwfwwwwbsswfi",
    "run_game": "wbwfwwfwwwbsswfwfi",
    "step_boards": "wwbwbwsbsbfbbswwfwsswfwfbbb",
    "begin_boards": "wwbwbbbbbb",
    "observe_features": "wwbwsswff",
}

_loaded: Any = None
_loading = threading.Lock()


def functions() -> Any:
    """Return the compiled functions by name. Raise ImportError if they have not been built."""
    if _loaded is None and not load():
        raise ImportError("the kernel has not been built: python -m agents.kernel")
    return _loaded


def load() -> bool:
    """Load the functions if they have been built, and return True then. Raise ImportError without llvmlite."""
    global _loaded
    if _loaded is None:
        with _loading:  # once, even if several threads call this
            code = cache.load(path()) if _loaded is None else None
            if code is not None:
                _loaded = _linked(code)
    return _loaded is not None


@lru_cache
def path() -> Path:
    """Return the path of the kernel, which need not exist."""
    binding = llvm()
    processor = f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    return cache.path_of(f"{import_module('llvmlite').__version__} {binding.get_default_triple()} {processor}")


def _linked(code: bytes) -> SimpleNamespace:
    """Return the functions of an object file. They are never freed, because a thread may run one during exit."""
    binding = llvm()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target_machine())
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    functions = {name: _callable(engine.get_function_address(name), FUNCTIONS[name]) for name in FUNCTIONS}
    engine.detach()
    return SimpleNamespace(**functions)


def llvm() -> Any:
    """Return llvmlite's binding, initialised for this processor. Any: not every version has types."""
    binding = import_module("llvmlite.binding")
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


def target_machine(**options: str) -> Any:
    return llvm().Target.from_default_triple().create_target_machine(opt=3, jit=True, **options)


def _callable(address: int, letters: str) -> Callable[..., None]:
    # ctypes releases the interpreter lock while the function runs.
    arguments = [ctypes.c_int64 if letter == "i" else ctypes.c_void_p for letter in letters]
    return ctypes.CFUNCTYPE(None, *arguments)(address)
