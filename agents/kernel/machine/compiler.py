"""From Python functions to LLVM's language, by numba. Imported only by what is to be compiled."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

from agents.kernel.machine.signatures import FUNCTIONS

numba: Any = import_module("numba")  # Any: not every version has types for what we use

Function = TypeVar("Function", bound=Callable[..., object])

_TYPES = {
    "w": numba.types.CPointer(numba.types.int64),
    "s": numba.types.CPointer(numba.types.int16),
    "b": numba.types.CPointer(numba.types.int8),
    "f": numba.types.CPointer(numba.types.float64),
    "i": numba.types.int64,
    "x": numba.types.float64,
    "t": numba.types.boolean,
}

exported: dict[str, Any] = {}  # the functions that Python calls, as C functions, by name


def compiled(letters: str) -> Callable[[Function], Function]:
    """Translate a function of these arguments, which `machine.signatures` explains.

    Never `fastmath`: sums must come out as Python's do, to the last bit. Nothing in it may raise an exception.
    """
    return numba.njit([_types(letters)], error_model="numpy")  # type: ignore[no-any-return]


def entry(function: Function) -> Function:
    """Translate a function that Python calls, and compiled functions may call too."""
    signature = numba.types.void(*_types(FUNCTIONS[function.__name__]))
    exported[function.__name__] = numba.cfunc(signature, error_model="numpy")(function)
    return numba.njit(error_model="numpy")(function)  # type: ignore[no-any-return]


def _types(letters: str) -> tuple[Any, ...]:
    return tuple(_TYPES[letter] for letter in letters)
