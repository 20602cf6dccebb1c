"""The parts of a state as objects that can be written to, each made from the slots of a state, packed or live."""

from typing import TYPE_CHECKING

from pacman.berkeley.agent_state import AgentState, AgentView
from pacman.berkeley.grid import Grid
from pacman.berkeley.modules.layout import Layout
from pacman.directions import Cell

if TYPE_CHECKING:
    from pacman.berkeley.state_names import BerkeleyStateNames


def agent_states(source: "BerkeleyStateNames") -> list[AgentState]:
    maze, nodes = source._maze, source._agents
    positions, directions = maze.positions, maze.directions
    agents: list[AgentState] = [
        AgentView(positions[nodes[index]], directions[nodes[index]], maze.starts[index]) for index in range(len(nodes))
    ]
    agents[0].isPacman = True
    if source._fear is not None:
        _frighten(agents, *source._fear)
    return agents


def _frighten(agents: list[AgentState], timers: tuple[int, ...] | None, marks: int) -> None:
    for index, agent in enumerate(agents):
        assert isinstance(agent, AgentView)
        agent.scaredTimer = timers[index] if timers else 0
        if marks >> index & 1:
            x, y = agent._position
            agent._position = int(x), int(y)


def food_grid(source: "BerkeleyStateNames") -> Grid:
    maze = source._maze
    return Grid.of_bits(maze.width, maze.height, source._edible & maze.all_cells_mask)


def capsule_list(source: "BerkeleyStateNames") -> list[Cell]:
    return list(source._maze.capsules(source._edible))


def layout_view(source: "BerkeleyStateNames") -> Layout:
    return Layout(source._maze.layout)
