"""Load a student's file without side effects on the process that loads it.

A submission imports Berkeley's modules by their plain names (`import util`, `from game import Agent`). A separate
`__import__` for each file resolves these names, at load time and later inside its functions, so that `sys.modules`
never holds a `util` that other code might import.
"""

import ast
import builtins
import importlib
import sys
import tokenize
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final

from pacman.berkeley.editions import SNAKE_CASE_SIGNS, sign_of_python_2, with_berkeleys_names
from pacman.errors import AgentError, Python2Error, describe_crash
from pacman.files import name_hint

# Berkeley's module names and our modules for them.
BERKELEY_MODULES: Final = {
    name: f"pacman.berkeley.modules.{name}"
    for name in ("game", "ghostAgents", "keyboardAgents", "layout", "pacman", "pacmanAgents", "util")
}


def load_submission(path: str | Path) -> ModuleType:
    """Execute a student's file as a separate module; raise AgentError, naming the line, if that fails."""
    path = Path(path)
    return _Imports(path.parent).load(path.stem, path)


def names_defined_in(path: Path) -> set[str] | None:
    """Return the names that a file defines at its top level, without running it; None if it cannot be read."""
    try:
        return names_in_source(path.read_bytes())
    except OSError:
        return None


def names_in_source(source: bytes) -> set[str] | None:
    """Return the names that Python code defines at its top level; None if it cannot be parsed."""
    module = parsed(source)
    if module is None:
        return None
    names: set[str] = set()
    for node in module.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Assign):
            names.update(target.id for target in node.targets if isinstance(target, ast.Name))
    return names


def parsed(source: bytes) -> ast.Module | None:
    """Return the syntax tree of Python code, or None if it cannot be parsed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of invalid escapes in strings
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def encoding_mistake(source: bytes) -> str | None:
    """Return the number of the first line that is not text in the file's encoding, with a message; else None.

    Python accepts comments with any bytes, so a file with such a line may still be valid code.
    """
    encoding = "utf-8"
    with suppress(SyntaxError):  # a declaration that Python refuses as well, or none before the first such line
        encoding = tokenize.detect_encoding(BytesIO(source).readline)[0]
    try:
        source.decode(encoding)
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        return f"{line}: not text in {encoding}; expected a Python file saved as UTF-8"
    except (ValueError, LookupError):  # an encoding that is not one of text, which Python refuses
        return None
    return None


class _Imports:
    """`__import__` of one submission: finds Berkeley's modules, then files beside it, then installed modules."""

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
        # Berkeley's names come first: students keep copies of those files beside their own, which must not be loaded.
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
    """Keeps a module in `sys.modules` while it is executed: dataclasses, for example, look themselves up there."""

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
    """Return the compiled code of a student's file; raise AgentError, naming the line, if it cannot be compiled."""
    source = b""
    try:
        source = path.read_bytes()
        if not any(sign.encode() in source for sign in SNAKE_CASE_SIGNS):
            return compile(source, str(path), "exec", dont_inherit=True)
        return compile(with_berkeleys_names(ast.parse(source, str(path))), str(path), "exec", dont_inherit=True)
    except OSError as error:
        raise AgentError(f"{path}: cannot be read: {error.strerror or error}{name_hint(path)}") from error
    except SyntaxError as error:
        if mistake := encoding_mistake(source):
            raise AgentError(f"{path}:{mistake}") from error
        sign = sign_of_python_2(source, error)
        found = f"{type(error).__name__}: {error.msg}"
        place = f"{path}:{error.lineno or 1}"
        if sign:
            text = f"{place}: a file for Python 2 ({sign}), and this is Python 3: {found}"
            raise Python2Error(text, sign) from error
        raise AgentError(f"{place}: {found}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise AgentError(f"{path}: not a Python file: {error}") from error
