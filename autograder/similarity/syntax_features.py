"""Features of functions as syntax trees without docstrings, comments, names and order.

A feature is the hash of a subtree in a normal form: names that the file itself defines are left out, operands that can
be exchanged and statements of a block have no order, `a > b` is `b < a`, all loops and comprehensions are one kind of
node, and numbers are compared by value. A whole subtree is a feature, and so is its top to a small depth, which stays
equal if something inside is changed.
"""

import ast
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from autograder.similarity.code_pieces import MOST_FEATURES, Features, Piece, digest, number_text

FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
LEAST_SIZE: Final = 4  # nodes of a subtree that is a feature
TOP_DEPTHS: Final = (2, 3)
_COMMUTATIVE: Final = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
_FLIPPED: Final = {ast.Gt: "Lt", ast.GtE: "LtE"}
_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.GeneratorExp)
_INFINITE: Final = frozenset({"inf", "infinity", "+inf", "+infinity"})


class _Normal(NamedTuple):
    """A node in normal form. `tops` are the hashes of its top, to each depth from 0."""

    whole: int
    size: int
    tops: tuple[int, ...]


def tree_pieces(file: str, source: bytes) -> list[Piece]:
    """Return a piece for each function of a file, nested ones included, and one for the other statements.

    Raise SyntaxError, ValueError, RecursionError or MemoryError if it cannot be parsed.
    """
    tree = ast.parse(source)
    names = _OwnNames(tree)
    pieces = [
        Piece(
            file, node.name, node.lineno, node.end_lineno or node.lineno, _Reader(names).features(node.args, node.body)
        )
        for node in ast.walk(tree)
        if isinstance(node, FUNCTIONS)
    ]
    others = list(_outside_functions(tree.body))
    if others:
        first, last = others[0].lineno, max(node.end_lineno or node.lineno for node in others)
        pieces.append(Piece(file, "", first, last, _Reader(names).features(None, others)))
    return [piece for piece in pieces if piece.features]


def _outside_functions(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _outside_functions(node.body)
        elif not isinstance(node, (*FUNCTIONS, ast.Import, ast.ImportFrom)) and not _is_text(node):
            yield node


def _is_text(node: ast.stmt) -> bool:
    """True for a docstring, a comment written as a string, `pass`, and `print`, which copies add and remove."""
    if isinstance(node, ast.Pass):
        return True
    if not isinstance(node, ast.Expr):
        return False
    value = node.value
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "print":
        return True
    return isinstance(value, ast.Constant)


class _OwnNames:
    """The names that a file defines, which a copy can change, and the original names of its imports."""

    def __init__(self, tree: ast.AST) -> None:
        self.own: set[str] = set()
        self.imported: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                self.own.add(node.name)
            elif isinstance(node, ast.arg):
                self.own.add(node.arg)
            elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                self.own.add(node.id)
            elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                self.own.add(node.attr)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                self.imported |= {alias.asname: alias.name for alias in node.names if alias.asname}

    def text(self, name: str) -> str:
        return "own" if name in self.own else self.imported.get(name, name)


class _Reader:
    """Computes the features of one function."""

    def __init__(self, names: _OwnNames) -> None:
        self._names = names
        self._features: Features = {}

    def features(self, arguments: ast.arguments | None, body: Iterable[ast.stmt]) -> Features:
        if arguments is not None:
            for default in (*arguments.defaults, *filter(None, arguments.kw_defaults)):
                self._read(default)
        for statement in body:
            if not _is_text(statement):
                self._read(statement)
        return self._features

    def _read(self, node: ast.AST) -> _Normal:
        label, children = self._parts(node)
        return self._combine(label, [self._read(child) for child in children], getattr(node, "lineno", 0))

    def _combine(self, label: str, parts: list[_Normal], line: int) -> _Normal:
        ordered = not label.startswith("*")
        order = parts if ordered else sorted(parts)
        size = 1 + sum(part.size for part in parts)
        whole = digest(label, *(part.whole for part in order))
        tops = [digest(label)]
        for depth in range(max(TOP_DEPTHS)):
            inner = [part.tops[min(depth, len(part.tops) - 1)] for part in parts]
            tops.append(digest(label, *(inner if ordered else sorted(inner))))
        if line and size >= LEAST_SIZE and len(self._features) < MOST_FEATURES:
            for feature in (whole, *(tops[depth] for depth in TOP_DEPTHS)):
                self._features.setdefault(feature, line)
        return _Normal(whole, size, tuple(tops))

    def _parts(self, node: ast.AST) -> tuple[str, list[ast.AST]]:
        """Return the label of a node and its children in normal form; a label with `*` has children without order."""
        kind = type(node).__name__
        if isinstance(node, ast.Name):
            return self._names.text(node.id), []
        if isinstance(node, ast.Attribute):
            return f".{self._names.text(node.attr)}", [node.value]
        if isinstance(node, ast.Constant):
            return _constant(node.value), []
        if isinstance(node, ast.Call) and _is_infinity(node):
            return "infinity", []
        if isinstance(node, ast.BinOp):
            operator = type(node.op)
            return f"{'*' if issubclass(operator, _COMMUTATIVE) else ''}{operator.__name__}", [node.left, node.right]
        if isinstance(node, ast.AugAssign):
            operator = type(node.op)
            changed = ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)
            return "Assign", [node.target, changed]
        if isinstance(node, ast.AnnAssign):
            return "Assign", [node.target, *([node.value] if node.value else [])]
        if isinstance(node, ast.BoolOp):
            return f"*{type(node.op).__name__}", list(node.values)
        if isinstance(node, ast.UnaryOp):
            return type(node.op).__name__, [node.operand]
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return _comparison(node)
        if isinstance(node, ast.If | ast.IfExp):
            return self._condition(node)
        if isinstance(node, ast.For | ast.AsyncFor):
            return "*Loop", [node.target, node.iter, *_statements([*node.body, *node.orelse])]
        if isinstance(node, ast.While):
            return "*Loop", [node.test, *_statements([*node.body, *node.orelse])]
        if isinstance(node, _COMPREHENSIONS):
            return "*Loop", [node.elt, *_generators(node.generators)]
        if isinstance(node, ast.DictComp):
            return "*Loop", [node.key, node.value, *_generators(node.generators)]
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            return "definition", []  # a piece of its own
        if isinstance(node, ast.Lambda):
            return "Lambda", [node.body]
        if isinstance(node, ast.keyword):
            return f"{node.arg}=", [node.value]
        children = [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr_context)]
        statements = [child for child in children if isinstance(child, ast.stmt)]
        kept = {id(child) for child in _statements(statements)}
        return kind, [child for child in children if not isinstance(child, ast.stmt) or id(child) in kept]

    def _condition(self, node: ast.If | ast.IfExp) -> tuple[str, list[ast.AST]]:
        """Return a condition; `if not x: a else: b` is `if x: b else: a`."""
        test: ast.AST = node.test
        body: list[ast.AST] = list(_statements(node.body)) if isinstance(node, ast.If) else [node.body]
        other: list[ast.AST] = list(_statements(node.orelse)) if isinstance(node, ast.If) else [node.orelse]
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) and other:
            test, body, other = test.operand, other, body
        return "*If", [test, *body, *([_Else(other)] if other else [])]


class _Else(ast.AST):
    """The block after `else` as a separate node, so that it differs from the first one."""

    _fields = ("body",)

    def __init__(self, body: list[ast.AST]) -> None:
        super().__init__()
        self.body = body


def _statements(body: Iterable[ast.stmt]) -> list[ast.stmt]:
    return [statement for statement in body if not _is_text(statement)]


def _generators(generators: Iterable[ast.comprehension]) -> Iterator[ast.AST]:
    for generator in generators:
        yield generator.target
        yield generator.iter
        yield from generator.ifs


def _comparison(node: ast.Compare) -> tuple[str, list[ast.AST]]:
    operator, left, right = type(node.ops[0]), node.left, node.comparators[0]
    if operator in _FLIPPED:
        return _FLIPPED[operator], [right, left]
    return f"{'*' if operator in (ast.Eq, ast.NotEq) else ''}{operator.__name__}", [left, right]


def _constant(value: object) -> str:
    if isinstance(value, bool) or value is None or value is Ellipsis:
        return str(value)
    if isinstance(value, int | float | complex):
        return number_text(value)
    return "string"


def _is_infinity(node: ast.Call) -> bool:
    """True for `float("inf")` in any spelling."""
    is_float = isinstance(node.func, ast.Name) and node.func.id == "float" and len(node.args) == 1
    if not is_float or not isinstance(node.args[0], ast.Constant):
        return False
    return str(node.args[0].value).strip().lower() in _INFINITE
