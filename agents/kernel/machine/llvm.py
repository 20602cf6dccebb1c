"""Compiling the kernel: from the functions in `code/` to machine code that needs nothing but a loader."""

from importlib import import_module
from typing import Any

from agents.kernel.entries import PARTS

# What machine code may leave for the loader to find: parts of every C library.
_KNOWN = frozenset(("memset", "memcpy", "memmove", "log", "sqrt"))


def build(part: str) -> bytes:
    """The object file of a part; its functions have their own names there."""
    binding: Any = import_module("llvmlite.binding")
    code = import_module(f"agents.kernel.code.{part}")  # which translates it
    results = {name: _result(getattr(code, name)) for name in PARTS[part]}
    module = binding.parse_assembly("")
    for translation in _with_callees([result.library for result in results.values()]):
        module.link_in(translation._final_module, preserve=True)
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "internal"  # so that it goes where it is called
    for name, result in results.items():
        function = module.get_function(result.fndesc.llvm_func_name)
        function.name, function.linkage = name, "external"
    machine = _machine(binding)
    _optimise(binding, module, machine)
    unknown = _wanted(module) - _KNOWN
    if unknown:  # it would end the process that loads it
        raise ImportError(f"the compiled {part} needs {', '.join(sorted(unknown))}")
    object_file: bytes = machine.emit_object(module)
    return object_file


def _result(function: Any) -> Any:
    (result,) = function.overloads.values()
    return result


def _with_callees(translations: list[Any]) -> list[Any]:
    """Each of them once, with all that they call."""
    found: list[Any] = []
    waiting = list(translations)
    while waiting:
        translation = waiting.pop()
        if translation not in found:
            found.append(translation)
            waiting += translation._linking_libraries
    return found


def _machine(binding: Any) -> Any:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_triple(binding.get_process_triple())
    features = binding.get_host_cpu_features().flatten()
    return target.create_target_machine(cpu=binding.get_host_cpu_name(), features=features, opt=3, jit=True)


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
