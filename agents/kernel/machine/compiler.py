"""From Python functions to machine code: numba translates each, LLVM optimises and compiles them together.

Imported only by what is to be compiled.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeVar

from agents.kernel.machine.library import FUNCTIONS, llvm, target_machine

numba: Any = import_module("numba")  # Any: not every version has types for what we use

# What machine code may leave for the loader to find: parts of every C library.
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

_exported: dict[str, Any] = {}  # the functions that Python calls, as C functions, by name


def compiled(letters: str, *, inline: bool = False) -> Callable[[Function], Function]:
    """Translate a function of these arguments, whose letters `machine.library` explains.

    inline: into whatever calls it; otherwise LLVM decides, and calls one that has several callers.
    Never `fastmath`: sums must come out as Python's do, to the last bit. Nothing in it may raise an exception.
    """
    where = "always" if inline else "never"
    return numba.njit([_types(letters)], error_model="numpy", inline=where)  # type: ignore[no-any-return]


def entry(function: Function) -> Function:
    """Translate a function that Python calls, and compiled functions may call too."""
    signature = numba.types.void(*_types(FUNCTIONS[function.__name__]))
    _exported[function.__name__] = numba.cfunc(signature, error_model="numpy")(function)
    return numba.njit(error_model="numpy")(function)  # type: ignore[no-any-return]


def _types(letters: str) -> tuple[Any, ...]:
    return tuple(_TYPES[letter] for letter in letters)


def object_file() -> bytes:
    """All functions that Python calls, under their own names, with all that they call."""
    binding = llvm()
    whole = binding.parse_assembly("")
    for name, function in _exported.items():
        module = binding.parse_assembly(function.inspect_llvm())
        for value in (*module.functions, *module.global_variables):
            if not value.is_declaration:
                value.linkage = "internal"  # so that it goes where it is used
        entry_point = module.get_function(function.native_name)
        entry_point.name, entry_point.linkage = name, "external"
        whole.link_in(module)
    machine = target_machine(cpu=binding.get_host_cpu_name(), features=binding.get_host_cpu_features().flatten())
    _optimise(binding, whole, machine)
    unknown = _wanted(whole) - _KNOWN
    if unknown:  # it would end the process that loads it
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
    """The functions and variables that a module uses and does not hold."""
    names = (*module.functions, *module.global_variables)
    return {value.name for value in names if value.is_declaration and not value.name.startswith("llvm.")}
