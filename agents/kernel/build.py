"""Compiling the kernel: from the functions in `code/` to machine code that needs nothing but a loader."""

from importlib import import_module
from typing import Any

from agents.kernel.entries import PARTS

# What machine code may leave for the loader to find: parts of every C library.
_KNOWN = frozenset(("memset", "memcpy", "memmove", "log", "sqrt"))


def build(part: str) -> dict[str, tuple[str, bytes]]:
    """For every function of a part the name of its symbol and the object file that holds it."""
    module = import_module(f"agents.kernel.code.{part}")  # which compiles it
    return {name: _machine_code(getattr(module, name)) for name in PARTS[part]}


def _machine_code(function: Any) -> tuple[str, bytes]:
    (result,) = function.overloads.values()
    library = result.library
    unknown = _wanted(library._final_module) - _KNOWN
    if unknown:  # it would end the process that loads it
        raise ImportError(f"the compiled {result.fndesc.qualname} needs {', '.join(sorted(unknown))}")
    return result.fndesc.llvm_func_name, library._get_compiled_object()


def _wanted(module: Any) -> set[str]:
    """The functions and variables that a module uses and does not hold."""
    names = (*module.functions, *module.global_variables)
    return {value.name for value in names if value.is_declaration and not value.name.startswith("llvm.")}
