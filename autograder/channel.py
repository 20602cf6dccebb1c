"""How the grader and the process of a student's code talk: JSON, a line a message, over a private socket.

The grader asks, one question at a time, each with an id; the answer carries the same id. While it works out an answer
the other side may call back for the states of a fixed tree, telling whose score it has asked for since, or report in
portions which states it has looked at.

    grader                                              student's process
    {"id": 1, "ask": "load", …}                    ->
                                                   <-   {"id": 1}
    {"id": 2, "ask": "tree", …}                    ->
                                                   <-   {"call": 1, "state": "root", "action": "left", "agent": 0, …}
    {"call": 1, "view": [name, actions, win, …]}   ->
                                                   <-   {"id": 2, "action": "left", "scored": ["a1"]}
    {"id": 3, "ask": "move", "state": […]}         ->
                                                   <-   {"edges": [0, 0, 2, …]}
                                                   <-   {"id": 3, "action": "North", "edges": […]}
    {"id": 4, "ask": "watch", "state": […], …}     ->
                                                   <-   {"edges": [0, 0, 2, …], "values": [1, 8.0, …]}
                                                   <-   {"id": 4, "action": "North", "edges": […], "values": […], …}

Where the ghosts and the student's code share one random stream, a message from either process may report what was
drawn from it: `drawn`, a number of words, or `stream`, the state of the generator. The grader may also send a `seed`.

Nothing that comes from the other side is believed beyond its form: whoever reads a message checks what it means.
"""

import json
import socket
import struct
from time import monotonic
from typing import Any, Final, NamedTuple, TypeAlias

from pacman.layout import Layout
from pacman.state import BerkeleyState, GameState

Message: TypeAlias = dict[str, Any]

LONGEST_MESSAGE: Final = 2**20
EDGES_A_MESSAGE: Final = 20_000  # reported states in one portion; three numbers each
WATCHED_A_MESSAGE: Final = 500  # states of a search that is watched; small, since what was sent is there after a hang
LARGEST_VALUE: Final = 1e300  # of a state, and what infinity is called here: JSON has none
SCORES_A_MESSAGE: Final = 1000  # states of a fixed tree whose score was asked for between two calls
STREAM_WORDS: Final = 624  # that the Mersenne Twister makes at a time; no more are reported by their number

# Kept ready: a grading is thousands of small messages. Those that we send are plain trees.
_encode: Final = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_decode: Final = json.JSONDecoder().raw_decode


class ProtocolError(Exception):
    """What came is not a message."""


class ChannelClosed(Exception):
    """The other side is gone."""


class Channel:
    """Messages over a socket."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._socket.settimeout(None)
        self._timeout: float | None = None
        self._received = bytearray()

    def send(self, message: Message, timeout: float | None = None) -> None:
        """Raises TimeoutError when the other side does not take it in time."""
        self._wait_at_most(timeout)
        try:
            self._socket.sendall(_encode(message).encode() + b"\n")
        except TimeoutError:
            raise
        except OSError as error:
            raise ChannelClosed from error

    def receive(self, timeout: float | None = None) -> Message:
        """The next message; TimeoutError if none is complete in time, and what has come of it is kept."""
        self._wait_at_most(timeout)
        until = None if timeout is None else monotonic() + timeout
        received = self._received
        while (end := received.find(b"\n")) < 0:
            if len(received) > LONGEST_MESSAGE:
                raise ProtocolError("a message without end")
            if received and until is not None and monotonic() >= until:  # a trickle must not hold us for ever
                raise TimeoutError
            try:
                portion = self._socket.recv(2**16)
            except TimeoutError:
                raise
            except OSError as error:
                raise ChannelClosed from error
            if not portion:
                raise ChannelClosed
            received += portion
        line = received[:end]
        del received[: end + 1]
        return _message(line)

    def close(self) -> None:
        self._socket.close()

    def _wait_at_most(self, timeout: float | None) -> None:
        if timeout != self._timeout:  # telling the system is a call of its own, and mostly nothing has changed
            self._socket.settimeout(timeout)
            self._timeout = timeout


def _message(line: bytes | bytearray) -> Message:
    if len(line) > LONGEST_MESSAGE:
        raise ProtocolError("a message that is too long")
    try:
        text = line.decode()
        message, end = _decode(text)
    except (ValueError, RecursionError) as error:
        raise ProtocolError("not JSON") from error
    if not isinstance(message, dict) or end != len(text):
        raise ProtocolError("not a message")
    return message


class TreeView(NamedTuple):
    """All that a submission may know about one state of a fixed tree; travels as it is."""

    name: str
    actions: list[str]
    is_win: bool
    is_lose: bool
    score: float | None  # None where it must not be asked for


def decode_view(data: list[Any]) -> TreeView:
    return TreeView(*data)


StreamWords: TypeAlias = tuple[int, ...]  # a state of the generator: its words, and the place of the next one
_STREAM: Final = struct.Struct(f"<{STREAM_WORDS + 1}I")


def encode_words(words: StreamWords) -> str:
    return _STREAM.pack(*words).hex()


def decode_words(text: str) -> StreamWords:
    """The state of the generator; ValueError if the text is none."""
    if len(text) != 2 * _STREAM.size:
        raise ValueError(f"{len(text)} digits; expected {2 * _STREAM.size}")
    data = bytes.fromhex(text)
    if len(data) != _STREAM.size:  # blanks are skipped
        raise ValueError("not hexadecimal digits")
    words = _STREAM.unpack(data)
    if words[STREAM_WORDS] > STREAM_WORDS:
        raise ValueError(f"place {words[STREAM_WORDS]}; expected 0 to {STREAM_WORDS}")
    return words


def encode_state(state: GameState) -> list[Any]:
    """A state without its layout, which both sides know."""
    packed = state.packed_form()
    agents, edible, timers, marks, score, status = packed.packed()
    return [agents, f"{edible:x}", timers, f"{marks:x}", score, status, packed._last_step]


def decode_state(data: list[Any], layout: Layout) -> BerkeleyState:
    agents, edible, timers, marks, score, status, last_step = data
    timers = timers and tuple(timers)
    return BerkeleyState.unpacked(layout, agents, int(edible, 16), timers, int(marks, 16), score, status, last_step)
