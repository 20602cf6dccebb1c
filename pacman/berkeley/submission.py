"""A student's file, loaded without leaving anything behind in the process that loads it.

A submission imports Berkeley's modules by their plain names (`import util`, `from game import Agent`). Those names are
ours to give: the file's own `__import__` finds them, at load time and later inside its functions, so that the
interpreter's module table never holds a `util` that some other code might pick up.
"""

import ast
import builtins
import importlib
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final

from pacman.berkeley.editions import SNAKE_CASE_SIGNS, sign_of_python_2, with_berkeleys_names
from pacman.errors import AgentError, describe_crash

# Berkeley's modules and where we keep ours.
BERKELEY_MODULES: Final = {
    name: f"pacman.berkeley.modules.{name}"
    for name in ("game", "ghostAgents", "keyboardAgents", "layout", "pacman", "pacmanAgents", "util")
}


def load_submission(path: str | Path) -> ModuleType:
    """Run a student's file as a module of its own; what goes wrong is an AgentError that names the line."""
    path = Path(path)
    return _Imports(path.parent).load(path.stem, path)


def names_defined_in(path: Path) -> set[str] | None:
    """The names that a file has at its top level, found without running it; None for one that cannot be read."""
    try:
        return names_in_source(path.read_bytes())
    except OSError:
        return None


def names_in_source(source: bytes) -> set[str] | None:
    """The names that Python code defines at its top level; None for code that cannot be parsed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # on escapes in strings
            body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    names: set[str] = set()
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Assign):
            names.update(target.id for target in node.targets if isinstance(target, ast.Name))
    return names


class _Imports:
    """What `import` means inside one submission: Berkeley's modules, files beside it, then everything installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.modules: dict[str, ModuleType] = {}

    def __call__(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        # Berkeley's names come first: students keep copies of those files beside their own.
        if name in BERKELEY_MODULES:
            return importlib.import_module(BERKELEY_MODULES[name])
        beside = self.folder / f"{name}.py"
        if name in self.modules or beside.is_file():
            return self.modules.get(name) or self.load(name, beside)
        return builtins.__import__(name, globals, locals, fromlist or (), level)

    def load(self, name: str, path: Path) -> ModuleType:
        module = ModuleType(name)
        module.__file__ = str(path)
        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": self}
        self.modules[name] = module
        code = compiled(path)
        with _listed(name, module):
            try:
                exec(code, module.__dict__)
            except AgentError:  # from a file that this one imports
                raise
            except (Exception, SystemExit) as error:
                raise AgentError(f"{path}: cannot be loaded: {describe_crash(error)}") from error
        return module


class _listed:
    """Keeps a module in the interpreter's table while it runs: dataclasses, for one, look themselves up there."""

    def __init__(self, name: str, module: ModuleType) -> None:
        self.name = name
        self.module = module

    def __enter__(self) -> None:
        self.previous = sys.modules.get(self.name)
        sys.modules[self.name] = self.module

    def __exit__(self, *_: object) -> None:
        if self.previous is None:
            del sys.modules[self.name]
        else:
            sys.modules[self.name] = self.previous


def compiled(path: Path) -> CodeType:
    """The code of a student's file; AgentError if it is none."""
    source = b""
    try:
        source = path.read_bytes()
        if not any(sign.encode() in source for sign in SNAKE_CASE_SIGNS):
            return compile(source, str(path), "exec", dont_inherit=True)
        return compile(with_berkeleys_names(ast.parse(source, str(path))), str(path), "exec", dont_inherit=True)
    except OSError as error:
        raise AgentError(f"{path}: cannot be read: {error.strerror or error}") from error
    except SyntaxError as error:
        sign = sign_of_python_2(source, error)
        text = f"a file for Python 2 ({sign}), and this is Python 3" if sign else f"{type(error).__name__}: {error.msg}"
        raise AgentError(f"{path}:{error.lineno or 1}: {text}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise AgentError(f"{path}: not a Python file: {error}") from error
