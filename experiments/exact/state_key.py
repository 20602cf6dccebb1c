"""The key of a state without its score: all that play can depend on."""

from collections.abc import Hashable

from pacman.state import GameState


def state_key(state: GameState) -> Hashable:
    """A key that is equal for two states of one layout exactly when they play on alike, whatever the score is.

    Points won so far change nothing that may still happen, and Pacman's heading matters to the eye only.
    """
    ghosts = range(1, state.num_agents)
    return (
        state.pacman_position,
        tuple([(state.position(ghost), state.direction(ghost), state.scared_timer(ghost)) for ghost in ghosts]),
        state.food_mask,
        state.capsules,
    )
