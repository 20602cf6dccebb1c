"""The child's copy of a random stream that the student's code shares with the ghosts: that of the module `random`.

The grader sends the state of the stream, or the number of 32-bit words that the ghosts have drawn since, and the child
process reports the number of words that the student's code has drawn. It reports the whole state instead if the
generator has produced its next 624 words, or if the student's code has seeded or set it. The value that `random.gauss`
keeps for its next call is not shared: ghosts never use it, and every seed discards it.
"""

import random

from autograder.channel import STREAM_WORDS, Message, StreamWords, decode_words, encode_words

_VERSION = 3  # of the states of `random.Random`


class StudentStream:
    """A stream that is shared as soon as the grader has sent a state; until then nothing is reported."""

    def __init__(self) -> None:
        stream = random._inst
        # Bound before the submission is loaded, which may replace the functions of the module or its generator.
        self._seed, self._skip = stream.seed, stream.getrandbits
        self._words, self._setstate = super(random.Random, stream).getstate, stream.setstate
        self._known: StreamWords | None = None  # as the grader knows it

    def follow(self, message: Message) -> None:
        """Apply the seed, the state or the draws that a message of the grader contains."""
        if "seed" in message:
            self._seed(message["seed"])
            if self._known is not None:
                self._known = self._words()
        if "stream" in message:
            self._setstate((_VERSION, decode_words(message["stream"]), None))
            self._known = self._words()
        if "drawn" in message and self._known is not None:
            place = self._known[STREAM_WORDS] + message["drawn"]
            self._skip(32 * message["drawn"])
            self._known = (*self._known[:STREAM_WORDS], place) if place <= STREAM_WORDS else self._words()

    def report(self) -> Message:
        """Return what the student's code has drawn since the last report; empty if it has drawn nothing."""
        if self._known is None:
            return {}
        known, now = self._known, self._words()
        self._known = now
        drawn = now[STREAM_WORDS] - known[STREAM_WORDS]
        if drawn < 0 or known[:STREAM_WORDS] != now[:STREAM_WORDS]:
            return {"stream": encode_words(now)}
        return {"drawn": drawn} if drawn else {}
