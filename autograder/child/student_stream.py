"""The student's end of a random stream that is shared with the ghosts: the stream of the module `random`.

The grader reports its state, or how many words of 32 bits the ghosts have drawn since, and this process reports how
many the student's code has drawn. Where the generator has begun its next 624 words, or was seeded or set by the
student's code, the state is reported instead. The value that `random.gauss` keeps for its next call stays here: ghosts
never draw it, and every seed discards it.
"""

import random

from autograder.channel import STREAM_WORDS, Message, StreamWords, decode_words, encode_words

_VERSION = 3  # of the states of `random.Random`


class StudentStream:
    """Reports nothing until the grader has sent a state: then the stream is shared."""

    def __init__(self) -> None:
        stream = random._inst
        # Bound before the submission is loaded: it may replace the functions of the module, or its generator.
        self._seed, self._skip = stream.seed, stream.getrandbits
        self._words, self._setstate = super(random.Random, stream).getstate, stream.setstate
        self._known: StreamWords | None = None  # as the grader knows it

    def follow(self, message: Message) -> None:
        """Take over what the grader reports with a message."""
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
        """What the student's code has drawn since, for the grader; empty if that is nothing."""
        if self._known is None:
            return {}
        known, now = self._known, self._words()
        self._known = now
        drawn = now[STREAM_WORDS] - known[STREAM_WORDS]
        if drawn < 0 or known[:STREAM_WORDS] != now[:STREAM_WORDS]:
            return {"stream": encode_words(now)}
        return {"drawn": drawn} if drawn else {}
