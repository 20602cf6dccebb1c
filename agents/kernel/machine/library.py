"""The compiled functions, ready to be called.

Loading machine code takes llvmlite alone; numba, which is slow to import, is needed only where nothing is compiled yet.
"""

import ctypes
import gc
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

from agents.kernel import store
from agents.kernel.entries import PARTS

# By numba's calling convention the first two arguments say where to put a result and an exception. Ours have neither.
_unused = (ctypes.c_int64 * 2)()
_parts: dict[str, Any] = {}
_loading = threading.Lock()

Compiled: TypeAlias = Callable[..., object]

# What surrounds the seconds it takes to compile or load. Who keeps the time of agents may put a clock here that stops.
preparing: Callable[[], AbstractContextManager[object]] = nullcontext


def part(name: str) -> Any:
    """The functions of one part of the kernel, by name. ImportError where there is neither code nor compiler."""
    if name not in _parts:
        with _loading:  # once, though several threads may ask
            if name not in _parts:
                with preparing():
                    _parts[name] = _loaded(name)
    return _parts[name]


def _loaded(name: str) -> SimpleNamespace:
    code = store.load(_path(name))
    if code is None:
        code = _compile(name)
        store.save(_path(name), code)
    binding: Any = import_module("llvmlite.binding")
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine(jit=True)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    functions = {
        function: _callable(engine.get_function_address(function), letters) for function, letters in PARTS[name].items()
    }
    engine.detach()  # the code stays, also while the program ends and a thread still runs it
    return SimpleNamespace(**functions)


def is_compiled(name: str) -> bool:
    """Whether a part of the kernel can be had without compiling it."""
    try:
        return name in _parts or _path(name).exists()
    except Exception:  # `part` will say what is wrong
        return False


@cache
def _path(name: str) -> Path:
    """Where a part is kept."""
    binding: Any = import_module("llvmlite.binding")
    version = import_module("llvmlite").__version__
    processor = f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    return store.path_of(name, f"{version} {binding.get_default_triple()} {processor}")


def _compile(name: str) -> bytes:
    import_module("numba")  # half a second, and perhaps an ImportError
    _say_once()
    from agents.kernel.build import build

    collects = gc.isenabled()
    gc.disable()  # a compiler makes much and drops little: looking for garbage takes a tenth of the time
    try:
        return build(name)
    except Exception as error:  # a version of numba that we do not know
        raise ImportError(f"numba could not compile the kernel: {error}") from error
    finally:
        if collects:
            gc.enable()


@cache
def _say_once() -> None:
    print("compiling the search kernel (once)…", file=sys.stderr, flush=True)


def _callable(address: int, letters: str) -> Compiled:
    # ctypes lets other threads run while the function does.
    arguments = [ctypes.c_int64 if letter == "i" else ctypes.c_void_p for letter in letters]
    function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *arguments)(address)
    return partial(function, ctypes.addressof(_unused), ctypes.addressof(_unused) + 8)
