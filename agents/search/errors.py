"""The error family of the search package: one root, three named children."""

from __future__ import annotations


class SearchError(ValueError):
    """A search was asked for something it cannot do. The message says what, and what was possible."""


class EmptyTreeError(SearchError):
    """There is nothing to choose at the root: the state is terminal, has no actions, or chance moves."""


class EvaluationError(SearchError):
    """An evaluation (or a utility) raised an exception or returned something that is not a number."""


class GameError(SearchError):
    """A game breaks the contract of `Game`, or a probability model does not add up to 1."""
