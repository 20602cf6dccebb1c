"""Facts about the step that led to a state: the agent that moved, what was eaten, and the change of the score."""

from pacman.directions import STOP
from pacman.packed_state import ATE_FOOD, IS_COPY, PackedState
from pacman.scoring import FOOD_SCORE, GHOST_SCORE, LOSE_PENALTY, LOST, TIME_PENALTY, WIN_SCORE, WON


def mover(step: int | None) -> int | None:
    """Return the index of the agent that moved."""
    return step if step is None or step < 0 else step % ATE_FOOD


def eaten_ghosts(state: PackedState) -> list[bool]:
    """Return for each agent whether it has been eaten since the beginning of Pacman's last move."""
    eaten = state._fear[1] >> len(state._maze.homes) if state._fear else 0
    return [bool(eaten >> agent & 1) for agent in range(state.num_agents)]


def score_change(state: PackedState) -> int:
    """Return what the last step added to the score."""
    step = state._last_step
    if step is None or (step & IS_COPY and step >= 0):
        return 0
    return _pacmans_change(state, step) if mover(step) == 0 else _ghosts_change(state, step)


def _ghosts_change(state: PackedState, ghost: int) -> int:
    if state._status == LOST:
        return -LOSE_PENALTY
    # After a move a ghost always has a heading, unless it was eaten by it and put back at its start.
    return GHOST_SCORE if state.direction(ghost) == STOP else 0


def _pacmans_change(state: PackedState, step: int) -> int:
    change = (FOOD_SCORE if step & ATE_FOOD else 0) - TIME_PENALTY
    eaten = eaten_ghosts(state)
    change += GHOST_SCORE * sum(eaten)
    if state._status == WON:
        change += WIN_SCORE
    elif state._status == LOST:
        touching = state._maze.touching[state._agents[0]]
        met = [node in touching for node in state._agents]
        change -= LOSE_PENALTY * sum(is_met and not was_eaten for is_met, was_eaten in zip(met, eaten, strict=True))
    return change
