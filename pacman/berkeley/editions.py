"""Editions of the course: detected by the names that a student's file uses.

Our states have the names of the edition with next states, too. In a file in snake_case, names are replaced by
Berkeley's. A file for Python 2 is refused with a message that says so.
"""

import ast
import re
import warnings
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from typing import Final

from pacman.berkeley import agent_state, grid, state_names
from pacman.berkeley.modules import game, layout, util

NEXT_STATE_NAMES: Final = frozenset(("getNextState", "generateNextState", "getPacmanNextState", "getAvailableActions"))
SNAKE_CASE_SIGNS: Final = frozenset(("get_legal_actions", "generate_successor", "generate_pacman_successor"))
QUESTIONS: Final = {"is_win": "isWin", "is_lose": "isLose", "num_agents": "getNumAgents"}  # methods or properties
_RENAMED_MODULES: Final = (agent_state, grid, game, layout, state_names, util)  # their names may be in snake_case
_ATTRIBUTES: Final = ("scaredTimer", "isPacman")  # instance attributes, which vars() of a class does not list
_CAPITAL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_UNDERSCORE: Final = re.compile(r"(?<=[a-z0-9])_([a-z])")
_TEXT: Final = re.compile(r""" "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' """, re.VERBOSE)
_LONG_TEXT: Final = re.compile(r"\"{3}|'{3}")
_FIRST: Final = r"(?:^|[:;])\s*"  # the beginning of a statement, also after a colon: `if done: print "yes"`
_PYTHON_2: Final = {
    "print without parentheses": rf"{_FIRST}print\b(?!\s*\()(?=\s*[\w\"'%>])",
    "except with a comma": r"^\s*except\b[^:]+,\s*\w+\s*:",
    "raise with a comma": rf"{_FIRST}raise\s+[\w.]+\s*,",
    "exec without parentheses": rf"{_FIRST}exec\s+[\w\"']",
    "a tuple as a parameter": r"^\s*def\s+\w+\s*\((?:[^)]*,)?\s*\(|\blambda\s*\(",
    "<> for !=": r"<>",
    "backticks": r"`",
    "a number that ends in L": r"\b\d+[lL]\b",
    "a number that begins with 0": r"\b0\d+\b",
}
_NAMES_OF_PYTHON_2: Final = frozenset(
    (
        *("xrange", "raw_input", "unicode", "basestring", "unichr", "execfile"),
        *("has_key", "iteritems", "iterkeys", "itervalues", "maxint"),
    )
)


class Edition(Enum):
    """Editions, each with its label and a remark for the user."""

    BERKELEY = "cs188", "Berkeley's own names"
    NEXT_STATE = "next-state", "getNextState is treated as generateSuccessor, getAvailableActions as getLegalActions"
    SNAKE_CASE = "snake-case", "get_legal_actions is treated as getLegalActions, and so on"
    PYTHON_2 = "python-2", "a file for Python 2, and this is Python 3"

    def __init__(self, label: str, remark: str) -> None:
        self.label = label
        self.remark = remark


def edition_of(source: bytes) -> Edition:
    """Return the edition that a file is written for; Berkeley's own if there is no sign of another one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in strings; the student's process reports them
            nodes = list(ast.walk(ast.parse(source)))
    except SyntaxError as error:
        return Edition.PYTHON_2 if sign_of_python_2(source, error) else Edition.BERKELEY
    except (ValueError, RecursionError, MemoryError):
        return Edition.BERKELEY
    names = _names_used(nodes)
    if names & _NAMES_OF_PYTHON_2 or any(map(_is_of_python_2, nodes)):
        return Edition.PYTHON_2
    if names & SNAKE_CASE_SIGNS:
        return Edition.SNAKE_CASE
    return Edition.NEXT_STATE if names & NEXT_STATE_NAMES else Edition.BERKELEY


def sign_of_python_2(source: bytes, error: SyntaxError) -> str | None:
    """Return the sign of Python 2 in the line of a syntax error, or None.

    For a TabError, the first error of the file without tabs is searched: tabs themselves are no sign of Python 2.
    """
    if isinstance(error, TabError):
        source = source.expandtabs()
        try:
            ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as other:
            return sign_of_python_2(source, other) if type(other) is SyntaxError else None
        return None
    lines = source.decode("utf-8", "replace").splitlines()[(error.lineno or 1) - 1 : error.lineno or 1]
    codes = [_without_texts(line) for line in lines]
    return next((sign for code in codes for sign, pattern in _PYTHON_2.items() if re.search(pattern, code)), None)


def _without_texts(line: str) -> str:
    """Return a line of code with empty strings, up to the first comment or string of several lines."""
    return _LONG_TEXT.split(_TEXT.sub("''", _LONG_TEXT.split(line)[0]))[0].split("#")[0]


def _is_of_python_2(node: ast.AST) -> bool:
    """True for Python 2 code that Python 3 parses but cannot execute: `print >>file, text` and `raise "text"`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.RShift):
        return isinstance(node.left, ast.Name) and node.left.id == "print"
    return isinstance(node, ast.Raise) and isinstance(node.exc, ast.Constant) and isinstance(node.exc.value, str)


def with_berkeleys_names(tree: ast.Module) -> ast.Module:
    """Return a file's syntax tree; in a snake_case file, names that it does not define become Berkeley's."""
    nodes = list(ast.walk(tree))
    if not _names_used(nodes) & SNAKE_CASE_SIGNS:
        return tree
    own = _own_attributes(nodes)
    renaming = _Renaming({snake: name for snake, name in _snake_case_names().items() if snake not in own})
    renamed: ast.Module = ast.fix_missing_locations(renaming.visit(tree))
    return renamed


class _Renaming(ast.NodeTransformer):
    """Renames attributes, the keywords of calls to them, and imported names."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Attribute) and node.func.attr in self._names:
            for keyword in node.keywords:  # agent_index=0
                keyword.arg = keyword.arg and _UNDERSCORE.sub(lambda match: match[1].upper(), keyword.arg)
            if node.func.attr in QUESTIONS:
                node.func.attr = self._names[node.func.attr]
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        is_question = node.attr in QUESTIONS
        node.attr = self._names.get(node.attr, node.attr)
        self.generic_visit(node)
        return ast.copy_location(ast.Call(node, [], []), node) if is_question and node.attr not in QUESTIONS else node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        for alias in node.names:
            if alias.name in self._names:
                alias.asname = alias.asname or alias.name
                alias.name = self._names[alias.name]
        return node


@lru_cache
def _snake_case_names() -> dict[str, str]:
    """Map snake_case names to Berkeley's; names that are the same in both are left out."""
    modules = [vars(module) for module in _RENAMED_MODULES]
    classes = [vars(kind) for module in modules for kind in module.values() if isinstance(kind, type)]
    names = {name for members in (*modules, *classes, _ATTRIBUTES) for name in members if name[0].islower()}
    return {_CAPITAL.sub("_", name).lower(): name for name in names if _CAPITAL.search(name)} | QUESTIONS


def _names_used(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the attributes and names that are used, without those that the file defines or assigns itself."""
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    names = [node for node in nodes if isinstance(node, ast.Name)]
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    defined |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    defined |= {node.asname or node.name for node in nodes if isinstance(node, ast.alias)}
    assigned = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    return (attributes - _own_attributes(nodes)) | ({node.id for node in names} - assigned - defined)


def _own_attributes(nodes: Sequence[ast.AST]) -> set[str]:
    """Return the attributes of the file's own objects: methods of its classes, and attributes that it assigns."""
    bodies = [node for kind in nodes if isinstance(kind, ast.ClassDef) for node in kind.body]
    methods = {node.name for node in bodies if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    attributes = [node for node in nodes if isinstance(node, ast.Attribute)]
    return methods | {node.attr for node in attributes if isinstance(node.ctx, ast.Store)}
