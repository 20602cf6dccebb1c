"""AgentState and Configuration: one agent's placement, as submissions see it."""

from pacman.directions import EAST, NORTH, SOUTH, STOP, WEST, Direction, Position
from pacman.packed_state import PackedState


class Configuration:
    """A position and a heading."""

    def __init__(self, pos: Position, direction: Direction) -> None:
        self.pos = pos
        self.direction = direction

    def getPosition(self) -> Position:
        return self.pos

    def getDirection(self) -> Direction:
        return self.direction

    def isInteger(self) -> bool:
        return self.pos == (int(self.pos[0]), int(self.pos[1]))

    def generateSuccessor(self, vector: Position) -> "Configuration":
        """Return the configuration after a move by `vector`; a zero vector keeps the heading."""
        dx, dy = vector
        heading = NORTH if dy > 0 else SOUTH if dy < 0 else WEST if dx < 0 else EAST if dx > 0 else self.direction
        return Configuration((self.pos[0] + dx, self.pos[1] + dy), heading)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Configuration) and (self.pos, self.direction) == (other.pos, other.direction)

    def __hash__(self) -> int:
        return hash((self.pos, self.direction))

    def __str__(self) -> str:
        return f"(x,y)={self.pos}, {self.direction}"


class AgentState:
    """Configuration, start and scared timer of one agent."""

    configuration: Configuration
    start: Configuration
    numCarrying = 0
    numReturned = 0

    def __init__(self, startConfiguration: Configuration, isPacman: bool) -> None:
        self.start = startConfiguration
        self.configuration = startConfiguration
        self.isPacman = isPacman
        self.scaredTimer = 0

    def getPosition(self) -> Position:
        return self.configuration.pos

    def getDirection(self) -> Direction:
        return self.configuration.direction

    def starts_at(self, home: Position) -> bool:
        """True if the agent's start is this position without a heading."""
        return self.start == Configuration(home, STOP)

    def copy(self) -> "AgentState":
        twin = AgentState(self.start, self.isPacman)
        twin.configuration = self.configuration
        twin.scaredTimer = self.scaredTimer
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AgentState):
            return False
        return self.configuration == other.configuration and self.scaredTimer == other.scaredTimer

    def __hash__(self) -> int:
        return hash((self.configuration, self.scaredTimer))

    def __str__(self) -> str:
        return f"{'Pacman' if self.isPacman else 'Ghost'}: {self.configuration}"


class AgentView(AgentState):
    """AgentState of a GameState that creates its configurations on demand: searches create many and read few."""

    isPacman = False
    scaredTimer = 0

    def __init__(self, position: Position, direction: Direction, home: Position) -> None:
        self._position = position
        self._direction = direction
        self._home = home

    def __getattr__(self, name: str) -> Configuration:
        # Python calls this only for attributes that are not set yet.
        if name == "configuration":
            made = Configuration(self._position, self._direction)
        elif name == "start":
            made = Configuration(self._home, STOP)
        else:
            raise AttributeError(f"an AgentState has no {name!r}")
        setattr(self, name, made)
        return made

    def getPosition(self) -> Position:
        return self.configuration.pos if "configuration" in self.__dict__ else self._position

    def getDirection(self) -> Direction:
        return self.configuration.direction if "configuration" in self.__dict__ else self._direction

    def starts_at(self, home: Position) -> bool:
        return self._home == home if "start" not in self.__dict__ else super().starts_at(home)

    def copy(self) -> AgentState:
        if "configuration" in self.__dict__ or "start" in self.__dict__:
            return super().copy()
        twin = AgentView(self._position, self._direction, self._home)
        twin.isPacman, twin.scaredTimer = self.isPacman, self.scaredTimer
        return twin


def agent_states(source: PackedState) -> list[AgentState]:
    """Return new views of all agents, read from the slots of a state."""
    maze, nodes = source._maze, source._agents
    positions, directions = maze.positions, maze.directions
    agents = [
        AgentView(positions[nodes[index]], directions[nodes[index]], maze.starts[index]) for index in range(len(nodes))
    ]
    agents[0].isPacman = True
    if source._fear is not None:
        _frighten(agents, *source._fear)
    return agents  # type: ignore[return-value]  # a student's code may put any AgentState into the list


def _frighten(agents: list[AgentView], timers: tuple[int, ...] | None, marks: int) -> None:
    for index, agent in enumerate(agents):
        agent.scaredTimer = timers[index] if timers else 0
        if marks >> index & 1:
            x, y = agent._position
            agent._position = int(x), int(y)
