"""Alpha-beta without recursion: frames with an iterator each."""

from template_base import MultiAgentSearchAgent


class Frame:
    def __init__(self, state, agent, depth, alpha, beta):
        self.state, self.agent, self.depth = state, agent, depth
        self.alpha, self.beta = alpha, beta
        self.actions = iter(state.getLegalActions(agent))
        self.best = float("-inf") if agent == 0 else float("inf")
        self.choice = None
        self.current = None

    def take(self, value):
        if self.agent == 0 and value > self.best or self.agent != 0 and value < self.best:
            self.best, self.choice = value, self.current

    def is_cut(self):
        return self.best > self.beta if self.agent == 0 else self.best < self.alpha

    def tighten(self):
        if self.agent == 0:
            self.alpha = max(self.alpha, self.best)
        else:
            self.beta = min(self.beta, self.best)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        root = Frame(gameState, 0, self.depth, float("-inf"), float("inf"))
        frames = [root]
        while frames:
            frame = frames[-1]
            action = None if frame.is_cut() else next(frame.actions, None)
            if action is None:
                frames.pop()
                if frames:
                    self.hand_up(frames[-1], frame.best)
                continue
            frame.current = action
            child = frame.state.generateSuccessor(frame.agent, action)
            agent = (frame.agent + 1) % gameState.getNumAgents()
            depth = frame.depth - 1 if agent == 0 else frame.depth
            if depth == 0 or child.isWin() or child.isLose():
                self.hand_up(frame, self.evaluationFunction(child))
            else:
                frames.append(Frame(child, agent, depth, frame.alpha, frame.beta))
        return root.choice

    def hand_up(self, frame, value):
        frame.take(value)
        if not frame.is_cut():
            frame.tighten()
