"""Errors of the search package: a base class and three subclasses."""

from __future__ import annotations


class SearchError(ValueError):
    """A search cannot do what was requested. The message names the invalid value and what was expected."""


class EmptyTreeError(SearchError):
    """There is no choice at the root: the state is terminal, has no actions, or is a chance node."""


class EvaluationError(SearchError):
    """An evaluation (or a utility) raised an exception or returned a value that is not a number."""


class GameError(SearchError):
    """A game violates the contract of `Game`, or a probability model does not add up to 1."""
