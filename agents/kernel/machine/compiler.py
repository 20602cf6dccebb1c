"""Compile Python functions to machine code: numba translates each, LLVM optimises and compiles them together.

Imported only by modules that are to be compiled.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeVar

from agents.kernel.machine.library import FUNCTIONS, llvm, target_machine
from agents.kernel.machine.progress import function_translated
from agents.kernel.memory.encoding import Stack, Tables, Words

numba: Any = import_module("numba")  # Any: not every version has types for the functions used here

# External symbols that machine code may use: they are part of every C library.
_KNOWN: Final = frozenset(("memset", "memcpy", "memmove", "log", "sqrt"))

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
_TYPES["W"] = numba.types.NamedUniTuple(_TYPES["i"], len(Words._fields), Words)
_TYPES["T"] = numba.types.NamedTuple([_TYPES[letter] for letter in "wbssiwf"], Tables)
_TYPES["K"] = numba.types.NamedTuple([_TYPES[letter] for letter in "wwfw"], Stack)


@numba.extending.intrinsic  # type: ignore[untyped-decorator]
def at(_: Any, pointer: Any, index: Any) -> Any:
    """Return a pointer to the element of an array with this index: an array within the array."""
    return pointer(pointer, index), lambda context, builder, signature, given: builder.gep(given[0], [given[1]])


_exported: dict[str, Any] = {}  # the functions that Python calls, as C functions, by name


def compiled(letters: str, *, inline: bool = False) -> Callable[[Function], Function]:
    """Compile a function with these argument types: letters of `machine.library`, W (Words), T (Tables), K (Stack).

    inline: always inline it into its callers; otherwise LLVM decides, and does not inline one with several callers.
    Never `fastmath`: sums must equal Python's to the last bit. The function must not raise exceptions.
    """
    where = "always" if inline else "never"
    translate = numba.njit([_types(letters)], error_model="numpy", inline=where)

    def translated(function: Function) -> Function:
        result = translate(function)
        function_translated()
        return result  # type: ignore[no-any-return]

    return translated


def entry(function: Function) -> Function:
    """Compile a function that Python calls, and that compiled functions may call too."""
    signature = numba.types.void(*_types(FUNCTIONS[function.__name__]))
    _exported[function.__name__] = numba.cfunc(signature, error_model="numpy")(function)
    function_translated()
    return numba.njit(error_model="numpy")(function)  # type: ignore[no-any-return]


def _types(letters: str) -> tuple[Any, ...]:
    return tuple(_TYPES[letter] for letter in letters)


def object_file() -> bytes:
    """Return an object file with all entry points, under their own names, and all functions that they call."""
    binding = llvm()
    whole = binding.parse_assembly("")
    for name, function in _exported.items():
        module = binding.parse_assembly(function.inspect_llvm())
        for value in (*module.functions, *module.global_variables):
            if not value.is_declaration:
                value.linkage = "internal"  # so that it can be inlined and removed
        entry_point = module.get_function(function.native_name)
        entry_point.name, entry_point.linkage = name, "external"
        whole.link_in(module)
    machine = target_machine(cpu=binding.get_host_cpu_name(), features=binding.get_host_cpu_features().flatten())
    _optimise(binding, whole, machine)
    unknown = _wanted(whole) - _KNOWN
    if unknown:  # an unresolved symbol would end the process that loads it
        raise ImportError(f"the compiled kernel needs {', '.join(sorted(unknown))}")
    code: bytes = machine.emit_object(whole)
    return code


def _optimise(binding: Any, module: Any, machine: Any) -> None:
    options = binding.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = False
    options.slp_vectorization = False
    passes = binding.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)


def _wanted(module: Any) -> set[str]:
    """Return the functions and variables that a module uses but does not define."""
    names = (*module.functions, *module.global_variables)
    return {value.name for value in names if value.is_declaration and not value.name.startswith("llvm.")}
