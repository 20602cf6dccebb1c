"""From LLVM's language to machine code, and into this process, by llvmlite."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, Final

# What machine code may leave for the loader to find: parts of every C library.
_KNOWN: Final = frozenset(("memset", "memcpy", "memmove", "log", "sqrt"))


def target() -> str:
    """What machine code depends on: the version of the compiler, and the processor."""
    binding = _binding()
    processor = f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    return f"{import_module('llvmlite').__version__} {binding.get_default_triple()} {processor}"


def compile_functions(functions: Mapping[str, Any]) -> bytes:
    """An object file of numba's C functions under names of our own, put together, optimised and compiled once."""
    binding = _binding()
    whole = binding.parse_assembly("")
    for name, function in functions.items():
        module = binding.parse_assembly(function.inspect_llvm())
        for value in (*module.functions, *module.global_variables):
            if not value.is_declaration:
                value.linkage = "internal"  # so that it goes where it is used
        entry = module.get_function(function.native_name)
        entry.name, entry.linkage = name, "external"
        whole.link_in(module)
    machine = _machine(binding, cpu=binding.get_host_cpu_name(), features=binding.get_host_cpu_features().flatten())
    _optimise(binding, whole, machine)
    unknown = _wanted(whole) - _KNOWN
    if unknown:  # it would end the process that loads it
        raise ImportError(f"the compiled kernel needs {', '.join(sorted(unknown))}")
    object_file: bytes = machine.emit_object(whole)
    return object_file


def load_functions(object_file: bytes, names: Iterable[str]) -> dict[str, int]:
    """Addresses by name. The code stays, also while the program ends and a thread still runs it."""
    binding = _binding()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _machine(binding))
    engine.add_object_file(binding.ObjectFileRef.from_data(object_file))
    engine.finalize_object()
    addresses = {name: engine.get_function_address(name) for name in names}
    engine.detach()
    return addresses


def _binding() -> Any:
    """Any: not every version has types for what we use."""
    binding = import_module("llvmlite.binding")
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


def _machine(binding: Any, **options: str) -> Any:
    return binding.Target.from_default_triple().create_target_machine(opt=3, jit=True, **options)


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
