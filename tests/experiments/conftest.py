"""Shared by the tests of experiments: agents that misbehave."""

from pathlib import Path

import pytest

# A file as students hand it in.
_AGENTS = '''
import os, random, signal, sys, time

from game import Agent

games = []


class Quiet(Agent):
    """Plays at random."""
    def getAction(self, state):
        return random.choice(state.getLegalActions(0))


class Leaky(Quiet):
    """Crashes in its second game if any state of the first is left."""
    def getAction(self, state):
        games.append(1)
        if self.moves is None and len(games) > 1:
            raise RuntimeError("something was left behind")
        self.moves = True
        return super().getAction(state)
    moves = None


class Ordered(Quiet):
    """Plays by the order of a set of strings, and draws random numbers in its constructor."""
    def __init__(self, index=0):
        super().__init__(index)
        self.shift = random.randrange(5)
    def getAction(self, state):
        legal = list(set(state.getLegalActions(0)))
        return legal[(self.shift + len(legal)) % len(legal)] if random.random() < 0.5 else random.choice(legal)


class Chatty(Quiet):
    def getAction(self, state):
        print("thinking")
        print("aloud", file=sys.stderr)
        return super().getAction(state)


class Slow(Quiet):
    def getAction(self, state):
        time.sleep(0.4)
        return super().getAction(state)


class Sometimes(Quiet):
    """Misbehaves at its third move in some games, chosen at random."""
    def __init__(self, index=0):
        super().__init__(index)
        self.moves = 0
    def getAction(self, state):
        self.moves += 1
        if self.moves == 3 and random.random() < 0.3:
            self.misbehave()
        return super().getAction(state)


class Hanging(Sometimes):
    def misbehave(self):
        while True:
            try:
                time.sleep(1)
            except BaseException:
                pass


class Exiting(Sometimes):
    def misbehave(self):
        os._exit(3)


class Killed(Sometimes):
    def misbehave(self):
        os.kill(os.getpid(), signal.SIGKILL)


class Interrupting(Sometimes):
    def misbehave(self):
        raise KeyboardInterrupt


class Greedy(Sometimes):
    def misbehave(self):
        hoard = []
        while True:
            hoard.append(bytes(2**30))


class Verbose(Sometimes):
    def misbehave(self):
        raise KeyError("lost " * 10**6)


class Raising(Sometimes):
    def misbehave(self):
        raise KeyError("lost")


class Quitting(Sometimes):
    def misbehave(self):
        sys.exit("enough")


class MinimaxAgent(Agent):
    """With the constructor that the assignment prescribes."""
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.depth = int(depth)
    def getAction(self, state):
        assert self.depth == 4
        return max(state.getLegalActions(0), key=lambda action: state.generateSuccessor(0, action).getScore())
'''


@pytest.fixture
def student(tmp_path: Path) -> Path:
    path = tmp_path / "students.py"
    path.write_text(_AGENTS)
    return path
