"""The grader's copy of a random stream that the ghosts share with the student's code, as in the original."""

import random

from autograder.channel import Message, StreamWords, encode_words

_VERSION = 3  # of the states of `random.Random`


class StreamRng(random.Random):
    """The rng of the ghosts. It counts their draws, so that the child process can advance its own copy."""

    def __init__(self, seed: int) -> None:
        self._drawn = 0  # words of 32 bits since the last report
        self._new_seed: int | str | None = None
        super().__init__(seed)

    def random(self) -> float:
        self._drawn += 2
        return super().random()

    def getrandbits(self, bits: int, /) -> int:
        self._drawn += -(-bits // 32)
        return super().getrandbits(bits)

    def start(self, seed: int | str) -> None:
        """Seed the stream in both processes."""
        self.seed(seed)
        self._new_seed, self._drawn = seed, 0

    def report(self, is_new: bool) -> Message:
        """Return the changes to the stream since the last report; for a new process, its whole state."""
        seed, drawn = self._new_seed, self._drawn
        self._new_seed, self._drawn = None, 0
        if is_new:
            return {"stream": encode_words(self.getstate()[1])}
        return ({} if seed is None else {"seed": seed}) | ({"drawn": drawn} if drawn else {})

    def follow(self, report: int | StreamWords) -> None:
        """Advance by the number of words that the student's code has drawn, or set the state that it reported."""
        if isinstance(report, int):
            super().getrandbits(32 * report)
        else:
            self.setstate((_VERSION, report, None))
