"""Berkeley's rule classes: the steps that make up a move, each of which modifies the state that it is given.

Searches should use `generateSuccessor`, which applies the same rules faster, by table look-ups.
"""

from typing import Any

from pacman.berkeley.agent_state import AgentState, Configuration
from pacman.berkeley.modules.game import Actions, Game
from pacman.berkeley.modules.layout import Layout
from pacman.berkeley.modules.util import manhattanDistance, nearestPoint
from pacman.directions import REVERSE, STOP, Action, Cell, Position
from pacman.errors import IllegalActionError
from pacman.scoring import (
    COLLISION_TOLERANCE,
    FOOD_SCORE,
    GHOST_SCORE,
    LOSE_PENALTY,
    SCARED_TIME,
    WIN_SCORE,
)
from pacman.state import BerkeleyState, GameState


class PacmanRules:
    """Legal actions of Pacman and their effect on a state."""

    PACMAN_SPEED = 1

    @staticmethod
    def getLegalActions(state: GameState) -> list[Action]:
        return Actions.getPossibleActions(state.getPacmanState().configuration, state.getWalls())

    @staticmethod
    def applyAction(state: BerkeleyState, action: Action) -> None:
        """Move Pacman and eat what lies there. The points go to `scoreChange`; they are not yet added to the score."""
        legal = PacmanRules.getLegalActions(state)
        if action not in legal:
            raise IllegalActionError(f"Illegal action {action}; legal: {', '.join(legal)}")
        pacman = state.data.agentStates[0]
        vector = Actions.directionToVector(action, PacmanRules.PACMAN_SPEED)
        pacman.configuration = pacman.configuration.generateSuccessor(vector)
        place = pacman.configuration.getPosition()
        if manhattanDistance(nearestPoint(place), place) <= 0.5:
            PacmanRules.consume(nearestPoint(place), state)

    @staticmethod
    def consume(position: Cell, state: BerkeleyState) -> None:
        """Let Pacman eat the food and the capsule in a cell."""
        x, y = position
        data = state.data
        if data.food[x][y]:
            data.food[x][y] = False
            data._foodEaten = position
            data.scoreChange += FOOD_SCORE
            if not data.food.count() and not data._lose:
                data.scoreChange += WIN_SCORE
                data._win = True
        if position in data.capsules:
            data.capsules.remove(position)
            data._capsuleEaten = position
            for ghost in data.agentStates[1:]:
                ghost.scaredTimer = SCARED_TIME


class GhostRules:
    """Legal actions of ghosts, their effect on a state, and collisions with Pacman."""

    GHOST_SPEED = 1.0

    @staticmethod
    def getLegalActions(state: GameState, ghostIndex: int) -> list[Action]:
        configuration = state.getGhostState(ghostIndex).configuration
        actions = [a for a in Actions.getPossibleActions(configuration, state.getWalls()) if a != STOP]
        onward = [action for action in actions if action != REVERSE[configuration.direction]]
        return onward or actions

    @staticmethod
    def applyAction(state: BerkeleyState, action: Action, ghostIndex: int) -> None:
        legal = GhostRules.getLegalActions(state, ghostIndex)
        if action not in legal:
            raise IllegalActionError(f"Illegal ghost action {action}; legal: {', '.join(legal)}")
        ghost = state.data.agentStates[ghostIndex]
        speed = GhostRules.GHOST_SPEED / 2 if ghost.scaredTimer > 0 else GhostRules.GHOST_SPEED
        vector = Actions.directionToVector(action, speed)
        ghost.configuration = ghost.configuration.generateSuccessor(vector)

    @staticmethod
    def decrementTimer(ghostState: AgentState) -> None:
        if ghostState.scaredTimer == 1:
            place = nearestPoint(ghostState.configuration.pos)
            ghostState.configuration = Configuration(place, ghostState.configuration.direction)
        ghostState.scaredTimer = max(0, ghostState.scaredTimer - 1)

    @staticmethod
    def checkDeath(state: BerkeleyState, agentIndex: int) -> None:
        """Apply the collisions after an agent's move: with that ghost, or with every ghost after a move of Pacman."""
        agents = state.data.agentStates
        for index in range(1, len(agents)) if agentIndex == 0 else [agentIndex]:
            if GhostRules.canKill(agents[0].getPosition(), agents[index].getPosition()):
                GhostRules.collide(state, agents[index], index)

    @staticmethod
    def collide(state: BerkeleyState, ghostState: AgentState, agentIndex: int) -> None:
        data = state.data
        if ghostState.scaredTimer > 0:
            data.scoreChange += GHOST_SCORE
            GhostRules.placeGhost(state, ghostState)
            ghostState.scaredTimer = 0
            data._eaten[agentIndex] = True
        elif not data._win:
            data.scoreChange -= LOSE_PENALTY
            data._lose = True

    @staticmethod
    def canKill(pacmanPosition: Position, ghostPosition: Position) -> bool:
        return manhattanDistance(ghostPosition, pacmanPosition) <= COLLISION_TOLERANCE

    @staticmethod
    def placeGhost(state: BerkeleyState, ghostState: AgentState) -> None:
        ghostState.configuration = ghostState.start


class ClassicGameRules:
    """Start and end of a game."""

    def __init__(self, timeout: int = 30) -> None:
        self.timeout = timeout
        self.quiet = False

    def newGame(
        self,
        layout: Layout,
        pacmanAgent: Any,
        ghostAgents: list[Any],
        display: Any,
        quiet: bool = False,
        catchExceptions: bool = False,
    ) -> Game:
        game = Game(
            [pacmanAgent, *ghostAgents[: layout.getNumGhosts()]], display, self, catchExceptions=catchExceptions
        )
        game.state = BerkeleyState()
        game.state.initialize(layout, len(ghostAgents))
        self.initialState = game.state.deepCopy()
        self.quiet = quiet
        return game

    def process(self, state: BerkeleyState, game: Game) -> None:
        """End the game if the state is won or lost."""
        if state.isWin():
            self.win(state, game)
        if state.isLose():
            self.lose(state, game)

    def win(self, state: BerkeleyState, game: Game) -> None:
        self._end(game, f"Pacman emerges victorious! Score: {state.data.score}")

    def lose(self, state: BerkeleyState, game: Game) -> None:
        self._end(game, f"Pacman died! Score: {state.data.score}")

    def _end(self, game: Game, line: str) -> None:
        if not self.quiet:
            print(line)
        game.gameOver = True

    def getProgress(self, game: Game) -> float:
        return float(game.state.getNumFood() / self.initialState.getNumFood())

    def agentCrash(self, game: Game, agentIndex: int) -> None:
        print("A ghost crashed" if agentIndex else "Pacman crashed")

    def getMaxTotalTime(self, agentIndex: int) -> int:
        return self.timeout

    getMaxStartupTime = getMoveWarningTime = getMoveTimeout = getMaxTotalTime

    def getMaxTimeWarnings(self, agentIndex: int) -> int:
        return 0
