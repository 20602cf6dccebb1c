"""What the process of a student's code may say to the grader: the one place where its messages are checked.

A message becomes one of the replies below, with every type, range and length as it should be, or it is a ProtocolError.
Text comes out in single lines that can be shown.
"""

import re
from typing import Any, Final, NamedTuple, TypeAlias

from autograder.channel import (
    EDGES_A_MESSAGE,
    LARGEST_VALUE,
    SCORES_A_MESSAGE,
    STREAM_WORDS,
    Message,
    ProtocolError,
    StreamWords,
    decode_words,
)
from autograder.failures import UNCOUNTABLE, Failure, FailureKind
from pacman.errors import one_line

LARGEST_NUMBER: Final = 2**31
LONGEST_ACTION: Final = 100
LONGEST_LINE: Final = 600
MOST_LINES: Final = 10


class Call(NamedTuple):
    """Wants to know a successor in a fixed tree; `scored`: the states whose score was asked for before that."""

    number: int
    state: str
    action: str
    agent: int = 0
    scored: tuple[str, ...] = ()


class Edges(NamedTuple):
    """A portion of the report on which states a decision looks at: three numbers an edge, none of them negative.

    values: of a search that is watched, the numbers of states that were evaluated, each with its value.
    """

    numbers: list[int]
    values: tuple[tuple[int, float], ...] = ()


class Answer(NamedTuple):
    """The answer to the question of this number.

    edges: the last portion of the report. remark: what is wrong with the student's answer where `action` is None.
    scored: as in a call, since the last one.
    is_negated: the agent was constructed with the negated evaluation that was asked for.
    drawn: from a shared random stream, the number of words that the student's code has drawn, or the state in which it
    has left the generator. is_full: of a search that is watched, there was more than was reported.
    """

    number: int
    action: str | None
    edges: Edges
    failure: Failure | None
    remark: str = ""
    scored: tuple[str, ...] = ()
    is_negated: bool = False
    drawn: int | StreamWords = 0
    is_full: bool = False


Reply: TypeAlias = Call | Edges | Answer

# Failures that the student's process can know, and how our words for them begin; those of a crash are the student's.
_REPORTED: Final = {
    FailureKind.CRASHED: "",
    FailureKind.EXITED: r"not implemented yet: |your code ended the program by sys\.exit\(\)",
    FailureKind.OUT_OF_MEMORY: "your code asked for more memory than it may have",
    FailureKind.MISSING: r"no class \w+ in your file|\w+ has no method getAction",
}
_NO_EDGES: Final = Edges([])
_ANSWER_KEYS: Final = frozenset(
    {"id", "action", "edges", "values", "failure", "remark", "scored", "is_negated", "drawn", "stream", "is_full"}
)
_CALL_KEYS: Final = frozenset({"call", "state", "action", "agent", "scored"})
_EDGES_KEYS: Final = frozenset({"edges", "values"})


def read_reply(message: Message) -> Reply:
    """The reply that a message is; ProtocolError if it is none."""
    if "id" in message:
        _expect_keys(message, _ANSWER_KEYS)
        number, action = _number(message["id"]), _action(message.get("action"))
        drawn = _drawn(message)
        if len(message) == 2 + bool(drawn) and action is not None:  # a move in a game, as most of the answers are
            return Answer(number, action, _NO_EDGES, None, drawn=drawn)
        remark = one_line(_string(message.get("remark", ""))[:LONGEST_LINE])
        failure, scored = _failure(message.get("failure")), _scored(message.get("scored", []))
        is_negated, is_full = _flag(message.get("is_negated", False)), _flag(message.get("is_full", False))
        return Answer(number, action, _edges(message), failure, remark, scored, is_negated, drawn, is_full)
    if "call" in message:
        _expect_keys(message, _CALL_KEYS)
        state, action = _string(message.get("state")), _string(message.get("action"))
        agent, scored = _number(message.get("agent", 0)), _scored(message.get("scored", []))
        return Call(_number(message["call"]), state, action, agent, scored)
    _expect_keys(message, _EDGES_KEYS)
    if "edges" not in message:
        raise ProtocolError("a message without a meaning")
    return _edges(message)


def is_known_to_child(failure: Failure, ask: str) -> bool:
    """True if the student's process may report this failure when asked for that.

    What only the grader can know (time, the end of the process, what is no answer) is never taken from the process.
    """
    if failure.kind is FailureKind.NOT_LOADED:
        return ask == "load"
    words = _REPORTED.get(failure.kind)
    return failure == UNCOUNTABLE if words is None else re.match(words, failure.text) is not None


def _expect_keys(message: Message, known: frozenset[str]) -> None:
    if not known.issuperset(message):
        raise ProtocolError("a message with something in it that nobody asked for")


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value < LARGEST_NUMBER:
        raise ProtocolError("not a number of ours")
    return value


def _drawn(message: Message) -> int | StreamWords:
    if "stream" in message:
        if "drawn" in message:
            raise ProtocolError("a number of words and a state")
        try:
            return decode_words(_string(message["stream"]))
        except ValueError as error:
            raise ProtocolError("not a state of the generator") from error
    drawn = _number(message.get("drawn", 0))
    if drawn > STREAM_WORDS:
        raise ProtocolError("more words than the generator makes at a time")
    return drawn


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise ProtocolError("not a string")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ProtocolError("neither true nor false")
    return value


def _edges(message: Message) -> Edges:
    value = message.get("edges", [])
    if not isinstance(value, list) or len(value) % 3 or len(value) > 3 * EDGES_A_MESSAGE:
        raise ProtocolError("not a report of states")
    if value and (not set(map(type, value)) <= {int} or min(value) < 0 or max(value) >= LARGEST_NUMBER):
        raise ProtocolError("not the numbers of states, agents and actions")
    return Edges(value, _values(message.get("values", [])))


def _values(value: Any) -> tuple[tuple[int, float], ...]:
    if not isinstance(value, list) or len(value) % 2 or len(value) > 2 * EDGES_A_MESSAGE:
        raise ProtocolError("not a report of values")
    if not set(map(type, value[1::2])) <= {int, float} or not all(abs(each) <= LARGEST_VALUE for each in value[1::2]):
        raise ProtocolError("not a value")
    return tuple((_number(number), float(each)) for number, each in zip(value[::2], value[1::2], strict=True))


def _scored(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > SCORES_A_MESSAGE:
        raise ProtocolError("not a report of scores")
    return tuple(map(_string, value))


def _action(value: Any) -> str | None:
    """A string that is safe to show; whether it is legal, the game decides."""
    return None if value is None else one_line(_string(value)[:LONGEST_ACTION])


def _failure(value: Any) -> Failure | None:
    if value is None:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("trail"), list):
        raise ProtocolError("not a failure")
    try:
        kind = FailureKind(_string(value.get("kind")))
    except ValueError as error:
        raise ProtocolError("a failure of no known kind") from error
    trail = tuple(_string(line)[:LONGEST_LINE] for line in value["trail"][:MOST_LINES])
    return Failure(kind, _string(value.get("text"))[:LONGEST_LINE], trail)
