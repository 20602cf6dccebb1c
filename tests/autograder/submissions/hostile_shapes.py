"""Searches whose trees are large in one way each; the shape is chosen by the first line, which a test writes.

On a fixed tree they do the same as far as it goes. Their answers are legal and mostly wrong.
"""

SHAPE = "chain"


class MinimaxAgent:
    def __init__(self, depth="2"):
        pass

    def getAction(self, state):
        SHAPES[SHAPE](state)
        return state.getLegalActions(0)[0]


AlphaBetaAgent = ExpectimaxAgent = MinimaxAgent


def step(state, agent=0, which=0):
    """Return a successor, or None if there are no actions."""
    if state is None or state.isWin() or state.isLose():
        return None
    actions = state.getLegalActions(agent)
    action = "Stop" if "Stop" in actions else actions[which % len(actions)] if actions else None
    return action and state.generateSuccessor(agent, action)


def chain(state):
    """12 000 states in a row."""
    for _ in range(12_000):
        state = step(state)


def deep(state, plies=0):
    """As deep as Python's stack lets a recursion go."""
    if state is not None and plies < 900:
        deep(step(state), plies + 1)


def star(state):
    """The same few successors, again and again; of a fixed tree, where each is a message, less often."""
    for number in range(40_000 if hasattr(state, "getPacmanPosition") else 2_000):
        step(state, 0, number)


def wide(state, most=30_000):
    """All states that there are, one ply after the other."""
    frontier = [(state, 0)]
    for parent, agent in frontier:
        for action in [] if parent.isWin() or parent.isLose() else parent.getLegalActions(agent):
            frontier.append((parent.generateSuccessor(agent, action), (agent + 1) % parent.getNumAgents()))
            if len(frontier) > most:
                return


def there_and_back(state):
    """Rounds and rounds through the same places."""
    for number in range(6_000):
        for action in ("West", "East", "North", "South"):
            if state is not None and not state.isWin() and not state.isLose():
                state = state.generateSuccessor(0, action) if action in state.getLegalActions(0) else state


SHAPES = {"chain": chain, "deep": deep, "star": star, "wide": wide, "there_and_back": there_and_back}
