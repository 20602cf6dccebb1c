"""The one place that meets numba, which turns our functions into LLVM's language; `agents.kernel.build` goes on."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, ClassVar, TypeVar

from agents.kernel.entries import PARTS

numba: Any = import_module("numba")  # Any: not every version has types for what we use
numba_codegen: Any = import_module("numba.core.codegen")
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


class _Translation(numba_codegen.JITCodeLibrary):  # type: ignore[misc]
    """A function in LLVM's language, as numba wrote it: not optimised, not compiled, without what it calls."""

    def add_llvm_module(self, module: Any) -> None:
        self._final_module.link_in(module)

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # there is no machine code yet

    @property
    def codegen(self) -> "_Translation":  # numba asks it for one thing only:
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Nothing to set up: nobody runs this."""


class _Typing:
    """What numba knows of types, and a memory for arithmetic: most of its time goes into the same few questions."""

    _known: ClassVar[dict[object, object]] = {}

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, arguments: Any, keywords: Any) -> Any:
        plain = tuple(map(numba.types.unliteral, arguments))
        if keywords or not all(isinstance(kind, numba.types.Number | numba.types.Boolean) for kind in plain):
            return self._context.resolve_function_type(function, arguments, keywords)
        key = function, plain
        if key not in self._known:
            self._known[key] = self._context.resolve_function_type(function, plain, keywords)
        return self._known[key]


class _Plain(numba_compiler.CompilerBase):  # type: ignore[misc]
    """numba's passes without those for what we do not use, such as closures; they cost time for nothing."""

    def define_pipelines(self) -> list[Any]:
        state = self.state
        state.typingctx = _Typing(state.typingctx)
        state.library = _Translation(state.targetctx.codegen(), state.func_id.func_qualname)
        passes = numba_compiler.PassManager("plain")
        for step in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference,
            typed_passes.PreLowerStripPhis,
            typed_passes.IRLegalization,
            typed_passes.NativeLowering,
            typed_passes.NoPythonBackend,
        ):
            passes.add_pass(step, step.__name__)
        passes.finalize()
        return [passes]


def entry(part: str, name: str) -> Callable[[Function], Function]:
    """Translate a function that Python calls."""
    return compiled(PARTS[part][name])


def compiled(letters: str) -> Callable[[Function], Function]:
    """Translate a function of these arguments, which `agents.kernel.entries` explains.

    No exceptions, no memory management, no wrappers, so that the code stands on its own. Never `fastmath`: sums must
    come out as Python's do, to the last bit.
    """
    return numba.njit(  # type: ignore[no-any-return]
        [tuple(_TYPES[letter] for letter in letters)],
        error_model="numpy",
        _nrt=False,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=_Plain,
    )
