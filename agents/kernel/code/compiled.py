"""The one place that meets numba."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

from agents.kernel.entries import PARTS

numba: Any = import_module("numba")  # Any: not every version has types for what we use
numba_compiler: Any = import_module("numba.core.compiler")
typed_passes: Any = import_module("numba.core.typed_passes")
untyped_passes: Any = import_module("numba.core.untyped_passes")

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


class _Plain(numba_compiler.CompilerBase):  # type: ignore[misc]
    """numba's passes without those for what we do not use, such as closures; they cost time for nothing."""

    def define_pipelines(self) -> list[Any]:
        passes = numba_compiler.PassManager("plain")
        for step in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference,
            typed_passes.PreLowerStripPhis,
            typed_passes.IRLegalization,
            typed_passes.AnnotateTypes,
            typed_passes.NativeLowering,
            typed_passes.NoPythonBackend,
        ):
            passes.add_pass(step, step.__name__)
        passes.finalize()
        return [passes]


def entry(part: str, name: str) -> Callable[[Function], Function]:
    """Compile a function that Python calls, with everything that it calls, as well as it can be done."""
    return compiled(PARTS[part][name], level=3)


def compiled(letters: str, level: int = 1) -> Callable[[Function], Function]:
    """Compile a function of these arguments, which `agents.kernel.entries` explains.

    No exceptions, no memory management, no wrappers, so that the code stands on its own. Never `fastmath`: sums must
    come out as Python's do, to the last bit. level: how hard to optimise; a function that only compiled functions call
    is optimised where it ends up.
    """

    def compile_function(function: Function) -> Function:
        before = numba.config.OPT
        numba.config.OPT = type(before)(level)
        try:
            done: Function = numba.njit(
                [tuple(_TYPES[letter] for letter in letters)],
                error_model="numpy",
                _nrt=False,
                no_cpython_wrapper=True,
                no_cfunc_wrapper=True,
                pipeline_class=_Plain,
            )(function)
        finally:
            numba.config.OPT = before
        return done

    return compile_function
