"""Validate messages from the child process; no other module does.

`parse_message` turns a message into one of the classes below, with all types, ranges and lengths checked, or raises
ProtocolError. Text is reduced to single printable lines.
"""

from typing import Any, Final, NamedTuple, TypeAlias

from autograder.channel import (
    EDGES_A_MESSAGE,
    LARGEST_VALUE,
    SCORES_A_MESSAGE,
    STREAM_WORDS,
    Message,
    ProtocolError,
    StreamWords,
    TreeMessage,
    decode_words,
)
from autograder.failures import Cause, CauseKind, Failure, FailureKind, Frame, worded
from pacman.errors import one_line

LARGEST_NUMBER: Final = 2**31
LONGEST_ACTION: Final = 100
LONGEST_LINE: Final = 600
MOST_LINES: Final = 10


class Call(NamedTuple):
    """A request for a successor in a fixed tree; `scored`: the states whose score was read since the last call."""

    number: int
    state: str
    action: str
    agent: int
    scored: tuple[str, ...] = ()


class Edges(NamedTuple):
    """A portion of the report on the states that a decision generates.

    numbers: three for each edge, none negative; see `child.state_report`.
    values: for a watched search, the numbers of evaluated states, each with its value.
    results: for a watched search, the numbers of states, each with the value that a function of the agent returned.
    """

    numbers: list[int]
    values: tuple[tuple[int, float], ...] = ()
    results: tuple[tuple[int, float], ...] = ()


class Answer(NamedTuple):
    """The answer to the request of this number.

    edges: the last portion of the report.
    remark: without an `action`, the description of the student's answer, which is not a legal action.
    scored: the states whose score was read since the last call.
    evaluated: the states of a fixed tree for which the agent's evaluation returned another value than their score, and
    these values.
    returned: the states of a fixed tree with the values that the submission's functions returned for them, if recorded.
    is_negated: the agent was constructed with the negated evaluation, as requested.
    drawn: for a shared random stream, the number of words that the student's code has drawn, or the state in which it
    has left the generator.
    is_full: for a watched search, the report is incomplete because it reached a limit.
    is_searched_again: for a watched search, a state was expanded again after its value had been returned.
    is_unused: at the end of a game, the evaluation that the agent was given by name has not been called.
    """

    number: int
    action: str | None
    edges: Edges
    failure: Failure | None
    remark: Failure | None = None
    scored: tuple[str, ...] = ()
    evaluated: tuple[tuple[str, float], ...] = ()
    is_negated: bool = False
    drawn: int | StreamWords = 0
    is_full: bool = False
    is_unused: bool = False
    is_searched_again: bool = False
    returned: tuple[tuple[str, float], ...] = ()


ChildMessage: TypeAlias = Call | Edges | Answer

# Failures that the child process may report, with their causes. The text of a crash comes from the student's exception,
# so it can be anything; the grader words the others by their causes. A file is not loaded only in reply to "load".
_CAUSES: Final[dict[FailureKind, frozenset[CauseKind]]] = {
    FailureKind.CRASHED: frozenset(
        {
            CauseKind.EXCEPTION,
            CauseKind.ENDLESS_RECURSION,
            CauseKind.NOT_ON_TREES,
            CauseKind.ILLEGAL_ACTION,
            CauseKind.WRONG_ANSWER,
        }
    ),
    FailureKind.EXITED: frozenset({CauseKind.NOT_IMPLEMENTED, CauseKind.EXIT}),
    FailureKind.OUT_OF_MEMORY: frozenset({CauseKind.MEMORY}),
    FailureKind.MISSING: frozenset({CauseKind.MISSING_CLASS, CauseKind.MISSING_METHOD}),
    FailureKind.NOT_LOADED: frozenset({CauseKind.SYNTAX, CauseKind.PYTHON_2}),
    FailureKind.MISBEHAVED: frozenset({CauseKind.UNCOUNTABLE}),
}
_NO_EDGES: Final = Edges([])
# The keys of messages are the fields above, but the number of an answer is its `id`, and the numbers of edges are
# `edges`; what was drawn is a number, `drawn`, or a state, `stream`.
_EDGES_KEYS: Final = frozenset(Edges._fields) - {"numbers"} | {"edges"}
_ANSWER_KEYS: Final = frozenset(Answer._fields) - {"number"} | {"id", "stream"} | _EDGES_KEYS


def parse_message(message: Message | TreeMessage) -> ChildMessage:
    """Validate a message and return it as Call, Edges or Answer; raise ProtocolError if it is invalid."""
    if isinstance(message, list):
        return _call(message)
    if "id" in message:
        _expect_keys(message, _ANSWER_KEYS)
        number, action = _number(message["id"]), _action(message.get("action"))
        drawn = _drawn(message)
        if len(message) == 2 + bool(drawn) and action is not None:  # fast path: most answers are moves in a game
            return Answer(number, action, _NO_EDGES, None, drawn=drawn)
        return Answer(
            number,
            action,
            _edges(message),
            _failure(message.get("failure")),
            _remark(message.get("remark")),
            _scored(message.get("scored", [])),
            _evaluated(message.get("evaluated", [])),
            _flag(message, "is_negated"),
            drawn,
            _flag(message, "is_full"),
            _flag(message, "is_unused"),
            _flag(message, "is_searched_again"),
            _evaluated(message.get("returned", [])),
        )
    _expect_keys(message, _EDGES_KEYS)
    if "edges" not in message:
        raise ProtocolError("a message of no known kind")
    return _edges(message)


def _call(parts: TreeMessage) -> Call:
    if len(parts) != len(Call._fields):
        raise ProtocolError("not a call for a state of a tree")
    number, state, action, agent, scored = parts
    return Call(_number(number), _string(state), _string(action), _number(agent), _scored(scored))


def is_known_to_child(failure: Failure, ask: str) -> bool:
    """True if the child process may report this failure in reply to the request `ask`.

    The grader observes timeouts, the end of the process and invalid answers itself. A report of such a failure is not
    accepted, since the student's code could forge it.
    """
    is_asked = ask == "load" or failure.kind is not FailureKind.NOT_LOADED
    return is_asked and failure.cause is not None and failure.cause.kind in _CAUSES.get(failure.kind, ())


def _expect_keys(message: Message, known: frozenset[str]) -> None:
    if not known.issuperset(message):
        raise ProtocolError("a message with unknown keys")


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value < LARGEST_NUMBER:
        raise ProtocolError(f"not an integer from 0 to {LARGEST_NUMBER - 1}")
    return value


def _drawn(message: Message) -> int | StreamWords:
    if "stream" in message:
        if "drawn" in message:
            raise ProtocolError("both a number of words and a state of the generator")
        try:
            return decode_words(_string(message["stream"]))
        except ValueError as error:
            raise ProtocolError("not a state of the generator") from error
    drawn = _number(message.get("drawn", 0))
    if drawn > STREAM_WORDS:
        raise ProtocolError("more words than the generator produces at a time")
    return drawn


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise ProtocolError("not a string")
    return value


def _flag(message: Message, name: str) -> bool:
    value = message.get(name, False)
    if not isinstance(value, bool):
        raise ProtocolError("neither true nor false")
    return value


def _edges(message: Message) -> Edges:
    value = message.get("edges", [])
    if not isinstance(value, list) or len(value) % 3 or len(value) > 3 * EDGES_A_MESSAGE:
        raise ProtocolError("not a report of states")
    if value and (not set(map(type, value)) <= {int} or min(value) < 0 or max(value) >= LARGEST_NUMBER):
        raise ProtocolError("not the numbers of states, agents and actions")
    return Edges(value, _values(message.get("values", [])), _values(message.get("results", [])))


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


def _evaluated(value: Any) -> tuple[tuple[str, float], ...]:
    if not isinstance(value, list) or len(value) > SCORES_A_MESSAGE:
        raise ProtocolError("not a report of values")
    if not all(isinstance(each, list) and len(each) == 2 and type(each[1]) in (int, float) for each in value):
        raise ProtocolError("not a state and its value")
    if not all(abs(number) <= LARGEST_VALUE for _, number in value):
        raise ProtocolError("not a value")
    return tuple((_string(state), float(number)) for state, number in value)


def _action(value: Any) -> str | None:
    """Return an action as a string that is safe to print; the game checks that it is legal."""
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
    cause = _cause(value.get("cause"))
    if kind is not FailureKind.CRASHED and cause is not None and cause.kind in _CAUSES.get(kind, ()):
        return worded(kind, cause, trail)
    return Failure(kind, _string(value.get("text"))[:LONGEST_LINE], trail, cause)


def _remark(value: Any) -> Failure | None:
    remark = _failure(value)
    if remark is None or (remark.cause is not None and remark.cause.kind is CauseKind.WRONG_ANSWER):
        return remark
    raise ProtocolError("not a remark about an answer")


def _cause(value: Any) -> Cause | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != len(Cause._fields) or not isinstance(value[2], list):
        raise ProtocolError("not a cause")
    try:
        kind = CauseKind(_string(value[0]))
    except ValueError as error:
        raise ProtocolError("a cause of no known kind") from error
    frames = tuple(map(_frame, value[2][:MOST_LINES]))
    return Cause(kind, _string(value[1])[:LONGEST_LINE], frames, _string(value[3])[:LONGEST_LINE])


def _frame(value: Any) -> Frame:
    if not isinstance(value, list) or len(value) != len(Frame._fields):
        raise ProtocolError("not a line of code")
    return Frame(*(_string(part)[:LONGEST_LINE] for part in value))
